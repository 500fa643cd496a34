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
    "change": {"lr": 4e-3, "n_warmup": 100},
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
