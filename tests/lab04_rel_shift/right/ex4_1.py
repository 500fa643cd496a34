# %% lists of names
by_hand = [["a02", "0", "a10"], ["a11", "a12", "0"], ["a20", "a21", "a22"]]

# %% the number 0
by_hand = [["a02", 0, "a10"], ["a11", "a12", 0], ["a20", "a21", "a22"]]

# %% tuples
by_hand = (("a02", "0", "a10"), ("a11", "a12", "0"), ("a20", "a21", "a22"))

# %% capitals and spaces
by_hand = [["A02", " 0", "A10"], ["A11", "A12", "0"], ["A20", "A21", "A22 "]]

# %% split from a text
by_hand = [row.split() for row in ("a02 0 a10", "a11 a12 0", "a20 a21 a22")]

# %% a numpy array of names
import numpy as np

by_hand = np.array([["a02", "0", "a10"], ["a11", "a12", "0"], ["a20", "a21", "a22"]])

# %% the moves done by the machine
line = [c for row in range(3) for c in ["0", *(f"a{row}{m}" for m in range(3))]]
by_hand = [line[3 + 3 * i : 6 + 3 * i] for i in range(3)]

# %% zeros of a float
by_hand = [["a02", 0.0, "a10"], ["a11", "a12", 0.0], ["a20", "a21", "a22"]]
