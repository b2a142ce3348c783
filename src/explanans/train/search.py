"""Train the search for trees so that no problem profits from its own gold tree."""

from collections.abc import Sequence
from hashlib import sha256

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.features import extractor
from explanans.compose.search.joins import MOST_WHOLE, all_joins
from explanans.compose.search.leaves.chooser import Extras
from explanans.compose.search.model import SearchModel
from explanans.compose.search.precedents import Precedents
from explanans.compose.search.proposal import propose
from explanans.compose.search.view import View
from explanans.compose.search.weights import TermWeights
from explanans.exceptions import InputError
from explanans.learn.model import Origin
from explanans.problem import Problem
from explanans.progress import track
from explanans.train import leaves as leaf_training
from explanans.train.gold_joins import gold_joins, is_gold, with_gold
from explanans.train.joiners import Lesson, fit_alone, fit_together
from explanans.train.problem_folds import FOLDS, folds
from explanans.tree import EntailmentTree

_PROPOSER_TREES = 80
_TREES = 130
_JOINERS = 3
"""Boosted trees of so many seeds are added up."""


def train(problems: Sequence[Problem], *, seed: int, with_frequency: bool = False) -> SearchModel:
    """Train the search for trees on problems with distractors and their gold trees.

    Args:
        problems: The problems, as those of EntailmentBank's task 2.
        seed: Seeds the folds and the trees.
        with_frequency: Whether leaves may be told by how often sentences are at hand in training; for measuring only.

    Raises:
        InputError: There are fewer problems with gold trees than folds.
    """
    taught = [problem for problem in problems if problem.tree is not None]
    if len(taught) < FOLDS:
        raise InputError(f"{len(taught)} problems with a gold tree; accepted: {FOLDS} or more")
    numbers = folds(taught, seed)
    weights = TermWeights.counted(premise.text for problem in taught for premise in problem.premises)
    trees = [problem.tree for problem in taught if problem.tree is not None]
    precedents = Precedents.of(enumerate(trees))
    proposer, lessons = join_lessons(trees, views(trees, numbers, weights, precedents), seed)
    joiners = tuple(fit_together(lessons, extractor.NAMES, seed + number, _TREES) for number in range(_JOINERS))
    leaves = leaf_training.train(taught, numbers, weights, seed=seed, extras=Extras(frequency=with_frequency))
    return SearchModel(weights, precedents, proposer, joiners, leaves, Origin(_data(taught), seed))


def views(
    trees: Sequence[EntailmentTree], numbers: NDArray[np.intp], weights: TermWeights, precedents: Precedents
) -> list[View]:
    """Return the leaves of gold trees as matrices, each with the precedents of the other folds only.

    Args:
        trees: The trees.
        numbers: The fold of each; shape (trees,).
        weights: How telling terms are.
        precedents: How all trees joined their leaves.
    """
    visible = [precedents.hiding(frozenset(np.flatnonzero(numbers == fold).tolist())) for fold in range(FOLDS)]
    return [
        View.of(tree.hypothesis, [leaf.text for leaf in tree.leaves], weights, visible[fold])
        for tree, fold in zip(track(trees, "Reading", len(trees)), numbers.tolist(), strict=True)
    ]


def join_lessons(
    trees: Sequence[EntailmentTree], seen: Sequence[View], seed: int
) -> tuple[lightgbm.Booster, list[Lesson]]:
    """Return what proposes joins, and the joins that it proposes for each tree that can be learnt from.

    It is grown on trees of few leaves, whose joins are all looked at, so that what it proposes for larger ones is no
    echo of their gold trees.

    Args:
        trees: The trees.
        seen: Their leaves as matrices.
        seed: Seeds the trees of the proposer.
    """
    gold = [gold_joins(tree, [leaf.id for leaf in tree.leaves]) for tree in trees]
    small, large = [], []
    for view, wanted in zip(track(seen, "Joins", len(seen)), gold, strict=True):
        if len(wanted) and view.leaves <= MOST_WHOLE:
            joins = all_joins(view.leaves)
            small.append(Lesson(view.leaves, joins, extractor.columns(view, joins), is_gold(joins, wanted)))
    columns, labels = (
        np.concatenate(items) for items in zip(*((item.columns, item.gold) for item in small), strict=True)
    )
    proposer = fit_alone(columns, labels, extractor.NAMES, seed, _PROPOSER_TREES)
    for view, wanted in zip(track(seen, "Proposals", len(seen)), gold, strict=True):
        if len(wanted) and view.leaves > MOST_WHOLE:
            joins = with_gold(propose(view, proposer)[0], wanted)
            large.append(Lesson(view.leaves, joins, extractor.columns(view, joins), is_gold(joins, wanted)))
    # Two leaves leave nothing to learn.
    return proposer, [lesson for lesson in (*small, *large) if lesson.leaves > 2]


def _data(problems: Sequence[Problem]) -> dict[str, int | str]:
    digest = sha256()
    for problem in problems:
        # Where the data lies is no part of it.
        premises = [(premise.id, premise.text) for premise in problem.premises]
        steps = [step.premises for step in problem.tree.steps] if problem.tree else []
        digest.update(repr((problem.id, problem.hypothesis, premises, steps)).encode() + b"\n")
    count = sum(len(problem.premises) for problem in problems)
    return {"problems": len(problems), "premises": count, "problems_sha256": digest.hexdigest()}
