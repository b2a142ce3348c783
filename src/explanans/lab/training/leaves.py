"""Train the choice of leaves: ``explanans lab train leaves``."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from explanans.lab.training.graded_sets import GradedSet, Grading, SetCounts, graded_sets, grading
from explanans.lab.training.relevance import Looks, RankedQuestion
from explanans.lab.training.shown import shown_facts
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.trees.leaf_features import FEATURES, LACKING, LeafProblem, leaf_problem
from explanans.trees.leaf_program import LeafModel, best_leaves
from explanans.trees.model import RelevantFacts
from explanans.trees.problem_matrix import Matrix

ROUNDS = 2
"""Number of rounds in which the best sets by the weights become candidates, and the weights are fitted again."""
_DRAWN, _CHANGED = 80, 50
"""Candidate sets of a question that are drawn by the relevance of each fact, and by changes to the best known sets."""
_F1 = 0.3
"""Weight of F1 in the measure of a set; the grade has the rest. By grades alone, links are missed that raters want."""
_PENALTY = 0.004
_BAR = 0.4
PRIOR = {"belief": 1.0, "further": -float(np.log(_BAR / (1 - _BAR))), "repeats": -20.0}
"""Weights from which the learned ones should not stray without need: each fact counts by how much its log-odds of being
shown exceed those of a probability of 0.4, and one that repeats another with a probability of 0.85 loses 3."""
_LONE = frozenset(place for place, feature in enumerate(FEATURES) if feature in LACKING or feature.name == "crowding")
"""The numbers of the features whose weights must not be positive."""


class Example(NamedTuple):
    """Candidates of one question, and which of them an explanation shows.

    Attributes:
        names: The ids of the candidates.
        probability: The relevance of each; shape (facts,).
        shown: Whether to show each; shape (facts,).
        harmless: Whether each is harmless, but not to be shown; shape (facts,).
        total: The number of facts to show, including those that are no candidates.
    """

    question: str
    names: tuple[str, ...]
    problem: LeafProblem
    probability: Matrix
    shown: NDArray[np.bool_]
    harmless: NDArray[np.bool_]
    total: int
    weight: float = 1.0

    def counts(self, chosen: NDArray[np.bool_]) -> SetCounts:
        """Return what the facts of a set are.

        Args:
            chosen: Whether each fact is in the set; shape (facts,).
        """
        shown, harmless = int(self.shown[chosen].sum()), int(self.harmless[chosen].sum())
        disturbing = int(chosen.sum()) - shown - harmless
        return SetCounts(shown, harmless, disturbing, self.total - shown, self.problem.repetition(chosen))


def examples(lessons: Sequence[RankedQuestion], probabilities: Sequence[Matrix]) -> list[Example]:
    """Return training examples for the weights."""
    made = []
    for lesson, probability in zip(lessons, probabilities, strict=True):
        problem = leaf_problem(lesson.hypothesis, RelevantFacts(lesson.premises, lesson.near, probability))
        shown = lesson.gold > 0
        harmless = ~shown & (lesson.harmless > 0)
        total = int(shown.sum()) + lesson.beyond
        made.append(Example(lesson.question, lesson.names, problem, probability, shown, harmless, total, lesson.weight))
    return made


class _Candidates:
    """Candidate sets of one question: their features and how good they are."""

    def __init__(self, example: Example, chance: np.random.Generator, grading: Grading) -> None:
        self._example = example
        self._grading = grading
        self._sets: dict[bytes, NDArray[np.bool_]] = {}
        self.features: Matrix = np.zeros((0, len(FEATURES)))
        self.measures: Matrix = np.zeros(0)
        self.add(_drawn(example, chance))

    def add(self, sets: Iterable[NDArray[np.bool_]]) -> int:
        """Add sets, and return how many of them are new.

        Args:
            sets: Whether each fact is in a set; shape (facts,) each.
        """
        new = {held.tobytes(): held for held in sets if held.any() and held.tobytes() not in self._sets}
        if new:
            features = [self._example.problem.features(held) for held in new.values()]
            counts = [self._example.counts(held) for held in new.values()]
            measures = [(1 - _F1) * self._grading.grade(item) + _F1 * item.f1 for item in counts]
            self.features = np.concatenate([self.features, features])
            self.measures = np.concatenate([self.measures, measures])
            self._sets |= new
        return len(new)


def _drawn(example: Example, chance: np.random.Generator) -> Iterator[NDArray[np.bool_]]:
    """Yield sets that the weights have to choose from: the gold one, likely ones, and such with a fact more or less."""
    probability = example.probability
    count = len(probability)
    known = [example.shown, probability >= 0.3, probability >= 0.45, np.arange(count) < 3]
    yield from known
    for _ in range(_DRAWN):
        yield chance.random(count) < probability ** chance.uniform(0.5, 1.5)
    likely = np.argsort(-probability)[: max(10, int(example.shown.sum()))]
    for _ in range(_CHANGED):
        held = known[chance.integers(len(known))].copy()
        size = min(len(likely), int(chance.integers(1, 4)))
        for place in chance.choice(likely, size=size, replace=False).tolist():
            held[place] = not held[place]
        yield held


def fit(taught: Sequence[Example], seed: int, grading: Grading, rounds: int = ROUNDS) -> Matrix:
    """Return the weights of the features; shape (``FEATURES``,).

    Each question has a log-linear distribution over candidate sets, and the expected measure of a set is maximized
    (minimum-risk training: Smith & Eisner 2006). Then the best sets by these weights, found by the integer program,
    join the candidates, and so on.
    """
    chance = np.random.default_rng(seed)
    useful = [example for example in taught if example.shown.any()]
    candidates = [_Candidates(example, chance, grading) for example in track(useful, "Sets", len(useful))]
    importance = np.array([example.weight for example in useful])
    weights = np.array([PRIOR.get(feature.name, 0.0) for feature in FEATURES])
    for number in track(range(rounds), "Rounds", rounds):
        weights = _maximized(candidates, importance, weights)
        if number < rounds - 1:
            for example, sets in zip(useful, candidates, strict=True):
                sets.add([best_leaves(example.problem, weights)])
    return weights


def _maximized(candidates: Sequence[_Candidates], importance: Matrix, start: Matrix) -> Matrix:
    """Return the weights with the highest expected measure, less a quadratic penalty of their distance to the prior."""
    features = np.concatenate([sets.features for sets in candidates])
    measures = np.concatenate([sets.measures for sets in candidates])
    ends = np.cumsum([len(sets.measures) for sets in candidates])
    starts = np.concatenate([[0], ends[:-1]])
    scale = np.maximum(features.std(axis=0), 1e-3)
    scaled = features / scale
    group = np.repeat(np.arange(len(starts)), ends - starts)
    share = importance / importance.sum()
    prior = np.array([PRIOR.get(feature.name, 0.0) for feature in FEATURES]) * scale

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores, strayed = scaled @ weights, weights - prior
        scores = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        probability = scores / np.add.reduceat(scores, starts)[group]
        expected = np.add.reduceat(probability * measures, starts)
        slope = (share[group] * probability * (measures - expected[group])) @ scaled
        return float(-share @ expected + _PENALTY * strayed @ strayed), -slope + 2 * _PENALTY * strayed

    bounds = [(None, 0.0) if place in _LONE else (None, None) for place in range(len(start))]
    solved = minimize(loss, start * scale, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 150})
    found: Matrix = solved.x / scale
    return found


def repetitions(sets: Iterable[GradedSet], known: Iterable[Example]) -> dict[GradedSet, float]:
    """Return the repetition of graded sets, of those whose facts are candidates of an example of their question."""
    found, by_question = dict[GradedSet, float](), dict[str, list[Example]]()
    for example in known:
        by_question.setdefault(example.question, []).append(example)
    for item in sets:
        for example in by_question.get(item.question, ()):
            chosen = np.isin(example.names, [*item.facts])
            if chosen.sum() == len(item.facts):
                found.setdefault(item, example.problem.repetition(chosen))
    return found


def train(lessons: Iterable[RankedQuestion], seed: int) -> LeafModel:
    """Train the weights of the features of a set, on relevances that were learned without the question."""
    taught, graded = list(lessons), graded_sets()
    believed = Looks.of(taught, seed).probabilities()
    known = examples([taught[number] for number in believed], list(believed.values()))
    weights = fit(known, seed, grading(graded, shown_facts(), repetitions(graded, known)))
    named = {feature.name: round(float(value), 6) for feature, value in zip(FEATURES, weights, strict=True)}
    return LeafModel(named, Origin({"questions": len(known), "facts": sum(len(item.shown) for item in known)}, seed))
