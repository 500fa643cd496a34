# %% no memory | T keys
cost = {"r_per_pair": 48, "r_per_distance": 24, "scores_before_shift": 32, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% S + 1 distances | left-to-right columns
cost = {"r_per_pair": 72, "r_per_distance": 21, "scores_before_shift": 28, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% the distances that occur | one column short
cost = {"r_per_pair": 72, "r_per_distance": 27, "scores_before_shift": 36, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% vectors | vectors, not numbers
cost = {"r_per_pair": 24, "r_per_distance": 10, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% after the shift | already shifted
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 24, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% twice as much | one side doubled
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 2, "growth_per_distance": 2, "growth_scores": 4}

# %% all grows with the square | a square of distances
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 4, "growth_scores": 4}

# %% both exchanged | vectors, not numbers
cost = {"r_per_pair": 24, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% a slip | value
cost = {"r_per_pair": 71, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% scores times d | scores times d
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 120, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% one key missing | form
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4}

# %% a list | form
cost = [72, 30, 40, 4, 2]

# %% scores grow like a row | one side doubled
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 2}

# %% without the last growth | form
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2}

# %% eight times, as if d doubled too | value
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 8, "growth_per_distance": 2, "growth_scores": 4}


# %% by how much, not by which factor | value
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 216, "growth_per_distance": 30, "growth_scores": 120}
