# %% what was seen is normalised | normalised before
assembly = {
    "after_attention": [1, 5],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% x is normalised | normalised before
assembly = {
    "after_attention": [-1, 5],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% only added | not normalised
assembly = {
    "after_attention": [2, 8],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% divided by the variance | divided by the variance
assembly = {
    "after_attention": [-3 / 9, 3 / 9],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% torch.std | deviation with n - 1
assembly = {
    "after_attention": ((torch.tensor([2.0, 8.0]) - 5) / torch.tensor([2.0, 8.0]).std()).tolist(),
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% positions as in the first Transformer | positions in the embeddings
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "embeddings",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% segments as in BERT | segments in the embeddings
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "embeddings",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% positions in the values | in the values
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "values",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% an untied head | a matrix of its own
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048 * 192 + 2048,
    "rows_of_the_last_layer": 32,
}

# %% the tied matrix, no bias | the tied matrix counted
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048 * 192,
    "rows_of_the_last_layer": 32,
}

# %% a bias of the width | bias over the width
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 192,
    "rows_of_the_last_layer": 32,
}

# %% nothing at all | no bias
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 0,
    "rows_of_the_last_layer": 32,
}

# %% both streams | both streams
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 64 + 32,
}

# %% only the words | the content rows
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 64,
}

# %% nothing | nothing left
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 0,
}

# %% a typing error | value
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2084,
    "rows_of_the_last_layer": 32,
}

# %% a number for a row | form
assembly = {
    "after_attention": 0,
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% signs turned round | signs exchanged
assembly = {"after_attention": [1, -1], "positions_enter": "scores", "segments_enter": "scores", "parameters_of_the_head": 2048, "rows_of_the_last_layer": 32}

# %% segments in the values | in the values
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "values",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% another word | value
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "Attention",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}
