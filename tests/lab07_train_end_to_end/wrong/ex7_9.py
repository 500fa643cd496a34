# %% no question | no question
experiment = {
    "question": "Heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% no prediction | no prediction
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "Worse.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% no number | a prediction without a number
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head will certainly be a little worse.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% no verdict | no verdict
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "",
}

# %% the verdict is the prediction | verdict copied
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "One head is worse by about 0.1 nats, since it looks at one place.",
}

# %% no change | no change
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a change in words | no change
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": "one head",
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a setting that does not exist | no such setting
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"heads": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% only another seed | not a change
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"seed": 7},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% not run | not run
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": "later",
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a run that broke | not run
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [float("nan"), 4.4],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a negative loss | not a loss
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [-4.6, -4.5],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% one seed | one seed
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61],
    "changed": [4.40],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% the same seed twice | the same run again
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.61],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% more runs of one kind | other seeds
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58, 4.60],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% the change did nothing | nothing changed
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.61, 4.58],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a part is missing | form
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% two settings at once | more than one change
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1, "lr": 1e-3},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% the usual number of heads | the usual setting
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 4},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% the usual switch | the usual setting
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"no_positions": False},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% heads that do not fit | no such value
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 5},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a number as a text | no such value
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": "1"},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a rate below zero | no such value
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"lr": -1e-3},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% no layers | no such value
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_layer": 0},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a switch that is a number | no such value
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"no_positions": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% a method is no setting | no such setting
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"identity": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% only another look | not a change
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"eval_every": 20},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% another vocabulary | other targets
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"vocab_size": 1024},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% longer segments | other targets
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"seq_len": 64},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% losses of millions | not a loss
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [1e6, 2e6],
    "verdict": "The prediction failed: one head was better by 0.18 nats.",
}

# %% dots for a verdict | no verdict
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it looks at one place.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "... ... ... ... ... ...",
}
