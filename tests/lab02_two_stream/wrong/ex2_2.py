# %% the mean of everything for little | empty row leaks
seen = {"Mary": 4, "little": 23, "lamb": 7}

# %% content mask | own word
e = [math.exp(5), math.exp(1)]
lamb = [3, 1, math.exp(6)]
seen = {
    "Mary": (e[0] * 8 + e[1] * 4) / sum(e),
    "little": 4,
    "lamb": (lamb[0] * 8 + lamb[1] * 4 + lamb[2] * 96) / sum(lamb),
}

# %% no mask at all | mask ignored
values = torch.tensor([8.0, 2.0, 5.0, 4.0, 96.0])
rows = {"Mary": [5.0, 2, 0, 1, 3], "little": [1.0, 1, 1, 1, 1], "lamb": [math.log(3), 4, 1, 0, 6]}
seen = {k: (torch.softmax(torch.tensor(v), -1) @ values).item() for k, v in rows.items()}

# %% exponentials without their sum | not divided
seen = {"Mary": math.e * 4, "little": 0, "lamb": 3 * 8 + 1 * 4}

# %% scores as weights | no exponential
seen = {"Mary": 4, "little": 0, "lamb": 8}

# %% mean of the visible values | plain mean
seen = {"Mary": 4, "little": 0, "lamb": 6}

# %% looks at what is hidden | the opposite mask
values = torch.tensor([8.0, 2.0, 5.0, 4.0, 96.0])
rows = {"Mary": [5.0, 2, 0, 1, 3], "little": [1.0, 1, 1, 1, 1], "lamb": [math.log(3), 4, 1, 0, 6]}
hidden = {"Mary": [0, 1, 2, 4], "little": [0, 1, 2, 3, 4], "lamb": [1, 2, 4]}
seen = {k: (torch.softmax(torch.tensor(v)[hidden[k]], -1) @ values[hidden[k]]).item() for k, v in rows.items()}

# %% NaN for little | value
seen = {"Mary": 4, "little": math.nan, "lamb": 7}

# %% the weights swapped | value
seen = {"Mary": 4, "little": 0, "lamb": 5}

# %% little keeps its own value | value
seen = {"Mary": 4, "little": 4, "lamb": 7}

# %% a list | form
seen = [4, 0, 7]

# %% one word is missing | form
seen = {"Mary": 4, "lamb": 7}

# %% only Mary sees herself | value
seen = {"Mary": (math.exp(5) * 8 + math.exp(1) * 4) / (math.exp(5) + math.exp(1)), "little": 0, "lamb": 7}

# %% Mary's highest score takes all | value
seen = {"Mary": 8, "little": 0, "lamb": 7}
