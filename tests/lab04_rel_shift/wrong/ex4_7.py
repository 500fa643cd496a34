# %% no memory | T keys
cost = {"r_per_pair": 48, "r_per_distance": 24, "scores_before_shift": 32, "growth_per_pair": 4, "growth_per_distance": 2}

# %% S + 1 distances | left-to-right columns
cost = {"r_per_pair": 72, "r_per_distance": 21, "scores_before_shift": 28, "growth_per_pair": 4, "growth_per_distance": 2}

# %% the distances that occur | one column short
cost = {"r_per_pair": 72, "r_per_distance": 27, "scores_before_shift": 36, "growth_per_pair": 4, "growth_per_distance": 2}

# %% vectors | vectors, not numbers
cost = {"r_per_pair": 24, "r_per_distance": 10, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2}

# %% after the shift | already shifted
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 24, "growth_per_pair": 4, "growth_per_distance": 2}

# %% twice as much | one side doubled
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 2, "growth_per_distance": 2}

# %% all grows with the square | a square of distances
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 4}

# %% both exchanged | vectors, not numbers
cost = {"r_per_pair": 24, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2}

# %% a slip | value
cost = {"r_per_pair": 71, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2}

# %% scores times d | value
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 120, "growth_per_pair": 4, "growth_per_distance": 2}

# %% one key missing | form
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4}

# %% a list | form
cost = [72, 30, 40, 4, 2]
