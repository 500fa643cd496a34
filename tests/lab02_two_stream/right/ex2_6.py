# %% one inner function
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([mem, h], dim=-2)

    def look(x, hidden):
        wide = torch.cat([hidden.new_zeros(*hidden.shape[:-1], mem.shape[-2]), hidden], dim=-1)
        scores = (x @ w_q) @ (known @ w_k).transpose(-1, -2) / math.sqrt(x.shape[-1])
        return x + attend(scores, wide, known @ w_v)

    return look(h, content_hidden), look(g, query_hidden)



# %% both streams as one stack of rows
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    lead, T, K = h.shape[:-2], h.shape[-2], g.shape[-2]
    asks = torch.cat([h, g], dim=-2)
    hidden = torch.cat([content_hidden.expand(*lead, T, T), query_hidden.expand(*lead, K, T)], dim=-2)
    hidden = torch.nn.functional.pad(hidden, (mem.shape[-2], 0), value=False)
    known = torch.cat([mem, h], dim=-2)
    scores = asks @ w_q @ (known @ w_k).mT / asks.shape[-1] ** 0.5
    new = asks + attend(scores, hidden, known @ w_v)
    return new[..., :T, :], new[..., T:, :]



# %% queries divided instead of scores
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    keys = torch.cat([mem @ w_k, h @ w_k], -2)
    values = torch.cat([mem @ w_v, h @ w_v], -2)
    M = mem.shape[-2]
    out = []
    for x, hidden in ((h, content_hidden), (g, query_hidden)):
        q = x @ w_q / x.shape[-1] ** 0.5
        out.append(x + attend(q @ keys.mT, torch.nn.functional.pad(hidden, (M, 0)), values))
    return tuple(out)



# %% memory behind the words, and its columns too
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    known = torch.cat([h, mem], dim=-2)
    M = mem.shape[-2]
    h_scores = torch.einsum("...id,...jd->...ij", h @ w_q, known @ w_k) / h.shape[-1] ** 0.5
    g_scores = torch.einsum("...id,...jd->...ij", g @ w_q, known @ w_k) / h.shape[-1] ** 0.5
    h_hidden = torch.nn.functional.pad(content_hidden, (0, M))
    g_hidden = torch.nn.functional.pad(query_hidden, (0, M))
    return h + attend(h_scores, h_hidden, known @ w_v), g + attend(g_scores, g_hidden, known @ w_v)



# %% key by key with a running sum
def attend(scores, hidden, values, *, dropout=0.0):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, hidden):
        D, M = x.shape[-1], mem.shape[-2]
        known = torch.cat([mem, h], dim=-2)
        total, seen = 0, 0
        for j in range(known.shape[-2]):
            row = known[..., j : j + 1, :]
            share = ((x @ w_q) * (row @ w_k)).sum(-1, keepdim=True) / D**0.5
            share = share.exp()
            if j >= M:
                share = share * ~hidden[..., j - M, None]
            total, seen = total + share, seen + share * (row @ w_v)
        return x + seen / torch.where(total == 0, 1, total)

    return look(h, content_hidden), look(g, query_hidden)


# %% zeros for the memory's columns, made on the CPU
def two_stream_step(h, g, mem, w_q, w_k, w_v, content_hidden, query_hidden):
    def look(x, hidden):
        rows = torch.cat([mem, h], dim=-2)
        wide = torch.cat([torch.zeros(*hidden.shape[:-1], mem.shape[-2], dtype=torch.bool), hidden], dim=-1)
        scores = torch.einsum("...qd,...kd->...qk", x @ w_q, rows @ w_k) * x.shape[-1] ** -0.5
        weights = torch.softmax(scores.masked_fill(wide, -1e30), dim=-1) * ~wide
        return torch.add(x, weights @ (rows @ w_v))

    h_new = look(h, content_hidden)
    g_new = look(g, query_hidden)
    return h_new, g_new


# %% a list of the two
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
    return [look(h, content_hidden), look(g, query_hidden)]
