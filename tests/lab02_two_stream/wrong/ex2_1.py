# %% bits | in bits
lowest_loss = 1.0

# %% both targets added up | the sum
lowest_loss = 2 * math.log(2)

# %% knows nothing | uniform over all words
lowest_loss = math.log(5)

# %% perfect model | no floor
lowest_loss = 0

# %% the probability | a probability
lowest_loss = 1 / 2

# %% forgets the minus | sign
lowest_loss = math.log(0.5)

# %% rounded too far | value
lowest_loss = 0.7

# %% something between | value
lowest_loss = 0.9

# %% base ten | value
lowest_loss = math.log10(2)

# %% one for each target | form
lowest_loss = [math.log(2), math.log(2)]

# %% in words | form
lowest_loss = "ln 2"

# %% NaN | value
lowest_loss = float("nan")
