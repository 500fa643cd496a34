"""A trained model as one file, and the reference run that comes with the package."""

import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from xlnet_mini.checkpoint import write_atomically
from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.tokenizer import Tokenizer

MODEL, CURVE = "model.pt", "curve.json"
REFERENCE = Path(__file__).parent / "reference"


@dataclass
class TrainedModel:
    """A model (in eval mode), its tokenizer, and how it came about.

    `info` has settings, command, history (losses by step), baselines and measured figures, as far as known.
    """

    model: XLNetLMHeadModel
    tokenizer: Tokenizer
    info: dict[str, Any]


def save_model(folder: Path, model: XLNetLMHeadModel, tokenizer: Tokenizer, *, half: bool = False) -> None:
    """Write weights, config and tokenizer to `folder`/model.pt; `half` rounds the weights to float16."""
    weights = {
        name: tensor.detach().cpu().to(torch.float16 if half else tensor.dtype)
        for name, tensor in model.state_dict().items()
        if name != "lm_loss.weight"  # the word embeddings once more
    }
    content = {
        "config": {k: v for k, v in asdict(model.config).items() if k != "check_values"},
        "weights": weights,
        "tokenizer": torch.frombuffer(bytearray(tokenizer.model), dtype=torch.uint8),
    }
    buffer = io.BytesIO()
    torch.save(content, buffer)
    write_atomically(folder / MODEL, buffer.getvalue())


def load_model(folder: str | Path, *, device: str | torch.device = "cpu") -> TrainedModel:
    """Read what `save_model` wrote; float16 weights become float32.

    Raises FileNotFoundError, in one line, where the folder holds no trained model.
    """
    folder = Path(folder)
    if not (folder / MODEL).is_file():
        raise FileNotFoundError(
            f"no trained model in {str(folder)!r}: {MODEL} is missing; train one with "
            f"`python -m xlnet_mini.training --out {folder}`"
        )
    content = torch.load(folder / MODEL, map_location="cpu", weights_only=True)
    model = XLNetLMHeadModel(XLNetConfig(**content["config"]))
    weights = {name: tensor.float() for name, tensor in content["weights"].items()}
    weights["lm_loss.weight"] = weights["transformer.word_embedding.weight"]
    model.load_state_dict(weights)
    curve = folder / CURVE
    info = json.loads(curve.read_text(encoding="utf-8")) if curve.is_file() else {}
    tokenizer = Tokenizer(content["tokenizer"].numpy().tobytes())
    return TrainedModel(model.to(device).eval(), tokenizer, info)


def load_reference(*, device: str | torch.device = "cpu") -> TrainedModel:
    """The trained model that comes with the package; `xlnet_mini/reference/README.md` says how it was made."""
    return load_model(REFERENCE, device=device)
