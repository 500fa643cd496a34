# %% numbers
four = {"a": 4, "b": 1, "c": 2, "d": -2}

# %% floats
four = {"a": 4.0, "b": 1.0, "c": 2.0, "d": -2.0}

# %% worked out with numpy
e_i, u_i, e_j, u_j = (np.array(v) for v in ([1, 2], [0, 2], [2, 1], [3, -1]))
four = {"a": e_i @ e_j, "b": e_i @ u_j, "c": u_i @ e_j, "d": u_i @ u_j}

# %% worked out with torch
e_i, u_i, e_j, u_j = (torch.tensor(v) for v in ([1.0, 2], [0.0, 2], [2.0, 1], [3.0, -1]))
four = dict(a=e_i @ e_j, b=e_i @ u_j, c=u_i @ e_j, d=u_i @ u_j)

# %% in another order
four = {"d": -2, "c": 2, "b": 1, "a": 4}
