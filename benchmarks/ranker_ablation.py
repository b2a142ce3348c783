"""What each group of features is worth to the first stage of the learned ranker, by cross-validation on WorldTree.

Every question is ranked by trees that were grown without it, from features that know nothing of its explanation.

    python benchmarks/ranker_ablation.py [--data DIR] [--folds N] [--pointers DIR] [--no-vectors]
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from explanans.evaluation.significance import bootstrap_interval
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find
from explanans.lab.training.ranker import (
    FOLDS,
    Example,
    Pointers,
    TrainingQuestion,
    examples,
    fit,
    lessons,
    within_folds,
)
from explanans.learning.boosted_trees import Feature
from explanans.learning.embedder import Embedder
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.facts import NEEDS_EXPLANATIONS, NEEDS_VECTORS, Group
from explanans.retrieval.features.nearness import Space


def main() -> None:
    """Print one line for all features, and one for all but each group."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--folds", type=int, default=FOLDS, help="how many of the five folds to rank")
    parser.add_argument("--pointers", type=Path, help="what makes the sentence vectors, taught with the seed 0")
    parser.add_argument("--no-vectors", action="store_true", help="use no sentence vectors")
    arguments = parser.parse_args()
    knowledge = KnowledgeBase.open(find("worldtree-v2.1", arguments.data))
    pointers = None if arguments.pointers is None else Pointers.open(arguments.pointers)
    shipped = pointers is None and not arguments.no_vectors
    space = Space.of(knowledge, Embedder.shipped()) if shipped else None
    by_fold = within_folds(Extractor(knowledge, with_explanations=True, space=space), pointers)
    extractor = by_fold[0]
    taught = lessons(by_fold, 0)
    given = examples(by_fold, taught, extractor.names)
    before = [average_precision(lesson, lesson.shortlist.scores) for lesson in taught if lesson.fold < arguments.folds]
    print_line("relevance and power, no trees", before)
    for title, left_out in (
        ("all features", frozenset()),
        *(
            (f"without {group}", frozenset({group}))
            for group in Group
            if group in {feature.group for feature in (*extractor.own, *extractor.ordered)}
        ),
        ("without standing, context", frozenset({Group.STANDING, Group.CONTEXT})),
        ("without power, prior", NEEDS_EXPLANATIONS),
        ("without meaning, nearness, precedents", NEEDS_VECTORS),
    ):
        print_line(
            title, cross_validated(taught, given, [*extractor.own, *extractor.ordered], left_out, arguments.folds)
        )


def cross_validated(
    taught: Sequence[TrainingQuestion],
    given: Sequence[Example],
    features: Sequence[Feature],
    left_out: frozenset[Group],
    folds: int,
) -> list[float]:
    """Return the average precision of the questions of the first folds, each ranked by trees grown on the others."""
    kept = [column for column, feature in enumerate(features) if feature.group not in left_out]
    names = [features[column].name for column in kept]
    precisions = []
    for fold in range(folds):
        pairs = list(zip(taught, given, strict=True))
        rest = [Example(example.columns[:, kept], example.gold) for lesson, example in pairs if lesson.fold != fold]
        stage = fit(rest, names, seed=0)
        precisions += [
            average_precision(lesson, stage.scores(example.columns[:, kept]))
            for lesson, example in pairs
            if lesson.fold == fold
        ]
    return precisions


def average_precision(lesson: TrainingQuestion, scores: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Return the average precision of a shortlist; a gold fact that is not on it counts 0."""
    ranks = np.flatnonzero(np.isin(lesson.shortlist.numbers, lesson.gold)[np.argsort(-scores, kind="stable")]) + 1
    return float((np.arange(1, len(ranks) + 1) / ranks).sum() / len(lesson.gold))


def print_line(title: str, precisions: Sequence[float]) -> None:
    """Print a mean with its interval."""
    low, high = bootstrap_interval(precisions)
    print(f"{title:36} {np.mean(precisions):.4f}  {low:.4f}-{high:.4f}  {len(precisions)} questions", flush=True)


if __name__ == "__main__":
    main()
