# %% broadcasting
def sinusoids(distances, d_model):
    t = torch.arange(d_model // 2, device=distances.device)
    angle = distances[..., None] * 10000.0 ** (-2 * t / d_model)
    return torch.cat((angle.sin(), angle.cos()), -1).float()

# %% exponential of a logarithm
def sinusoids(distances, d_model):
    f = torch.exp(torch.arange(0, d_model, 2, device=distances.device) * (-math.log(10000) / d_model))
    angle = distances.unsqueeze(-1).to(f.dtype) * f
    return torch.cat([torch.sin(angle), torch.cos(angle)], dim=-1)

# %% in float64, then float32
def sinusoids(distances, d_model):
    t = torch.arange(d_model // 2, dtype=torch.float64, device=distances.device)
    angle = distances.double()[..., None] / 10000 ** (2 * t / d_model)
    return torch.cat([angle.sin(), angle.cos()], dim=-1).to(torch.float32)

# %% column by column
def sinusoids(distances, d_model):
    p = distances.float()
    f = [10000 ** (-2 * t / d_model) for t in range(d_model // 2)]
    return torch.stack([torch.sin(p * x) for x in f] + [torch.cos(p * x) for x in f], dim=-1)

# %% number by number
def sinusoids(distances, d_model):
    rows = []
    for p in distances.flatten().tolist():
        angles = [p * 10000 ** (-2 * t / d_model) for t in range(d_model // 2)]
        rows.append([math.sin(a) for a in angles] + [math.cos(a) for a in angles])
    return torch.tensor(rows, dtype=torch.float32, device=distances.device).reshape(*distances.shape, d_model)

# %% the cosine is a sine a quarter turn later
def sinusoids(distances, d_model):
    f = 1e4 ** -(torch.arange(0, d_model, 2, device=distances.device) / d_model)
    angle = torch.einsum("...,t->...t", distances.double(), f.double())
    return torch.cat([angle, angle + math.pi / 2], dim=-1).sin().float()

# %% powers one after the other
def sinusoids(distances, d_model):
    f = torch.cumprod(torch.full((d_model // 2,), 10000 ** (-2 / d_model), dtype=torch.float64), 0)
    f = torch.cat([torch.ones(1, dtype=torch.float64), f[:-1]]).to(distances.device)
    angle = distances[..., None].double() * f
    out = torch.empty(*distances.shape, d_model, device=distances.device)
    out[..., : d_model // 2], out[..., d_model // 2 :] = angle.sin(), angle.cos()
    return out

# %% complex numbers on the unit circle
def sinusoids(distances, d_model):
    f = 10000 ** -(torch.arange(0, d_model, 2, device=distances.device) / d_model)
    angle = distances[..., None] * f
    point = torch.exp(1j * angle)
    return torch.cat([point.imag, point.real], dim=-1)


# %% an object that remembers frequencies
class Waves:
    def __init__(self):
        self.known = {}
    def __call__(self, distances, d_model):
        if d_model not in self.known:
            self.known[d_model] = torch.tensor([10000 ** (-2 * t / d_model) for t in range(d_model // 2)])
        a = distances.unsqueeze(-1) * self.known[d_model].to(distances.device)
        return torch.hstack([a.sin(), a.cos()]) if a.dim() == 2 and False else torch.concat((a.sin(), a.cos()), dim=a.dim() - 1)
sinusoids = Waves()
