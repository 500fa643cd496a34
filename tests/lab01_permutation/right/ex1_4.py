# %% six counts against six standard deviations
def looks_biased(draw):
    n = 40_000
    orders = draw(n)
    code = orders[:, 0] * 9 + orders[:, 1] * 3 + orders[:, 2]
    counts = code.bincount(minlength=27)[[5, 7, 11, 15, 19, 21]]
    return bool((counts - n / 6).abs().max() > 6 * math.sqrt(n * 5 / 36))

# %% chi-square
def looks_biased(draw):
    n = 20_000
    _, counts = draw(n).unique(dim=0, return_counts=True)
    if len(counts) < 6:
        return True
    return float(((counts - n / 6) ** 2 / (n / 6)).sum()) > 60

# %% Counter and shares
from collections import Counter

def looks_biased(draw):
    counts = Counter(map(tuple, draw(30_000).tolist()))
    shares = [counts[z] / 30_000 for z in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]]
    return max(abs(s - 1 / 6) for s in shares) > 0.0125

# %% the largest against the smallest, drawn in pieces
def looks_biased(draw):
    counts = {}
    for _ in range(50):
        for row in draw(1000).tolist():
            counts[tuple(row)] = counts.get(tuple(row), 0) + 1
    return len(counts) != 6 or max(counts.values()) > 1.12 * min(counts.values())

# %% the reverse of each order, a numpy bool
def looks_biased(draw):
    orders = draw(30_000).numpy()
    number = (orders * [1, 3, 9]).sum(1)
    _, counts = np.unique(number, return_counts=True)
    return np.bool_(len(counts) < 6 or counts.std() / counts.mean() > 0.05)

# %% own sampler as the yardstick
def looks_biased(draw):
    n, names = 100_000, torch.tensor([9, 3, 1])
    fair = (torch.rand(n, 3, dtype=torch.float64).argsort(-1) @ names).bincount(minlength=27)
    return bool(((draw(n) @ names).bincount(minlength=27) - fair).abs().max() > 1000)

# %% entropy
def looks_biased(draw):
    n = 100_000
    p = (draw(n) @ torch.tensor([9, 3, 1])).unique(return_counts=True)[1].double() / n
    return float(math.log(6) + (p * p.log()).sum()) > 3e-4

# %% how often two draws agree
def looks_biased(draw):
    counts = (draw(100_000) @ torch.tensor([9, 3, 1])).bincount(minlength=27).double()
    return ((counts / 100_000) ** 2).sum().item() > 1 / 6 + 0.0001

# %% characters of the group: sign and places
def looks_biased(draw):
    n = 60_000
    orders = draw(n)
    shares = torch.stack([(orders == i).double().mean(0) for i in range(3)])
    before = (orders[:, :, None] < orders[:, None, :]).triu(1).sum((1, 2))
    sign = (1 - 2 * (before % 2)).double().mean()
    return bool((shares - 1 / 3).abs().max() > 0.0105) or abs(float(sign)) > 0.03
