# %% as asked
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "IJK",
}

# %% lists of letters
letters = {
    "first_batch": [["A", "B"], ["E", "F"], ["I", "J"]],
    "second_batch": [["C", "D"], ["G", "H"], ["K", "L"]],
    "left_over": ["M", "N"],
    "row_1_remembers": ["E", "F"],
    "K_knows_of": ["I", "J", "K"],
}

# %% small letters and blanks
letters = {
    "first_batch": ["a b", "e f", "i j"],
    "second_batch": ("c, d", "g, h", "k, l"),
    "left_over": "m n",
    "row_1_remembers": "e f",
    "K_knows_of": "i, j, k",
}

# %% worked out by code
rows = [("ABCDEFGHIJKLMN")[4 * b : 4 * b + 4] for b in range(3)]
letters = {
    "first_batch": [row[:2] for row in rows],
    "second_batch": [row[2:] for row in rows],
    "left_over": "ABCDEFGHIJKLMN"[12:],
    "row_1_remembers": rows[1][:2],
    "K_knows_of": rows[2][:3],
}

# %% from a numpy table
import numpy as np

table = np.array(list("ABCDEFGHIJKL")).reshape(3, 4)
letters = {
    "first_batch": table[:, :2],
    "second_batch": table[:, 2:],
    "left_over": "MN",
    "row_1_remembers": table[1, :2],
    "K_knows_of": table[2, :3],
}

# %% sets of letters
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": {"M", "N"},
    "row_1_remembers": {"F", "E"},
    "K_knows_of": {"K", "J", "I"},
}

# %% the letter itself first
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "M N",
    "row_1_remembers": "E F",
    "K_knows_of": "K, I, J",
}

# %% arrays of letters, frozen sets
import numpy as np

rows = np.array(list("ABCDEFGHIJKL")).reshape(3, 4)
letters = {
    "first_batch": rows[:, :2],
    "second_batch": tuple(map("".join, rows[:, 2:])),
    "left_over": frozenset("NM"),
    "row_1_remembers": rows[1, :2],
    "K_knows_of": frozenset("KIJ"),
}
