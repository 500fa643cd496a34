# %% the given ones | front of the order
by_hand = {
    "predicted": [3, 0, 4],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% first two of the order | as many from the front
by_hand = {
    "predicted": [3, 0],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% cut after two | cut one too early
by_hand = {
    "predicted": [4, 1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% cut after four | cut one too late
by_hand = {
    "predicted": [2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% end of the sentence | cuts the sentence
by_hand = {
    "predicted": [3, 4],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% sorted by the alphabet | another sequence
by_hand = {
    "predicted": [2, 1],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% content mask of lab 01 | context keeps its rank
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [False, False, False, True, False],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% query mask of lab 01 | context sees nothing
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [False, False, False, False, False],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% not itself | context does not see itself
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, False, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% context sees all | context sees targets
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, True, True, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% had copies itself | target sees itself
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, True, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% reads from right to left | sees what comes later
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, True, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% as in BERT | targets hidden from each other
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, False, False, True, True],
    "num_predict_of_512": 85,
}

# %% a sees all | the last sees itself
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, True, True, True],
    "num_predict_of_512": 85,
}

# %% what is left | counts the context
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 427,
}

# %% rounded up | rounds up
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 86,
}

# %% not rounded | not whole
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 512 / 6,
}

# %% fifteen percent | BERT's share
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 77,
}

# %% number and words for the predicted | value
by_hand = {
    "predicted": [0, 1],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% words for positions | value
by_hand = {
    "predicted": ["had", "a"],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% one list too short | form
by_hand = {
    "predicted": [1, 2, 0],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}
