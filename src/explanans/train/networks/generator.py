"""Fine-tune a generator and keep it: ``explanans train generator``."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from explanans.compose.facts.neural.cues import Subtask, join
from explanans.compose.facts.neural.generator import NETWORK, check_tokenizer
from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import Manifest, check_place, versions
from explanans.learn.neural.fine_tuning import Trained
from explanans.learn.neural.sequences import Lines, SequenceNetwork, fit_lines, losses
from explanans.learn.neural.training import Schedule, batches, fit
from explanans.train.networks.generator_examples import Example

_log = logging.getLogger(__name__)

SCHEDULE = Schedule(epochs=30, batch=8, rate=5e-5)
"""Epochs are the paper's, the rest are the defaults of the library that it used."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train a generator (Jansen et al. 2021, appendix A.4.1).

    Attributes:
        checkpoint: The encoder–decoder to start from, a folder or a name; in the paper, UnifiedQA's T5 (3B).
        schedule: How to fit whole explanations.
        pretraining: How many epochs of single facts come first, of which the paper does not say how many.
        permutations: In how many orders each explanation is learnt.
    """

    checkpoint: str
    schedule: Schedule = SCHEDULE
    pretraining: int = 1
    permutations: int = 5

    def __post_init__(self) -> None:
        if self.pretraining < 0 or self.permutations < 1:
            accepted = "0 or more epochs of single facts, and 1 or more orders"
            raise InputError(f"{self.pretraining} epochs, {self.permutations} orders; accepted: {accepted}")


def make_recipe(checkpoint: str, pretraining: int, changes: Mapping[str, Any]) -> Recipe:
    """Return how a generator is usually trained, with changes.

    Args:
        checkpoint: The encoder–decoder to start from.
        pretraining: How many epochs of single facts come first.
        changes: Parts of the schedule by name.

    Raises:
        InputError: The recipe cannot be followed.

    Example:
        >>> make_recipe("allenai/unifiedqa-t5-3b", 2, {"epochs": 3}).schedule
        Schedule(epochs=3, batch=8, rate=5e-05, seed=0, accumulate=1, optimiser='adamw')
    """
    usual = Recipe(checkpoint)
    return replace(usual, pretraining=pretraining, schedule=replace(usual.schedule, **dict(changes)))


def train_generator(
    recipe: Recipe, examples: Sequence[Example], folder: Path, held_out: Sequence[Example] = (), data: str = ""
) -> Trained:
    """Fine-tune a generator by teacher forcing and write it into a folder, from which ``Generator.open`` opens it.

    At first each line holds a single fact, then whole explanations in several orders.

    Args:
        recipe: How to train.
        examples: What to learn; see ``gather_examples``.
        folder: A new or empty folder, or an older checkpoint to replace.
        held_out: Other examples, to choose the epoch by; see ``fine_tune``.
        data: The name of the data, for the manifest.

    Raises:
        InputError: The network to start from is not usable, the rate is so high that weights grow beyond all numbers,
            or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    check_place(folder)
    network = SequenceNetwork.open(recipe.checkpoint, "generator")
    check_tokenizer(network)
    single = list(_single_facts(network, examples))
    chance = np.random.default_rng(recipe.schedule.seed)
    whole = list(_whole(network, examples, recipe.permutations, chance))
    if not whole:
        raise InputError(f"no fact is as short as the {network.window} tokens that the generator writes")
    learnt = {example.subtask for example in examples}
    manifest = Manifest(
        network=NETWORK + "+".join(subtask for subtask in Subtask if subtask in learnt),
        start=Path(recipe.checkpoint).name,
        data=data,
        examples=len(examples),
        schedule=recipe.schedule,
        versions=versions(),
    )
    if recipe.pretraining:
        schedule = replace(recipe.schedule, epochs=recipe.pretraining)

        def draw(order: np.random.Generator) -> list[Sequence[Lines]]:
            return batches([single[number] for number in order.permutation(len(single))], schedule.batch)

        fit(network.model, draw, lambda batch: losses(network, batch).mean(), schedule)
    trained = fit_lines(network, whole, folder, manifest, list(_whole(network, held_out, 1, chance)))
    return replace(trained, examples=len(examples))


def _single_facts(network: SequenceNetwork, examples: Iterable[Example]) -> Iterator[Lines]:
    for example in examples:
        for fact in example.facts:
            tokens = _tokens(network, [fact])
            if len(tokens) < network.window:
                yield Lines(example.cue, tokens)


def _whole(
    network: SequenceNetwork, examples: Sequence[Example], permutations: int, chance: np.random.Generator
) -> Iterator[Lines]:
    """Yield explanations in different orders, without the last facts where a line would be too long."""
    shortened = 0
    for example in examples:
        for _ in range(permutations):
            facts = [example.facts[number] for number in chance.permutation(len(example.facts))]
            tokens = _tokens(network, facts)
            shortened += len(tokens) >= network.window
            while len(tokens) >= network.window:
                facts.pop()
                tokens = _tokens(network, facts)
            if facts:
                yield Lines(example.cue, tokens)
    if shortened:
        _log.warning(
            "%d of %d lines are learnt without their last facts, for they are longer than %d tokens",
            *(shortened, len(examples) * permutations, network.window),
        )


def _tokens(network: SequenceNetwork, facts: Sequence[str]) -> tuple[int, ...]:
    written = network.tokenizer.encode(join(facts), add_special_tokens=False)
    return (*written, network.last)
