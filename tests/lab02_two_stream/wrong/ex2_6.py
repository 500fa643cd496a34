# %% g looks at the new h | g reads the new h
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, words, hidden):
        known = torch.cat([mem, words], dim=-2)
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    h_new = look(h, h, content_hidden)
    return h_new, look(g, h_new, query_hidden)



# %% h is overwritten before g looks | g reads the new h
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    M, D = mem.shape[-2], h.shape[-1]
    known = torch.cat([mem, h], -2)
    hidden = torch.nn.functional.pad(content_hidden, (M, 0))
    h = h + attend(h @ w_q @ (known @ w_k).mT / D**0.5, hidden, known @ w_v)
    known = torch.cat([mem, h], -2)
    hidden = torch.nn.functional.pad(query_hidden, (M, 0))
    g = g + attend(g @ w_q @ (known @ w_k).mT / D**0.5, hidden, known @ w_v)
    return h, g



# %% no division | not scaled
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2)
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% returns what was seen | nothing is added
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% memory for the content stream only | memory only for h
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, known, hidden):
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    wide = torch.nn.functional.pad(content_hidden, (mem.shape[-2], 0))
    return look(h, torch.cat([mem, h], -2), wide), look(g, h, query_hidden)



# %% memory for the query stream only | memory only for g
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, known, hidden):
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    wide = torch.nn.functional.pad(query_hidden, (mem.shape[-2], 0))
    return look(h, h, content_hidden), look(g, torch.cat([mem, h], -2), wide)



# %% memory forgotten | memory hidden
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = h

    def look(x, hidden):
        hidden = hidden
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% columns of the memory are True | memory hidden
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0), value=True)
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% memory behind, its columns in front | memory out of line
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([h, mem], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% memory in front, its columns behind | columns out of line
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (0, mem.shape[-2]))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% no masks | masks ignored
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.zeros(x.shape[-2], known.shape[-2], dtype=torch.bool)
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% g first | h and g swapped
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(g, query_hidden), look(h, content_hidden)



# %% keys and values mixed up | keys and values swapped
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_v).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_k)

    return look(h, content_hidden), look(g, query_hidden)



# %% queries and keys mixed up | queries and keys swapped
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_k) @ (known @ w_q).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% rows of the weights taken for columns | weights transposed
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q.T) @ (known @ w_k.T).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v.T)

    return look(h, content_hidden), look(g, query_hidden)



# %% values not projected | value
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known)

    return look(h, content_hidden), look(g, query_hidden)



# %% g looks at g | error
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    M = mem.shape[-2]

    def look(x, hidden):
        known = torch.cat([mem, x], dim=-2)
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, torch.nn.functional.pad(hidden, (M, 0)), known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% masks not widened | error
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = hidden
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% memory is a query too | error
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)
    M = mem.shape[-2]

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (M, 0))
        return x + attend(x @ w_q @ (known @ w_k).mT / x.shape[-1] ** 0.5, hidden, known @ w_v)

    return look(known, content_hidden), look(g, query_hidden)



# %% only h comes back | type
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden)



# %% one stream without gradient | no gradient
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden).detach()



# %% keys without gradient | no gradient
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h.detach()], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% divides by the root of the number of keys | value
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / known.shape[-2] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% transposes all axes | no batch
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).T / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)


# %% calls an attention that is not written yet | rests on 2.4
def attend(scores, hidden, values, *, dropout=0.0):
    raise NotImplementedError


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, hidden):
        known = torch.cat([mem, h], dim=-2)
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)


# %% returns what it was given | value
def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    return h, g


# %% calls an attention that calls weights that are not written yet | rests on 2.3
def masked_softmax(scores, hidden):
    raise NotImplementedError


def attend(scores, hidden, values, *, dropout=0.0):
    return torch.nn.functional.dropout(masked_softmax(scores, hidden), dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, hidden):
        known = torch.cat([mem, h], dim=-2)
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        scores = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(scores, hidden, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)


# %% values from an h that is cut off | wrong gradient
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    return torch.nn.functional.dropout(w, dropout) @ values
def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], -2)
    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0))
        s = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(s, hidden, known.detach() @ w_v)
    return look(h, content_hidden), look(g, query_hidden)


# %% one mask for both streams | value
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    return torch.nn.functional.dropout(w, dropout) @ values
def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    M = mem.shape[-2]
    known = torch.cat([mem, h], -2)
    def look(x, hidden):
        hidden = torch.nn.functional.pad(hidden, (M, 0))
        s = (x @ w_q) @ (known @ w_k).mT / x.shape[-1] ** 0.5
        return x + attend(s, hidden, known @ w_v)
    return look(h, content_hidden), look(g, content_hidden[..., :g.shape[-2], :])
