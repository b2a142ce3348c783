"""Train the choice of leaves: ``explanans lab train leaves``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from explanans.lab.training.relevance import Looks, RankedQuestion
from explanans.language.tokens import informative_lemmas
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.trees import Problem
from explanans.trees.leaf_features import FEATURES, LACKING, LeafProblem, leaf_problem
from explanans.trees.leaf_program import LeafModel, best_leaves
from explanans.trees.problem_matrix import Matrix

QUESTIONS = 800
"""Questions that the weights are fitted on, drawn at random."""
ROUNDS = 2
"""Number of rounds in which the best sets by the weights become candidates, and the weights are fitted again."""
_DRAWN, _CHANGED = 80, 50
"""Candidate sets of a question that are drawn by the relevance of each fact, and by changes to the best known sets."""
_PENALTY = 0.02
_BAR = 0.3
PRIOR = {
    "belief": 1.0,
    "further": -float(np.log(_BAR / (1 - _BAR))),
    "dangling": -2.0,
    "orphan": -1.0,
    "unasked": -1.0,
    "repeats": -0.7,
    "same_class": -0.5,
    "anything": -0.5,
    "crowding": -0.12,
}
"""Weights from which the learned ones should not stray without need: each fact counts by how much its log-odds of being
relevant exceed those of a relevance of 0.3, and what readers find beside the point counts against it."""
_CONFIRMED = 0.7
"""Minimum Jaccard coefficient of the telling lemmas of a fact and a leaf of EntailmentBank to be the same sentence."""
_UNCONFIRMED, _LOOSE = 0.5, 0.1
"""Gain of a grounding fact that EntailmentBank's tree of the question does without, and of one that only names a thing
by a class that neither the hypothesis nor another gold fact mentions; 1 is that of any other, and of central facts."""
BETA = 0.9
"""Weight of recall in the measure that is maximized (F-beta). Chosen out of fold on training questions."""
_LONE = frozenset(place for place, feature in enumerate(FEATURES) if feature in LACKING or feature.name == "crowding")
"""The numbers of the features whose weights must not be positive."""


class Example(NamedTuple):
    """Candidates of one question, and which of them explain it.

    Attributes:
        probability: The relevance of each; shape (facts,).
        gain: The gain of a fact as a leaf, from 0 for no gold fact to 1; shape (facts,).
        total: The gain of all gold facts, including those that are no candidates.
    """

    question: str
    problem: LeafProblem
    probability: Matrix
    gain: Matrix
    total: float
    weight: float = 1.0

    def measure(self, chosen: NDArray[np.bool_], beta: float = 1.0) -> float:
        """Return the F-beta of a set.

        Args:
            chosen: Whether each fact is in the set; shape (facts,).
        """
        found, size = float(self.gain[chosen].sum()), int(chosen.sum())
        return (1 + beta**2) * found / (size + beta**2 * self.total) if size else 0.0


def examples(
    lessons: Sequence[RankedQuestion], probabilities: Sequence[Matrix], confirmed: Mapping[str, Sequence[str]]
) -> list[Example]:
    """Return training examples for the weights."""
    made = []
    for lesson, probability in zip(lessons, probabilities, strict=True):
        leaves = [informative_lemmas(leaf) for leaf in confirmed.get(lesson.question, ())]
        texts = map(informative_lemmas, lesson.premises.texts)
        sure = [not leaves or any(_is_same(text, leaf) for leaf in leaves) for text in texts]
        problem = leaf_problem(lesson.hypothesis, lesson.premises, probability.tolist())
        gold = lesson.gold > 0
        bound = ~problem.tied.lone(gold)
        gain = np.where(gold, np.where(bound, np.where(sure, 1.0, _UNCONFIRMED), _LOOSE), 0.0)
        gain = np.where(lesson.central > 0, 1.0, gain)
        total = float(gain.sum()) + lesson.beyond
        made.append(Example(lesson.question, problem, probability, gain, total, lesson.weight))
    return made


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _CONFIRMED * len(one | other)


class _Candidates:
    """Candidate sets of one question: their features and how good they are."""

    def __init__(self, example: Example, chance: np.random.Generator, beta: float) -> None:
        self._example = example
        self._beta = beta
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
            measures = [self._example.measure(held, self._beta) for held in new.values()]
            self.features = np.concatenate([self.features, features])
            self.measures = np.concatenate([self.measures, measures])
            self._sets |= new
        return len(new)


def _drawn(example: Example, chance: np.random.Generator) -> Iterator[NDArray[np.bool_]]:
    """Yield sets that the weights have to choose from: the gold one, likely ones, and such with a fact more or less."""
    probability = example.probability
    count = len(probability)
    known = [example.gain > 0, probability >= 0.3, probability >= 0.45, np.arange(count) < 3]
    yield from known
    for _ in range(_DRAWN):
        yield chance.random(count) < probability ** chance.uniform(0.5, 1.5)
    likely = np.argsort(-probability)[: max(10, int((example.gain > 0).sum()))]
    for _ in range(_CHANGED):
        held = known[chance.integers(len(known))].copy()
        size = min(len(likely), int(chance.integers(1, 4)))
        for place in chance.choice(likely, size=size, replace=False).tolist():
            held[place] = not held[place]
        yield held


def fit(taught: Sequence[Example], seed: int, beta: float = BETA, rounds: int = ROUNDS) -> Matrix:
    """Return the weights of the features; shape (``FEATURES``,).

    Each question has a log-linear distribution over candidate sets, and the expected F-beta of a set is maximized
    (minimum-risk training: Smith & Eisner 2006). Then the best sets by these weights, found by the integer program,
    join the candidates, and so on.
    """
    chance = np.random.default_rng(seed)
    useful = [example for example in taught if example.gain.any()]
    candidates = [_Candidates(example, chance, beta) for example in track(useful, "Sets", len(useful))]
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


def confirmed_leaves(problems: Iterable[Problem]) -> dict[str, tuple[str, ...]]:
    """Return the leaves of EntailmentBank's trees by the id of their question.

    Args:
        problems: Problems of task 1, whose premises are the leaves.
    """
    return {problem.id: tuple(premise.text for premise in problem.premises) for problem in problems}


def train(lessons: Iterable[RankedQuestion], confirmed: Mapping[str, Sequence[str]], seed: int) -> LeafModel:
    """Train the weights of the features of a set, on relevances that were learned without the question."""
    taught = list(lessons)
    believed = Looks.of(taught, seed).probabilities()
    drawn = np.random.default_rng(seed).permutation(sorted(believed))[:QUESTIONS].tolist()
    chosen = examples([taught[number] for number in drawn], [believed[number] for number in drawn], confirmed)
    weights = fit(chosen, seed)
    named = {feature.name: round(float(value), 6) for feature, value in zip(FEATURES, weights, strict=True)}
    return LeafModel(named, Origin({"questions": len(chosen), "facts": sum(len(item.gain) for item in chosen)}, seed))
