# %% by hand
assembly = {
    "after_attention": [-1, 1],
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 32,
}

# %% computed by torch
row = torch.tensor([2.0, 4.0]) + torch.tensor([0.0, 4.0])
assembly = {
    "after_attention": torch.nn.functional.layer_norm(row, (2,)),
    "positions_enter": "scores",
    "segments_enter": "scores",
    "parameters_of_the_head": 2048,
    "rows_of_the_last_layer": 64 // 2,
}

# %% computed by numpy, in a tuple
row = np.array([2, 8])
assembly = dict(
    after_attention=tuple((row - row.mean()) / row.std()),
    positions_enter="scores",
    segments_enter="scores",
    parameters_of_the_head=2**11,
    rows_of_the_last_layer=32,
)

# %% in another order
assembly = {
    "rows_of_the_last_layer": 32,
    "parameters_of_the_head": 2048,
    "segments_enter": "scores",
    "positions_enter": "scores",
    "after_attention": np.array([-1.0, 1.0]),
}

# %% mean and deviation by hand
x = [2 + 0, 4 + 4]; m = sum(x) / 2; s = math.sqrt(sum((a - m) ** 2 for a in x) / 2)
assembly = {"after_attention": [(a - m) / s for a in x], "positions_enter": "scores", "segments_enter": "scores", "parameters_of_the_head": 2048, "rows_of_the_last_layer": 32}
