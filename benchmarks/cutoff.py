"""How well a learned cut-off chooses among the best facts, by cross-validation on training questions.

Run ``python benchmarks/cutoff.py``; ``--help`` lists the options. The rankers are those that the shipped model has
learned from: none has learned from the explanation of the question that it ranks for.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find
from explanans.lab.training.cut_off import Example, examples, fit, shipped_teachers
from explanans.retrieval.cut_off import cut

FOLDS = 5
SIZES = range(2, 11)
BARS = tuple(step / 20 for step in range(4, 19))


def main() -> None:
    """Print one line a ranker and way of choosing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="the folder of the data sets")
    parser.add_argument("--step", type=int, default=1, help="take every so many questions")
    options = parser.parse_args()
    knowledge = KnowledgeBase.open(find("worldtree-v2.1", options.data))
    taught = {
        teacher.ranker: examples(teacher, teacher.knowledge.questions[:: options.step])
        for teacher in shipped_teachers(knowledge)
    }
    for name, found in taught.items():
        print_figures(name, found, taught)


def print_figures(name: str, found: Sequence[Example], taught: dict[str, list[Example]]) -> None:
    """Print what F1 the best fixed number, the best bar and the learned cut-off reach."""
    print(f"{name}: {len(found)} training questions")
    size = max(SIZES, key=lambda size: mean_f1(found, lambda item: np.arange(len(item.right)) < size))
    print(f"  best {size:<18} {mean_f1(found, lambda item: np.arange(len(item.right)) < size):.4f}")
    bar = max(BARS, key=lambda bar: mean_f1(found, lambda item: above(item, bar)))
    print(f"  above {bar:<17} {mean_f1(found, lambda item: above(item, bar)):.4f}")
    chosen: dict[int, NDArray[np.bool_]] = {}
    for fold in range(FOLDS):
        rest = [item for others in taught.values() for place, item in enumerate(others) if place % FOLDS != fold]
        booster = fit(rest, 0)
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
