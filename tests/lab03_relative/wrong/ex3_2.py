# %% positions before words | b and c exchanged
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ w_q @ (y @ w_k).T for y in (E, U) for x in (E, U)])

# %% columns ask | transposed
def four_terms(E, U, w_q, w_k):
    return torch.stack([(x @ w_q @ (y @ w_k).T).T for x in (E, U) for y in (E, U)])

# %% keys from w_q | matrices exchanged
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ w_k @ (y @ w_q).T for x in (E, U) for y in (E, U)])

# %% w_q twice | one matrix for both
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ w_q @ (y @ w_q).T for x in (E, U) for y in (E, U)])

# %% dot products of the vectors themselves | no matrices
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ y.T for x in (E, U) for y in (E, U)])

# %% all at once | only the sum
def four_terms(E, U, w_q, w_k):
    return ((E + U) @ w_q) @ ((E + U) @ w_k).T

# %% stacked along the last axis | terms last
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ w_q @ (y @ w_k).T for x in (E, U) for y in (E, U)], dim=-1)

# %% divided by the root | scaled
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ w_q @ (y @ w_k).T for x in (E, U) for y in (E, U)]) / math.sqrt(w_q.shape[-1])

# %% E + U for U | adds before it multiplies
def four_terms(E, U, w_q, w_k):
    return torch.stack([x @ w_q @ (y @ w_k).T for x in (E, E + U) for y in (E, E + U)])

# %% a list | not a tensor
def four_terms(E, U, w_q, w_k):
    return [x @ w_q @ (y @ w_k).T for x in (E, U) for y in (E, U)]

# %% through numpy | no gradient
def four_terms(E, U, w_q, w_k):
    kind = E.dtype
    E, U, w_q, w_k = (v.detach().double().numpy() for v in (E, U, w_q, w_k))
    return torch.tensor(np.stack([x @ w_q @ (y @ w_k).T for x in (E, U) for y in (E, U)])).to(kind)

# %% filled into zeros of float32 | dtype
def four_terms(E, U, w_q, w_k):
    out = torch.zeros(4, len(E), len(E))
    for n, (x, y) in enumerate([(E, E), (E, U), (U, E), (U, U)]):
        out[n] = x @ w_q @ (y @ w_k).T
    return out

# %% no transposition | error
def four_terms(E, U, w_q, w_k):
    return torch.stack([(x @ w_q) @ (y @ w_k) for x in (E, U) for y in (E, U)])

# %% element by element | value
def four_terms(E, U, w_q, w_k):
    sums = [((x @ w_q) * (y @ w_k)).sum(-1) for x in (E, U) for y in (E, U)]
    return torch.stack([s[:, None].expand(len(E), len(E)) for s in sums])

# %% adds U to E in place | changes its input
def four_terms(E, U, w_q, w_k):
    before = E.detach().clone()
    out = torch.stack([x @ w_q @ (y @ w_k).T for x in (E, U) for y in (E, U)])
    E.detach().add_(U.detach())
    return out

# %% the word answers in b as well | b transposed
def four_terms(E, U, w_q, w_k):
    a, b, c, d = (x @ w_q @ (y @ w_k).T for x in (E, U) for y in (E, U))
    return torch.stack([a, b.T, c, d])

# %% the position answers in c as well | c transposed
def four_terms(E, U, w_q, w_k):
    asks, answers = E @ w_q, E @ w_k
    place_asks, place_answers = U @ w_q, U @ w_k
    return torch.stack([asks @ answers.T, asks @ place_answers.T, answers @ place_asks.T, place_asks @ place_answers.T])


# %% the positions are cut off | wrong gradient
def four_terms(E, U, w_q, w_k):
    U = U.detach()
    return torch.stack([(x @ w_q) @ (y @ w_k).T for x in (E, U) for y in (E, U)])
