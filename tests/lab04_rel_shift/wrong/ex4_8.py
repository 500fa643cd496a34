# %% the stride of x | rows keep their step
def shift_view(T, klen, stride):
    return (T, klen), stride, T * stride[1]

# %% a longer step | moves the other way
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] + stride[1], stride[1]), T * stride[1]

# %% offset 0 | starts at the first number
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - stride[1], stride[1]), 0

# %% T - 1 | one column off
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - stride[1], stride[1]), (T - 1) * stride[1]

# %% one for a column | neighbours one apart
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - 1, stride[1]), T

# %% ordinary tables only | ordinary tables only
def shift_view(T, klen, stride):
    return (T, klen), (klen + T - 1, 1), T

# %% a row further | one row down
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - stride[1], stride[1]), stride[0]

# %% the stride turned round | value
def shift_view(T, klen, stride):
    return (T, klen), (stride[1], stride[0] - stride[1]), T * stride[1]

# %% size of x | value
def shift_view(T, klen, stride):
    return (T, klen + T), (stride[0] - stride[1], stride[1]), T * stride[1]

# %% size turned round | value
def shift_view(T, klen, stride):
    return (klen, T), (stride[0] - stride[1], stride[1]), T * stride[1]

# %% without a size | form
def shift_view(T, klen, stride):
    return (stride[0] - stride[1], stride[1]), T * stride[1]

# %% one number less to the next row | neighbours one apart
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - 1, stride[1]), T * stride[1]

# %% T numbers in, the steps right | neighbours one apart
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - stride[1], stride[1]), T

# %% starts at column 1 | starts one column in
def shift_view(T, klen, stride):
    row, column = stride
    return (T, klen), (row - column, column), column

# %% nothing comes back | type
def shift_view(T, klen, stride):
    (T, klen), (stride[0] - stride[1], stride[1]), T * stride[1]

# %% the view itself | type
def shift_view(T, klen, stride):
    return torch.zeros(T, klen)

# %% a number | type
def shift_view(T, klen, stride):
    return T * stride[1]


# %% five numbers in one tuple | form
def shift_view(T, klen, stride):
    return T, klen, stride[0] - stride[1], stride[1], T * stride[1]


# %% a float | not whole
def shift_view(T, klen, stride):
    return (T, klen), (stride[0] - stride[1], stride[1] / 1), T * stride[1]
