"""Train the search for trees so that no problem profits from its own gold tree."""

from collections.abc import Sequence
from hashlib import sha256

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.trees.features import NAMES, columns
from explanans.compose.trees.joins import MOST_WHOLE, all_joins
from explanans.compose.trees.leaves import Extras
from explanans.compose.trees.model import SearchModel, propose
from explanans.compose.trees.precedents import Precedents
from explanans.compose.trees.sentence import TermWeights
from explanans.compose.trees.view import View
from explanans.exceptions import InputError
from explanans.learn.model import Origin
from explanans.learn.trees import Rows, grow
from explanans.problem import Problem
from explanans.progress import track
from explanans.train.joins import GROWTH, Lesson, gold_joins, grow_joiner, is_gold, with_gold
from explanans.train.leaves import FOLDS, folds, train_leaves
from explanans.tree import EntailmentTree

_JOINERS = 3
"""Boosted trees of so many seeds are added up."""


def train_trees(problems: Sequence[Problem], *, seed: int, with_frequency: bool = False) -> SearchModel:
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
    joiners = tuple(grow_joiner(lessons, seed + number) for number in range(_JOINERS))
    leaves = train_leaves(taught, numbers, weights, seed=seed, extras=Extras(frequency=with_frequency))
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
            small.append(Lesson(view.leaves, joins, columns(view, joins), is_gold(joins, wanted)))
    rows = Rows(np.concatenate([item.columns for item in small]), np.concatenate([item.gold for item in small]))
    proposer = grow(rows, NAMES, GROWTH, seed)
    for view, wanted in zip(track(seen, "Proposals", len(seen)), gold, strict=True):
        if len(wanted) and view.leaves > MOST_WHOLE:
            joins = with_gold(propose(view, proposer)[0], wanted)
            large.append(Lesson(view.leaves, joins, columns(view, joins), is_gold(joins, wanted)))
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
