# %% layers times memory | L times M
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 4,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 7,
}

# %% T + M for each layer | a whole segment each time
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 12,
    "M_4": 16,
    "M_8": 24,
    "last_word_M_2": 9,
}

# %% itself is one back | itself is one back
reach_of_two_layers = {
    "M_0": 1,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 9,
}

# %% words, not steps | counts the word itself
reach_of_two_layers = {
    "M_0": 1,
    "M_2": 7,
    "M_4": 9,
    "M_8": 17,
    "last_word_M_2": 10,
}

# %% a segment and M | segment plus memory
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 12,
    "last_word_M_2": 9,
}

# %% one layer | one layer only
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 2,
    "M_4": 4,
    "M_8": 8,
    "last_word_M_2": 5,
}

# %% its own segment | sees its own segment
reach_of_two_layers = {
    "M_0": 4,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 9,
}

# %% the last as the first | the same for every word
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 6,
}

# %% four more | four words further on
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 10,
}

# %% from the very beginning | value
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 40,
    "last_word_M_2": 9,
}

# %% three layers | value
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 10,
    "M_4": 12,
    "M_8": 24,
    "last_word_M_2": 9,
}

# %% a list | form
reach_of_two_layers = [0, 6, 8, 16, 9]

# %% last word: minus three | value
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 3,
}
