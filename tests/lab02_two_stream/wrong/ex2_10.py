# %% counts the layers from 0 | one layer too many
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).double() + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(layers):
        out = out @ step
    return out > 0


# %% the mask is all | only the mask
def reach(query_hidden, content_hidden, layers):
    return ~query_hidden


# %% one step for all deeper layers | two layers at most
def reach(query_hidden, content_hidden, layers):
    seen = ~query_hidden
    if layers > 1:
        seen = seen | (seen.double() @ (~content_hidden).double() > 0)
    return seen


# %% no residual | forgets its own word
def reach(query_hidden, content_hidden, layers):
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = out @ (~content_hidden).double()
    return out > 0


# %% through g | through the query stream
def reach(query_hidden, content_hidden, layers):
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = out @ ((~query_hidden).double() + torch.eye(len(query_hidden)))
    return out > 0


# %% True for hidden | the opposite
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).double() + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = out @ step
    return out == 0


# %% counts of paths | dtype
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).long() + torch.eye(len(content_hidden), dtype=torch.int64)
    out = (~query_hidden).long()
    for _ in range(layers - 1):
        out = out @ step
    return out


# %% hidden in place of visible | value
def reach(query_hidden, content_hidden, layers):
    step = content_hidden.double() + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = out @ step
    return out > 0


# %% the wrong side | value
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).double() + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = step @ out
    return out > 0


# %% everything is reached in the end | value
def reach(query_hidden, content_hidden, layers):
    return ~query_hidden if layers == 1 else torch.ones_like(query_hidden)


# %% all the way, whatever the layers | value
def reach(query_hidden, content_hidden, layers):
    if layers == 1:
        return ~query_hidden
    step = (~content_hidden).double() + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(len(step)):
        out = ((out @ step) > 0).double()
    return out > 0


# %% who reads me, not whom I read | value
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).double().T + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = ((out @ step) > 0).double()
    return out > 0


# %% counts ways in bytes, which overflow | value
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).to(torch.uint8) | torch.eye(len(content_hidden), dtype=torch.uint8)
    out = (~query_hidden).to(torch.uint8)
    for _ in range(layers - 1):
        out = out @ step
    return out > 0


# %% doubles the step with every layer | value
def reach(query_hidden, content_hidden, layers):
    step = ((~content_hidden) | torch.eye(len(content_hidden), dtype=torch.bool)).double()
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = ((out @ step) > 0).double()
        step = ((step @ step) > 0).double()
    return out > 0
