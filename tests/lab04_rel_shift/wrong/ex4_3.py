# %% key 0 taken for word 0 | memory forgotten
garbage = {"columns": [[1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 4, 5], [4, 5]], "how_many_with_M_100": 406}

# %% only four keys | memory left out
garbage = {"columns": [[1, 2, 3], [2, 3], [3], []], "how_many_with_M_100": 6}

# %% the own key too | own key counted
garbage = {"columns": [[2, 3, 4, 5], [3, 4, 5], [4, 5], [5]], "how_many_with_M_100": 10}

# %% the keys before | the earlier keys
garbage = {"columns": [[0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4]], "how_many_with_M_100": 406}

# %% most in the last row | upside down
garbage = {"columns": [[], [5], [4, 5], [3, 4, 5]], "how_many_with_M_100": 6}

# %% memory multiplies | memory adds garbage
garbage = {"columns": [[3, 4, 5], [4, 5], [5], []], "how_many_with_M_100": 406}

# %% columns right, count guessed | value
garbage = {"columns": [[3, 4, 5], [4, 5], [5], []], "how_many_with_M_100": 104}

# %% count right, a slip in the columns | value
garbage = {"columns": [[3, 4, 5], [4, 5], [5], [5]], "how_many_with_M_100": 6}

# %% True for garbage | form
garbage = {"columns": [[False, False, False, True, True, True], [False] * 4 + [True] * 2, [False] * 5 + [True], [False] * 6], "how_many_with_M_100": 6}

# %% the list alone | form
garbage = [[3, 4, 5], [4, 5], [5], []]

# %% columns counted from 1 | counts from 1
garbage = {"columns": [[4, 5, 6], [5, 6], [6], []], "how_many_with_M_100": 6}

# %% the zeros of the padding only | only the zeros
garbage = {"columns": [[3], [4], [5], []], "how_many_with_M_100": 3}

# %% one column late, or the zeros left out | off by one
garbage = {"columns": [[4, 5], [5], [], []], "how_many_with_M_100": 3}

# %% some of them | value
garbage = {"columns": [[3, 5], [4], [], []], "how_many_with_M_100": 6}

# %% nothing anywhere | value
garbage = {"columns": [[], [], [], []], "how_many_with_M_100": 0}

# %% three lists | form
garbage = {"columns": [[3, 4, 5], [4, 5], [5]], "how_many_with_M_100": 6}

# %% how many for each row | form
garbage = {"columns": [3, 2, 1, 0], "how_many_with_M_100": 6}

# %% a text for the count | form
garbage = {"columns": [[3, 4, 5], [4, 5], [5], []], "how_many_with_M_100": "six"}


# %% counts the cells of all later rows again | value
garbage = {"columns": [[3, 4, 5], [4, 5], [5], []], "how_many_with_M_100": 306}
