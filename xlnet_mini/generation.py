"""Use a trained model: fill blanks in any order, or continue a text with memory.

Expect little of short prompts: a model trained to fill gaps with context on both sides has rarely seen a text of
three words that ends there. Reports of "poor" XLNet generation are mostly that.
Source: XLNet (arXiv 1906.08237), equation (3) read as a sampler; memory as in Transformer-XL.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.partial_prediction import plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank
from xlnet_mini.recurrence import update_memory
from xlnet_mini.tokenizer import BOS, EOD, EOP, Tokenizer

NEVER = [i for i in range(BOS - 1, EOP + 1) if i != EOD]  # special tokens are not text; <eod> ends one


@dataclass
class Filled:
    """One blank that was filled: where, with what, and what else was considered."""

    position: int
    token: int
    candidates: list[tuple[str, float]]  # pieces with their probabilities, best first


@dataclass
class Infilling:
    """The text with its blanks filled, and the steps in the order in which they were taken."""

    text: str
    ids: list[int]
    steps: list[Filled]


@dataclass
class Continuation:
    """A prompt's continuation: the new text, its tokens, and the log-probability (nats) of each when drawn."""

    text: str
    ids: list[int]
    log_probabilities: list[float]


def next_token_probabilities(
    logits: Float[Tensor, "*batch V"], *, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0
) -> Float[Tensor, "*batch V"]:
    """Probabilities to draw from.

    temperature: divides the logits; 0 puts everything on the best token. top_k: keep the k best (0: all).
    top_p: keep the smallest set of best tokens that together have at least this probability. Raises ValueError
    for values that make no sense.
    """
    if temperature < 0:
        raise ValueError(f"temperature: expected 0 or more, got {temperature}")
    if top_k < 0:
        raise ValueError(f"top_k: expected 0 (all) or more, got {top_k}")
    if not 0 < top_p <= 1:
        raise ValueError(f"top_p: expected more than 0 and at most 1, got {top_p}")
    if temperature == 0:
        return torch.zeros_like(logits).scatter(-1, logits.argmax(-1, keepdim=True), 1.0)
    logits = logits / temperature
    if 0 < top_k < logits.shape[-1]:
        lowest = logits.topk(top_k, dim=-1).values[..., -1:]
        logits = logits.masked_fill(logits < lowest, -torch.inf)
    probabilities = logits.softmax(-1)
    if top_p < 1:
        ordered, places = probabilities.sort(dim=-1, descending=True)
        # A token goes if the better ones already reach top_p; the best one always stays.
        drop = ordered.cumsum(-1) - ordered >= top_p
        probabilities = probabilities.masked_fill(drop.scatter(-1, places, drop), 0)
        probabilities = probabilities / probabilities.sum(-1, keepdim=True)
    return probabilities


def blank_probabilities(
    model: XLNetLMHeadModel,
    ids: Int[Tensor, "T"],
    rank: Int[Tensor, "T"],
    is_blank: Bool[Tensor, "T"],
    positions: Sequence[int],
) -> Float[Tensor, "K V"]:
    """What the model expects at each of `positions`, given all context and every blank of lower rank.

    The masks are those of training (plm_mask): what stands in `ids` at a blank is seen only by blanks of higher
    rank. So one call scores a filled-in text in any order, and blanks of equal rank are guessed independently.
    """
    device = next(model.parameters()).device
    # plm_mask knows orders, where no two tokens share a place: ties are put in some order, then hidden both ways
    some_order = order_to_rank(rank.argsort(stable=True))
    perm_mask = plm_mask(some_order, is_blank, torch.zeros_like(is_blank)) | (
        is_blank & (rank[:, None] == rank)
    )
    was_training = model.training
    model.eval()
    with torch.no_grad():
        out = model(
            ids[None].to(device),
            perm_mask=perm_mask[None].to(device),
            target_mapping=target_mapping(torch.tensor([list(positions)]), len(ids)).to(device),
        )
    model.train(was_training)
    logits = out.logits[0].float().cpu()
    logits[:, [*NEVER, EOD]] = -torch.inf
    return logits.softmax(-1)


def fill_blanks(
    model: XLNetLMHeadModel,
    tokenizer: Tokenizer,
    text: str,
    *,
    order: Sequence[int] | str = "left to right",
    blank: str = "___",
    n_candidates: int = 5,
    temperature: float = 0.0,
    generator: torch.Generator | None = None,
) -> Infilling:
    """Fill every blank of `text` with one token, each given all before it in `order`.

    `order`: "left to right", "right to left", "surest first" (whichever blank the model is surest of), or the
    numbers of the blanks, from 0, in the order wanted. `temperature` 0 takes the best candidate. Raises
    ValueError for a text without blanks or an order that is not one of all of them.
    """
    found, blanks = tokenizer.encode_with_blanks(text, blank)
    n = len(blanks)
    if not blanks:
        raise ValueError(f"text: expected at least one blank, written {blank!r}, found none")
    by_name = {"left to right": range(n), "right to left": range(n - 1, -1, -1), "surest first": range(n)}
    wanted = list(by_name.get(order, ())) if isinstance(order, str) else list(order)
    if sorted(wanted) != list(range(n)):
        names = ", ".join(map(repr, by_name))
        raise ValueError(f"order: expected {names}, or the numbers 0 to {n - 1}, each once; got {order!r}")

    ids = torch.tensor(found)
    is_blank = torch.zeros(len(ids), dtype=torch.bool)
    is_blank[blanks] = True
    rank = torch.full((len(ids),), n)  # blanks still open: after all that are filled
    steps: list[Filled] = []
    while wanted:
        open_blanks = [blanks[i] for i in wanted]
        ask = open_blanks if order == "surest first" else open_blanks[:1]
        probabilities = blank_probabilities(model, ids, rank, is_blank, ask)
        best = int(probabilities.max(-1).values.argmax())
        position, expected = ask[best], probabilities[best]
        draw = next_token_probabilities(expected.log(), temperature=temperature)
        token = int(torch.multinomial(draw, 1, generator=generator))
        values, tokens = expected.topk(min(n_candidates, len(expected)))
        pieces = [tokenizer.piece(t).replace("▁", " ") for t in tokens.tolist()]
        steps.append(Filled(position, token, list(zip(pieces, values.tolist(), strict=True))))
        ids[position], rank[position] = token, len(steps) - 1
        wanted.pop(best)
    return Infilling(tokenizer.decode(ids.tolist()), ids.tolist(), steps)


def causal_perm_mask(length: int) -> Bool[Tensor, "T T"]:
    """The perm_mask of reading from left to right, True = hidden: a position's query sees what is left of it."""
    return torch.ones(length, length, dtype=torch.bool).triu()


def continue_text(
    model: XLNetLMHeadModel,
    tokenizer: Tokenizer,
    prompt: str,
    n_tokens: int = 40,
    *,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    context: int = 128,
    cached: bool = True,
    generator: torch.Generator | None = None,
) -> Continuation:
    """Go on from `prompt`, token by token from left to right, until <eod> or `n_tokens`.

    With `cached` each step reads two rows, the newest token and the place to guess, and takes the rest from
    memory (at most `context` rows); without, it reads the last `context` tokens anew. Both give the same numbers
    while the text is no longer than `context`, because the mask is causal: old rows never saw new ones. An empty
    prompt starts a new document.
    """
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    ids = tokenizer.encode(prompt) or [EOD]
    new: list[int] = []
    logs: list[float] = []
    mems: list[Tensor] | None = None
    fresh = ids[-context:]  # what is not in memory yet
    try:
        for _ in range(n_tokens):
            logits, states = _next_logits(model, fresh, mems, device)
            draw = next_token_probabilities(logits, temperature=temperature, top_k=top_k, top_p=top_p)
            token = int(torch.multinomial(draw, 1, generator=generator))
            logs.append(float(logits.log_softmax(-1)[token]))
            if token == EOD:
                break
            new.append(token)
            if cached:
                old = mems or [None] * len(states)
                mems = [update_memory(m, h, context) for m, h in zip(old, states, strict=True)]
                fresh = [token]
            else:
                fresh = (ids + new)[-context:]
    finally:
        model.train(was_training)
    return Continuation(tokenizer.decode(new), new, logs)


@torch.no_grad()
def _next_logits(
    model: XLNetLMHeadModel, fresh: list[int], mems: list[Tensor] | None, device: torch.device
) -> tuple[Float[Tensor, "V"], list[Float[Tensor, "1 T D"]]]:
    """Logits of the token after `fresh`, and the states of `fresh` that go into memory: each layer's inputs."""
    length = len(fresh) + 1  # one place more, for the guess; nobody sees what stands in it
    out = model(
        torch.tensor([[*fresh, EOD]], device=device),
        perm_mask=causal_perm_mask(length)[None].to(device),
        target_mapping=target_mapping(torch.tensor([[length - 1]], device=device), length),
        mems=mems,
        output_states=True,
    )
    logits = out.logits[0, 0].float().cpu()
    logits[NEVER] = -torch.inf
    return logits, [h[:, :-1] for h in out.content_states[:-1]]
