"""Numbers of lab 05 as measured when it was written, for a package that still lacks functions of later labs.

Made by lab05_measured on one thread of an x86-64 server; a test measures them again.
"""

# mean loss in nats at place 0, 1, ... of the order, when so many of 64 tokens are predicted
# fmt: off
LOSSES: dict[int, list[float]] = {
    64: [
        9.31, 8.72, 8.05, 7.66, 7.68, 7.77, 7.19, 6.43, 6.30, 6.21, 6.24, 5.92, 5.65, 5.54, 5.63, 5.47,
        5.55, 5.18, 4.91, 4.78, 4.77, 4.71, 4.60, 4.77, 4.45, 4.35, 4.22, 4.03, 4.21, 4.01, 4.22, 3.96,
        4.06, 3.75, 3.63, 3.83, 3.67, 3.39, 3.83, 3.60, 3.19, 3.50, 3.35, 3.19, 3.57, 3.29, 2.98, 3.20,
        3.05, 2.82, 3.24, 3.00, 3.09, 2.83, 2.89, 2.96, 2.50, 2.61, 2.66, 2.60, 2.63, 2.53, 2.26, 2.42,
    ],
    16: [
        4.67, 4.26, 3.70, 3.95, 3.94, 3.53, 3.48, 3.37, 3.21, 3.03, 2.92, 3.14, 2.98, 2.67, 2.49, 2.27,
    ],
}
# fmt: on

# (what was varied, seed, loss in nats, seconds of processor time)
SWEEP: list[tuple[str, int, float, float]] = [
    ("base", 0, 1.858, 1.2),
    ("base", 1, 1.624, 1.2),
    ("base", 2, 1.929, 1.0),
    ("K = 1", 0, 2.185, 1.0),
    ("K = 12", 0, 1.372, 1.0),
    ("K = 24", 0, 1.430, 1.4),
    ("T = 12", 0, 1.772, 1.2),
    ("T = 48", 0, 1.890, 1.1),
    ("d_model = 16", 0, 2.382, 1.1),
    ("d_model = 64", 0, 1.170, 1.2),
    ("n_head = 1", 0, 1.999, 1.1),
    ("n_head = 4", 0, 1.761, 1.1),
]

# T = M = 128, D = 192, D_ff = 768, K = 21, 43, 64, 85, 106, 128: (multiplications, seconds)
LAYER: list[tuple[int, float]] = [
    (113590272, 0.00631),
    (125485056, 0.00686),
    (136839168, 0.00792),
    (148193280, 0.00867),
    (159547392, 0.00914),
    (171442176, 0.00910),
]
