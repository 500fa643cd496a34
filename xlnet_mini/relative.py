"""Attention scores that know distances, not positions (lab 03).

    score(i, j) = [ (q_i + u)·k_j  +  (q_i + v)·r_{i-j}  +  (q_i + b)·s_{same or different segment} ] / √d

u, v and b are r_w_bias, r_r_bias and r_s_bias, one vector per head; r is a projected sinusoid of the distance
between query and key; s is seg_embed. The three functions that give scores leave out the division by √d.
All heads at once: N heads, [..., N, T, d].
Source: Transformer-XL (arXiv 1901.02860), section 3.3; XLNet (arXiv 1906.08237), section 2.5 for segments.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


def relative_distances(T: int, M: int, bidirectional: bool) -> Int[Tensor, " R"]:
    """All distances i - j that a segment of T tokens with M rows of memory needs, from far left to right.

    With S = M + T keys: S, S-1, ..., -(T-1) if later tokens may be seen too, R = S + T numbers; else S, ..., 0,
    R = S + 1. The first, S, occurs between no query and key: rel_shift drops it. (int64)
    """
    S = M + T
    return torch.arange(S, -T if bidirectional else -1, -1)


def sinusoids(distances: Int[Tensor, "*batch R"], d_model: int) -> Float[Tensor, "*batch R {d_model}"]:
    """Describe each distance p by sines and cosines: [sin(p·f_0), sin(p·f_1), ..., cos(p·f_0), ...].

    f_t = 10000^(-2t / d_model) for t = 0 ... d_model/2 - 1. All sines first, then all cosines. Computed in
    float32, as in the reference, whatever the dtype of the model.
    """
    frequencies = 1 / 10000 ** (torch.arange(0, d_model, 2, device=distances.device).float() / d_model)
    angles = distances.float()[..., None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=-1)


def content_scores(
    q: Float[Tensor, "*batch N T d"], k: Float[Tensor, "*batch N S d"], r_w_bias: Float[Tensor, "N d"]
) -> Float[Tensor, "*batch N T S"]:
    """How well each query likes what each key says: (q_i + u)·k_j."""
    return (q + r_w_bias[..., None, :]) @ k.transpose(-1, -2)


def position_scores(
    q: Float[Tensor, "*batch N T d"], r: Float[Tensor, "*#batch N R d"], r_r_bias: Float[Tensor, "N d"]
) -> Float[Tensor, "*batch N T R"]:
    """How well each query likes each *distance*: (q_i + v)·r_p, one column per row of `r`, before the shift.

    `r` may lack the batch axes when all sentences share it, as they do unless bi_data is set.
    """
    return (q + r_r_bias[..., None, :]) @ r.transpose(-1, -2)


def segment_scores(
    q: Float[Tensor, "*batch N T d"],
    seg_embed: Float[Tensor, "2 N d"],
    r_s_bias: Float[Tensor, "N d"],
    differs: Bool[Tensor, "*#batch #N T S"],
) -> Float[Tensor, "*batch N T S"]:
    """How much each query cares that a key is in its own segment, or in another: (q_i + b)·s.

    seg_embed[0] is for the same segment, seg_embed[1] for different ones. `differs` broadcasts over heads.
    Only whether two segments differ matters, never their numbers.
    """
    same, different = (
        ((q + r_s_bias[..., None, :]) * s[..., None, :]).sum(-1, keepdim=True) for s in seg_embed
    )
    return torch.where(differs, different, same)
