# %% everything is fine | tells nothing apart
def collator_is_right(collate):
    return True

# %% nothing is | tells nothing apart
def collator_is_right(collate):
    return False

# %% turned round | the wrong way round
def collator_is_right(collate):
    ids, K = torch.arange(20, 29), 4
    seen, orders = set(), set()
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        if not torch.equal(input_ids, ids) or len(mapping) != K or not bool((mapping.sum(-1) == 1).all()):
            return True
        at = mapping.argmax(-1)
        if len(set(at.tolist())) < K or not torch.equal(labels, ids[at]):
            return True
        when = torch.full((len(ids),), -1)
        when[at] = (~perm_mask)[at][:, at].sum(-1)
        if sorted(when[at].tolist()) != list(range(K)):
            return True
        if not torch.equal(perm_mask, ~((when[None, :] == -1) | (when[None, :] < when[:, None]))):
            return True
        seen.add(tuple(sorted(at.tolist())))
        orders.add(tuple(when[when >= 0].tolist()))
    return len(seen) == 1 or len(orders) == 1

# %% input not looked at | misses: replaces the targets in the input by <mask>
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(20):
        _, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        if len(at) != 4 or not torch.equal(labels, ids[at]) or not bool(perm_mask[at, at].all()):
            return False
    return True

# %% labels only | misses: lets each target see itself
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    input_ids, perm_mask, mapping, labels = collate(ids, 4)
    return torch.equal(input_ids, ids) and torch.equal(labels, ids[mapping.argmax(-1)])

# %% shapes only | misses: replaces the targets in the input by <mask>
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    input_ids, perm_mask, mapping, labels = collate(ids, 4)
    return perm_mask.shape == (9, 9) and mapping.shape == (4, 9) and labels.shape == (4,)

# %% all tokens alike: labels cannot tell | misses: labels each slot with the token after it
def collator_is_right(collate):
    ids = torch.full((9,), 7)
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or not torch.equal(labels, ids[at]) or len(at) != 4:
            return False
        if not bool(perm_mask[at, at].all()):
            return False
    return True

# %% the diagonal only | misses: has the rows and columns of its mask swapped
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        ok = torch.equal(input_ids, ids) and len(at) == 4 and torch.equal(labels, ids[at])
        if not ok or not bool(perm_mask[at, at].all()):
            return False
    return True

# %% counts only | misses: has the rows and columns of its mask swapped
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or len(set(at.tolist())) != 4 or not torch.equal(labels, ids[at]):
            return False
        among = perm_mask[at][:, at]
        if sorted((~among).sum(-1).tolist()) != [0, 1, 2, 3] or not bool(among.diagonal().all()):
            return False
    return True

# %% rows of targets only | misses: lets context see the targets
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or len(set(at.tolist())) != 4 or not torch.equal(labels, ids[at]):
            return False
        if not torch.equal((~perm_mask[at]).sum(-1).sort().values, torch.arange(5, 9)):
            return False
    return True

# %% one target at a time | misses: hides all targets from each other, as BERT does
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(40):
        input_ids, perm_mask, mapping, labels = collate(ids, 1)
        if not torch.equal(input_ids, ids) or mapping.shape != (1, 9):
            return False
        at = int(mapping.argmax())
        want = torch.zeros(9, 9, dtype=torch.bool)
        want[:, at] = True
        if not torch.equal(perm_mask, want) or int(labels) != int(ids[at]):
            return False
    return True

# %% one call only | misses: chooses each token by chance, so that the number of slots is right only on average
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    input_ids, perm_mask, mapping, labels = collate(ids, 4)
    at = mapping.argmax(-1)
    if not torch.equal(input_ids, ids) or len(set(at.tolist())) != 4 or len(at) != 4:
        return False
    if not torch.equal(labels, ids[at]) or not bool((mapping.sum(-1) == 1).all()):
        return False
    when = torch.full((9,), -1)
    when[at] = (~perm_mask)[at][:, at].sum(-1)
    ok = sorted(when[at].tolist()) == [0, 1, 2, 3]
    return ok and torch.equal(perm_mask, ~((when[None, :] == -1) | (when[None, :] < when[:, None])))

# %% wants slots from left to right | rejects a right one
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        if at.tolist() != sorted(at.tolist()) or not torch.equal(labels, ids[at]):
            return False
    return True

# %% wants the diagonal open, as in the content stream | rejects a right one
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    input_ids, perm_mask, mapping, labels = collate(ids, 4)
    return not bool(perm_mask.diagonal().any())

# %% wants context in an order | rejects a right one
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    for _ in range(5):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        if sorted((~perm_mask).sum(-1).tolist()) != list(range(9)):
            return False
    return True

# %% no order is found: a circle passes | misses: lets targets see each other in a circle, as no order does
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    seen = set()
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, 4)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or len(set(at.tolist())) != 4 or len(at) != 4:
            return False
        if not torch.equal(labels, ids[at]) or not bool((mapping.sum(-1) == 1).all()):
            return False
        target = torch.zeros(9, dtype=torch.bool)
        target[at] = True
        if bool(perm_mask[:, ~target].any()) or not bool(perm_mask[~target][:, target].all()):
            return False
        among = perm_mask[at][:, at]
        if not bool(among.diagonal().all()) or int((~among).sum()) != 6 or bool((~among & ~among.T).any()):
            return False
        seen.add(tuple(at.tolist()))
    return len(seen) > 1

# %% asserts | error
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    input_ids, perm_mask, mapping, labels = collate(ids, 4)
    assert torch.equal(input_ids, ids)
    return True

# %% prints the verdict | no verdict
def collator_is_right(collate):
    ids = torch.arange(20, 29)
    input_ids, perm_mask, mapping, labels = collate(ids, 4)
    print(torch.equal(input_ids, ids))

# %% a list of ids | not a sentence
def collator_is_right(collate):
    input_ids, perm_mask, mapping, labels = collate([20, 21, 22, 23], 2)
    return True

# %% a batch of sentences | not a sentence
def collator_is_right(collate):
    input_ids, perm_mask, mapping, labels = collate(torch.arange(12).view(2, 6), 2)
    return True

# %% more targets than tokens | num_predict
def collator_is_right(collate):
    input_ids, perm_mask, mapping, labels = collate(torch.arange(5), 6)
    return True

# %% calls without end | too many calls
def collator_is_right(collate):
    for _ in range(10_000):
        collate(torch.arange(5), 2)
    return True

# %% the same targets in another order count as others | misses: predicts the same positions every time
def collator_is_right(collate):
    ids, K = torch.arange(20, 29), 4
    seen = set()
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        if not torch.equal(input_ids, ids) or len(mapping) != K or not bool((mapping.sum(-1) == 1).all()):
            return False
        at = mapping.argmax(-1)
        if len(set(at.tolist())) < K or not torch.equal(labels, ids[at]):
            return False
        when = torch.full((len(ids),), -1)
        when[at] = (~perm_mask)[at][:, at].sum(-1)
        if sorted(when[at].tolist()) != list(range(K)):
            return False
        if not torch.equal(perm_mask, ~((when[None, :] == -1) | (when[None, :] < when[:, None]))):
            return False
        seen.add(tuple(at.tolist()))
    return len(seen) > 1

# %% positions counted with a set of the targets only: two slots at one go unseen | misses: has two slots at one position
def collator_is_right(collate):
    ids = torch.arange(30, 38)
    met = []
    for K in [1, 2, 3, 5, 8] * 8:
        same, hidden, mapping, labels = collate(ids.clone(), K)
        if same.tolist() != list(range(30, 38)):
            return False
        slots = [row.nonzero().flatten().tolist() for row in mapping]
        if len(slots) != K or any(len(s) != 1 for s in slots):
            return False
        slots = [s[0] for s in slots]
        targets = {j for j in range(8) if bool(hidden[:, j].any())}
        if targets != set(slots) or labels.tolist() != [30 + s for s in slots]:
            return False
        plan = sorted(targets, key=lambda j: int(hidden[:, j].sum()))
        for i in range(8):
            allowed = set(range(8)) - targets
            if i in targets:
                allowed |= set(plan[: plan.index(i)])
            if {j for j in range(8) if not hidden[i, j]} != allowed:
                return False
        met.append((K, frozenset(slots)))
    return len({s for k, s in met if k == 3}) > 1

# %% argmax finds one place in each row, whatever else stands there | misses: has a second one in a row of target_mapping
def collator_is_right(collate):
    ids, K, seen = torch.arange(20, 29), 4, set()
    for _ in range(30):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or len(at) != K or len(set(at.tolist())) < K:
            return False
        if not torch.equal(labels, ids[at]):
            return False
        when = torch.full((9,), -1)
        when[at] = (~perm_mask)[at][:, at].sum(-1)
        if sorted(when[at].tolist()) != list(range(K)):
            return False
        if not torch.equal(perm_mask, ~((when[None, :] == -1) | (when[None, :] < when[:, None]))):
            return False
        seen.add(tuple(sorted(at.tolist())))
    return len(seen) > 1

# %% takes its targets from the mask, and asks no more of the slots than that they are among them | misses: hides one token more than it guesses
def collator_is_right(collate):
    ids, K, seen = torch.arange(20, 29), 4, set()
    for _ in range(30):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or len(at) != K or len(set(at.tolist())) < K:
            return False
        if not bool((mapping.sum(-1) == 1).all()) or not torch.equal(labels, ids[at]):
            return False
        target = perm_mask.any(0)
        if not bool(target[at].all()) or not bool(perm_mask[~target][:, target].all()):
            return False
        among = perm_mask[target][:, target]
        n = int(target.sum())
        if sorted((~among).sum(-1).tolist()) != list(range(n)) or not bool(among.diagonal().all()):
            return False
        seen.add(tuple(sorted(at.tolist())))
    return len(seen) > 1

# %% draws a new sentence each time and never looks at the positions | misses: predicts the same positions every time
def collator_is_right(collate):
    K, seen = 4, set()
    for _ in range(30):
        ids = torch.randperm(1000)[:9]
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        at = mapping.argmax(-1)
        if not torch.equal(input_ids, ids) or len(at) != K or len(set(at.tolist())) < K:
            return False
        if not bool((mapping.sum(-1) == 1).all()) or not torch.equal(labels, ids[at]):
            return False
        when = torch.full((9,), -1)
        when[at] = (~perm_mask)[at][:, at].sum(-1)
        if sorted(when[at].tolist()) != list(range(K)):
            return False
        if not torch.equal(perm_mask, ~((when[None, :] == -1) | (when[None, :] < when[:, None]))):
            return False
        seen.add(tuple(labels.tolist()))
    return len(seen) > 1

# %% every rule but one: that the order is drawn, too | misses: draws its targets, but guesses them from left to right every time
def collator_is_right(collate):
    ids, K, seen = torch.arange(20, 29), 4, set()
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        if not torch.equal(input_ids, ids) or len(mapping) != K or not bool((mapping.sum(-1) == 1).all()):
            return False
        at = mapping.argmax(-1)
        if len(set(at.tolist())) < K or not torch.equal(labels, ids[at]):
            return False
        when = torch.full((9,), -1)
        when[at] = (~perm_mask)[at][:, at].sum(-1)
        if sorted(when[at].tolist()) != list(range(K)):
            return False
        if not torch.equal(perm_mask, ~((when[None, :] == -1) | (when[None, :] < when[:, None]))):
            return False
        seen.add(tuple(sorted(at.tolist())))
    return len(seen) > 1

# %% the order of the slots is taken for the order of guessing | rejects a right one
def collator_is_right(collate):
    ids, K, choices, orders = torch.arange(20, 29), 4, set(), set()
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        if not torch.equal(input_ids, ids) or len(mapping) != K or not bool((mapping.sum(-1) == 1).all()):
            return False
        at = mapping.argmax(-1)
        if len(set(at.tolist())) < K or not torch.equal(labels, ids[at]):
            return False
        plan = sorted(at.tolist(), key=lambda p: int((~perm_mask)[p].sum()))
        want = torch.zeros(9, 9, dtype=torch.bool)
        for t, p in enumerate(plan):
            want[:, p] = True
            want[plan[t + 1 :], p] = False
        if not torch.equal(perm_mask, want):
            return False
        choices.add(frozenset(at.tolist()))
        orders.add(tuple(at.argsort().tolist()))
    return len(choices) > 1 and len(orders) > 1

# %% only among the targets themselves: who sees the context is not asked | misses: has the rows and columns of its mask swapped
def collator_is_right(collate):
    ids, K, plans = torch.arange(20, 29), 4, []
    for _ in range(20):
        input_ids, perm_mask, mapping, labels = collate(ids, K)
        if not torch.equal(input_ids, ids) or len(mapping) != K or not bool((mapping.sum(-1) == 1).all()):
            return False
        at = mapping.argmax(-1)
        if len(set(at.tolist())) < K or not torch.equal(labels, ids[at]):
            return False
        when = (~perm_mask)[at][:, at].sum(-1)
        if sorted(when.tolist()) != list(range(K)):
            return False
        if not torch.equal(~perm_mask[at][:, at], when[None, :] < when[:, None]):
            return False
        plans.append(at[when.argsort()].tolist())
    return len({tuple(sorted(p)) for p in plans}) > 1 and any(p != sorted(p) for p in plans)
