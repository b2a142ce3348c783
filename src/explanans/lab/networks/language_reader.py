"""Teach a language model to read claims beside premises: ``explanans lab train language-reader``.

What is learnt are low-rank matrices beside those of the model (Hu et al. 2022) and the layers that tell the status. The
folder that is written is opened by ``learning.language_reader``, on a model with numbers of 8 bits.
"""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from explanans.entailment.judge.trained import LANGUAGE, LANGUAGE_COMBINATION
from explanans.io.files import write_folder
from explanans.lab.judge.boosted import train_language_combination
from explanans.lab.judge.examples import Pool, TrainingExample
from explanans.lab.networks.claim_teacher import ClaimTeacher
from explanans.lab.networks.mixture import MixtureSchedule, train_mixture
from explanans.lab.networks.packing import status_loss
from explanans.lab.networks.sentence_writers import Draw, conclusion_lines, line_stream
from explanans.lab.training.conclusions import GoldStep
from explanans.learning.language_model import ADAPTER, DIGEST, KIND
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import FORMAT, MANIFEST, Manifest, read_manifest, write_manifest
from explanans.neural.core.adapter import adapt, quantised
from explanans.neural.core.language_models import SMOLLM2, load_language_model
from explanans.runtime.version import __version__
from explanans.structures.labels import LabelledDocument

SCHEDULE = MixtureSchedule(tokens=6_000_000, batch=1500, rate=6e-4)
CONCLUSIONS = 0.06
"""The share of conclusions in the tokens, beside the pools."""
RANK = 32
"""Rows of the low-rank matrices."""

_STEPS = 31
"""Largest whole number of the low-rank matrices: with 127 their file is half as large again, and reads no better."""
_MEASURED = 200
"""Examples by which the largest inputs of products are measured."""
_PARTS = {
    "self_attn.q_proj": "q",
    "self_attn.k_proj": "k",
    "self_attn.v_proj": "v",
    "self_attn.o_proj": "o",
    "mlp.gate_proj": "gate",
    "mlp.up_proj": "up",
    "mlp.down_proj": "down",
}
_PRODUCTS = {"self_attn.q_proj": "qkv", "self_attn.o_proj": "o", "mlp.gate_proj": "gate_up", "mlp.down_proj": "down"}
"""The modules whose inputs are those of a product; see ``decoder.Shape.matrices``."""


@dataclass(frozen=True, slots=True)
class ReaderTraining:
    """Training options of a language model that reads claims.

    Attributes:
        checkpoint: The language model; see ``load_language_model``.
        schedule: How long and how fast to train.
        rank: Rows of the low-rank matrices.
    """

    checkpoint: str = SMOLLM2
    schedule: MixtureSchedule = SCHEDULE
    rank: int = RANK


@dataclass(frozen=True, slots=True)
class ReaderLessons:
    """Examples by which a language model learns to read and to write.

    Attributes:
        pools: What it learns to read; see ``curriculum.language_pools``.
        steps: Steps whose conclusions it learns to write; there may be none.
    """

    pools: Sequence[Pool]
    steps: Sequence[GoldStep] = ()


def trainable_reader(training: ReaderTraining) -> ClaimTeacher:
    """Return a language model with new low-rank matrices beside frozen ones.

    Raises:
        InputError: The language model is not on this machine, or cannot be used.
    """
    model, tokenizer, _ = load_language_model(training.checkpoint)
    model.bfloat16()
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(training.schedule.seed)
        for weights in adapt(model, training.rank):
            weights.data = weights.data.float()
    model.set_attn_implementation("eager")  # of short rows it is the quickest
    return ClaimTeacher(model, tokenizer, training.schedule.seed)


def learn(reader: ClaimTeacher, pools: Sequence[Pool], schedule: MixtureSchedule, draw: Draw, share: float) -> None:
    """Fit a language model in place to claims that it reads and to lines that it writes.

    Args:
        pools: What it learns to read.
        draw: Returns what it learns to write.
        share: The share of the lines in the tokens; 0 for no lines.

    Raises:
        InputError: There is nothing to read.
    """
    beside = [line_stream(reader.model, reader.tokenizer, draw, share, schedule.batch)] if share else []
    train_mixture(reader, pools, reader.pack, lambda batch: status_loss(reader(batch), batch), schedule, beside)


def train_language_reader(training: ReaderTraining, lessons: ReaderLessons, folder: Path) -> dict[str, int | str]:
    """Teach a language model to read claims and to write conclusions, and write it into a folder.

    Args:
        training: The training options.
        lessons: What to learn.
        folder: A new or empty folder, or an older one to replace.

    Returns:
        What it was trained on: counts.

    Raises:
        InputError: The language model is not on this machine, there is nothing to learn, or the folder holds something
            else.
        StorageError: The folder cannot be written.
    """
    reader = trainable_reader(training)
    draw = partial(conclusion_lines, lessons.steps)
    learn(reader, lessons.pools, training.schedule, draw, CONCLUSIONS if lessons.steps else 0.0)
    data: dict[str, int | str] = {
        "examples": sum(len(pool.examples) for pool in lessons.pools),
        "steps": len(lessons.steps),
        "tokens": training.schedule.tokens,
        "rank": training.rank,
    }
    write_language_reader(reader, lessons.pools[0], folder, data, training.schedule.seed)
    return data


def train_second_reader(  # noqa: PLR0913, PLR0917 - what is trained, on what, and where it goes
    training: ReaderTraining,
    lessons: ReaderLessons,
    reader: Path | None,
    texts: Sequence[LabelledDocument],
    beside: Sequence[TrainingExample],
    folder: Path,
) -> dict[str, int | str]:
    """Train a reader and what combines its readings with those of the network, and write both into a folder.

    Args:
        training: The training options.
        lessons: What the reader learns.
        reader: A folder that this made, whose reader is taken as it is; None to train one.
        texts: Texts that neither the network nor the reader learns from, for the combination.
        beside: Lessons for the same.
        folder: A new or empty folder, or an older one to replace.

    Returns:
        What the reader was trained on.

    Raises:
        InputError: As `train_language_reader`; or the language model is not installed, on which the reader is used.
        StorageError: The folder cannot be written.
    """
    with write_folder(folder, LANGUAGE, "a language reader") as new:
        if reader is None:
            data = train_language_reader(training, lessons, new / LANGUAGE)
        else:
            data = read_manifest(reader / LANGUAGE, KIND).data
            shutil.copytree(reader / LANGUAGE, new / LANGUAGE)
        opened = LanguageReader.open(new / LANGUAGE)
        train_language_combination(opened, texts, beside, new / LANGUAGE_COMBINATION, training.schedule.seed)
    return data


def write_language_reader(
    reader: ClaimTeacher, pool: Pool, folder: Path, data: dict[str, int | str], seed: int
) -> None:
    """Write what a language model has learnt; matrices have 8 bits a number.

    Args:
        reader: The trained language model.
        pool: Examples by which the largest inputs of products are measured.
        folder: A new or empty folder, or an older one to replace.
        data: What it was trained on.
        seed: The seed of the training.

    Raises:
        InputError: The folder holds something else.
        StorageError: The folder cannot be written.
    """
    arrays = dict(_low_rank(reader))
    for name, values in reader.whole.state_dict().items():
        arrays[f"head.{name}"] = values.float().cpu().numpy().astype(np.float16)
    arrays |= largest_inputs(reader, pool)
    content = BytesIO()
    np.savez_compressed(content, allow_pickle=False, **arrays)
    files = {ADAPTER: sha256(content.getvalue()).hexdigest()}
    versions = {"explanans": __version__} | {name: version(name) for name in ("torch", "transformers")}
    manifest = Manifest(FORMAT, KIND, files, {}, {"base_sha256": DIGEST, **data}, seed, versions)
    with write_folder(folder, MANIFEST, "a language reader") as new:
        (new / ADAPTER).write_bytes(content.getvalue())
        write_manifest(new, manifest)


def module_of(name: str) -> str:
    """Return the parameter of the model that an array of an adapter holds; empty if it holds none.

    Example:
        >>> module_of("3.gate.a")
        'layers.3.mlp.gate_proj.a'
    """
    layer, _, rest = name.partition(".")
    part, _, side = rest.partition(".")
    found = [module for module, short in _PARTS.items() if short == part]
    return f"layers.{layer}.{found[0]}.{side}" if found else ""


def _low_rank(reader: ClaimTeacher) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the low-rank matrices as small whole numbers, each with its scales."""
    for name, values, scale in quantised(reader.model, _STEPS):
        module, _, side = name.removeprefix("layers.").rpartition(".")
        layer, _, part = module.partition(".")
        yield f"{layer}.{_PARTS[part]}.{side}", values.cpu().numpy()
        yield f"{layer}.{_PARTS[part]}.{side}.scale", scale.cpu().numpy()


def largest_inputs(reader: ClaimTeacher, pool: Pool) -> dict[str, NDArray[np.float16]]:
    """Return the largest input of each channel of each product, by its name in ``language_model.smooth``.

    Args:
        reader: The trained language model.
        pool: Examples, of which some are read.
    """
    found: dict[str, Tensor] = {}

    def watch(name: str) -> Any:
        def look(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            largest = inputs[0].detach().abs().flatten(0, -2).amax(dim=0).float()
            found[name] = torch.maximum(found[name], largest) if name in found else largest

        return look

    hooks = []
    for name, module in reader.model.named_modules():
        layer, _, part = name.removeprefix("layers.").partition(".")
        if part in _PRODUCTS:
            hooks.append(module.register_forward_pre_hook(watch(f"{layer}.{_PRODUCTS[part]}.largest")))
    step = max(1, len(pool.examples) // _MEASURED)
    try:
        reader.tell(pool.examples[::step][:_MEASURED])
    finally:
        for hook in hooks:
            hook.remove()
    return {name: values.cpu().numpy().astype(np.float16) for name, values in found.items()}
