"""Teach a language model stances, facts to show and statements: ``explanans lab train language-choices``.

It goes on from the reader of claims that comes with the package, whose low-rank matrices it changes.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from explanans.errors import InputError
from explanans.graphs.stance import spelt
from explanans.io.files import read_arrays
from explanans.lab.datasets.splits import training_graphs
from explanans.lab.judge.examples import Pool, TrainingClaim, TrainingExample
from explanans.lab.judge.tasks import stance_examples
from explanans.lab.networks.claim_teacher import ClaimTeacher
from explanans.lab.networks.language_reader import (
    ReaderTraining,
    learn,
    module_of,
    trainable_reader,
    write_language_reader,
)
from explanans.lab.networks.mixture import MixtureSchedule
from explanans.lab.training.relevance import QuestionRelevance
from explanans.lab.training.statements import gold_statements, statement_lines
from explanans.lab.training.written import (
    GRADES,
    GoldStatement,
    GradedStatement,
    graded_statements,
    written_graphs,
    written_stances,
)
from explanans.learning.language_model import ADAPTER
from explanans.learning.language_reader import MOST_READ
from explanans.pipeline.statement_writer import StatementRequest
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.verdicts import Status
from explanans.trees.language_relevance import spelt_fact, spelt_question
from explanans.trees.problem_matrix import Matrix, log_odds

SCHEDULE = MixtureSchedule(tokens=2_400_000, batch=1500, rate=4e-4)
_STANCES, _ANNOTATED, _JUSTIFIED, _FACTS, _STATEMENTS, _GRADES = 0.13, 0.04, 0.03, 0.52, 0.15, 0.13
"""Shares of the tokens: written stances, those of ExplaGraphs, stances by graphs, facts to show, statements that are
written, and statements that are graded."""
_HARMLESS = (0.35, 0.0, 0.65)
"""The probabilities of a harmless fact: to be shown, and not to be."""
_ORDERS, _NOISE = 3, 0.6
"""How many orders of facts are drawn for a question, and the standard deviation of what is added to log-odds."""
_LEAST = 1e-3
"""Probabilities closer to 0 or 1 count as this close."""
_STATUSES = dict(zip(GRADES, (Status.SUPPORTED, Status.UNKNOWN, Status.CONTRADICTED), strict=True))


class FurtherLessons(ABC):
    """The training data of a language model that goes on from a reader."""

    @abstractmethod
    def pools(self) -> tuple[Pool, ...]:
        """Return what it learns to read."""

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """Return how much there is of each kind."""

    def lines(self) -> Sequence[tuple[str, str]]:
        """Return prompts with what it learns to write; none if it only reads."""
        return ()


@dataclass(frozen=True)
class ChoiceLessons(FurtherLessons):
    """The training data of a language model that chooses.

    Attributes:
        stances: Beliefs and arguments with their stances.
        graphs: Graphs written for this purpose, by which stances are read.
        annotated: The graphs of ExplaGraphs, whose stances are read with and without them.
        facts: Questions beside their best facts; see `fact_examples`.
        statements: Statements of questions, which it learns to write.
        graded: Graded statements of questions.
    """

    stances: Sequence[ExplanationGraph]
    graphs: Sequence[ExplanationGraph]
    annotated: Sequence[ExplanationGraph]
    facts: Sequence[TrainingExample]
    statements: Sequence[GoldStatement]
    graded: Sequence[GradedStatement]

    def pools(self) -> tuple[Pool, ...]:
        """Return what it learns to read."""
        alone = [replace(graph, edges=()) for graph in self.stances]
        return (
            Pool(list(stance_examples(alone)), _STANCES),
            Pool(list(stance_examples(self.annotated)), _ANNOTATED),
            Pool(list(_justified(self.graphs)), _JUSTIFIED),
            Pool(self.facts, _FACTS),
            Pool(list(_graded(self.graded)), _GRADES),
        )

    def lines(self) -> list[tuple[str, str]]:
        """Return questions with the statements that it learns to write."""
        return list(statement_lines(self.statements))

    def counts(self) -> dict[str, int]:
        """Return how much there is of each kind."""
        return {
            "stances": len(self.stances) + len(self.annotated),
            "graphs": len(self.graphs),
            "questions": len({example.premises for example in self.facts}),
            "statements": len(self.statements),
            "grades": len(self.graded),
        }


def choice_lessons(data: Path | None, facts: Sequence[TrainingExample]) -> ChoiceLessons:
    """Return the stances, graphs and statements of the package and of data sets, with facts to show.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        facts: See `ChoiceLessons`.

    Raises:
        InputError: The data set is not there.
    """
    return ChoiceLessons(
        written_stances(),
        written_graphs(),
        training_graphs(data),
        facts,
        gold_statements(data),
        graded_statements(),
    )


def fact_examples(questions: Iterable[QuestionRelevance], seed: int) -> Iterator[TrainingExample]:
    """Yield questions beside their most relevant facts in turn, each to be shown or not.

    The facts of a question come several times, in orders that are drawn near that of their relevance.
    """
    chance = np.random.default_rng(seed)
    for question, ranked, belief, _ in questions:
        rows = zip(ranked.premises.texts, ranked.gold.tolist(), ranked.harmless.tolist(), strict=True)
        claims = [fact_claim(text, is_shown=bool(shown), is_harmless=bool(harmless)) for text, shown, harmless in rows]
        text = spelt_question(question.text, question.answer)
        for _ in range(_ORDERS):
            yield in_turn(text, claims, belief, chance)


def _graded(statements: Iterable[GradedStatement]) -> Iterator[TrainingExample]:
    """Yield questions with their answers beside the graded statements of both."""
    by_request: dict[StatementRequest, list[TrainingClaim]] = {}
    for item in statements:
        asked = StatementRequest.of(item.question, item.answer, in_context=item.in_context)
        claim = TrainingClaim(asked.spelt(item.statement), frozenset((_STATUSES[item.grade],)))
        by_request.setdefault(asked, []).append(claim)
    for asked, claims in by_request.items():
        yield TrainingExample((asked.text,), tuple(claims))


def fact_claim(text: str, *, is_shown: bool, is_harmless: bool = False) -> TrainingClaim:
    """Return a fact that a language model learns to show or not.

    Args:
        is_harmless: Whether it may be shown though it need not be.
    """
    statuses = {Status.SUPPORTED} if is_shown else {Status.UNKNOWN}
    if is_harmless:
        statuses.add(Status.SUPPORTED)
    return TrainingClaim(spelt_fact(text), frozenset(statuses), None, _HARMLESS if is_harmless else None)


def in_turn(text: str, claims: Sequence[TrainingClaim], belief: Matrix, chance: np.random.Generator) -> TrainingExample:
    """Return a text beside its most probable claims in an order that is drawn near that of their probabilities.

    Args:
        belief: How probable each is; shape (claims,).
    """
    odds = log_odds(belief, _LEAST)
    order = np.argsort(-(odds + chance.normal(0.0, _NOISE, len(odds))), kind="stable")[:MOST_READ]
    return TrainingExample((text,), tuple(claims[place] for place in order.tolist()), is_sequence=True)


def _justified(graphs: Sequence[ExplanationGraph]) -> Iterator[TrainingExample]:
    """Yield stances by graphs, with and without the argument."""
    for graph in graphs:
        status = Status.SUPPORTED if graph.stance is Stance.SUPPORT else Status.CONTRADICTED
        for argument in (graph.argument, ""):
            text, statement = spelt(graph.belief, argument, graph.edges)
            yield TrainingExample((text,), (TrainingClaim(statement, frozenset((status,))),))


def train_further(training: ReaderTraining, lessons: FurtherLessons, folder: Path, start: Path) -> dict[str, int | str]:
    """Teach a language model that goes on from a reader, and write it into a folder.

    Args:
        training: The training options.
        lessons: What it learns.
        folder: A new or empty folder, or an older one to replace.
        start: The folder of the reader that it goes on from.

    Returns:
        What it was trained on: the counts of the lessons, and the number of tokens.

    Raises:
        InputError: The language model is not on this machine, or there is nothing to learn; or the folder holds
            something else.
        StorageError: The folder cannot be written.
    """
    pools, lines = lessons.pools(), lessons.lines()
    reader = trainable_reader(training)
    take_up(reader, start)
    learn(reader, pools, training.schedule, lambda _: lines, _STATEMENTS if lines else 0.0)
    counts: dict[str, int | str] = {**lessons.counts(), "tokens": training.schedule.tokens}
    write_language_reader(reader, _mixed(pools), folder, counts, training.schedule.seed)
    return counts


def _mixed(pools: Sequence[Pool]) -> Pool:
    """Return as many examples of each pool as of the smallest, spread evenly."""
    count = min(len(pool.examples) for pool in pools)
    return Pool([item for pool in pools for item in pool.examples[:: len(pool.examples) // count][:count]], 1.0)


def take_up(reader: ClaimTeacher, folder: Path) -> None:
    """Give a reader the low-rank matrices and the head of a reader in a folder.

    Raises:
        InputError: They are of another size.
    """
    arrays = read_arrays(folder / ADAPTER)
    wanted = dict(reader.model.named_parameters()) | {
        f"head.{name}": values for name, values in reader.whole.named_parameters()
    }
    taken = 0
    with torch.no_grad():
        for name, values in arrays.items():
            parameter = wanted.get(name if name.startswith("head.") else module_of(name))
            if parameter is None:
                continue
            if parameter.shape != values.shape:
                raise InputError(f"{folder}: matrices of another size; accepted: a reader of rank {values.shape}")
            scale = arrays.get(f"{name}.scale")
            parameter.copy_(torch.from_numpy(values.astype(np.float32) * (1.0 if scale is None else scale)))
            taken += 1
    if not taken:
        raise InputError(f"{folder}: nothing to go on from; accepted: a folder of 'lab train language-reader'")
