# %% a double loop over many sizes
def shift_is_right(shift):
    for T in range(1, 5):
        for M in (0, 1, 4):
            S = M + T
            for R in (S + T, S + 1):
                x = torch.randn(3, T, R)
                out = shift(x, S)
                for i in range(T):
                    for j in range(S):
                        if T - i + j < R and not torch.equal(out[:, i, j], x[:, i, T - i + j]):
                            return False
    return True

# %% two tables are enough: distances and rows
def shift_is_right(shift):
    for T, M in ((2, 0), (3, 2), (4, 5), (5, 3)):
        S = M + T
        want = M + torch.arange(T)[:, None] - torch.arange(S)
        for low in (-T, -1):
            distance = torch.arange(S, low, -1).float()
            rows = torch.arange(2 * T).reshape(2, T)
            x = distance + 1000.0 * rows[..., None]
            out = shift(x, S)
            good = out == want + 1000 * rows[..., None]
            if low == -1:
                good = good | (want < 0)
            if not good.all():
                return False
    return True

# %% against a gather of one's own, as a tensor
def shift_is_right(shift):
    ok = torch.tensor(True)
    for T, S, R in ((1, 3, 4), (3, 3, 6), (3, 3, 4), (4, 7, 11), (4, 7, 8)):
        x = torch.rand(2, 2, T, R)
        column = T - torch.arange(T)[:, None] + torch.arange(S)
        there = column < R
        want = x.gather(-1, column.clamp(max=R - 1).expand(2, 2, T, S))
        ok = ok & torch.equal(shift(x, S) * there, want * there)
    return ok

# %% against the naive scores
def shift_is_right(shift):
    for T, M in ((3, 0), (3, 4)):
        for both in (True, False):
            S = M + T
            q, r = torch.randn(2, T, 5).double(), torch.randn(S + T if both else S + 1, 5).double()
            out = shift(q @ r.T, S)
            for b in range(2):
                for i in range(T):
                    for j in range(S):
                        d = M + i - j
                        if (both or d >= 0) and abs((q[b, i] * r[S - d]).sum() - out[b, i, j]) > 1e-9:
                            return False
    return True

# %% whole numbers, and an exception counts as wrong
def shift_is_right(shift):
    try:
        for T, S in ((2, 2), (3, 4), (4, 9)):
            for R in (S + 1, S + T):
                x = torch.arange(2 * T * R).reshape(2, T, R)
                out = shift(x, S)
                assert out.shape == (2, T, S)
                for i in range(T):
                    n = min(S, R - (T - i))
                    assert (out[:, i, :n] == x[:, i, T - i : T - i + n]).all()
        return True
    except Exception:
        return False


# %% numbers that tell their place
import numpy as np


def shift_is_right(shift):
    for T, S, R in ((3, 3, 6), (3, 5, 8), (3, 5, 6), (2, 2, 3), (1, 1, 2), (4, 6, 10)):
        x = torch.arange(2 * T * R, dtype=torch.float64).reshape(2, T, R)
        out, i, j = shift(x, S).numpy(), *np.indices((T, S))
        c = T - i + j
        good = c < R
        if (out[:, i[good], j[good]] != x.numpy()[:, i[good], c[good]]).any():
            return False
    return True
