# %% the order again | order for rank
by_hand = {"rank": [3, 0, 4, 1, 2], "lamb_may_see": [True, False, False, True, False]}

# %% first is 1 | counts from 1
by_hand = {"rank": [2, 4, 5, 1, 3], "lamb_may_see": [True, False, False, True, False]}

# %% lamb sees lamb | sees itself
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, False, False, True, True]}

# %% all to the left | left to right
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, True, True, True, False]}

# %% what is hidden | polarity
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [False, True, True, False, True]}

# %% by step | by step, not by position
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, True, False, False, False]}

# %% zeros and ones | zeros and ones
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [1, 0, 0, 1, 0]}

# %% two slips | value
by_hand = {"rank": [1, 3, 0, 4, 2], "lamb_may_see": [True, False, False, True, False]}

# %% one key | form
by_hand = {"rank": [1, 3, 4, 0, 2]}

# %% words | form
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": ["Mary", "little"]}

# %% the order for the rank, and what lamb sees from it | order for rank, throughout
by_hand = {"rank": [3, 0, 4, 1, 2], "lamb_may_see": [False, True, False, True, False]}

# %% lists of positions | form
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [0, 3]}

# %% keys exchanged and a slip | value
by_hand = {"lamb_may_see": [True, False, False, False, False], "rank": [1, 3, 4, 0, 2]}

# %% from the end | counts from the end and guessed after
by_hand = {"rank": [3, 1, 0, 4, 2], "lamb_may_see": [False, True, True, False, False]}

# %% from 1, and lamb sees itself | counts from 1 and sees itself
by_hand = {"rank": [2, 4, 5, 1, 3], "lamb_may_see": [True, False, False, True, True]}

# %% only the first | value
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [False, False, False, True, False]}

# %% hidden but not itself | guessed after
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [False, True, True, False, False]}

# %% a list | form
by_hand = [[1, 3, 4, 0, 2], [True, False, False, True, False]]

# %% later ones of the order | value
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [False, False, False, False, False]}

# %% the rank is right, then the order is read as the rank | order read as rank
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [False, True, False, True, False]}

# %% the order for the rank, and lamb sees itself | order for rank and sees itself
by_hand = {"rank": [3, 0, 4, 1, 2], "lamb_may_see": [True, False, False, True, True]}

# %% the order for the rank throughout, and lamb sees itself | order for rank and sees itself
by_hand = {"rank": [3, 0, 4, 1, 2], "lamb_may_see": [False, True, False, True, True]}

# %% the order for the rank, and what is hidden | order for rank and polarity
by_hand = {"rank": (3, 0, 4, 1, 2), "lamb_may_see": (False, True, True, False, True)}

# %% the order for the rank, and only Mary | order for rank
by_hand = {"rank": [3, 0, 4, 1, 2], "lamb_may_see": [True, False, False, False, False]}

# %% a slip in the rank, and all to the left | left to right
by_hand = {"rank": [1, 4, 3, 0, 2], "lamb_may_see": [True, True, True, True, False]}

# %% the ranks from the end | counts from the end
by_hand = {"rank": [3, 1, 0, 4, 2], "lamb_may_see": [True, False, False, True, False]}
