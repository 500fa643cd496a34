# %% dealt like cards | neighbours as rows
letters = {
    "first_batch": ["AD", "BE", "CF"],
    "second_batch": ["GJ", "HK", "IL"],
    "left_over": "MN",
    "row_1_remembers": "BE",
    "K_knows_of": "BEHK",
}

# %% six letters to a batch | next row, next segment
letters = {
    "first_batch": ["AB", "CD", "EF"],
    "second_batch": ["GH", "IJ", "KL"],
    "left_over": "MN",
    "row_1_remembers": "CD",
    "K_knows_of": "EFK",
}

# %% one letter further | one letter further
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["BC", "FG", "JK"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "IJK",
}

# %% the row above | memory of the row above
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "AB",
    "K_knows_of": "IJK",
}

# %% what stands before E in the text | memory of the text before it
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "CD",
    "K_knows_of": "IJK",
}

# %% five letters in a row, nothing left over | five letters to a row
letters = {
    "first_batch": ["AB", "FG", "KL"],
    "second_batch": ["CD", "HI", "MN"],
    "left_over": "",
    "row_1_remembers": "FG",
    "K_knows_of": "K",
}

# %% the segment that is read | remembers what it reads
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "GH",
    "K_knows_of": "IJK",
}

# %% all letters before it in the text | rows know each other
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "ABCDEFGHIJK",
}

# %% itself only | no memory
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "K",
}

# %% the letter after it too | looks ahead
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "IJKL",
}

# %% nothing left over | nothing left over
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "",
    "row_1_remembers": "EF",
    "K_knows_of": "IJK",
}

# %% five letters in a row | five letters to a row
letters = {
    "first_batch": ["AB", "FG", "KL"],
    "second_batch": ["CD", "HI", "MN"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "IJK",
}

# %% all letters of a row | value
letters = {
    "first_batch": ["ABCD", "EFGH", "IJKL"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "IJK",
}

# %% a list instead of a dict | form
letters = [["AB", "EF", "IJ"], ["CD", "GH", "KL"], "MN", "EF", "IJK"]

# %% numbers for letters | form
letters = {
    "first_batch": [[0, 1], [4, 5], [8, 9]],
    "second_batch": [[2, 3], [6, 7], [10, 11]],
    "left_over": [12, 13],
    "row_1_remembers": [4, 5],
    "K_knows_of": [8, 9, 10],
}

# %% rows turned round | value
letters = {
    "first_batch": ["IJ", "EF", "AB"],
    "second_batch": ["KL", "GH", "CD"],
    "left_over": "MN",
    "row_1_remembers": "EF",
    "K_knows_of": "IJK",
}

# %% remembers nothing | value
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "",
    "K_knows_of": "IJK",
}

# %% what was read so far in row 1 | value
letters = {
    "first_batch": ["AB", "EF", "IJ"],
    "second_batch": ["CD", "GH", "KL"],
    "left_over": "MN",
    "row_1_remembers": "EFGH",
    "K_knows_of": "IJK",
}
