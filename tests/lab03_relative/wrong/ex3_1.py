# %% who asks and who answers | b and c exchanged
four = {"a": 4, "b": 2, "c": 1, "d": -2}

# %% the whole score | the sum four times
four = {"a": 5, "b": 5, "c": 5, "d": 5}

# %% (e_i·e_j) + (u_i·u_j) | only words and positions
four = {"a": 4, "b": 0, "c": 0, "d": -2}

# %% (3, 1) | sign
four = {"a": 4, "b": 5, "c": 2, "d": 2}

# %% squares | with itself
four = {"a": 5, "b": 4, "c": 5, "d": 10}

# %% words last | a and d exchanged
four = {"a": -2, "b": 1, "c": 2, "d": 4}

# %% first components | one number of two
four = {"a": 2, "b": 3, "c": 0, "d": 0}

# %% a list | form
four = [4, 1, 2, -2]

# %% one of four off | value
four = {"a": 4, "b": 1, "c": 2, "d": 2}

# %% strings | form
four = {"a": "4", "b": "1", "c": "2", "d": "-2"}

# %% the vectors, not multiplied out | form
four = {"a": [2, 2], "b": [3, -2], "c": [0, 2], "d": [0, -2]}
