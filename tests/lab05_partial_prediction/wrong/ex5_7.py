# %% every token by chance | not exactly so many
def choose_spans(word_start, num_predict, generator=None):
    share = num_predict / word_start.shape[-1]
    return torch.rand(word_start.shape, generator=generator) < share

# %% the span that does not fit is left out | too few
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]] + [T]
        left = num_predict
        for w in torch.randperm(len(begin) - 1, generator=generator).tolist():
            n = begin[w + 1] - begin[w]
            if n > left:
                break
            row[begin[w] : begin[w + 1]] = True
            left -= n
    return out

# %% the last span whole | too many
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]] + [T]
        for w in torch.randperm(len(begin) - 1, generator=generator).tolist():
            if row.sum() < num_predict:
                row[begin[w] : begin[w + 1]] = True
    return out

# %% any tokens | starts inside a word
def choose_spans(word_start, num_predict, generator=None):
    keys = torch.rand(word_start.shape, generator=generator)
    return keys.argsort(-1).argsort(-1) < num_predict

# %% the last span keeps its right part | cut on the left
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    weights = 1 / torch.arange(1, 6)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]] + [T]
        spans, w = [], 0
        while w < len(begin) - 1:
            n = 1 + int(torch.multinomial(weights, 1, generator=generator))
            end = min(w + n, len(begin) - 1)
            spans.append((begin[w], begin[end]))
            w = end
        left = num_predict
        for s in torch.randperm(len(spans), generator=generator).tolist():
            a, b = spans[s]
            a = max(a, b - left)
            row[a:b] = True
            left -= b - a
    return out

# %% n pieces from a word's beginning, as published | counts pieces
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    weights = 1 / torch.arange(1, 6)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]]
        for w in torch.randint(len(begin), (20 * T,), generator=generator).tolist():
            n = 1 + int(torch.multinomial(weights, 1, generator=generator))
            for p in range(begin[w], min(begin[w] + n, T)):
                if row.sum() < num_predict:
                    row[p] = True
            if row.sum() >= num_predict:
                break
        for p in range(T):
            if row.sum() < num_predict:
                row[p] = True
    return out

# %% n pieces, and on to the end of the word | counts pieces, then completes the word
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    weights = 1 / torch.arange(1, 6)
    for starts, row in zip(word_start.reshape(-1, T).tolist(), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]]
        chosen, done = [False] * T, 0
        while done < num_predict:
            free = [b for b in begin if not chosen[b]]
            p = free[int(torch.randint(len(free), (), generator=generator))]
            n = 1 + int(torch.multinomial(weights, 1, generator=generator))
            while p < T and (n > 0 or not starts[p]) and not chosen[p] and done < num_predict:
                chosen[p] = True
                done += 1
                n -= 1
                p += 1
        row[:] = torch.tensor(chosen)
    return out

# %% the first ones | always the same
def choose_spans(word_start, num_predict, generator=None):
    return (torch.arange(word_start.shape[-1]) < num_predict).expand(word_start.shape).clone()

# %% the last ones | always the same
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    return (torch.arange(T) >= T - num_predict).expand(word_start.shape).clone()

# %% one draw, expanded | one choice for all
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    key = torch.rand(T, generator=generator)
    word = word_start.cumsum(-1)
    place = key[word.clamp(max=T - 1)].argsort(dim=-1, stable=True).argsort(-1)
    return place < num_predict

# %% torch's global chance | ignores the generator
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% the global seed set from the generator | changes the global state
def choose_spans(word_start, num_predict, generator=None):
    if generator is not None:
        torch.manual_seed(int(torch.randint(2**31, (), generator=generator)))
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% a new generator from the seed in each call | restarts the generator
def choose_spans(word_start, num_predict, generator=None):
    g = torch.Generator().manual_seed(generator.initial_seed() if generator else 0)
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=g).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=g).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% whole words, one at a time | single words
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    key = torch.rand(word.shape, generator=generator).gather(-1, word)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% one block from a word's beginning | one long span
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i] and i + num_predict <= T]
        a = begin[int(torch.randint(len(begin), (), generator=generator))]
        row[a : a + num_predict] = True
    return out

# %% randint for the length, as in a much used library | uniform lengths
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    n = torch.randint(1, 6, word.shape, generator=generator)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=generator).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% five words each | always five words
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    key = torch.rand(word.shape, generator=generator).gather(-1, word // 5)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% three words each | other lengths
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    key = torch.rand(word.shape, generator=generator).gather(-1, word // 3)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% walks from the left until there are enough | front of the row
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    weights = 1 / torch.arange(1, 6)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [0] + [i for i in range(1, T) if starts[i]] + [T]
        w, left, skipped = int(torch.randint(2, (), generator=generator)), num_predict, []
        w = w if w < len(begin) - 1 else 0
        skipped = list(range(w))
        while left and w < len(begin) - 1:
            n = 1 + int(torch.multinomial(weights, 1, generator=generator))
            end = min(w + n, len(begin) - 1)
            b = min(begin[end], begin[w] + left)
            row[begin[w] : b] = True
            left -= b - begin[w]
            if end < len(begin) - 1:
                skipped.append(end)
            w = end + 1
        for s in skipped:
            b = min(begin[s + 1], begin[s] + left)
            row[begin[s] : b] = True
            left -= b - begin[s]
    return out

# %% no look at num_predict | takes any number
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=generator).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% the first False of word_start makes a word 0 of its own | position 0
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError
    out = torch.zeros(word_start.shape, dtype=torch.bool)
    weights = 1 / torch.arange(1, 6)
    for starts, row in zip(word_start.reshape(-1, T), out.view(-1, T)):
        begin = [i for i in range(T) if starts[i]] or [1]
        begin = begin + [T]
        left, todo, w = num_predict, [], 0
        while w < len(begin) - 1:
            end = min(w + 1 + int(torch.multinomial(weights, 1, generator=generator)), len(begin) - 1)
            todo.append((begin[w], begin[end]))
            w = end
        for s in torch.randperm(len(todo), generator=generator).tolist() + [None]:
            a, b = todo[s] if s is not None else (0, begin[0])
            b = min(b, a + left)
            row[a:b] = True
            left -= b - a
    return out

# %% positions for a mask | dtype
def choose_spans(word_start, num_predict, generator=None):
    keys = torch.rand(word_start.shape, generator=generator)
    return (keys.argsort(-1).argsort(-1) < num_predict).long()

# %% which, not whether | shape
def choose_spans(word_start, num_predict, generator=None):
    return torch.rand(word_start.shape, generator=generator).argsort(-1)[..., :num_predict]

# %% a row only | no batch
def choose_spans(word_start, num_predict, generator=None):
    T = len(word_start)
    out = torch.zeros(T, dtype=torch.bool)
    order = torch.randperm(T, generator=generator)
    out[order[:num_predict]] = True
    return out

# %% a list | not a tensor
def choose_spans(word_start, num_predict, generator=None):
    order = torch.randperm(word_start.shape[-1], generator=generator)[:num_predict].tolist()
    return [p in order for p in range(word_start.shape[-1])]

# %% assert for raise | another error
def choose_spans(word_start, num_predict, generator=None):
    assert 0 <= num_predict <= word_start.shape[-1]
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=generator).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% half as often with each word more | other lengths
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    weights = torch.tensor([16.0, 8, 4, 2, 1])
    n = 1 + torch.multinomial(weights, word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=generator).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% range(1, 5) | other lengths
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    weights = torch.tensor([1, 1 / 2, 1 / 3, 1 / 4])
    n = 1 + torch.multinomial(weights, word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=generator).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% Python's shuffle | ignores the generator
def choose_spans(word_start, num_predict, generator=None):
    import random
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError(num_predict)
    rows = []
    for starts in word_start.reshape(-1, T).tolist():
        begin = [0] + [i for i in range(1, T) if starts[i]] + [T]
        words = [list(range(a, b)) for a, b in zip(begin, begin[1:])]
        random.shuffle(words)
        mine = set(sum(words, [])[:num_predict])
        rows.append([p in mine for p in range(T)])
    return torch.tensor(rows).view(word_start.shape)

# %% long words first | other lengths
def choose_spans(word_start, num_predict, generator=None):
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1) - 1
    weights = torch.arange(1.0, 6.0).flip(0)
    n = 1 + torch.multinomial(weights.square(), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word + 1)
    key = torch.rand(word.shape, generator=generator).gather(-1, span)
    return key.argsort(dim=-1, stable=True).argsort(-1) < num_predict

# %% the lengths are drawn once for all rows, only the turns are each row's own | draws shared by rows
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), T, True, generator=generator)
    span = torch.searchsorted(n.cumsum(0), word)
    turn = torch.rand(word.shape, generator=generator).gather(-1, span)
    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True)

# %% the turns are drawn once for all rows, only the lengths are each row's own | draws shared by rows
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word)
    turn = torch.rand(T, generator=generator).expand(word.shape).gather(-1, span)
    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True)

# %% two rows at a time get the same draw | rows alike
def draw(word_start, num_predict, generator, chances):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(torch.tensor(chances), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word)
    turn = torch.rand(word.shape, generator=generator).gather(-1, span)
    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True)

def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    out = draw(word_start, num_predict, generator, [60.0, 30, 20, 15, 12])
    flat, starts = out.view(-1, T), word_start.reshape(-1, T)
    for i in range(1, len(flat), 2):
        flat[i] = flat[i - 1] if torch.equal(starts[i, 1:], starts[i - 1, 1:]) else flat[i]
    return out

# %% the two halves of a batch get the same draw | rows alike
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.reshape(-1, T).clone()
    starts[:, 0] = True
    word = starts.cumsum(-1)
    half = -(-len(word) // 2)
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), half * T, True, generator=generator).view(half, T)
    turn = torch.rand(half, T, generator=generator)
    n, turn = n.repeat(2, 1)[: len(word)], turn.repeat(2, 1)[: len(word)]
    key = turn.gather(-1, torch.searchsorted(n.cumsum(-1), word))
    chosen = key.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True).view(word_start.shape)

# %% one word or five, nothing between | other lengths
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(torch.tensor([0.55, 0, 0, 0, 0.45]), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word)
    turn = torch.rand(word.shape, generator=generator).gather(-1, span)
    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True)

# %% without a generator Python's clock decides | ignores torch's seed
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    if generator is None:
        generator = torch.Generator()
        generator.seed()
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word)
    turn = torch.rand(word.shape, generator=generator).gather(-1, span)
    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True)

# %% no stable sort for a span's tokens: any of them is cut | cut on the left
def choose_spans(word_start, num_predict, generator=None):
    T = word_start.shape[-1]
    if not 0 <= num_predict <= T:
        raise ValueError("num_predict")
    starts = word_start.clone()
    starts[..., 0] = True
    word = starts.cumsum(-1)
    n = 1 + torch.multinomial(1 / torch.arange(1, 6), word.numel(), True, generator=generator).view(word.shape)
    span = torch.searchsorted(n.cumsum(-1), word)
    turn = torch.rand(word.shape, generator=generator).gather(-1, span)
    chosen = turn.flip(-1).argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, T - 1 - chosen, True)
