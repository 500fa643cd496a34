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
