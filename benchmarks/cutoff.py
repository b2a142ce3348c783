"""How well a learned cut-off chooses among the best facts, by cross-validation on training questions.

Run ``python benchmarks/cutoff.py``; ``--help`` lists the options. Rankers must not have learned from the explanation of
the question that they rank for: those named here learn nothing, hide it from themselves, or have learned from another
knowledge base. ``--out`` trains on all of the questions and writes the model that the package ships.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans import __version__
from explanans.knowledge.base import KnowledgeBase
from explanans.rank.ranker import open_ranker
from explanans.rank.selection.curve import columns, curve
from explanans.rank.selection.model import cut, fit, save

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RANKERS = ("unification", "bm25")
TRAINED = ("stacked", "cold")
"""They have learned from WorldTree's training questions, and are asked those of the starter base."""
FOLDS = 5
SIZES = range(2, 11)
BARS = tuple(step / 20 for step in range(4, 19))


class Example(NamedTuple):
    """The best facts of one question: their features, scores and which are gold, and how many gold facts there are."""

    features: NDArray[np.float32]
    scores: NDArray[np.float64]
    right: NDArray[np.bool_]
    gold: int


def main() -> None:
    """Print one line a ranker and way of choosing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder of worldtree-v2.1/")
    parser.add_argument("--step", type=int, default=1, help="take every so many questions")
    parser.add_argument("--out", type=Path, help="write the model trained on all of them")
    options = parser.parse_args()
    folder = options.data / "worldtree-v2.1"
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder; name the one that holds worldtree-v2.1/ with --data or EXPLANANS_DATA")
    knowledge = KnowledgeBase.open(folder)
    taught = {name: examples(knowledge, name, options.step) for name in RANKERS}
    starter = KnowledgeBase.open("starter")
    taught |= {name: examples(starter, name, options.step) for name in TRAINED}
    for name, found in taught.items():
        print_figures(name, found, taught)
    if options.out:
        pairs = [(item.features, item.right) for found in taught.values() for item in found]
        data: dict[str, int | str] = {
            "data": f"worldtree-v2.1 train by {' and '.join(RANKERS)}, starter train by {' and '.join(TRAINED)}",
            "curves": sum(map(len, taught.values())),
        }
        versions = {"explanans": __version__, "lightgbm": lightgbm.__version__, "numpy": np.__version__}
        save(fit(pairs, 0), options.out, data, 0, versions)


def examples(knowledge: KnowledgeBase, name: str, step: int) -> list[Example]:
    """Return what there is to learn from the questions of a knowledge base, as a ranker sees them."""
    ranker = open_ranker(name, knowledge)
    found = []
    for question in knowledge.questions[::step]:
        best = curve(knowledge, ranker, question)
        gold = {item.fact for item in question.explanation}
        right = np.array([fact.id in gold for fact, _ in best.facts], dtype=np.bool_)
        scores = np.array([score for _, score in best.facts], dtype=np.float64)
        found.append(Example(columns(best, knowledge.vocabulary.weight), scores, right, len(gold)))
    return found


def print_figures(name: str, found: Sequence[Example], taught: dict[str, list[Example]]) -> None:
    """Print what F1 the best fixed number, the best bar and the learned cut-off reach."""
    print(f"{name}: {len(found)} training questions")
    size = max(SIZES, key=lambda size: mean_f1(found, lambda item: np.arange(len(item.right)) < size))
    print(f"  best {size:<18} {mean_f1(found, lambda item: np.arange(len(item.right)) < size):.4f}")
    bar = max(BARS, key=lambda bar: mean_f1(found, lambda item: above(item, bar)))
    print(f"  above {bar:<17} {mean_f1(found, lambda item: above(item, bar)):.4f}")
    chosen: dict[int, NDArray[np.bool_]] = {}
    for fold in range(FOLDS):
        pairs = [
            (item.features, item.right)
            for others in taught.values()
            for place, item in enumerate(others)
            if place % FOLDS != fold
        ]
        booster = fit(pairs, 0)
        for item in found[fold::FOLDS]:
            chosen[id(item)] = learned(booster, item)
    print(f"  learned, out of fold    {mean_f1(found, lambda item: chosen[id(item)]):.4f}", flush=True)


def above(item: Example, bar: float) -> NDArray[np.bool_]:
    """Return which facts score above a share of the best."""
    mask: NDArray[np.bool_] = item.scores > bar * item.scores.max(initial=0)
    return mask


def learned(booster: lightgbm.Booster, item: Example) -> NDArray[np.bool_]:
    """Return which facts the learned cut-off takes."""
    mask = np.zeros(len(item.right), dtype=np.bool_)
    if len(mask):
        probable = np.asarray(booster.predict(item.features, num_threads=1), dtype=np.float64)
        order = np.argsort(-probable, kind="stable")
        mask[order[: cut(probable[order].tolist())]] = True
    return mask


def mean_f1(found: Sequence[Example], choose: Callable[[Example], NDArray[np.bool_]]) -> float:
    """Return the mean F1 of the facts that are chosen."""
    masks = ((item, choose(item)) for item in found)
    return fmean(2 * int((item.right & mask).sum()) / (int(mask.sum()) + item.gold) for item, mask in masks)


if __name__ == "__main__":
    main()
