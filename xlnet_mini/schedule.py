"""The learning rate over a training run: up during warm-up, then down to zero (lab 00).

Source: XLNet (arXiv 1906.08237), section 3.1 and appendix A.4: linear warm-up, then linear decay.
"""


def warmup_decay(step: int, n_warmup: int, n_steps: int) -> float:
    """Factor in [0, 1] by which the peak learning rate is multiplied at `step` (0-based).

    While step < n_warmup it is (step + 1) / n_warmup: already the first step learns, and step n_warmup - 1
    runs at the full rate. From there it is (n_steps - step) / (n_steps - n_warmup): 1 at step n_warmup, 0 at
    step n_steps, so the last step run, n_steps - 1, still has a small rate. From n_steps on it is 0.
    `n_warmup` may be 0; with n_warmup >= n_steps the run ends before it decays.

    Why: Adam's estimates rest on few gradients at first, and a post-norm Transformer that starts at the full
    rate can get stuck; going down to zero averages out the noise of the last steps.
    Source: XLNet trains with linear warm-up and linear decay (arXiv 1906.08237, appendix A.4).
    """
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)
