# %% rows are the changed words | transposed
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    rows = []
    for j in range(len(tokens)):
        moved = torch.zeros(len(before), dtype=torch.bool)
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            moved |= (model(changed) != before).any(-1)
        rows.append(moved)
    return torch.stack(rows)


# %% True where nothing moves | the opposite
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.ones(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] &= (model(changed) == before).all(-1)
    return out


# %% the next word only | tries one word
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        changed = tokens.clone()
        changed[j] = (changed[j] + 1) % vocabulary
        out[:, j] = (model(changed) != before).any(-1)
    return out


# %% word 0 only | tries one fixed word
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        changed = tokens.clone()
        changed[j] = 0
        out[:, j] = (model(changed) != before).any(-1)
    return out


# %% goes on with the changed sentence | not put back
def dependency(model, tokens, vocabulary):
    before, changed = model(tokens), tokens.clone()
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed[j] = word
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% changes the sentence itself | changes its input
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            tokens[j] = word
            out[:, j] |= (model(tokens) != before).any(-1)
    return out


# %% a tolerance of a thousandth | too tolerant
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= ((model(changed) - before).abs() > 1e-3).any(-1)
    return out


# %% sums of rows | nothing moves
def dependency(model, tokens, vocabulary):
    before = model(tokens).sum(-1)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed).sum(-1) - before).abs() > 1e-9
    return out


# %% did anything move | one answer for all
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            if not torch.equal(model(changed), before):
                out[:, j] = True
    return out


# %% floats | dtype
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens))
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] += (model(changed) != before).any(-1).float()
    return out.clamp(max=1)


# %% keeps the columns of the output | shape
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(*before.shape, len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[..., j] |= model(changed) != before
    return out


# %% a mask, whatever the model | value
def dependency(model, tokens, vocabulary):
    return torch.ones(len(tokens), len(tokens)).tril() > 0


# %% only the first number of each row | value
def dependency(model, tokens, vocabulary):
    before = model(tokens)[:, 0]
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        changed = tokens.clone()
        changed[j] = (changed[j] + 2) % vocabulary
        out[:, j] |= model(changed)[:, 0] != before
    return out


# %% one word too many | error
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary + 1):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% by gradient, through whole numbers | error
def dependency(model, tokens, vocabulary):
    x = tokens.clone().requires_grad_()
    model(x).sum().backward()
    return x.grad != 0


# %% square, although it is not | error
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% first and last word only | value
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in (0, vocabulary - 1):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% the neighbours in the vocabulary | value
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for step in (-1, 1):
            changed = tokens.clone()
            changed[j] = (changed[j] + step) % vocabulary
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% every number of the row must move | every number must move
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) != before).all(-1)
    return out


# %% every word must move it | nothing moves
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.ones(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] &= (model(changed) != before).any(-1)
    return out


# %% isclose as it comes | a little too tolerant
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (~torch.isclose(model(changed), before)).any(-1)
    return out


# %% a tolerance of a hundred-millionth | a little too tolerant
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= ((model(changed) - before).abs() > 1e-8).any(-1)
    return out


# %% starts at word 1 | leaves out word 0
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(1, vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% assigns instead of collecting | the last word overwrites
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] = (model(changed) != before).any(-1)
    return out


# %% the sum of the differences | nothing moves
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) - before).sum(-1) != 0
    return out


# %% lengths of rows | one number for each row
def dependency(model, tokens, vocabulary):
    before = model(tokens).norm(dim=-1)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= model(changed).norm(dim=-1) != before
    return out


# %% the largest number of each row | value
def dependency(model, tokens, vocabulary):
    before = model(tokens).amax(-1)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= model(changed).amax(-1) != before
    return out


# %% compares what is printed | a little too tolerant
def dependency(model, tokens, vocabulary):
    before = [str(row) for row in model(tokens)]
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            for i, row in enumerate(model(changed)):
                out[i, j] |= str(row) != before[i]
    return out


# %% compares in float32 | a little too tolerant
def dependency(model, tokens, vocabulary):
    before = model(tokens).float()
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed).float() != before).any(-1)
    return out


# %% changes every place where the word stands | value
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = torch.where(tokens == tokens[j], word, tokens)
            out[:, j] |= (model(changed) != before).any(-1)
    return out
