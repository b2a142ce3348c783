"""Train which chosen leaves are kept: ``explanans lab train leaf-acceptance``."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from explanans.errors import InputError
from explanans.evaluation.decisions import auc
from explanans.formats.annotations import decode_marks
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import Origin
from explanans.retrieval.ranker import default_ranker, open_ranker, score
from explanans.runtime.progress import track
from explanans.structures.grading import Mark, Part
from explanans.structures.questions import Question
from explanans.structures.trees import Problem
from explanans.trees.language_relevance import LanguageRelevance
from explanans.trees.leaf_features import FEATURES, LARGEST, LeafProblem, leaf_problem
from explanans.trees.leaf_program import LeafAcceptance
from explanans.trees.model import MOST, Relevance
from explanans.trees.problem_matrix import Matrix

READINGS = Path(__file__).parents[1] / "benchmarks" / "readings"
"""The folder of the grades that readers gave."""
FOLDS = 10
_PENALTY = 5.0
_LEAST_SCALE = 0.05
_GOOD = "good"
_COLUMNS = [place for place, feature in enumerate(FEATURES) if feature.name in LeafAcceptance.names]
_NAMES = tuple(FEATURES[place].name for place in _COLUMNS)


class GradedLeaves(NamedTuple):
    """The leaves of one explanation, as readers graded them.

    Attributes:
        item: The knowledge base and the id of the question.
        problem: The facts at hand.
        places: The numbers of the leaves among them.
        good: The share of the readers who found that each belongs; shape (leaves,).
        readers: The number of readers.
    """

    item: str
    problem: LeafProblem
    places: tuple[int, ...]
    good: Matrix
    readers: int

    @property
    def chosen(self) -> NDArray[np.bool_]:
        """The leaves as a mask of the facts at hand; shape (facts,)."""
        held = np.zeros(len(self.problem.facts), dtype=np.bool_)
        held[list(self.places)] = True
        return held


def marks() -> Iterator[tuple[str, list[Mark]]]:
    """Yield the grades that come with the package, by the names of their files."""
    for path in sorted(READINGS.glob("*.jsonl")):
        yield path.name, list(decode_marks(read_lines(path), path.name, as_jsonl=True))


def graded_leaves(
    base: str,
    knowledge: KnowledgeBase,
    questions: Iterable[Question],
    grades: Iterable[tuple[str, Sequence[Mark]]],
    reader: LanguageReader | None = None,
) -> Iterator[GradedLeaves]:
    """Yield the graded leaves of the questions of a knowledge base.

    Leaves that are not among the facts at hand any more are left out.

    Args:
        base: The name of the knowledge base in grades.
        questions: The questions that were explained, with their right answers; grades of others are left out.
        grades: The grades by their files, in each of which an item is one explanation.
        reader: A language model that reads the most relevant facts, too; None for none.
    """
    asked = {f"{base}:{question.id}": question for question in questions}
    found: dict[str, list[Mapping[str, list[str]]]] = defaultdict(list)
    for _, given in grades:
        by_item: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for mark in given:
            if mark.part is Part.LEAF and mark.item in asked:
                by_item[mark.item][mark.name].append(mark.grade)
        for item, leaves in by_item.items():
            found[item].append(leaves)
    ranker = open_ranker(default_ranker(knowledge), knowledge)
    for item, explanations in track(found.items(), f"Explanations of {base}", len(found)):
        question = asked[item]
        stated = hypothesis(question.text, question.answer)
        facts = score(ranker, knowledge, question).worded(stated, question.text).best(MOST)
        problem = Problem(question.id, stated, (), question=question.text, answer=question.answer)
        premises, belief = Relevance.shipped().read(problem, facts)
        if reader:
            belief = LanguageRelevance.shipped().refined(reader, problem, premises.texts, belief)
        places = {fact.id: place for place, (fact, _) in enumerate(facts)}
        candidates = leaf_problem(stated, premises, belief.tolist())
        for explanation in explanations:
            held = {name: said for name, said in explanation.items() if name in places}
            if 0 < len(held) <= LARGEST:
                good = [said.count(_GOOD) / len(said) for said in held.values()]
                readers = max(map(len, held.values()))
                yield GradedLeaves(item, candidates, tuple(map(places.__getitem__, held)), np.array(good), readers)


class _Rows(NamedTuple):
    """Leaves that have others beside them.

    Attributes:
        columns: By how much the features of the set change by each; shape (leaves, features).
        good: The share of readers who found that it belongs; shape (leaves,).
        weight: The number of readers; shape (leaves,).
        of: The number of the explanation; shape (leaves,).
    """

    columns: Matrix
    good: Matrix
    weight: Matrix
    of: NDArray[np.intp]

    @classmethod
    def made(cls, graded: Sequence[GradedLeaves]) -> "_Rows":
        """Return the leaves of explanations."""
        columns, good, weight, of = [], [], [], []
        for number, item in enumerate(graded):
            if len(item.places) < 2:
                continue
            whole = item.problem.features(item.chosen)
            for place, share in zip(item.places, item.good.tolist(), strict=True):
                rest = item.chosen
                rest[place] = False
                columns.append((whole - item.problem.features(rest))[_COLUMNS])
                good.append(share)
                weight.append(float(item.readers))
                of.append(number)
        return cls(np.array(columns), np.array(good), np.array(weight), np.array(of))

    def fit(self, inside: NDArray[np.bool_]) -> Matrix:
        """Return the weights of a logistic regression on some of the leaves; shape (features,)."""
        scale = np.maximum(self.columns.std(axis=0), _LEAST_SCALE)
        columns, good, weight = self.columns[inside] / scale, self.good[inside], self.weight[inside]

        def loss(weights: Matrix) -> tuple[float, Matrix]:
            odds = columns @ weights
            value = weight @ (np.logaddexp(0, odds) - good * odds) + _PENALTY * weights @ weights
            slope = columns.T @ (weight * (1 / (1 + np.exp(-odds)) - good)) + 2 * _PENALTY * weights
            return float(value), slope

        # Best sets are looked for by programs for which no leaf gains by the absence of another.
        bounds = [(None, 0.0) if name == "idle" else (None, None) for name in _NAMES]
        solved: Matrix = minimize(loss, np.zeros(len(scale)), jac=True, method="L-BFGS-B", bounds=bounds).x
        weights: Matrix = solved / scale
        return weights


def train(graded: Sequence[GradedLeaves], seed: int) -> tuple[LeafAcceptance, dict[str, dict[str, float]]]:
    """Fit the weights, and measure what weights of the explanations of other questions keep.

    Returns:
        The model, and for each knowledge base, by cross-validation in ten folds by question: ``auc``, how probable it
        is that a leaf that belongs is put above one that does not; ``irrelevant``, the share of leaves that do not
        belong, of those that were chosen and ``irrelevant_kept`` of those that are kept; ``good_kept``, the share of
        leaves that belong that are kept.

    Raises:
        InputError: There are too few graded leaves.
    """
    rows = _Rows.made(graded)
    if len({share >= 0.5 for share in rows.good.tolist()}) < 2:
        raise InputError(
            f"{len(rows.good)} graded leaves beside others; accepted: such that belong and such that do not"
        )
    origin = Origin({"explanations": len(graded), "leaves": len(rows.good)}, seed)
    items = sorted({item.item for item in graded})
    drawn = np.random.default_rng(seed).permutation(len(items)) % FOLDS
    fold = dict(zip(items, drawn.tolist(), strict=True))
    folds = np.array([fold[item.item] for item in graded])
    models = [_model(rows.fit(folds[rows.of] != number), origin) for number in range(FOLDS)]
    bases = sorted({item.item.partition(":")[0] for item in graded})
    return _model(rows.fit(rows.weight > 0), origin), {
        base: _figures(base, graded, folds, models, rows) for base in bases
    }


def _model(weights: Matrix, origin: Origin) -> LeafAcceptance:
    named = {name: round(float(weight), 6) for name, weight in zip(_NAMES, weights, strict=True)}
    return LeafAcceptance(named, origin)


def _figures(
    base: str,
    graded: Sequence[GradedLeaves],
    folds: NDArray[np.intp],
    models: Sequence[LeafAcceptance],
    rows: _Rows,
) -> dict[str, float]:
    own = np.array([item.item.startswith(f"{base}:") for item in graded])
    inside = own[rows.of]
    odds = np.array(
        [
            row @ [models[folds[number]].weights[name] for name in _NAMES]
            for row, number in zip(rows.columns[inside], rows.of[inside].tolist(), strict=True)
        ]
    )
    leaves = good = kept = kept_good = 0.0
    for number in np.flatnonzero(own).tolist():
        item = graded[number]
        held = models[folds[number]].kept(item.problem, item.chosen)[list(item.places)]
        leaves, good = leaves + len(item.good), good + float(item.good.sum())
        kept, kept_good = kept + int(held.sum()), kept_good + float(item.good[held].sum())
    return {
        "auc": auc(odds.tolist(), [share >= 0.5 for share in rows.good[inside].tolist()]),
        "irrelevant": 1 - good / leaves,
        "irrelevant_kept": 1 - kept_good / kept,
        "good_kept": kept_good / good,
    }
