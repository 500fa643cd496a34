# %% sine, cosine, sine, cosine | in pairs
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    out = torch.zeros(*distances.shape, d_model, device=distances.device)
    out[..., 0::2], out[..., 1::2] = angle.sin(), angle.cos()
    return out

# %% cos | sin | cosines first
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.cos(), angle.sin()], -1)

# %% copy and paste | sines twice
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.sin()], -1)

# %% t / d_model | half the exponent
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(d_model // 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% steps of two and times two | twice the exponent
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-2 * torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% the minus forgotten | frequencies grow
def sinusoids(distances, d_model):
    angle = distances.double()[..., None] * 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1).float()

# %% sin p and cos p in all columns | one frequency
def sinusoids(distances, d_model):
    angle = distances[..., None].float().expand(*distances.shape, d_model // 2)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% divided by half - 1 | reaches 10000
def sinusoids(distances, d_model):
    half = d_model // 2
    f = torch.exp(torch.arange(half, device=distances.device) * -(math.log(10000) / max(half - 1, 1)))
    angle = distances[..., None] * f
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% |p| | sign lost
def sinusoids(distances, d_model):
    angle = distances.abs()[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% -p | sign turned
def sinusoids(distances, d_model):
    angle = -distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% positions, as in the Transformer | counts rows
def sinusoids(distances, d_model):
    place = torch.arange(distances.shape[-1], device=distances.device).expand(distances.shape)
    angle = place[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% 1000 | another base
def sinusoids(distances, d_model):
    angle = distances[..., None] * 1000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% float64 | dtype
def sinusoids(distances, d_model):
    angle = distances.double()[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% bfloat16 on the way | value
def sinusoids(distances, d_model):
    angle = distances[..., None].bfloat16() * (10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)).bfloat16()
    return torch.cat([angle.sin(), angle.cos()], -1).float()

# %% one list of distances only | no batch
def sinusoids(distances, d_model):
    angle = torch.outer(distances.flatten().float(), 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model))
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% frequencies on the CPU | fixed device
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device="cpu") / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% numpy | not a tensor
def sinusoids(distances, d_model):
    angle = np.asarray(distances)[..., None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.concatenate([np.sin(angle), np.cos(angle)], -1).astype(np.float32)

# %% half as wide | shape
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return angle.sin()

# %% times two pi | value
def sinusoids(distances, d_model):
    angle = 2 * math.pi * distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% integers raised to negative powers | value
def sinusoids(distances, d_model):
    frequencies = torch.tensor(10000) ** -torch.arange(0, d_model, 2)
    angle = distances[..., None] * frequencies
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% writes into the distances | changes its input
def sinusoids(distances, d_model):
    angle = distances[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    distances.clamp_(-1, 1)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% distances up to 512, as in pretraining | only near distances
def sinusoids(distances, d_model):
    p = distances.clamp(-512, 512)
    angle = p[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% a table made once, of 64 rows | error
def sinusoids(distances, d_model):
    p = torch.arange(-64, 65, device=distances.device)
    angle = p[..., None] * 10000.0 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)[distances + 64]

# %% the minus forgotten, in float32 | frequencies grow
def sinusoids(distances, d_model):
    t = torch.arange(d_model // 2, device=distances.device)
    angle = distances[..., None] * 10000 ** (+2 * t / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% one divided by a shrinking power | frequencies grow
def sinusoids(distances, d_model):
    f = 1 / 10000 ** (-torch.arange(0, d_model, 2, device=distances.device) / d_model)
    angle = distances[..., None] * f
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% steps of two, but only up to half | every second frequency
def sinusoids(distances, d_model):
    t = torch.arange(0, d_model // 2, 2, device=distances.device)
    angle = distances[..., None] * 10000.0 ** (-t / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)

# %% the minus forgotten, and float64 | frequencies grow
def sinusoids(distances, d_model):
    t = torch.arange(d_model // 2, device=distances.device)
    angle = distances[..., None].double() * 10000 ** (2 * t / d_model)
    return torch.cat([angle.sin(), angle.cos()], -1)


# %% joined along axis 1 | no batch
def sinusoids(distances, d_model):
    f = 10000 ** -(torch.arange(0, d_model, 2, device=distances.device) / d_model)
    a = distances[..., None] * f
    return torch.cat([a.sin(), a.cos()], 1)


# %% minus the cosines | value
def sinusoids(distances, d_model):
    f = 10000 ** -(torch.arange(0, d_model, 2, device=distances.device) / d_model)
    a = distances[..., None] * f
    return torch.cat([a.sin(), -a.cos()], -1)
