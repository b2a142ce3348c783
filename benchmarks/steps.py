"""How well right steps are told from wrong ones on training trees, out of fold: as a whole and without some features.

Run ``python benchmarks/steps.py``; ``--help`` lists the options. The data is EntailmentBank's task 2. ``conclusion
alone`` sees no premise: what it tells is what the wording of wrong conclusions gives away.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.steps.features import GROUPS, NAMES, columns
from explanans.evaluation.decisions import auc
from explanans.formats import entailmentbank
from explanans.io.files import read_lines
from explanans.lab.boosting import Rows, grow
from explanans.lab.training.steps import GOLD, GROWTH, OTHER, PERTURBED, StepTable, count_terms, gold_steps, tabulate
from explanans.learning.boosted_trees import predict

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
PARTS = 3
"""The folds in which features were made are put together to so many, to save time."""


def main() -> None:
    """Print areas under the ROC curve for all features, and without some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds entailmentbank/")
    parser.add_argument("--trees", type=int, default=0, metavar="N", help="look at N gold trees only")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    path = options.data / "entailmentbank" / "dataset" / "task_2" / "train.jsonl"
    problems = [problem for problem in entailmentbank.decode(read_lines(path), str(path)) if any(gold_steps(problem))]
    problems = problems[: options.trees or None]
    table = tabulate(problems, options.seed)
    every = np.arange(len(NAMES))
    print(f"{len(problems)} trees, {len(table.examples)} steps: AUC, {PARTS} parts out of fold")
    show("all features", table, table.columns, every, options.seed)
    start = 0
    for name, features in GROUPS.items():
        left = np.r_[every[:start], every[start + len(features) :]]
        show(f"without {name}", table, table.columns, left, options.seed)
        start += len(features)
    words = count_terms(problems)
    blind = columns([(("",), example.conclusion) for example in table.examples], words)
    show("conclusion alone", table, blind, every, options.seed)


def show(name: str, table: StepTable, features: NDArray[np.float32], chosen: NDArray[np.intp], seed: int) -> None:
    """Print the areas that some features reach: against the three families of wrong steps, and against each kind."""
    right, weights = table.right, table.weights
    scores = np.zeros(len(right))
    names = [NAMES[place] for place in chosen]
    for part in range(PARTS):
        held = table.folds % PARTS == part
        rows = Rows(features[~held][:, chosen], right[~held], weights[~held])
        scores[held] = predict(grow(rows, names, GROWTH, seed), features[held][:, chosen])
    kinds = np.array([example.kind for example in table.examples])
    made = [kind for kind in dict.fromkeys(kinds.tolist()) if kind not in {GOLD, "renamed", OTHER, *PERTURBED}]
    families: dict[str, Sequence[str]] = {OTHER: [OTHER], "perturbed": PERTURBED, "wrong premises": made}
    found = {family: against(scores, kinds, wrong) for family, wrong in families.items()}
    print(f"{name:<18}", *(f"{family} {value:.3f}" for family, value in found.items()), sep="  ")
    if name == "all features":
        for kind in (*PERTURBED, *made):
            print(f"    {kind:<28} {against(scores, kinds, [kind]):.3f}")


def against(scores: NDArray[np.float64], kinds: NDArray[np.str_], wrong: Sequence[str]) -> float:
    """Return the area with gold steps on one side and some kinds of wrong ones on the other."""
    chosen = (kinds == GOLD) | np.isin(kinds, list(wrong))
    return auc(scores[chosen].tolist(), (kinds[chosen] == GOLD).tolist())


if __name__ == "__main__":
    main()
