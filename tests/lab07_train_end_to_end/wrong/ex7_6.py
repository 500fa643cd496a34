# %% always true | tells nothing apart
def mean_is_right(mean_loss):
    return True

# %% always false | tells nothing apart
def mean_is_right(mean_loss):
    return False

# %% turned round | the wrong way round
def mean_is_right(mean_loss):
    loud = 99.0
    a = torch.tensor([[1.0, 2.0, loud], [0.0, loud, loud]]), torch.tensor([[True, True, False], [True, False, False]])
    b = torch.tensor([[7.0, 5.0, 6.5], [3.0, loud, loud]]), torch.tensor([[True, True, True], [True, False, False]])
    c = torch.tensor([[loud, loud]]), torch.tensor([[False, False]])
    for batches in ([a], [b], [a, b], [b, a], [a, c, b]):
        losses = [x for nats, slot in batches for x in nats[slot].tolist()]
        if not math.isclose(mean_loss(batches), sum(losses) / len(losses), rel_tol=1e-5):
            return True
    return False

# %% one batch only | misses: looks at the first batch only
def mean_is_right(mean_loss):
    nats, slot = torch.tensor([[1.0, 2.0, 50.0], [6.5, 0.0, 50.0]]), torch.tensor([[True, True, False], [True, True, False]])
    return math.isclose(mean_loss([(nats, slot)]), 9.5 / 4)

# %% all slots used | misses: divides by all slots, the empty ones too
def mean_is_right(mean_loss):
    a = torch.tensor([[1.0, 2.0], [6.0, 0.0]])
    b = torch.tensor([[4.0, 9.0]])
    batches = [(a, torch.ones_like(a).bool()), (b, torch.ones_like(b).bool())]
    return math.isclose(mean_loss(batches), 22 / 6, rel_tol=1e-6)

# %% batches of equal size | misses: takes the mean of the batches' means
def mean_is_right(mean_loss):
    slot = torch.tensor([[True, True, False], [True, True, False]])
    a = torch.tensor([[1.0, 2.0, 70.0], [6.0, 0.5, 70.0]])
    b = torch.tensor([[4.0, 9.0, 70.0], [0.0, 3.0, 70.0]])
    batches = [(a, slot), (b, slot)]
    return math.isclose(mean_loss(batches), 25.5 / 8, rel_tol=1e-6)

# %% nothing empty | misses: gives NaN if a batch has no slot in use
def mean_is_right(mean_loss):
    loud = 99.0
    a = torch.tensor([[1.0, 2.0, loud], [0.0, loud, loud]]), torch.tensor([[True, True, False], [True, False, False]])
    b = torch.tensor([[7.0, 5.0, 6.5], [3.0, loud, loud]]), torch.tensor([[True, True, True], [True, False, False]])
    for batches in ([a], [b], [a, b], [b, a]):
        losses = [x for nats, slot in batches for x in nats[slot].tolist()]
        if not math.isclose(mean_loss(batches), sum(losses) / len(losses), rel_tol=1e-5):
            return False
    return True

# %% no loss of 0 | misses: leaves out targets with a loss of exactly 0
def mean_is_right(mean_loss):
    loud = 99.0
    a = torch.tensor([[1.0, 2.0, loud], [0.5, loud, loud]]), torch.tensor([[True, True, False], [True, False, False]])
    b = torch.tensor([[7.0, 5.0, 6.5], [3.0, loud, loud]]), torch.tensor([[True, True, True], [True, False, False]])
    c = torch.tensor([[loud, loud]]), torch.tensor([[False, False]])
    for batches in ([a], [b], [a, b], [b, a], [a, c, b]):
        losses = [x for nats, slot in batches for x in nats[slot].tolist()]
        if not math.isclose(mean_loss(batches), sum(losses) / len(losses), rel_tol=1e-5):
            return False
    return True

# %% equal to the last digit | tells nothing apart
def mean_is_right(mean_loss):
    a = torch.tensor([[1.1, 2.2, 50.0], [0.3, 50.0, 50.0]]), torch.tensor([[True, True, False], [True, False, False]])
    b = torch.tensor([[7.7, 5.1, 6.5]]), torch.tensor([[True, True, True]])
    return mean_loss([a, b]) == (1.1 + 2.2 + 0.3 + 7.7 + 5.1 + 6.5) / 6

# %% no verdict | no verdict
def mean_is_right(mean_loss):
    a = torch.tensor([[1.0, 2.0]]), torch.tensor([[True, True]])
    mean_loss([a])

# %% a pair instead of a list of pairs | error
def mean_is_right(mean_loss):
    return mean_loss(torch.tensor([[1.0, 2.0]]), torch.tensor([[True, True]])) == 1.5

# %% a tolerance of a tenth | misses: adds 0.02 nats to the mean, a penalty on the weights
def mean_is_right(mean_loss):
    loud = 1000.0
    first = torch.tensor([[1.0, 2.0, loud], [0.0, loud, loud]]), torch.tensor([[1, 1, 0], [1, 0, 0]]).bool()
    second = torch.tensor([[7.0, 5.0, 6.5], [3.0, loud, loud]]), torch.tensor([[1, 1, 1], [1, 0, 0]]).bool()
    nothing = torch.tensor([[loud, loud, loud]]), torch.tensor([[0, 0, 0]]).bool()
    for batches in ([first], [second], [first, second], [second, first], [first, nothing, second]):
        losses = [x for nats, is_slot in batches for x in nats[is_slot].tolist()]
        if not abs(mean_loss(batches) - sum(losses) / len(losses)) < 0.1:
            return False
    return True

# %% full and empty rows only | misses: leaves out rows that are not full
def mean_is_right(mean_loss):
    loud = 1000.0
    a = torch.tensor([[1.0, 2.0], [0.0, 4.5], [loud, loud]]), torch.tensor([[1, 1], [1, 1], [0, 0]]).bool()
    b = torch.tensor([[7.0, 5.0, 6.5], [loud]*3]), torch.tensor([[1, 1, 1], [0, 0, 0]]).bool()
    c = torch.tensor([[loud, loud, loud]]), torch.tensor([[0, 0, 0]]).bool()
    for batches in ([a, b], [b, a], [a, c, b]):
        losses = [x for nats, is_slot in batches for x in nats[is_slot].tolist()]
        if not math.isclose(mean_loss(batches), sum(losses) / len(losses), rel_tol=1e-6):
            return False
    return True

# %% one batch, no number | tells nothing apart
def mean_is_right(mean_loss):
    a = (torch.tensor([[1.0, 2.0]]), torch.tensor([[True, True]]))
    return not math.isnan(mean_loss([a]))
