"""The language model: XLNetModel, and logits and loss on top."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from xlnet_mini.config import XLNetConfig
from xlnet_mini.inputs import check_labels
from xlnet_mini.model import XLNetModel, XLNetOutput
from xlnet_mini.partial_prediction import plm_loss
from xlnet_mini.transformers_weights import load_into


@dataclass
class XLNetLMOutput(XLNetOutput):
    """What XLNetLMHeadModel returns: also `logits` [B, K or T, V], and `loss` (nats) if there were labels."""

    logits: Float[Tensor, "B Q V"] | None = None
    loss: Float[Tensor, ""] | None = None


class XLNetLMHeadModel(nn.Module):
    """XLNet that predicts words: logits are products with the word embeddings (tied weights), plus a bias."""

    def __init__(self, config: XLNetConfig):
        super().__init__()
        self.config = config
        self.transformer = XLNetModel(config)
        self.lm_loss = nn.Linear(config.d_model, config.vocab_size)
        self.lm_loss.weight = self.transformer.word_embedding.weight
        nn.init.zeros_(self.lm_loss.bias)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        attention_mask: Int[Tensor, "B T"] | None = None,
        token_type_ids: Int[Tensor, "B T"] | None = None,
        perm_mask: Bool[Tensor, "B T T"] | None = None,
        target_mapping: Float[Tensor, "B K T"] | None = None,
        mems: Sequence[Float[Tensor, "B M D"]] | None = None,
        labels: Int[Tensor, "B Q"] | None = None,
        output_states: bool = False,
    ) -> XLNetLMOutput:
        """Predict. Inputs as for XLNetModel; `labels` has the token to guess in each slot, -100 for none.

        The label of a slot is the token at the slot's own position; labels are not shifted. With no label but
        -100 the loss is 0.
        """
        out = self.transformer(
            input_ids, attention_mask, token_type_ids, perm_mask, target_mapping, mems, output_states
        )
        logits = self.lm_loss(out.last_hidden_state)
        if labels is not None:
            check_labels(self.config, labels, logits.shape[:2])
        loss = None if labels is None else plm_loss(logits, labels, labels != -100)
        return XLNetLMOutput(**vars(out), logits=logits, loss=loss)

    def load_transformers_state_dict(self, state_dict: Mapping[str, Tensor]) -> None:
        """Take the weights of a transformers XLNetLMHeadModel; see `xlnet_mini.transformers_weights`."""
        load_into(self, state_dict)
