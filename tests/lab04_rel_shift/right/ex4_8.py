# %% from the formula
def shift_view(T, klen, stride):
    row, column = stride
    return (T, klen), (row - column, column), T * column

# %% lists
def shift_view(T, klen, stride):
    return [[T, klen], [stride[0] - stride[1], stride[1]], T * stride[1]]

# %% read off from three cells
def shift_view(T, klen, stride):
    def number(i, j):
        return i * stride[0] + (T - i + j) * stride[1]

    start = number(0, 0)
    return (T, klen), (number(1, 0) - start, number(0, 1) - start), start

# %% torch.Size
def shift_view(T, klen, stride):
    a, b = stride
    return torch.Size((T, klen)), (a - b, b), b * T

# %% read off from a view that torch makes
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] + -1 * stride[1], stride[1]), sum(stride[1] for _ in range(T))


# %% an object, and numpy's integers
import numpy as np


class View:
    def __call__(self, T, klen, stride, start=0):
        r, c = np.array(stride)
        return [(T, klen), [r - c, c], start + T * c]
shift_view = View()
