# %% not divided | not normalised
softmax_by_hand = [1, 2, 5]

# %% scores over their sum | no exponential
softmax_by_hand = [0.0, 0.30103, 0.69897]

# %% the scores | the scores
softmax_by_hand = [0, math.log(2), math.log(5)]

# %% the logarithm | logarithms
softmax_by_hand = torch.tensor([0.0, math.log(2), math.log(5)]).log_softmax(0)

# %% percent | percent
softmax_by_hand = [12.5, 25, 62.5]

# %% rounded too much | value
softmax_by_hand = [0.13, 0.25, 0.63]

# %% only the largest | form
softmax_by_hand = 0.625

# %% as text | form
softmax_by_hand = "1/8, 2/8, 5/8"

# %% a slip | value
softmax_by_hand = [0.25, 0.125, 0.625]

# %% a function | form
def softmax_by_hand():
    return [0.125, 0.25, 0.625]

# %% nested | form
softmax_by_hand = [[0.125, 0.25, 0.625]]

# %% huge | value
softmax_by_hand = [10**400, 10**400, 1]

# %% reciprocals | value
softmax_by_hand = [8, 4, 1.6]

# %% text numbers | value
softmax_by_hand = ["1/8", "2/8", "5/8"]

# %% base 2 | value
softmax_by_hand = [s / (1 + 2**math.log(2) + 2**math.log(5)) for s in (1, 2**math.log(2), 2**math.log(5))]

# %% complex | value
softmax_by_hand = [0.125 + 0j, 0.25, 0.625]
