"""Write tests/data/tiny_reference.json: numbers of a tiny transformers XLNet in float64.

    python tests/make_tiny_reference.py

The weights are a formula, so that nothing but inputs and results is stored. Needs transformers.
"""

import json
from pathlib import Path

import torch
from torch import Tensor, nn

from xlnet_mini import XLNetConfig
from xlnet_mini.permutation import query_mask

FILE = Path(__file__).parent / "data" / "tiny_reference.json"
SIZES = {"vocab_size": 11, "d_model": 4, "n_layer": 2, "n_head": 2, "d_inner": 6, "mem_len": 4}
CASES = {
    "two streams": {"rank": [[2, 0, 3, 1, 4], [4, 3, 0, 2, 1]], "targets": [[2, 4, -1], [0, 1, 3]]},
    "two streams with memory and segments": {
        "rank": [[2, 0, 3, 1, 4], [4, 3, 0, 2, 1]],
        "targets": [[2, 4, -1], [0, 1, 3]],
        "segments": [[0, 0, 1, 1, 2], [0, 1, 1, 1, 1]],
        "memory": 3,
    },
    "left to right": {"attn_type": "uni", "memory": 2},
    "padding, clamped distances": {"padding": [[1, 1, 1, 1, 0], [0, 0, 1, 1, 1]], "clamp_len": 2},
    "backward half": {"bi_data": True, "rank": [[2, 0, 3, 1, 4], [4, 3, 0, 2, 1]], "targets": [[4], [1]]},
}
IDS = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])


def wave(n: int, start: float) -> Tensor:
    """n numbers between -1 and 1 without pattern, the same on every machine to the last digits."""
    return torch.sin(start + 1.7 * torch.arange(1, n + 1, dtype=torch.float64) ** 1.3)


def fill(model: nn.Module) -> None:
    """Weights by formula, in the order of their names."""
    with torch.no_grad():
        for i, (_, p) in enumerate(sorted(model.named_parameters())):
            p.copy_(0.7 * wave(p.numel(), float(i)).view_as(p))


def inputs(case: dict) -> dict:
    """The case's tensors, batch first."""
    given = {"input_ids": IDS}
    if "rank" in case:
        given["perm_mask"] = query_mask(torch.tensor(case["rank"]))
    if "rank" in case and "memory" not in case:
        # The first of the order would see nothing, which the two models answer differently.
        given["perm_mask"] = given["perm_mask"] & ~(torch.tensor(case["rank"])[:, None, :] == 0)
    if "targets" in case:
        given["target_mapping"] = (torch.tensor(case["targets"])[..., None] == torch.arange(5)).double()
        given["labels"] = torch.tensor([[(7 * t + 3) % 11 for t in row] for row in case["targets"]])
    else:
        given["labels"] = IDS.flip(1)
    if "segments" in case:
        given["token_type_ids"] = torch.tensor(case["segments"])
    if "padding" in case:
        given["attention_mask"] = torch.tensor(case["padding"])
    if "memory" in case:
        n = 2 * case["memory"] * SIZES["d_model"]
        given["mems"] = [wave(n, 50.0 + i).view(2, case["memory"], -1) for i in range(SIZES["n_layer"])]
    return given


def config(case: dict) -> XLNetConfig:
    """The tiny sizes with the case's switches."""
    switches = {name: case[name] for name in ("attn_type", "clamp_len", "bi_data") if name in case}
    return XLNetConfig(**SIZES, **switches, dropout=0.0)


def main() -> None:
    """Run transformers on every case and store what it says."""
    import transformers
    from test_parity import reference_model, reference_output

    stored = {}
    for name, case in CASES.items():
        model = reference_model(config(case), torch.float64, len(IDS))
        fill(model)
        out = reference_output(model, inputs(case), torch.float64)
        out.loss.backward()
        gradients = {n: 0.0 if p.grad is None else p.grad.norm().item() for n, p in model.named_parameters()}
        stored[name] = {
            "logits": out.logits.tolist(),
            "loss": out.loss.item(),
            "mems": [mem.transpose(0, 1).tolist() for mem in out.mems],
            "gradient_norms": gradients,
        }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps({"transformers": transformers.__version__, "cases": stored}) + "\n")


if __name__ == "__main__":
    main()
