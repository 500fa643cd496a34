# %% an order read off, then all pairs in loops
def collator_is_right(collate):
    plans, falls = [], 0
    for k in range(30):
        T, K = 8, 1 + k % 5
        ids = torch.arange(T) * 3 + 50
        got_ids, hidden, mapping, labels = collate(ids.clone(), K)
        if got_ids.tolist() != ids.tolist() or mapping.shape != (K, T) or len(labels) != K:
            return False
        at = []
        for row in mapping.tolist():
            if sorted(row) != [0.0] * (T - 1) + [1.0]:
                return False
            at.append(row.index(1.0))
        if len(set(at)) != K or labels.tolist() != [int(ids[p]) for p in at]:
            return False
        when = {p: sum(not hidden[p, q] for q in at) for p in at}
        for i in range(T):
            for j in range(T):
                may = j not in when or (i in when and when[j] < when[i])
                if bool(hidden[i, j]) == may:
                    return False
        if sorted(when.values()) != list(range(K)):
            return False
        plans.append((K, tuple(sorted(at))))
        falls += any(when[p] > when[q] for p in at for q in at if p < q)
    return len(set(plans)) > 5 and falls > 0

# %% rules one by one
def collator_is_right(collate):
    ids = torch.tensor([11, 12, 13, 14, 15, 16, 17, 18, 19])
    sets, not_left_to_right = set(), False
    for _ in range(25):
        batch = collate(ids, 4)
        if not torch.equal(batch[0], ids) or batch[2].shape != (4, 9) or batch[3].shape != (4,):
            return False
        if not (batch[2].sum(1) == 1).all() or (batch[2].sum(0) > 1).any():
            return False
        at = batch[2].argmax(1)
        if not torch.equal(ids[at], batch[3]):
            return False
        target = batch[2].sum(0) > 0
        hidden = batch[1]
        if hidden[:, ~target].any() or not hidden[~target][:, target].all():
            return False
        among = hidden[target][:, target]
        if not among.diagonal().all():
            return False
        if sorted((~among).sum(1).tolist()) != [0, 1, 2, 3]:
            return False
        if (~among).triu(1).any():  # somebody sees a target on its right
            not_left_to_right = True
        sets.add(tuple(target.tolist()))
    return len(sets) > 1 and not_left_to_right

# %% compares with the mask of the order that it finds
def collator_is_right(collate):
    def mask(plan, T):
        out = torch.zeros(T, T, dtype=torch.bool)
        for a, p in enumerate(plan):
            out[:, p] = True
            out[plan[a + 1:], p] = False
        return out

    seen, orders = set(), set()
    for seed in range(20):
        ids = torch.randperm(100)[:7]
        same, hidden, mapping, labels = collate(ids, 3)
        at = mapping.argmax(-1).tolist()
        plan = sorted(set(at), key=lambda p: int((~hidden[p]).sum()))
        ok = len(at) == 3 and len(plan) == 3 and torch.equal(same, ids) and torch.equal(labels, ids[at])
        ok = ok and torch.equal(mapping, torch.eye(7)[at]) and torch.equal(hidden, mask(plan, 7))
        if not ok:
            return False
        seen.add(tuple(sorted(at)))
        orders.add(tuple(sorted(plan).index(p) for p in plan))
    return len(seen) > 2 and len(orders) > 1

# %% tries all orders of the targets
def collator_is_right(collate):
    import itertools
    ids, seen = torch.arange(100, 106), set()
    for _ in range(30):
        a, hidden, m, labels = collate(ids, 3)
        if not torch.equal(a, ids) or m.shape != (3, 6) or labels.shape != (3,):
            return False
        places = [tuple(r.nonzero()[:, 0].tolist()) for r in m]
        if any(len(p) != 1 for p in places) or len(set(places)) < 3:
            return False
        at = [p[0] for p in places]
        if labels.tolist() != [100 + p for p in at]:
            return False
        found = None
        for order in itertools.permutations(at):
            want = torch.zeros(6, 6, dtype=torch.bool)
            for t, p in enumerate(order):
                want[:, p] = True
                for q in order[t + 1:]:
                    want[q, p] = False
            if torch.equal(want, hidden):
                found = order
        if found is None:
            return False
        seen.add(found)
    return len({frozenset(p) for p in seen}) > 1 and any(list(p) != sorted(p) for p in seen)

# %% matrices: a strict order is transitive, total and without circles
def collator_is_right(collate, tries=40):
    import collections
    ids = torch.randperm(1000)[:10]
    where, ways = collections.Counter(), torch.zeros(4, 4)
    for _ in range(tries):
        a, hidden, m, labels = collate(ids, 4)
        t = m.sum(0)
        sees = (~hidden).float()
        fine = (
            torch.equal(a, ids)
            and m.shape == (4, 10)
            and set(m.unique().tolist()) == {0.0, 1.0}
            and bool((m.sum(1) == 1).all())
            and bool((t <= 1).all())
            and torch.equal((m @ ids.float()).long(), labels)
        )
        if not fine:
            return False
        if not bool((sees[:, t == 0] == 1).all()) or bool(sees[t == 0][:, t == 1].any()):
            return False
        among = m @ sees @ m.T
        total = bool(((among + among.T) == 1 - torch.eye(4)).all())
        if not total or bool(torch.linalg.matrix_power(among, 4).any()):
            return False
        where.update([tuple(t.tolist())])
        ways += sees[t == 1][:, t == 1]
    return max(where.values()) < tries and bool(ways.triu(1).any())
