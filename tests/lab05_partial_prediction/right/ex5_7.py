# %% a loop over rows: words, groups, a random order
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if num_predict < 0 or num_predict > T:
        raise ValueError("num_predict must be from 0 to T")
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    weights = torch.tensor([1, 1 / 2, 1 / 3, 1 / 4, 1 / 5])
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]]
        ends = begin[1:] + [T]
        spans, w = [], 0
        draws = torch.multinomial(weights, T, replacement=True, generator=generator) + 1
        for n in draws.tolist():
            if w >= len(begin):
                break
            last = min(w + n, len(begin)) - 1
            spans.append((begin[w], ends[last]))
            w = last + 1
        left = num_predict
        for s in torch.randperm(len(spans), generator=generator).tolist():
            a, b = spans[s]
            b = min(b, a + left)
            row[a:b] = True
            left -= b - a
    return out

# %% random beginnings among the words that are free
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError(f"num_predict {num_predict}")
    out = torch.zeros_like(word_start)
    for lead in np.ndindex(*word_start.shape[:-1]):
        number = word_start[lead].clone()
        number[0] = True
        number = number.long().cumsum(0) - 1
        words = [(number == w).nonzero()[:, 0].tolist() for w in range(int(number[-1]) + 1)]
        taken = [False] * T
        left = num_predict
        free = list(range(len(words)))
        while left:
            first = free[int(torch.randint(len(free), (), generator=generator))]
            n = 1 + int(torch.multinomial(1 / torch.arange(1.0, 6.0), 1, generator=generator))
            for w in range(first, min(first + n, len(words))):
                if taken[words[w][0]]:
                    break
                for p in words[w][:left]:
                    taken[p] = True
                left -= min(left, len(words[w]))
                free.remove(w)
                if not left:
                    break
        out[lead] = torch.tensor(taken)
    return out

# %% without a loop over rows: a number for each span, a stable sort
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=generator).view(word.shape)
    ends = n.to(word.device).cumsum(-1)
    span = (word[..., :, None] > ends[..., None, :]).sum(-1)
    key = torch.rand(word.shape, generator=generator).to(word.device).gather(-1, span)
    place = key.sort(dim=-1, stable=True).indices.argsort(-1)
    return place < num_predict

# %% lengths by inverse of the distribution, Python's shuffle seeded from the generator
def choose_spans(word_start, num_predict, generator=None):
    import random
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict is out of range")
    rng = random.Random(int(torch.randint(2**62, (), generator=generator)))
    rows = []
    for starts in word_start.reshape(-1, T).tolist():
        words = []
        for p, s in enumerate(starts):
            if s or p == 0:
                words.append([p])
            else:
                words[-1].append(p)
        groups = []
        while words:
            n = rng.choices([1, 2, 3, 4, 5], [60, 30, 20, 15, 12])[0]
            groups.append(sum(words[:n], []))
            words = words[n:]
        rng.shuffle(groups)
        mine = set(sum(groups, [])[:num_predict])
        rows.append([p in mine for p in range(T)])
    return torch.tensor(rows).reshape(word_start.shape)

# %% any first word again and again, beyond the end nothing
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("not that many")
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    for starts, row in zip(word_start.reshape(-1, T).tolist(), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]] + [T]
        chosen = set()
        while len(chosen) < num_predict:
            w = int(torch.randint(len(begin) - 1, (), generator=generator))
            n = 1 + int(torch.multinomial(1 / torch.arange(1.0, 6.0), 1, generator=generator))
            for p in range(begin[w], begin[min(w + n, len(begin) - 1)]):
                if len(chosen) < num_predict:
                    chosen.add(p)
        row[list(chosen)] = True
    return out

# %% numpy's chance, seeded from the generator
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError(num_predict)
    rng = np.random.default_rng(int(torch.randint(2**62, (), generator=generator)))
    p = 1 / np.arange(1, 6)
    rows = []
    for starts in word_start.reshape(-1, T).numpy():
        starts = starts.copy()
        starts[0] = True
        words = np.split(np.arange(T), np.flatnonzero(starts)[1:])
        groups, w = [], 0
        while w < len(words):
            n = 1 + rng.choice(5, p=p / p.sum())
            groups.append(np.concatenate(words[w : w + n]))
            w += n
        rng.shuffle(groups)
        row = np.zeros(T, dtype=bool)
        row[np.concatenate(groups)[:num_predict]] = True
        rows.append(row)
    return torch.from_numpy(np.stack(rows)).view(word_start.shape)

# %% recursion over leading dimensions, a heap of spans
import heapq

def choose_spans(word_start, num_predict, generator=None):
    T = word_start.size(-1)
    if num_predict < 0 or num_predict > T:
        raise ValueError(f"{num_predict} of {T}")
    if word_start.dim() > 1:
        return torch.stack([choose_spans(w, num_predict, generator) for w in word_start])
    borders = sorted({0, *word_start.nonzero().flatten().tolist()}) + [T]
    heap, w = [], 0
    while w < len(borders) - 1:
        u = float(torch.rand((), generator=generator, dtype=torch.float64)) * 137
        n = next(n for n, edge in enumerate((60, 90, 110, 125, 138), 1) if u < edge)
        last = min(w + n, len(borders) - 1)
        heapq.heappush(heap, (float(torch.rand((), generator=generator, dtype=torch.float64)), borders[w], borders[last]))
        w = last
    mask = torch.zeros(T, dtype=torch.bool)
    while num_predict:
        _, a, b = heapq.heappop(heap)
        b = min(b, a + num_predict)
        mask[a:b] = True
        num_predict -= b - a
    return mask
