# %% products of tables
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden).double() + torch.eye(len(content_hidden))
    out = (~query_hidden).double()
    for _ in range(layers - 1):
        out = ((out @ step) > 0).double()
    return out > 0


# %% a power of the table
def reach(query_hidden, content_hidden, layers):
    step = (~content_hidden | torch.eye(content_hidden.shape[0], dtype=torch.bool)).double()
    return (~query_hidden).double() @ torch.linalg.matrix_power(step, layers - 1) > 0


# %% recursion
def reach(query_hidden, content_hidden, layers):
    if layers == 1:
        return ~query_hidden
    below = reach(query_hidden, content_hidden, layers - 1)
    return below | ((below[:, :, None] & ~content_hidden[None]).any(1))


# %% sets of words
def reach(query_hidden, content_hidden, layers):
    T = content_hidden.shape[0]
    knows = [{j} for j in range(T)]
    for _ in range(layers - 1):
        knows = [set.union(knows[j], *(knows[k] for k in range(T) if not content_hidden[j, k])) for j in range(T)]
    out = torch.zeros_like(query_hidden)
    for i in range(len(query_hidden)):
        for j in range(T):
            if not query_hidden[i, j]:
                out[i, list(knows[j])] = True
    return out


# %% shortest ways, as in Floyd's algorithm
def reach(query_hidden, content_hidden, layers):
    T = len(content_hidden)
    best = [[0 if i == j else (1 if not content_hidden[i, j] else 99) for j in range(T)] for i in range(T)]
    for m in range(T):
        for i in range(T):
            for j in range(T):
                best[i][j] = min(best[i][j], best[i][m] + best[m][j])
    need = [[min((best[j][k] + 1 for j in range(T) if not query_hidden[i, j]), default=99) for k in range(T)] for i in range(T)]
    return torch.tensor(need) <= layers
