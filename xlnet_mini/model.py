"""The whole model, put together from the functions of the other modules (lab 07).

    words ──► h ─┬─► layer 1 ─► ... ─► layer L      content stream, one row per token
                 └── memory, keys and values for both
    mask_emb ► g ──► layer 1 ─► ... ─► layer L ──► output      query stream, one row per target

Shapes: B sentences, T tokens, M rows of memory, S = M + T keys, K targets, N heads of width d, D = N·d,
R distances. Source: XLNet (arXiv 1906.08237), section 2 and appendix A.2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from xlnet_mini.config import XLNetConfig
from xlnet_mini.inputs import check_inputs
from xlnet_mini.masks import View, content_view, different_segments, hidden_keys, query_view
from xlnet_mini.recurrence import update_memory
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, relative_distances, segment_scores, sinusoids
from xlnet_mini.two_stream import attend, start_query_stream

ACTIVATION = {"gelu": F.gelu, "gelu_tanh": partial(F.gelu, approximate="tanh"), "relu": F.relu}


@dataclass
class XLNetOutput:
    """What XLNetModel returns.

    Attributes:
        last_hidden_state: the query stream [B, K, D] when there are targets, else the content stream [B, T, D].
        mems: n_layer tensors [B, M, D] for the next segment; None when config.mem_len is 0.
        content_states, query_states: the streams before each layer and after the last, if asked for.
    """

    last_hidden_state: Float[Tensor, "B Q D"]
    mems: list[Float[Tensor, "B M D"]] | None
    content_states: list[Float[Tensor, "B T D"]] | None = None
    query_states: list[Float[Tensor, "B K D"]] | None = None


def relative_scores(
    q: Float[Tensor, "*batch N Q d"],
    k: Float[Tensor, "*batch N S d"],
    r: Float[Tensor, "*#batch N R d"],
    r_w_bias: Float[Tensor, "N d"],
    r_r_bias: Float[Tensor, "N d"],
    *,
    columns: Int[Tensor, "*#batch #N Q S"] | None = None,
    segments: tuple[Tensor, Tensor, Tensor] | None = None,
) -> Float[Tensor, "*batch N Q S"]:
    """All scores of one stream: content, position and segment terms, divided by √d.

    Without `columns` the queries are the T consecutive tokens and rel_shift lines up the position scores;
    with it they are any rows, and `columns` says which position score belongs to each key.
    `segments` is (seg_embed [2, N, d], r_s_bias [N, d], differs [..., 1, Q, S]).
    """
    # Every term is a product with a query plus a bias: dividing those first gives the same scores, and there
    # are far fewer of them.
    scale = q.shape[-1] ** -0.5
    q = q * scale
    by_distance = shared_position_scores(q, r, r_r_bias * scale)
    klen = k.shape[-2]
    if columns is None:
        by_key = rel_shift(by_distance, klen)
    else:
        by_key = by_distance.gather(-1, columns.expand(*by_distance.shape[:-1], klen))
    scores = content_scores(q, k, r_w_bias * scale)
    scores += by_key  # into the tensor just made: scores are the largest tensors there are
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores += segment_scores(q, seg_embed, r_s_bias * scale, differs)
    return scores


def shared_position_scores(
    q: Float[Tensor, "*batch N Q d"], r: Float[Tensor, "*#batch N R d"], r_r_bias: Float[Tensor, "N d"]
) -> Float[Tensor, "*batch N Q R"]:
    """position_scores for many sentences that share `r`, their rows side by side: one large product per head."""
    if q.dim() != 4 or len(r) != 1:
        return position_scores(q, r, r_r_bias)
    together = q.transpose(0, 1)  # [N, B, Q, d]
    scores = position_scores(together.flatten(1, 2), r[0], r_r_bias)
    return scores.unflatten(1, together.shape[1:3]).transpose(0, 1)


def feed_forward(
    x: Float[Tensor, "*batch D"],
    w_1: Float[Tensor, "F D"],
    b_1: Float[Tensor, " F"],
    w_2: Float[Tensor, "D F"],
    b_2: Float[Tensor, " D"],
    activation: Callable[[Tensor], Tensor] = F.gelu,
    dropout: float = 0.0,
) -> Float[Tensor, "*batch D"]:
    """Two linear maps with a bend between them, row by row: W2·drop(activation(W1 x + b1)) + b2."""
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)


class RelativeAttention(nn.Module):
    """Parameters of the attention of one layer, shared by both streams."""

    def __init__(self, config: XLNetConfig):
        super().__init__()
        D, N, d = config.d_model, config.n_head, config.d_head
        self.q, self.k, self.v, self.o, self.r = (nn.Parameter(torch.empty(D, N, d)) for _ in range(5))
        self.r_w_bias, self.r_r_bias, self.r_s_bias = (nn.Parameter(torch.empty(N, d)) for _ in range(3))
        self.seg_embed = nn.Parameter(torch.empty(2, N, d))
        self.layer_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.dropout = config.dropout

    def keys_values(
        self, h: Float[Tensor, "B T D"], mem: Float[Tensor, "B M D"] | None
    ) -> tuple[Float[Tensor, "B N S d"], Float[Tensor, "B N S d"]]:
        """Keys and values of memory and segment. Memory needs no gradient, so it is projected by itself."""
        sources = [h] if mem is None else [mem, h]
        return tuple(torch.cat([_heads(x, w) for x in sources], dim=-2) for w in (self.k, self.v))

    def forward(
        self,
        x: Float[Tensor, "B Q D"],
        k: Float[Tensor, "B N S d"],
        v: Float[Tensor, "B N S d"],
        r: Float[Tensor, "#B N R d"],
        view: View,
    ) -> Float[Tensor, "B Q D"]:
        """One stream looks at the keys: LN(x + drop(o·attention))."""
        dropout = self.dropout if self.training else 0.0
        segments = None if view.differs is None else (self.seg_embed, self.r_s_bias, view.differs)
        scores = relative_scores(
            _heads(x, self.q), k, r, self.r_w_bias, self.r_r_bias, columns=view.columns, segments=segments
        )
        if view.leaking is not None:
            scores = scores + view.leaking.to(scores.dtype) * (torch.finfo(scores.dtype).min / 2)
        seen = attend(scores, view.hidden, v, dropout=dropout)
        seen = F.linear(seen.transpose(-2, -3).flatten(-2), self.o.flatten(1))
        return self.layer_norm(x + F.dropout(seen, dropout))


class FeedForward(nn.Module):
    """Parameters of the feed-forward block of one layer, shared by both streams."""

    def __init__(self, config: XLNetConfig):
        super().__init__()
        self.layer_1 = nn.Linear(config.d_model, config.d_inner)
        self.layer_2 = nn.Linear(config.d_inner, config.d_model)
        self.layer_norm = nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)
        self.activation = ACTIVATION[config.ff_activation]
        self.dropout = config.dropout

    def forward(self, x: Float[Tensor, "B Q D"]) -> Float[Tensor, "B Q D"]:
        """LN(x + drop(feed_forward(x)))."""
        dropout = self.dropout if self.training else 0.0
        one, two = self.layer_1, self.layer_2
        y = feed_forward(x, one.weight, one.bias, two.weight, two.bias, self.activation, dropout)
        return self.layer_norm(x + F.dropout(y, dropout))


class XLNetLayer(nn.Module):
    """One layer: attention and feed-forward for both streams, with the same weights."""

    def __init__(self, config: XLNetConfig):
        super().__init__()
        self.rel_attn = RelativeAttention(config)
        self.ff = FeedForward(config)

    def forward(
        self,
        h: Float[Tensor, "B T D"],
        g: Float[Tensor, "B K D"] | None,
        mem: Float[Tensor, "B M D"] | None,
        r: Float[Tensor, "directions R D"],
        content: View | None,
        query: View | None,
    ) -> tuple[Float[Tensor, "B T D"] | None, Float[Tensor, "B K D"] | None]:
        """Both streams one layer up. Without a content view, h is only read, and None comes back for it."""
        k, v = self.rel_attn.keys_values(h, mem)
        r = _heads(r, self.rel_attn.r)  # once for the whole batch and both streams
        if len(r) == 2:  # bi_data: half of the batch reads forward, half backward
            r = r.repeat_interleave(len(h) // 2, dim=0)
        new_h = None if content is None else self.ff(self.rel_attn(h, k, v, r, content))
        new_g = None if g is None else self.ff(self.rel_attn(g, k, v, r, query))
        return new_h, new_g


def _heads(x: Float[Tensor, "*batch T D"], w: Float[Tensor, "D N d"]) -> Float[Tensor, "*batch N T d"]:
    """Project and give every head its own axis."""
    return (x @ w.flatten(1)).unflatten(-1, w.shape[1:]).transpose(-2, -3)


class XLNetModel(nn.Module):
    """XLNet without a head: both streams, relative positions, segments, memory."""

    def __init__(self, config: XLNetConfig):
        super().__init__()
        self.config = config
        self.word_embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.mask_emb = nn.Parameter(torch.empty(1, 1, config.d_model))
        self.layer = nn.ModuleList(XLNetLayer(config) for _ in range(config.n_layer))
        if not config.untie_r:
            for name in ("r_w_bias", "r_r_bias", "r_s_bias"):
                for layer in self.layer[1:]:
                    setattr(layer.rel_attn, name, getattr(self.layer[0].rel_attn, name))
        initialise(self, config.initializer_range)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        attention_mask: Int[Tensor, "B T"] | None = None,
        token_type_ids: Int[Tensor, "B T"] | None = None,
        perm_mask: Bool[Tensor, "B T T"] | None = None,
        target_mapping: Float[Tensor, "B K T"] | None = None,
        mems: Sequence[Float[Tensor, "B M D"]] | None = None,
        output_states: bool = False,
    ) -> XLNetOutput:
        """Run one segment.

        `attention_mask` has 1 for tokens and 0 for padding; `perm_mask` 1 or True for hidden; give both or any.
        `target_mapping` names the positions to predict (one-hot rows; a row of zeros is an unused slot) and
        switches the query stream on. `mems` is what the previous segment returned.
        Raises ValueError with one line when an input has a wrong shape or value.
        """
        config = self.config
        check_inputs(config, input_ids, attention_mask, token_type_ids, perm_mask, target_mapping, mems)
        T, M = input_ids.shape[1], mems[0].shape[1] if mems else 0
        dropout = config.dropout if self.training else 0.0
        r = self._positions(T, M)
        hidden = hidden_keys(config, T, M, attention_mask, perm_mask, input_ids.device)
        differs = None if token_type_ids is None else different_segments(token_type_ids, M)
        content, query, g = content_view(hidden, differs), None, None
        if target_mapping is not None:
            query = query_view(hidden, differs, target_mapping, r.shape[-2], config.empty_rows)
            g = F.dropout(start_query_stream(self.mask_emb[0, 0], *target_mapping.shape[:2]), dropout)

        h, r = F.dropout(self.word_embedding(input_ids), dropout), F.dropout(r, dropout)
        new_mems, content_states, query_states = [], [h], [g]
        for i, layer in enumerate(self.layer):
            mem = mems[i] if mems else None
            if config.mem_len:
                new_mems.append(update_memory(mem, h, config.mem_len, config.reuse_len))
            # After the last layer nobody reads the content stream, unless there is no other.
            needed = g is None or output_states or i + 1 < config.n_layer
            h, g = layer(h, g, mem, r, content if needed else None, query)
            content_states.append(h)
            query_states.append(g)
        return XLNetOutput(
            last_hidden_state=F.dropout(h if g is None else g, dropout),
            mems=new_mems or None,
            content_states=content_states if output_states else None,
            query_states=query_states if output_states and g is not None else None,
        )

    def _positions(self, T: int, M: int) -> Float[Tensor, "directions R D"]:
        """Sinusoids of all distances, for one direction of reading, or for two with bi_data."""
        config, weight = self.config, self.mask_emb
        with weight.device:
            distances = relative_distances(T, M, config.attn_type == "bi")
        distances = torch.stack([distances, -distances]) if config.bi_data else distances[None]
        if config.clamp_len > 0:
            distances = distances.clamp(-config.clamp_len, config.clamp_len)
        return sinusoids(distances, config.d_model).to(weight.dtype)


def initialise(module: nn.Module, std: float) -> None:
    """Normal(0, std) for matrices, embeddings, attention biases; 0 for linear biases; 1, 0 for layer norms."""
    for name, parameter in module.named_parameters():
        if name.endswith("layer_norm.weight"):
            nn.init.ones_(parameter)
        elif name.endswith(".bias"):
            nn.init.zeros_(parameter)
        else:
            nn.init.normal_(parameter, 0.0, std)
