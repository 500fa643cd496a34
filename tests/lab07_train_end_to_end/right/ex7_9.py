# %% one head
experiment = {
    "question": "Does a small model need four heads?",
    "prediction": "One head is worse by about 0.1 nats, since it can look at one place only.",
    "change": {"n_head": 1},
    "usual": [4.61, 4.58],
    "changed": [4.40, 4.44],
    "verdict": "The prediction failed: one head was better by 0.18, far more than the spread of 0.04.",
}

# %% three seeds, numbers as a tensor
experiment = {
    "question": "Does a higher rate help in so short a run?",
    "prediction": "It helps by 0.2 nats or so, as long as the run leaves the plateau.",
    "change": {"lr": 4e-3},
    "usual": torch.tensor([4.61, 4.58, 4.55]),
    "changed": torch.tensor([4.41, 4.39, 5.80]),
    "verdict": "Two seeds gained 0.2, one stayed on the plateau: a mean would hide that.",
}

# %% numpy
experiment = dict(
    question="Is dropout of any use in such a short run?",
    prediction="No: the loss rises by 0.05 to 0.2, since nothing is learned by heart in 400 steps.",
    change=dict(dropout=0.1),
    usual=np.array([4.61, 4.58]),
    changed=np.array([4.75, 4.72]),
    verdict="Held: 0.14 nats worse for both seeds, which differ by 0.03.",
)

# %% a switch
experiment = {
    "question": "What does a model reach that knows no positions?",
    "prediction": "It stays at the unigram plateau, about 1.3 nats higher.",
    "change": {"no_positions": True},
    "usual": (4.61, 4.58),
    "changed": (5.9, 5.88),
    "verdict": "As predicted: 1.3 nats higher, whatever the seed.",
}

# %% numpy int
experiment = {"question": "Does a small model need four heads?", "prediction": "Worse by 0.1 nats, since one place only", "change": {"n_head": np.int64(2)}, "usual": [4.6, 5.0], "changed": [4.7, 5.1], "verdict": "It held for both seeds, barely."}

# %% warmup 0
experiment = {"question": "Does it need warm-up at all?", "prediction": "It stays at 5.8, the plateau, without", "change": {"n_warmup": 0}, "usual": [4.6, 5.0], "changed": [5.8, 5.79], "verdict": "As predicted, both seeds stay there."}

# %% lr as int
experiment = {"question": "What does a rate of 1 do?", "prediction": "It stays at 5.8, the plateau, surely", "change": {"lr": 1}, "usual": [4.6, 5.0], "changed": [5.8, 5.79], "verdict": "As predicted, both seeds stay there."}
