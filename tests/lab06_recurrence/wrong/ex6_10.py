# %% CLS first | CLS first
def qa_input(a, b, length):
    ids = [3, *a, 4, *b, 4]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% padded on the right | padding on the right
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": ids + [5] * pad,
        "token_type_ids": segments + [3] * pad,
        "attention_mask": [1] * len(ids) + [0] * pad,
    }

# %% BERT | as in BERT
def qa_input(a, b, length):
    ids = [3, *a, 4, *b, 4]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    pad = length - len(ids)
    return {
        "input_ids": ids + [5] * pad,
        "token_type_ids": segments + [3] * pad,
        "attention_mask": [1] * len(ids) + [0] * pad,
    }

# %% one SEP | one SEP only
def qa_input(a, b, length):
    ids = [*a, 4, *b, 3]
    segments = [0] * (len(a) + 1) + [1] * len(b) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% 1 for padding | mask turned round
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [1] * pad + [0] * len(ids),
    }

# %% 1 everywhere | nothing masked
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [1] * length,
    }

# %% two segments | CLS in segment 1
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 2)
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% SEP belongs to what follows | SEP in the next segment
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * len(a) + [1] * (len(b) + 2) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% one segment | one segment for all
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * len(ids)
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% not padded | value
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": ids,
        "token_type_ids": segments,
        "attention_mask": [1] * len(ids),
    }

# %% the texts exchanged | value
def qa_input(a, b, length):
    ids = [*b, 4, *a, 4, 3]
    segments = [0] * (len(b) + 1) + [1] * (len(a) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% padded with 0 | value
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [0] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% SEP and CLS exchanged | value
def qa_input(a, b, length):
    ids = [*a, 3, *b, 3, 4]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }

# %% a tuple | type
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return tuple({
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }.values())

# %% mask forgotten | value
def qa_input(a, b, length):
    ids = [*a, 4, *b, 4, 3]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
    }

# %% changes the list that it is given | changes its input
def qa_input(a, b, length):
    a += [4, *b, 4, 3]
    ids = a
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1) + [2]
    pad = length - len(ids)
    return {
        "input_ids": [5] * pad + ids,
        "token_type_ids": [3] * pad + segments,
        "attention_mask": [0] * pad + [1] * len(ids),
    }
