# %% four products
def four_terms(E, U, w_q, w_k):
    eq, uq, ek, uk = E @ w_q, U @ w_q, E @ w_k, U @ w_k
    return torch.stack([eq @ ek.T, eq @ uk.T, uq @ ek.T, uq @ uk.T])

# %% einsum
def four_terms(E, U, w_q, w_k):
    def term(x, y):
        return torch.einsum("im,mc,nc,jn->ij", x, w_q, w_k, y)
    return torch.stack([term(E, E), term(E, U), term(U, E), term(U, U)], dim=0)

# %% one product of the two stacked
def four_terms(E, U, w_q, w_k):
    asks, answers = torch.stack([E, U]) @ w_q, torch.stack([E, U]) @ w_k
    return (asks[:, None] @ answers[None].transpose(-1, -2)).flatten(0, 1)

# %% the two matrices first
def four_terms(E, U, w_q, w_k):
    w = w_q @ w_k.T
    return torch.stack([x @ w @ y.T for x in (E, U) for y in (E, U)])

# %% pair by pair
def four_terms(E, U, w_q, w_k):
    rows = []
    for x, y in ((E, E), (E, U), (U, E), (U, U)):
        rows.append(torch.stack([torch.stack([(a @ w_q) @ (b @ w_k) for b in y]) for a in x]))
    return torch.stack(rows)

# %% d from the rest
def four_terms(E, U, w_q, w_k):
    def score(x, y):
        return (x @ w_q) @ (y @ w_k).mT
    a, b, c = score(E, E), score(E, U), score(U, E)
    return torch.stack([a, b, c, score(E + U, E + U) - a - b - c])


# %% one product, cut into its four blocks
def four_terms(E, U, w_q, w_k):
    X, T = torch.cat([E, U]), E.shape[0]
    big = X @ w_q @ w_k.mT @ X.mT
    return big.unfold(0, T, T).unfold(1, T, T).permute(0, 1, 2, 3).reshape(4, T, T)
