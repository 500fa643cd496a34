"""What the GPU report checks: each function runs on a device, returns lines of text, and raises where it fails."""

import importlib.util
from collections.abc import Iterator

import torch
from torch import Tensor

from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.partial_prediction import choose_spans, plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank, sample_order

LIMIT = {torch.float64: 1e-10, torch.float32: 1e-4}
SIZES = [(3, 13, 0, 4), (2, 17, 9, 5), (4, 32, 32, 8), (1, 7, 3, 1)]  # B, T, M, K


class CheckFailed(AssertionError):
    """A check's condition does not hold; the message says which, and by how much."""


def small_model(seed: int, **changes: object) -> XLNetLMHeadModel:
    """A random model of awkward sizes, in eval mode, with weights large enough to tell errors apart."""
    torch.manual_seed(seed)
    sizes = {
        "vocab_size": 53,
        "d_model": 24,
        "n_layer": 3,
        "n_head": 3,
        "d_inner": 40,
        "initializer_range": 0.1,
    }
    return XLNetLMHeadModel(XLNetConfig(**(sizes | {"dropout": 0.0, "mem_len": 16} | changes))).eval()


def small_inputs(B: int, T: int, M: int, K: int, *, seed: int, model: XLNetLMHeadModel) -> dict:
    """Ids, masks of partial prediction with at least one context token, memory."""
    generator = torch.Generator().manual_seed(seed)
    config = model.config
    chosen = choose_spans(torch.ones(B, T, dtype=torch.bool), K, generator)
    rank = order_to_rank(sample_order(T, batch=(B,), generator=generator))
    places = chosen.nonzero()[:, 1].view(B, K)
    ids = torch.randint(9, config.vocab_size, (B, T), generator=generator)
    mems = [torch.randn(B, M, config.d_model, generator=generator) for _ in range(config.n_layer)]
    return {
        "input_ids": ids,
        "perm_mask": plm_mask(rank, chosen, torch.zeros_like(chosen)),
        "target_mapping": target_mapping(places, T),
        "token_type_ids": torch.randint(2, (B, T), generator=generator),
        "mems": mems if M else None,
        "labels": ids.gather(1, places),
    }


def moved(inputs: dict, device: torch.device, dtype: torch.dtype) -> dict:
    """The inputs on a device, floating-point ones in `dtype`."""

    def one(x: Tensor) -> Tensor:
        return x.to(device, dtype if x.is_floating_point() else None)

    return {
        name: [one(m) for m in x] if isinstance(x, list) else None if x is None else one(x)
        for name, x in inputs.items()
    }


def _cases(device: torch.device, dtype: torch.dtype) -> Iterator[tuple[XLNetLMHeadModel, dict, str]]:
    for seed, (B, T, M, K) in enumerate(SIZES):
        model = small_model(seed)
        inputs = small_inputs(B, T, M, K, seed=seed, model=model)
        yield model.to(device, dtype), moved(inputs, device, dtype), f"B{B} T{T} M{M} K{K}"


def require_close(what: str, one: Tensor, two: Tensor, limit: float) -> float:
    difference = float((one.detach().cpu().double() - two.detach().cpu().double()).abs().max())
    if not difference <= limit:
        raise CheckFailed(f"{what}: differs by {difference:.1e}, allowed {limit:.0e}")
    return difference


def parity_with_transformers(device: torch.device) -> list[str]:
    """Logits, loss and memory equal transformers' XLNet with the same weights, in fp32 (fp64 fails there)."""
    if importlib.util.find_spec("transformers") is None:
        return ["not run: transformers is not installed here (pip install transformers)"]
    import transformers

    worst, dtype = 0.0, torch.float32
    for model, inputs, name in _cases(device, dtype):
        sizes = ("vocab_size", "d_model", "n_layer", "n_head", "d_inner", "dropout", "mem_len")
        config = transformers.XLNetConfig(**{size: getattr(model.config, size) for size in sizes})
        theirs = transformers.XLNetLMHeadModel(config).to(device).eval()
        theirs.load_state_dict(model.state_dict(), strict=False)
        given = {key: value for key, value in inputs.items() if key != "labels"}
        given["perm_mask"] = given["perm_mask"].to(dtype)
        given["mems"] = [m.transpose(0, 1) for m in given["mems"] or []] or None  # theirs are time-major
        with torch.no_grad():
            ours, out = model(**inputs), theirs(**given, use_mems=True)
        worst = max(worst, require_close(f"logits, {name}", ours.logits, out.logits, LIMIT[dtype]))
        nll = torch.nn.functional.cross_entropy(out.logits.flatten(0, 1), inputs["labels"].flatten())
        require_close(f"loss, {name}", ours.loss, nll, LIMIT[dtype])
        for a, b in zip(ours.mems, out.mems, strict=True):
            require_close(f"mems, {name}", a, b.transpose(0, 1), LIMIT[dtype])
    return [f"float32: {len(SIZES)} cases, logits differ by {worst:.1e} at most"]


def device_against_cpu(device: torch.device) -> list[str]:
    """Logits, loss and gradients on the device equal those on the CPU."""
    lines = []
    cpu = torch.device("cpu")
    for dtype in (torch.float64, torch.float32):
        worst = {"logits": 0.0, "gradients": 0.0}
        pairs = zip(_cases(cpu, dtype), _cases(device, dtype), strict=True)
        for (model, inputs, name), (other, other_inputs, _) in pairs:
            out, other_out = model(**inputs), other(**other_inputs)
            out.loss.backward()
            other_out.loss.backward()
            found = require_close(f"logits, {name}", out.logits, other_out.logits, LIMIT[dtype])
            worst["logits"] = max(worst["logits"], found)
            for (parameter, p), q in zip(model.named_parameters(), other.parameters(), strict=True):
                if p.grad is not None:
                    found = require_close(f"gradient of {parameter}, {name}", p.grad, q.grad, LIMIT[dtype])
                    worst["gradients"] = max(worst["gradients"], found)
        text = ", ".join(f"{key} differ by {value:.1e} at most" for key, value in worst.items())
        lines.append(f"{str(dtype).removeprefix('torch.')}: {text}")
    return lines


def low_precision_is_finite(device: torch.device) -> list[str]:
    """Forward and backward in fp16 and bf16 have no NaN, a query with nothing to look at included."""
    lines = []
    for dtype in (torch.bfloat16, torch.float16):
        for model, inputs, name in _cases(device, dtype):
            inputs["perm_mask"] = torch.ones_like(inputs["perm_mask"])
            for variant in (inputs, inputs | {"mems": None}):
                out = model(**variant)
                out.loss.backward()
                gradients = [p.grad for p in model.parameters() if p.grad is not None]
                if not all(bool(x.isfinite().all()) for x in (out.logits, *gradients)):
                    raise CheckFailed(f"{dtype}, {name}: not all numbers are finite")
        lines.append(f"{str(dtype).removeprefix('torch.')}: {len(SIZES)} cases, all numbers finite")
    return lines
