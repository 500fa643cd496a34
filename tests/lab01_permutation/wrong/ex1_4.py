# %% counts positions, not orders | misses: only rotates: 3 of the 6 orders, though each position is everywhere equally often
def looks_biased(draw):
    n = 60_000
    orders = draw(n)
    shares = torch.stack([(orders == i).float().mean(0) for i in range(3)])
    return bool((shares - 1 / 3).abs().max() > 0.01)

# %% only who is first | misses: sorts by numbers that can be equal
def looks_biased(draw):
    first = draw(60_000)[:, 0].bincount(minlength=3) / 60_000
    return bool(first.min() == 0 or first.max() - first.min() > 0.6)

# %% only looks whether all six come | misses: sorts by numbers that can be equal
def looks_biased(draw):
    return len(draw(10_000).unique(dim=0)) < 6

# %% too few draws for the gap | misses: swaps each place with any place (the classic biased shuffle: 4/27 and 5/27)
def looks_biased(draw):
    n = 600
    _, counts = draw(n).unique(dim=0, return_counts=True)
    return len(counts) < 6 or bool((counts - n / 6).abs().max() > 6 * math.sqrt(n * 5 / 36))

# %% no room for chance | rejects a right one
def looks_biased(draw):
    n = 6_000
    _, counts = draw(n).unique(dim=0, return_counts=True)
    return len(counts) < 6 or bool((counts - n / 6).abs().max() > math.sqrt(n * 5 / 36))

# %% equal or not | tells nothing apart
def looks_biased(draw):
    _, counts = draw(6_000).unique(dim=0, return_counts=True)
    return not bool((counts == 1_000).all())

# %% never | tells nothing apart
def looks_biased(draw):
    return False

# %% answers the opposite question | the wrong way round
def looks_biased(draw):
    n = 20_000
    _, counts = draw(n).unique(dim=0, return_counts=True)
    return len(counts) == 6 and bool((counts - n / 6).abs().max() < 6 * math.sqrt(n * 5 / 36))

# %% the statistic instead of a verdict | no verdict
def looks_biased(draw):
    _, counts = draw(6_000).unique(dim=0, return_counts=True)
    return float((counts - 1_000).abs().max())

# %% prints the verdict | no verdict
def looks_biased(draw):
    _, counts = draw(6_000).unique(dim=0, return_counts=True)
    print("biased" if len(counts) < 6 else "fair")

# %% asserts | error
def looks_biased(draw):
    _, counts = draw(6_000).unique(dim=0, return_counts=True)
    assert len(counts) == 6
    return bool((counts - 1_000).abs().max() > 600)

# %% takes draw for the orders | error
def looks_biased(draw):
    return len(draw.unique(dim=0)) < 6

# %% looks at one order only | misses: gives four orders as often as it should, one too rarely, one too often
def looks_biased(draw):
    n = 40_000
    orders = draw(n)
    first = (orders == torch.arange(3)).all(-1).sum() / n
    return len(orders.unique(dim=0)) < 6 or bool((first - 1 / 6).abs() > 0.011)
