"""Conclusions of gold steps on EntailmentBank: how near ours come to those that people wrote, and how they read."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from explanans import __version__
from explanans.bench.entailmentbank import DATA_SET, read_problems
from explanans.compose.conclusions.concluder import NEAR, conclude
from explanans.compose.conclusions.features import nearness_to_joined
from explanans.datasets.locate import find
from explanans.evaluate.significance import bootstrap_interval
from explanans.evaluate.trees.similarity import similarity
from explanans.exceptions import InputError, MissingExtraError
from explanans.text.lemmas import tokens
from explanans.train.conclusions import GoldStep, gold_steps

_SIMILARITIES = ("chrf++", "rouge-l", "cosine")


def _copied(step: GoldStep) -> str:
    return max(step.premises, key=len)


def _joined(step: GoldStep) -> str:
    return " and ".join(step.premises)


def _chosen(step: GoldStep) -> str:
    return conclude(step.premises, step.hypothesis).text


def _chosen_blind(step: GoldStep) -> str:
    return conclude(step.premises).text


WRITERS: dict[str, Callable[[GoldStep], str]] = {
    "copy": _copied,
    "join": _joined,
    "chooser, no hypothesis": _chosen_blind,
    "chooser": _chosen,
}
"""What says a conclusion: the longest premise, all premises with *and* between them, and the learned chooser."""


@dataclass(frozen=True, slots=True)
class ConclusionFigures:
    """How near conclusions are to the gold ones, in percent.

    Attributes:
        passes: The share that say the same as the gold one, by the name of the similarity; without ``cosine`` where the
            extra ``neural`` or its encoder is missing.
        intervals: The 95% bootstrap interval of each.
        exact: The share that are the gold one, but for case, spaces and punctuation.
        near_joined: The share that are nearly their premises side by side.
        milliseconds: The mean time of a conclusion.
    """

    passes: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    exact: float
    near_joined: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A gold step with our conclusion.

    Attributes:
        premises: The premises.
        gold: The conclusion that people wrote.
        ours: The chooser's.
    """

    premises: tuple[str, ...]
    gold: str
    ours: str


@dataclass(frozen=True, slots=True)
class ConclusionBench:
    """The figures of every writer of conclusions, and some conclusions.

    Attributes:
        dataset: The data set.
        split: The split.
        steps: How many gold steps conclude an intermediate sentence from two premises or more.
        writers: Figures by the name of the writer.
        shown: Steps drawn at random.
        signature: What reproduces the figures.
    """

    dataset: str
    split: str
    steps: int
    writers: dict[str, ConclusionFigures]
    shown: tuple[ShownStep, ...]
    signature: str


def bench_conclusions(data: Path | None, split: str = "dev", *, show: int = 50, seed: int = 0) -> ConclusionBench:
    """Say the conclusions of gold steps, and compare them with those that people wrote.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        split: The split.
        show: How many steps to draw.
        seed: Seeds the drawing and the bootstrap.

    Raises:
        InputError: The data set or the split is not there, or has no intermediate step.
    """
    problems = read_problems(find(DATA_SET, data), 1, split)
    steps = [step for problem in problems for step in gold_steps(problem)]
    if not steps:
        raise InputError(f"{DATA_SET}, {split}: no step concludes an intermediate sentence")
    conclude(steps[0].premises)  # loads the model
    written: dict[str, list[str]] = {}
    figures = {}
    for name, write in WRITERS.items():
        started = time.perf_counter()
        written[name] = [write(step) for step in steps]
        milliseconds = (time.perf_counter() - started) * 1000 / len(steps)
        figures[name] = _figures(steps, written[name], milliseconds, seed)
    drawn = sorted(Random(seed).sample(range(len(steps)), min(show, len(steps))))  # noqa: S311 - not for secrets
    shown = tuple(ShownStep(steps[at].premises, steps[at].conclusion, written["chooser"][at]) for at in drawn)
    signature = f"data:{DATA_SET}|split:{split}|seed:{seed}|version:{__version__}"
    return ConclusionBench(DATA_SET, split, len(steps), figures, shown, signature)


def _figures(steps: Sequence[GoldStep], written: Sequence[str], milliseconds: float, seed: int) -> ConclusionFigures:
    pairs = [(text, step.conclusion) for text, step in zip(written, steps, strict=True)]
    passes, intervals = {}, {}
    for name in _SIMILARITIES:
        try:
            passed = [float(value) for value in similarity(name).passes(pairs)]
        except (InputError, MissingExtraError):
            continue
        low, high = bootstrap_interval(passed, seed=seed)
        passes[name], intervals[name] = _percent(passed), (round(100 * low, 1), round(100 * high, 1))
    exact = [float(tokens(text.lower()) == tokens(gold.lower())) for text, gold in pairs]
    near = [float(nearness_to_joined(text, step.premises) >= NEAR) for text, step in zip(written, steps, strict=True)]
    return ConclusionFigures(passes, intervals, _percent(exact), _percent(near), round(milliseconds, 2))


def _percent(values: Sequence[float]) -> float:
    return round(100 * statistics.fmean(values), 1)
