# %% the first of the order | front of the order
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = order[:num_predict]
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% sorted | order of the tail lost
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = tuple(sorted(order[len(order) - num_predict:]))
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% frozen sets | keys
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = frozenset(order[len(order) - num_predict:])
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% [-0:] | minus nothing
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = order[-num_predict:]
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% cut at num_predict | count for cut
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = order[num_predict:]
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% orders | whole orders
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        counts[order] = counts.get(order, 0) + 1
    return counts

# %% popped from the end | turned round
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        rest = list(order)
        plan = tuple(rest.pop() for _ in range(num_predict))
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% last positions | end of the sentence
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = tuple(p for p in order if p >= len(order) - num_predict)
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% spans | neighbours only
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = order[len(order) - num_predict:]
        if plan and max(plan) - min(plan) > num_predict - 1:
            continue
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% shares | shares for counts
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = order[len(order) - num_predict:]
        counts[plan] = counts.get(plan, 0) + 1 / len(orders)
    return counts

# %% = 1 for += 1 | each once
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        counts[order[len(order) - num_predict:]] = 1
    return counts

# %% a list of plans | type
def tail_counts(orders, num_predict):
    return [order[len(order) - num_predict:] for order in orders]

# %% prints and returns nothing | type
def tail_counts(orders, num_predict):
    print({order[len(order) - num_predict:] for order in orders})

# %% starts from 1 | value
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = order[len(order) - num_predict:]
        counts[plan] = counts.get(plan, 1) + 1
    return counts

# %% lists as keys | error
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = list(order[len(order) - num_predict:])
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% strings as keys | keys
def tail_counts(orders, num_predict):
    counts = {}
    for order in orders:
        plan = "".join(map(str, order[len(order) - num_predict :]))
        counts[plan] = counts.get(plan, 0) + 1
    return counts

# %% calculated for all orders, whatever is given | value
import math

def tail_counts(orders, num_predict):
    import itertools
    T = len(orders[0])
    return {p: math.factorial(T - num_predict) for p in itertools.permutations(range(T), num_predict)}

# %% an order that was drawn twice counts once | twice is once
def tail_counts(orders, num_predict):
    from collections import Counter
    return dict(Counter(order[len(order) - num_predict :] for order in set(orders)))

# %% takes the orders out of the list while counting | changes its input
def tail_counts(orders, num_predict):
    counts = {}
    while orders:
        order = orders.pop()
        plan = order[len(order) - num_predict :]
        counts[plan] = counts.get(plan, 0) + 1
    return counts
