# %% dropout ends in a line | noise for a floor
diagnosis = {
    "A": "dropout",
    "B": "rate too high",
    "C": "no positions",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% A and B exchanged | A and B exchanged
diagnosis = {
    "A": "rate too high",
    "B": "no positions",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% no positions is the worst | the plateau is no lack of positions
diagnosis = {
    "A": "no gradient",
    "B": "no positions",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% a dead gradient | no gradient
diagnosis = {
    "A": "no positions",
    "B": "no gradient",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% shifted labels are noisy | labels shifted
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "labels shifted",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% shifted labels have a floor | labels shifted
diagnosis = {
    "A": "labels shifted",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% one bit | bits
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": 1.0,
    "floor_of_B": math.log(16),
}

# %% four bits | bits
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log2(16),
}

# %% the whole vocabulary | all words of the vocabulary
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(64),
}

# %% eight words | words of a sentence
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": math.log(8),
    "floor_of_B": math.log(16),
}

# %% a probability | probability for a loss
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": 1 / 2,
    "floor_of_B": math.log(16),
}

# %% read off the picture | value
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": 0.72,
    "floor_of_B": math.log(16),
}

# %% a reason that is none of them | value
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "noise",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% ln 8 | value
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(8),
}

# %% floors exchanged | floors exchanged
diagnosis = {"A": "no positions", "B": "rate too high", "C": "dropout", "floor_of_A": math.log(16), "floor_of_B": math.log(2)}

# %% 2 and 16 | a number of words for a loss
diagnosis = {"A": "no positions", "B": "rate too high", "C": "dropout", "floor_of_A": 2, "floor_of_B": 16}

# %% B is dropout | value
diagnosis = {"A": "no positions", "B": "dropout", "C": "rate too high", "floor_of_A": math.log(2), "floor_of_B": math.log(16)}

# %% two digits | value
diagnosis = {"A": "no positions", "B": "rate too high", "C": "dropout", "floor_of_A": 0.69, "floor_of_B": 2.77}
