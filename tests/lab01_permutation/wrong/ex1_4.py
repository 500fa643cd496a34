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

# %% equal or not | rejects a right one
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

# %% all six come, and each position is everywhere equally often | misses: gives rotations more often, though each position is everywhere equally often
def looks_biased(draw):
    n = 60_000
    orders = draw(n)
    if len((orders @ torch.tensor([9, 3, 1])).unique()) < 6:
        return True
    shares = torch.stack([(orders == i).float().mean(0) for i in range(3)])
    return bool((shares - 1 / 3).abs().max() > 0.01)

# %% who comes before whom, pair by pair | misses: has position 1 too often in the middle, though of any two each comes first equally often
def looks_biased(draw):
    n = 60_000
    rank = draw(n).argsort(dim=-1)
    before = torch.stack([(rank[:, a] < rank[:, b]).float().mean() for a, b in ((0, 1), (0, 2), (1, 2))])
    return bool((before - 0.5).abs().max() > 0.01)

# %% the order 0, 1, 2 and one rotation only | misses: gives four orders as often as it should, and 1, 0, 2 in place of many a 2, 1, 0
def looks_biased(draw):
    n = 60_000
    code = draw(n) @ torch.tensor([9, 3, 1])
    shares = torch.stack([(code == c).float().mean() for c in (5, 15)])
    return bool((shares - 1 / 6).abs().max() > 0.0095)

# %% odd orders only | misses: gives four orders as often as it should, one too rarely, one too often
def looks_biased(draw):
    n = 60_000
    code = draw(n) @ torch.tensor([9, 3, 1])
    shares = torch.stack([(code == c).float().mean() for c in (7, 11, 21)])
    return bool((shares - 1 / 6).abs().max() > 0.0095)

# %% how many stay at their own place | misses: gives four orders as often as it should, one too rarely, one too often
def looks_biased(draw):
    n = 60_000
    fixed = (draw(n) == torch.arange(3)).sum(-1).bincount(minlength=4) / n
    return bool((fixed - torch.tensor([2, 3, 0, 1]) / 6).abs().max() > 0.0095)

# %% who is first and who is last | misses: only rotates: 3 of the 6 orders, though each position is everywhere equally often
def looks_biased(draw):
    n = 60_000
    orders = draw(n)
    shares = torch.stack([(orders[:, p] == i).float().mean() for i in range(3) for p in (0, 2)])
    return bool((shares - 1 / 3).abs().max() > 0.01)

# %% the mean of each place | misses: only rotates: 3 of the 6 orders, though each position is everywhere equally often
def looks_biased(draw):
    return bool((draw(100_000).double().mean(0) - 1).abs().max() > 0.015)

# %% entropy with a loose bound | misses: swaps each place with any place (the classic biased shuffle: 4/27 and 5/27)
def looks_biased(draw):
    n = 60_000
    counts = (draw(n) @ torch.tensor([9, 3, 1])).unique(return_counts=True)[1] / n
    return float(-(counts * counts.log()).sum()) < math.log(6) - 0.02

# %% counts its calls | remembers earlier calls
calls = 0

def looks_biased(draw):
    global calls
    calls += 1
    return calls > 10

# %% a hard-coded number of draws: 100 of them, 5/27 or more | misses: swaps each place with any place (the classic biased shuffle: 4/27 and 5/27)
def looks_biased(draw):
    counts = (draw(100) @ torch.tensor([9, 3, 1])).bincount(minlength=27)[[5, 7, 11, 15, 19, 21]]
    return bool(counts.max() > 40 or counts.min() < 4)

# %% ones and zeros | no verdict
def looks_biased(draw):
    return int(len(draw(1000).unique(dim=0)) < 6)

# %% takes it for a function of two numbers | error
def looks_biased(draw):
    return bool(draw(1000, 3).float().mean() > 2)

# %% neighbouring draws are compared | tells nothing apart
def looks_biased(draw):
    orders = draw(10_000)
    return bool(((orders[1:] == orders[:-1]).all(-1).float().mean() - 1 / 6).abs() > 0.9)

# %% against one own fair run, too strict | rejects a right one
def looks_biased(draw):
    n = 10_000
    names = torch.tensor([9, 3, 1])
    fair = (torch.rand(n, 3).argsort(-1) @ names).bincount(minlength=27)
    return bool(((draw(n) @ names).bincount(minlength=27) - fair).abs().max() > 60)

# %% always, without a look | tells nothing apart
def looks_biased(draw):
    return True

# %% a thousand draws, half the gap | rejects a right one
def looks_biased(draw):
    counts = (draw(1000) @ torch.tensor([9, 3, 1])).bincount(minlength=27)[[5, 7, 11, 15, 19, 21]]
    return bool((counts / 1000 - 1 / 6).abs().max() > 0.0093)

# %% Pearson at the level of one in twenty | rejects a right one
def looks_biased(draw):
    n = 5_000
    counts = (draw(n) @ torch.tensor([9, 3, 1])).bincount(minlength=27)[[5, 7, 11, 15, 19, 21]]
    return float(((counts - n / 6) ** 2 / (n / 6)).sum()) > 11.07

# %% ten million draws | too many draws
def looks_biased(draw):
    counts = (draw(10_000_000) @ torch.tensor([9, 3, 1])).unique(return_counts=True)[1]
    return len(counts) < 6 or bool((counts / 1e7 - 1 / 6).abs().max() > 0.001)

# %% draws without end, in pieces | too many draws
def looks_biased(draw):
    counts = sum((draw(50_000) @ torch.tensor([9, 3, 1])).bincount(minlength=27) for _ in range(50))
    return bool((counts[[5, 7, 11, 15, 19, 21]] / 2.5e6 - 1 / 6).abs().max() > 0.002)
