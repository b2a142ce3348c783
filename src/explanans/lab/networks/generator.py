"""Fine-tune a generator and keep it: ``explanans lab train generator``."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from explanans.errors import InputError
from explanans.formats.ratings import grade
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.fitting import Measure, Split, Trained
from explanans.lab.networks.lines import USUAL, Course, Lines, Matrices, fit_lines
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.continuations import open_sequences
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.generator import NETWORK, Subtask, check_tokenizer, cue, join, splice
from explanans.structures.questions import Question
from explanans.structures.rankings import RelevanceJudgment

_log = logging.getLogger(__name__)

SCHEDULE = Schedule(epochs=30, batch=8, rate=5e-5, decay=0, warm_up=0)
"""Epochs are the paper's, the rest are the defaults of the library that it used."""


@dataclass(frozen=True, slots=True)
class GeneratorTraining:
    """Training options of a generator (Jansen et al. 2021, appendix A.4.1).

    Attributes:
        checkpoint: The network to start from, see ``open_sequences``; in the paper, UnifiedQA's T5 (3B).
        pretraining: Number of first epochs of single facts; the paper does not state it.
        permutations: In how many orders each explanation is learnt.
        matrices: The matrices that a language model learns; other networks learn all weights.
    """

    checkpoint: str
    schedule: Schedule = SCHEDULE
    pretraining: int = 1
    permutations: int = 5
    matrices: Matrices = USUAL

    def __post_init__(self) -> None:
        if self.pretraining < 0 or self.permutations < 1:
            accepted = "0 or more epochs of single facts, and 1 or more orders"
            raise InputError(f"{self.pretraining} epochs, {self.permutations} orders; accepted: {accepted}")


@dataclass(frozen=True, slots=True)
class Example:
    """A question and the facts that a generator is to write of it.

    Attributes:
        subtask: Which facts it is asked for.
    """

    question: str
    cue: str
    subtask: Subtask
    facts: tuple[str, ...]


def gather_examples(
    knowledge: KnowledgeBase, questions: Iterable[Question], ratings: Sequence[RelevanceJudgment] = ()
) -> list[Example]:
    """Return one example for each question and subtask that has facts.

    With ratings, facts of grade 2 or 3 are core, those of grade 1 extra detail (see ``codecs.ratings.grade``), and
    questions without a rated fact are left out. Without ratings, the gold explanation is core, and nothing else is
    learnt. Facts that the knowledge base lacks are passed over.
    """
    texts = {fact.id.lower(): fact.text for fact in knowledge.facts}
    rated: dict[tuple[str, Subtask], list[str]] = {}
    for rating in ratings:
        graded = grade(rating.relevance)
        if graded and rating.fact.lower() in texts:
            subtask = Subtask.CORE if graded >= Subtask.CORE.weight else Subtask.EXT
            rated.setdefault((rating.question.lower(), subtask), []).append(texts[rating.fact.lower()])
    examples = []
    for question in questions:
        gold = [texts[fact.fact.lower()] for fact in question.explanation if fact.fact.lower() in texts]
        for subtask in Subtask:
            found = rated.get((question.id.lower(), subtask), []) if ratings else gold * (subtask is Subtask.CORE)
            if found:
                examples.append(Example(question.id, cue(question, subtask), subtask, tuple(dict.fromkeys(found))))
    if not examples:
        raise InputError(f"no fact of {knowledge.name} explains any of the questions; accepted: explained questions")
    return examples


def train_generator(training: GeneratorTraining, examples: Split[Example], folder: Path, data: str = "") -> Trained:
    """Fine-tune a generator by teacher forcing and write it into a folder, from which ``Generator.open`` opens it.

    At first each line holds a single fact, then whole explanations in several orders.

    Args:
        examples: The training examples, and others to choose the epoch by; see ``gather_examples`` and ``fine_tune``.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    network = open_sequences(training.checkpoint, "generator")
    check_tokenizer(network)
    single = list(_single_facts(network, examples.learnt))
    chance = np.random.default_rng(training.schedule.seed)
    whole = list(_whole(network, examples.learnt, training.permutations, chance))
    if not whole:
        raise InputError(f"no fact is as short as the {network.window} tokens that the generator writes")
    learnt = {example.subtask for example in examples.learnt}
    manifest = Manifest(
        network=NETWORK + "+".join(subtask for subtask in Subtask if subtask in learnt),
        start=Path(training.checkpoint).name,
        data=data,
        examples=len(examples.learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    judges = list(_whole(network, examples.held_out, 1, chance))
    measure = Measure("F1 of facts", lambda: facts_f1(network, examples.held_out))
    course = Course(whole, judges, single * training.pretraining, measure)
    trained = fit_lines(network, course, folder, manifest, training.matrices)
    return replace(trained, examples=len(examples.learnt))


def facts_f1(network: SequenceNetwork, examples: Sequence[Example]) -> float:
    """Return the mean F1 of the facts that a network writes, which count if they are gold ones to the letter."""
    found = 0.0
    lines = network.search_each([example.cue for example in examples], 1, 1, network.window - 1)
    for example, (line,) in zip(examples, lines, strict=True):
        written = set(splice(str(network.tokenizer.decode(line, skip_special_tokens=True))))
        found += 2 * len(written & set(example.facts)) / (len(written) + len(example.facts))
    return found / len(examples)


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
