# %% lists
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% tensors
def qa_input(a, b, length):
    n = len(a) + len(b) + 3
    ids = torch.full((length,), 5)
    ids[length - n :] = torch.tensor(a + [4] + b + [4, 3])
    segments = torch.zeros(length, dtype=torch.long)
    segments[-(len(b) + 2) : -1] = 1
    segments[-1] = 2
    return {"input_ids": ids, "token_type_ids": segments, "attention_mask": (torch.arange(length) >= length - n).long()}

# %% token by token
def qa_input(a, b, length):
    pairs = [(t, 0) for t in a] + [(4, 0)] + [(t, 1) for t in b] + [(4, 1), (3, 2)]
    pairs = [(5, 4)] * (length - len(pairs)) + pairs
    ids, segments = zip(*pairs)
    return dict(input_ids=list(ids), token_type_ids=list(segments), attention_mask=[int(t != 5) for t in ids])

# %% numpy, a mask of booleans
import numpy as np

def qa_input(a, b, length):
    ids = np.array([*a, 4, *b, 4, 3])
    pad = length - len(ids)
    return {
        "attention_mask": np.arange(length) >= pad,
        "input_ids": np.pad(ids, (pad, 0), constant_values=5),
        "token_type_ids": np.array([0] * (pad + len(a) + 1) + [1] * (len(b) + 1) + [2]),
    }

# %% insert at the front
def qa_input(a, b, length):
    out = {
        "input_ids": a + [4] + b + [4] + [3],
        "token_type_ids": [0 for _ in a] + [0] + [1 for _ in b] + [1] + [2],
    }
    out["attention_mask"] = [1 for _ in out["input_ids"]]
    while len(out["input_ids"]) < length:
        out["input_ids"].insert(0, 5)
        out["token_type_ids"].insert(0, 3)
        out["attention_mask"].insert(0, 0)
    return out

# %% deques that grow on the left, a dict of them
from collections import deque

def qa_input(a, b, length):
    rows = {"attention_mask": deque([1] * (len(a) + len(b) + 3)), "input_ids": deque(a + [4] + b + [4, 3])}
    rows["token_type_ids"] = deque([0] * len(a) + [0] + [1] * len(b) + [1, 2])
    for name, pad in (("attention_mask", 0), ("input_ids", 5), ("token_type_ids", 0)):
        rows[name].extendleft([pad] * (length - len(rows[name])))
    return {name: list(row) for name, row in rows.items()}
