"""From scores per distance to scores per key, without a loop and without a copy (lab 04).

Row i of the position scores says how much query i likes each distance. The attention needs how much it likes
each key j, which is the distance M + i - j: every row must move by one more than the row above. Read the same
numbers with rows of another length, and they have moved.
Source: Transformer-XL (arXiv 1901.02860), appendix B; the two-sided form is XLNet's.
"""

from jaxtyping import Shaped
from torch import Tensor


def rel_shift(x: Shaped[Tensor, "*batch T R"], klen: int) -> Shaped[Tensor, "*batch T {klen}"]:
    """Move each row of `x` so that out[i, j] is its entry for the distance of query i and key j, M + i - j.

    Column m of `x` belongs to distance S - m, where S = klen = M + T is the number of keys; see
    `relative_distances`. R is S + T when later keys may be seen, S + 1 when not; then the entries of later keys
    (j > M + i) come from the row below and mean nothing, so they must be masked.
    """
    *batch, T, R = x.shape
    x = x.reshape(*batch, R, T)[..., 1:, :]
    return x.reshape(*batch, T, R - 1)[..., :klen]
