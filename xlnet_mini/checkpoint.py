"""Checkpoints that a power cut, a full disk or a torn file cannot spoil.

A checkpoint is one file: a line with the SHA-256 of what follows, then the state as torch saves it. It is
written under another name, flushed to the disk, and renamed; the one before it is kept as `previous.ckpt`.
So at every moment at least one whole checkpoint is on the disk, and a damaged one is noticed by its sum.
"""

import hashlib
import io
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch

LATEST, PREVIOUS = "latest.ckpt", "previous.ckpt"


class CheckpointError(RuntimeError):
    """A checkpoint cannot be written or read; the message is one line that says why and what to do."""


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` at `path`: at every moment the path holds the old file or the new one, whole.

    Raises CheckpointError (and removes the half-written file) where the disk is full or not writable.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise CheckpointError(
            f"could not write {str(path)!r}: {error.strerror} ({len(content) / 1e6:.1f} MB needed); "
            "free some space or choose another folder with --out; what was saved before is untouched"
        ) from None


def save_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    """Write `state` as the newest checkpoint of `folder`; the one before stays as a spare."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    content = buffer.getvalue()
    latest = folder / LATEST
    new = folder / "new.ckpt"
    write_atomically(new, hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
    # Two renames. Killed between them, the folder has previous.ckpt and new.ckpt, both whole.
    if latest.exists():
        os.replace(latest, folder / PREVIOUS)
    os.replace(new, latest)


def load_checkpoint(folder: Path, *, warn: Any = print) -> dict[str, Any] | None:
    """The newest whole checkpoint in `folder`, or None where there is none at all.

    A damaged file is reported through `warn(message)` and the next older one is taken. Raises CheckpointError
    where files are there but none is whole. Tensors come back on the CPU.
    """
    damaged = []
    for name in ("new.ckpt", LATEST, PREVIOUS):  # newest first
        path = folder / name
        if not path.exists():
            continue
        check, _, content = path.read_bytes().partition(b"\n")
        if hashlib.sha256(content).hexdigest().encode() == check:
            if damaged:
                warn(f"{' and '.join(damaged)} in {str(folder)!r} is damaged; going on from {name}")
            return torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
        damaged.append(name)
    if damaged:
        raise CheckpointError(
            f"{' and '.join(damaged)} in {str(folder)!r} is damaged and no whole checkpoint is left; "
            "delete the folder to start anew, or choose another with --out"
        )
    return None


def check_same_config(saved: dict[str, Any], wanted: dict[str, Any], folder: Path) -> None:
    """Raise CheckpointError naming the first settings that differ between a checkpoint and this run."""
    differing = [k for k in wanted if saved.get(k) != wanted[k]]
    if differing:
        pairs = ", ".join(f"{k} is {saved.get(k)!r} there and {wanted[k]!r} here" for k in differing[:3])
        raise CheckpointError(
            f"the checkpoint in {str(folder)!r} belongs to another config ({pairs}); use the same settings, "
            "or choose another folder with --out"
        )
