# %% two loops
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed) != before).any(-1)
    return out


# %% columns stacked
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    columns = []
    for j in range(tokens.shape[0]):
        runs = []
        for word in range(vocabulary):
            runs.append(model(torch.cat([tokens[:j], torch.tensor([word]), tokens[j + 1 :]])))
        columns.append((torch.stack(runs) != before).any(dim=(0, -1)))
    return torch.stack(columns, dim=1)


# %% changes in place and puts back
def dependency(model, tokens, vocabulary):
    tokens = tokens.clone()
    before = model(tokens).clone()
    found = [[False] * len(tokens) for _ in before]
    for j, word in enumerate(tokens.tolist()):
        for other in range(vocabulary):
            tokens[j] = other
            after = model(tokens)
            for i in range(len(before)):
                found[i][j] = found[i][j] or not torch.equal(after[i], before[i])
        tokens[j] = word
    return torch.tensor(found)


# %% largest difference above zero
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    gap = torch.zeros(before.shape[0], len(tokens), dtype=before.dtype)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            mask = torch.arange(len(tokens)) == j
            changed = torch.where(mask, word, tokens)
            gap[:, j] = torch.maximum(gap[:, j], (model(changed) - before).abs().amax(-1))
    return gap > 0


# %% with a small tolerance, tighter than any leak
def dependency(model, tokens, vocabulary):
    before = model(tokens)
    out = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(vocabulary):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= ~torch.isclose(model(changed), before, rtol=0, atol=1e-12).all(-1)
    return out


# %% all changes at once, with vmap
def dependency(model, tokens, vocabulary):
    T = len(tokens)
    eye = torch.eye(T, dtype=torch.bool)
    variants = torch.where(eye[:, None, :], torch.arange(vocabulary)[None, :, None], tokens)
    after = torch.vmap(torch.vmap(model))(variants)
    return (after != model(tokens)).any(-1).any(1).T
