"""Two systems compared in pairs."""

import pytest

from explanans.errors import InputError
from explanans.evaluation.measure import compare_reports
from explanans.evaluation.trees.measure import Rules
from explanans.evaluation.trees.report import evaluate_trees
from explanans.formats import proof
from explanans.structures.reports import Report
from explanans.structures.trees import Prediction, Problem

from .drawn import HYPOTHESIS, LEAVES

GOLD = "sent1 & sent2 -> hypothesis"


def report(*proofs: str, rules: Rules = Rules()) -> Report:  # noqa: B008 - it is frozen
    problems = []
    for number in range(len(proofs)):
        asked = Problem(f"q{number}", HYPOTHESIS, LEAVES)
        problems.append(Problem(asked.id, HYPOTHESIS, LEAVES, proof.decode_tree(GOLD, asked, "gold")))
    found = [Prediction(f"q{number}", text, LEAVES) for number, text in enumerate(proofs)]
    return evaluate_trees(problems, found, rules)


def test_a_better_system() -> None:
    compared = compare_reports(report(GOLD, GOLD, GOLD, ""), report(GOLD, "", "", ""))
    steps = compared["steps.f1"]
    assert (steps.other, steps.difference) == (0.25, 0.5)
    assert (steps.wins, steps.ties, steps.losses) == (2, 2, 0)
    assert (steps.p_value, steps.exact) == (0.5, True)
    assert {"leaves.f1", "overall.chrf++.exact", "restructured.exact"} <= compared.keys()


def test_systems_that_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="other trees"):
        compare_reports(report(GOLD), report(GOLD, GOLD))
    with pytest.raises(InputError, match="measured in other ways"):
        compare_reports(report(GOLD), report(GOLD, rules=Rules("corrected")))
