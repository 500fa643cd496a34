"""The learning rate over a training run: up during warm-up, then down to zero (lab 00).

Source: XLNet (arXiv 1906.08237), section 3.1 and appendix A.4: linear warm-up, then linear decay.
"""


def warmup_decay(step: int, n_warmup: int, n_steps: int) -> float:
    """Factor in [0, 1] by which the peak learning rate is multiplied at `step` (0-based).

    Up in a straight line during `n_warmup` steps (which may be 0 steps), then down in a straight
    line to 0 at `n_steps`.
    """
    # Adam's estimates rest on few gradients at first, and a post-norm Transformer that starts at the full rate can
    # get stuck; going down to zero averages out the noise of the last steps.
    if step >= n_steps:  # asked first: a run may end before its warm-up does
        return 0.0
    if step < n_warmup:  # already step 0 learns, and step n_warmup - 1 runs at the full rate
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)  # 1 at step n_warmup; the last step run is still above 0
