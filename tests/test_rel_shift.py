"""rel_shift against a double loop, for both directions, with and without memory."""

import pytest
import torch

from xlnet_mini.course import ledger
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import relative_distances


@pytest.mark.parametrize("batch", [(), (3,), (2, 3)])
@pytest.mark.parametrize(("T", "M"), [(1, 0), (1, 4), (3, 0), (3, 2), (5, 5), (4, 7)])
@pytest.mark.parametrize("bidirectional", [True, False])
def test_column_j_of_row_i_has_distance_m_plus_i_minus_j(T, M, bidirectional, batch):
    S = M + T
    distances = relative_distances(T, M, bidirectional)
    x = torch.randn(*batch, T, len(distances), generator=torch.Generator().manual_seed(0))
    got = rel_shift(x, S)
    assert got.shape == (*batch, T, S)
    column_of = {p: m for m, p in enumerate(distances.tolist())}
    for i in range(T):
        for j in range(S if bidirectional else M + i + 1):
            assert torch.equal(got[..., i, j], x[..., i, column_of[M + i - j]])


def test_the_3_by_3_case_by_hand():
    x = torch.tensor([3, 2, 1, 0, -1, -2]).expand(3, 6)
    assert rel_shift(x, 3).tolist() == [[0, -1, -2], [1, 0, -1], [2, 1, 0]]
    one_sided = torch.tensor([3, 2, 1, 0]).expand(3, 4)
    assert rel_shift(one_sided, 3).tril().tolist() == [[0, 0, 0], [1, 0, 0], [2, 1, 0]]


def test_makes_no_copy_keeps_dtype_and_passes_gradients():
    x = torch.randn(2, 4, 9, dtype=torch.float64, requires_grad=True)
    if "rel_shift.rel_shift" not in ledger.graduated():  # a right answer of a student's may copy
        assert rel_shift(x, 5).untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
        assert rel_shift(x.to("meta"), 5).shape == (2, 4, 5)
    assert torch.autograd.gradcheck(lambda x: rel_shift(x, 5), (x,))
    assert rel_shift(x.bfloat16(), 5).dtype == torch.bfloat16
    assert torch.equal(rel_shift(x.mT.contiguous().mT, 5), rel_shift(x, 5))
