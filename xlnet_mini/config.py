"""The model's sizes and switches, checked when they are made."""

from dataclasses import dataclass

ACTIVATIONS = ("gelu", "gelu_tanh", "relu")


@dataclass(frozen=True, kw_only=True)
class XLNetConfig:
    """Sizes and switches of the model; names are those of transformers' XLNetConfig where it has them.

    A wrong value raises ValueError with one line: the field, what was given, what is allowed.

    Attributes:
        vocab_size: tokens in the vocabulary, V.
        d_model: width of both streams, D; even (half sines, half cosines) and a multiple of `n_head`.
        n_layer: layers, L.
        n_head: attention heads, N. A head is d = D / N wide.
        d_inner: width inside the feed-forward block.
        ff_activation: "gelu" (exact, by erf), "gelu_tanh" (the original code's approximation; differs by at
            most 5e-4) or "relu".
        untie_r: True: every layer has its own r_w_bias, r_r_bias, r_s_bias; False: all layers share one set.
        attn_type: "bi": every position may be seen; "uni": only itself and what stands left of it.
        initializer_range: standard deviation of the normal initialisation.
        layer_norm_eps: added to the variance in layer normalisation.
        dropout: probability for all dropouts, those of the attention weights included.
        mem_len: rows of memory to keep per layer; 0 (or None) keeps nothing, and `out.mems` is None.
        reuse_len: rows of each segment that go into memory, counted from its start; 0 (or None): all.
        bi_data: the second half of the batch runs from right to left, so its distances have the other sign.
        clamp_len: distances beyond this count as this; 0 or less: no limit (transformers' default is -1).
        same_length: with attn_type "uni", every position sees mem_len keys and itself, and no more.
        empty_rows: what a query with no visible key returns. "zeros": nothing. "uniform": the mean over all
            keys, hidden ones included, as the reference does; a leak, for comparisons only.
        check_values: look at the values of the inputs too (ids in range, one-hot rows). On a GPU this waits
            for the card once a step.
    """

    vocab_size: int
    d_model: int
    n_layer: int
    n_head: int
    d_inner: int
    ff_activation: str = "gelu"
    untie_r: bool = True
    attn_type: str = "bi"
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-12
    dropout: float = 0.1
    mem_len: int | None = 0
    reuse_len: int | None = 0
    bi_data: bool = False
    clamp_len: int = -1
    same_length: bool = False
    empty_rows: str = "zeros"
    check_values: bool = True

    def __post_init__(self) -> None:
        for name in ("mem_len", "reuse_len"):
            if getattr(self, name) is None:
                object.__setattr__(self, name, 0)
        for name in ("vocab_size", "d_model", "n_layer", "n_head", "d_inner"):
            self._require(name, _is_whole(getattr(self, name), at_least=1), "a whole number, 1 or more")
        for name in ("mem_len", "reuse_len"):
            self._require(name, _is_whole(getattr(self, name), at_least=0), "a whole number, 0 or more")
        self._require(
            "d_model",
            self.d_model % self.n_head == 0 and self.d_model % 2 == 0,
            f"an even multiple of n_head = {self.n_head}",
        )
        self._require("ff_activation", self.ff_activation in ACTIVATIONS, "one of " + ", ".join(ACTIVATIONS))
        self._require("attn_type", self.attn_type in ("bi", "uni"), '"bi" or "uni"')
        self._require("empty_rows", self.empty_rows in ("zeros", "uniform"), '"zeros" or "uniform"')
        self._require("dropout", 0 <= self.dropout < 1, "at least 0 and below 1")
        self._require("initializer_range", self.initializer_range > 0, "above 0")
        self._require("layer_norm_eps", self.layer_norm_eps > 0, "above 0")

    def _require(self, name: str, ok: bool, allowed: str) -> None:
        if not ok:
            raise ValueError(f"XLNetConfig.{name}: expected {allowed}, got {getattr(self, name)!r}")

    @property
    def d_head(self) -> int:
        """Width of one attention head."""
        return self.d_model // self.n_head


def _is_whole(value: object, at_least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= at_least
