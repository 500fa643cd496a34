# %% a Counter
def tail_counts(orders, num_predict):
    from collections import Counter
    return Counter(order[len(order) - num_predict:] for order in orders)

# %% defaultdict and steps
def tail_counts(orders, num_predict):
    from collections import defaultdict
    counts = defaultdict(int)
    for order in orders:
        plan = []
        for step, position in enumerate(order):
            if step >= len(order) - num_predict:
                plan.append(position)
        counts[tuple(plan)] += 1
    return counts

# %% a case for none
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = tuple(order[-num_predict:]) if num_predict else ()
        if plan not in counts:
            counts[plan] = 0
        counts[plan] += 1
    return counts

# %% counted with tensors
def tail_counts(orders, num_predict):
    if num_predict == 0:
        return {(): len(orders)}
    tails = torch.tensor(orders)[:, -num_predict:]
    plans, counts = tails.unique(dim=0, return_counts=True)
    return {tuple(p): n for p, n in zip(plans.tolist(), counts.tolist())}

# %% list.count
def tail_counts(orders, num_predict):
    plans = [o[len(o) - num_predict :] for o in orders]
    return {p: plans.count(p) for p in set(plans)}
