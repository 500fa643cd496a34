# %% the last row went | drops the last row
by_hand = [["0", "a00", "a01"], ["a02", "0", "a10"], ["a11", "a12", "0"]]

# %% zeros on the other side | pads on the right
by_hand = [["0", "a10", "a11"], ["a12", "0", "a20"], ["a21", "a22", "0"]]

# %% rows for columns | transposes
by_hand = [["a00", "a10", "a20"], ["a01", "a11", "a21"], ["a02", "a12", "a22"]]

# %% the column of zeros dropped again | no shift
by_hand = [["a00", "a01", "a02"], ["a10", "a11", "a12"], ["a20", "a21", "a22"]]

# %% what leaves on the left comes back on the right | rolls each row
by_hand = [["a02", "0", "a00"], ["a11", "a12", "0"], ["a20", "a21", "a22"]]

# %% the triangle only | hidden too early
by_hand = [["a02", 0, 0], ["a11", "a12", 0], ["a20", "a21", "a22"]]

# %% nothing dropped | keeps the first row
by_hand = [["0", "a00", "a01"], ["a02", "0", "a10"], ["a11", "a12", "0"], ["a20", "a21", "a22"]]

# %% a slip in one cell | value
by_hand = [["a02", "0", "a11"], ["a11", "a12", "0"], ["a20", "a21", "a22"]]

# %% the distances instead of the names | value
by_hand = [[0, -1, -2], [1, 0, -1], [2, 1, 0]]

# %% one row | form
by_hand = ["a02", "0", "a10"]

# %% one text | form
by_hand = "a02 0 a10 a11 a12 0 a20 a21 a22"

# %% a ragged table | form
by_hand = [["a02"], ["a11", "a12"], ["a20", "a21", "a22"]]

# %% empty cells | hidden too early
by_hand = [["a02", "", ""], ["a11", "a12", ""], ["a20", "a21", "a22"]]


# %% takes the leak from the row above | value
by_hand = [["a02", "0", "a10"], ["a11", "a12", "a00"], ["a20", "a21", "a22"]]
