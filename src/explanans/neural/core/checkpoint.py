"""Checkpoints: folders with weights in safetensors, tokenizer and training manifest."""

import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

import msgspec
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError, StorageError
from explanans.io.files import not_replaceable
from explanans.neural.core.pretrained import quiet
from explanans.runtime.version import __version__

MANIFEST = "manifest.json"
FORMAT = 1

CHOICES = ("loss", "measure", "last")
"""Criteria for the epoch whose weights are saved."""


class Network(Protocol):
    """Contents of a checkpoint."""

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase


@dataclass(frozen=True, slots=True)
class Schedule:
    """Settings of training.

    Attributes:
        epochs: Number of passes over the examples.
        rate: The highest learning rate. With ``adamw`` it is reached after the warm-up and then falls to 0; with
            ``adafactor`` it stays, relative to the size of the weights.
        seed: Random seed of the order of examples, sampling and dropout.
        accumulate: Number of batches per step; their gradients are averaged.
        decay: Weight decay of ``adamw``, relative to the rate.
        warm_up: The share of the steps of ``adamw`` during which the rate grows.
        choose_by: The criterion of the kept epoch, one of ``CHOICES``: the ``loss`` of held-out examples,
            the ``measure`` of the task on them, or nothing, so that it is the ``last``.
    """

    epochs: int
    batch: int
    rate: float
    seed: int = 0
    accumulate: int = 1
    optimiser: str = "adamw"
    decay: float = 0.01
    warm_up: float = 0.1
    choose_by: str = "loss"

    def __post_init__(self) -> None:
        counts = (self.epochs, self.batch, self.accumulate)
        if min(counts) < 1 or self.rate <= 0 or self.seed < 0 or self.optimiser not in {"adamw", "adafactor"}:
            accepted = (
                "at least one epoch, one example a batch and one batch a step, a rate above 0, a seed of 0 or more, "
                "and the optimiser adamw or adafactor"
            )
            raise InputError(f"{self}; accepted: {accepted}")
        if not (self.decay >= 0 and 0 <= self.warm_up <= 1 and self.choose_by in CHOICES):
            accepted = f"a decay of 0 or more, a warm-up from 0 to 1, and epochs chosen by {', '.join(CHOICES)}"
            raise InputError(f"{self}; accepted: {accepted}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Training manifest of a network.

    Attributes:
        network: Its purpose: a ranker such as ``bi-encoder``, or a writer.
        examples: Number of those questions or trees.
        versions: The version of each package that the weights depend on.
        format: The version of the checkpoint's format.
    """

    network: str
    start: str
    data: str
    examples: int
    schedule: Schedule
    versions: dict[str, str]
    format: int = FORMAT


def versions() -> dict[str, str]:
    """Return the version of each package that trained weights depend on."""
    return {"explanans": __version__} | {name: version(name) for name in ("torch", "transformers", "tokenizers")}


def check_place(folder: Path) -> None:
    """Check before training that a checkpoint may be written to a folder.

    Args:
        folder: A new or empty folder, or a checkpoint to replace.
    """
    if folder.exists() and not (folder.is_dir() and (not any(folder.iterdir()) or (folder / MANIFEST).is_file())):
        raise not_replaceable(folder, "a checkpoint")


def save_checkpoint(network: Network, folder: Path, manifest: Manifest) -> None:
    """Write a network into a folder, atomically; an older checkpoint is replaced."""
    check_place(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent) as workplace:
            new = Path(workplace) / "new"
            with quiet():
                network.model.save_pretrained(new)
                network.tokenizer.save_pretrained(new)
            (new / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
            for file in new.iterdir():
                # The weights come out readable by their owner only.
                file.chmod((new / MANIFEST).stat().st_mode)
            if folder.exists():
                folder.rename(Path(workplace) / "old")
            new.rename(folder)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


def read_manifest(folder: Path) -> Manifest:
    """Return the training manifest of a checkpoint."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / MANIFEST}: no manifest of a checkpoint ({error}); train again") from None
    if manifest.format != FORMAT:
        raise InputError(f"{folder}: a checkpoint of format {manifest.format}; accepted: format {FORMAT}")
    return manifest
