"""Teach language models to write conclusions: ``explanans lab train writer --kind conclusions``."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.lab.networks.fitting import Trained, fit
from explanans.lab.networks.mixture import Stream
from explanans.lab.networks.packing import grouped
from explanans.lab.training.conclusions import GoldStep
from explanans.neural.core.adapter import adapt, save_adapter
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.device import best_device
from explanans.neural.core.language_models import SMOLLM2, load_language_model, start_of
from explanans.trees.conclusions.conclusion import CONCLUSIONS
from explanans.trees.conclusions.language_writer import ConclusionRequest

SCHEDULE = Schedule(epochs=4, batch=1150, rate=1e-3)
"""A batch is counted in tokens."""

RANK = 16

_BLIND = 0.2
"""The share of steps that are learnt without their hypothesis."""

_LONGEST = 512
"""Tokens of a step at most; a longer one loses its beginning."""

_IGNORED = -100

Draw = Callable[[np.random.Generator], Iterable[tuple[str, str]]]
"""Returns prompts and the lines that continue them, once for each epoch."""


@dataclass(frozen=True, slots=True)
class ConclusionTraining:
    """Training options of a writer of conclusions.

    Attributes:
        checkpoint: The language model to start from; see ``load_language_model``.
        schedule: The training schedule; its batch is counted in tokens.
        rank: How many rows the matrices have that are learnt; see ``adapter.adapt``.
    """

    checkpoint: str = SMOLLM2
    schedule: Schedule = SCHEDULE
    rank: int = RANK


class _Line(NamedTuple):
    """A prompt and the line that continues it, as tokens.

    Attributes:
        wanted: Those of them that are to be learnt, the others `_IGNORED`.
    """

    ids: list[int]
    wanted: list[int]


def train_conclusion_writer(
    training: ConclusionTraining, steps: Sequence[GoldStep], folder: Path, data: str = ""
) -> Trained:
    """Teach a language model to write the conclusions of steps, and write what it has learnt into a folder.

    In each epoch the premises come in another order, and some steps without their hypothesis. The folder is replaced
    after each epoch, so that an interruption leaves what was learnt so far. ``LanguageWriter.open`` opens it.

    Args:
        folder: A new or empty folder, or an older one to replace.
    """
    check_place(folder)
    if not steps:
        raise InputError("no steps to learn from; accepted: trees with intermediate conclusions")
    model, tokenizer, _ = load_language_model(training.checkpoint)
    if tokenizer.eos_token_id is None:
        raise InputError("a tokenizer without an end of texts; accepted: a language model that ends what it writes")
    model.bfloat16().to(best_device())  # type: ignore[arg-type]
    model.set_attn_implementation("eager")  # of short lines it is the quickest
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(training.schedule.seed)
        learnt = adapt(model, training.rank)
    model.to(best_device())  # type: ignore[arg-type]
    manifest = Manifest(
        network=CONCLUSIONS,
        start=start_of(training.checkpoint),
        data=data,
        examples=len(steps),
        schedule=training.schedule,
        versions=versions(),
    )

    def draw(chance: np.random.Generator) -> list[list[_Line]]:
        lines = [line(tokenizer, *item) for item in conclusion_lines(steps, chance)]
        return _grouped(lines, training.schedule.batch, chance)

    def keep() -> None:
        if not all(bool(weights.isfinite().all()) for weights in learnt):
            raise InputError(
                f"at a rate of {training.schedule.rate} the weights grew beyond all numbers; accepted: less"
            )
        save_adapter(model, folder, manifest)

    layers, scores_of = model.base_model, model.get_output_embeddings()
    fit(model, draw, lambda group: _loss(layers, scores_of, group, tokenizer), training.schedule, keep)
    return Trained(len(steps), 0, (), training.schedule.epochs)


def line_stream(
    model: Any,
    tokenizer: PreTrainedTokenizerBase,
    draw: Draw,
    share: float,
    most: int,
) -> Stream:
    """Return lines that continue prompts as a task beside others; see ``train_mixture``.

    Args:
        model: The layers of a language model whose input and output word vectors are the same.
        draw: See `Draw`.
        share: The share of the tokens of this task.
        most: Maximum number of tokens of a batch.
    """

    def batches(chance: np.random.Generator) -> Iterator[tuple[int, list[_Line]]]:
        while True:
            for group in _grouped([line(tokenizer, *item) for item in draw(chance)], most, chance):
                yield sum(len(found.ids) for found in group), group

    words = model.get_input_embeddings().weight

    def loss(group: Sequence[_Line]) -> Tensor:
        with torch.autocast(words.device.type, dtype=torch.bfloat16):
            return _loss(model, lambda states: states @ words.T, group, tokenizer)

    return Stream(share, batches, loss)


def _grouped(lines: list[_Line], most: int, chance: np.random.Generator) -> list[list[_Line]]:
    return grouped(lines, np.array([len(found.ids) for found in lines], dtype=np.int64), most, chance)


def conclusion_lines(steps: Sequence[GoldStep], chance: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Yield the prompts and conclusions of steps, with the premises in another order each time."""
    for step in steps:
        yield _drawn(step, chance).prompt, step.conclusion


def _drawn(step: GoldStep, chance: np.random.Generator) -> ConclusionRequest:
    """Return a step with its premises in another order, and sometimes without the hypothesis."""
    premises = tuple(step.premises[number] for number in chance.permutation(len(step.premises)).tolist())
    return ConclusionRequest(premises, "" if chance.random() < _BLIND else step.hypothesis)


def line(tokenizer: PreTrainedTokenizerBase, prompt: str, text: str) -> _Line:
    """Return a prompt and a line as tokens, of which the line and its end are to be learnt."""
    before = token_ids(tokenizer, prompt)
    after = [*token_ids(tokenizer, f" {text}"), tokenizer.eos_token_id]
    return _Line([*before, *after][-_LONGEST:], [*[_IGNORED] * len(before), *after][-_LONGEST:])


def _loss(
    model: Any, scores_of: Callable[[Tensor], Tensor], lines: Sequence[_Line], tokenizer: PreTrainedTokenizerBase
) -> Tensor:
    end: int = tokenizer.eos_token_id
    ids = pad_sequence([torch.tensor(found.ids) for found in lines], True, end).to(model.device)
    wanted = pad_sequence([torch.tensor(found.wanted) for found in lines], True, _IGNORED).to(model.device)
    states = model(input_ids=ids, use_cache=False).last_hidden_state[:, :-1]
    targets = wanted[:, 1:]
    # Scores over the whole vocabulary are computed for what is learnt only.
    scores = scores_of(states[targets != _IGNORED])
    return cross_entropy(scores.float(), targets[targets != _IGNORED])
