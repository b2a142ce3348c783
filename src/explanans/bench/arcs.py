"""Whether arcs are supported, on examples made of held-out text: every scorer on every recipe."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans.bench.published import ARCS
from explanans.evaluate.significance import clustered_interval
from explanans.files import read_lines
from explanans.progress import track
from explanans.train.recipes.corpus import read_passages
from explanans.train.recipes.recipes import examples
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.scorer import ArcScorer
from explanans.verify.parsers.parser import Parser

EVERY = "all"
_ENOUGH = 0.5
"""The least score of an arc that counts as supported."""


@dataclass(frozen=True, slots=True)
class ArcFigures:
    """How often a scorer is right about arcs.

    Attributes:
        accuracy: The share of the arcs.
        interval: Its 95% bootstrap interval; whole documents are drawn.
        f1: The F1 of the arcs that it finds supported; None where no arc is, so that there is nothing to find.
    """

    accuracy: float
    interval: tuple[float, float]
    f1: float | None


@dataclass(frozen=True, slots=True)
class ArcBench:
    """Figures of every scorer on every recipe, beside published ones.

    Attributes:
        arcs: How many labelled arcs the examples of each recipe have.
        supported: The share of these that are supported.
        scorers: Figures by the name of the scorer, then by recipe, and on all arcs together under ``all``.
        published: What others have published, each with its source.
    """

    arcs: dict[str, int]
    supported: dict[str, float]
    scorers: dict[str, dict[str, ArcFigures]]
    published: dict[str, dict[str, float | str]]


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """How often an encoder is right about examples.

    Attributes:
        name: The encoder.
        level: What it checks: ``arc-encoder`` arcs, ``claim-encoder`` whole claims.
        answers: How many of them it was asked about.
        accuracy: The share of right answers.
        majority: The share of the commoner answer.
    """

    name: str
    level: str
    answers: int
    accuracy: float
    majority: float


@dataclass(frozen=True, slots=True)
class AblationFigures:
    """How good a scorer is that was trained on less, or with another seed.

    Attributes:
        accuracy: How often it puts a right summary above the wrong one; a tie counts half.
        interval: Its 95% bootstrap interval; whole sources are drawn.
        arcs: The share of held-out arcs that it is right about, by recipe, and of all together under ``all``.
    """

    accuracy: float
    interval: tuple[float, float]
    arcs: dict[str, float]


def held_out(treebank: Path, parser: Parser, limit: int, seed: int) -> list[ArcExample]:
    """Return examples made of the development split of the treebank, of which no model has seen a sentence.

    Args:
        treebank: The folder of the English Web Treebank.
        parser: What finds arcs.
        limit: The most examples of each recipe.
        seed: Seeds all that is drawn.

    Raises:
        InputError: The file is not there.
    """
    path = treebank / "en_ewt-ud-dev.conllu"
    return list(examples(read_passages(read_lines(path), str(path)), parser, limit=limit, seed=seed))


def by_recipe(found: Sequence[ArcExample]) -> dict[str, list[ArcExample]]:
    """Return all examples under ``all``, then those of each recipe.

    Args:
        found: Examples.
    """
    groups = {EVERY: list(found)}
    for example in found:
        groups.setdefault(example.recipe, []).append(example)
    return groups


def bench_arcs(found: Sequence[ArcExample], scorers: Sequence[ArcScorer], *, seed: int = 0) -> ArcBench:
    """Tell supported arcs from unsupported ones, with every scorer.

    Args:
        found: Examples; one or more.
        scorers: The scorers.
        seed: Seeds the bootstrap.
    """
    groups = by_recipe(found)
    labels = {name: [label for item in items for label in item.labels.values()] for name, items in groups.items()}
    return ArcBench(
        arcs={name: len(told) for name, told in labels.items()},
        supported={name: sum(told) / len(told) for name, told in labels.items()},
        scorers={
            scorer.name: {name: _figures(items, scorer, seed) for name, items in groups.items()}
            for scorer in track(scorers, "Arcs", len(scorers))
        },
        published=ARCS,
    )


def _figures(items: Sequence[ArcExample], scorer: ArcScorer, seed: int) -> ArcFigures:
    judged = [judgment for item in items for judgment in _judged(item, scorer)]
    right = [float(found == label) for found, label, _ in judged]
    both = sum(found and label for found, label, _ in judged)
    either = sum(found + label for found, label, _ in judged)
    interval = clustered_interval(right, [origin for _, _, origin in judged], seed)
    has_supported = any(label for _, label, _ in judged)
    return ArcFigures(sum(right) / len(right), interval, 2 * both / either if has_supported else None)


def _judged(item: ArcExample, scorer: ArcScorer) -> Iterator[tuple[bool, bool, str]]:
    """Yield whether each labelled arc was found supported, whether it is, and the document."""
    scores = scorer.scores(item.source, item.claim, list(item.labels))
    for score, label in zip(scores.tolist(), item.labels.values(), strict=True):
        yield score >= _ENOUGH, label, item.origin
