"""The official mode gives the published figures on the released predictions, and keeps the scorer's faults."""

import pytest

from explanans.evaluation.trees.measure import Rules
from explanans.evaluation.trees.report import evaluate_trees
from explanans.evaluation.trees.scored import similarity
from explanans.formats import proof
from explanans.structures.trees import Prediction
from tests.evaluation.trees.conftest import Released

T5_11B = {
    "task1/T5_11B/dev.16K_steps.predictions.tsv": (99.24, 90.91, 61.77, 50.27),
    "task2/T5_11B/dev.32K_steps.predictions.tsv": (89.35, 52.94, 46.59, 35.29),
    "task3_v2/T5_11B/dev.32K_steps.predictions.tsv": (42.65, 3.74, 8.49, 3.21),
}
T5_LARGE = {
    "task1/T5_large/dev.48K_steps.predictions.tsv": (98.72, 87.17, 55.21, 43.32),
    "task2/T5_large/dev.32K_steps.predictions.tsv": (86.22, 43.85, 40.59, 28.34),
    "task3_v2/T5_large/dev.32K_steps.predictions.tsv": (39.71, 4.28, 8.78, 4.28),
}
TABLE_A2 = {
    "task1/T5_11B/dev.16K_steps.predictions.tsv": (99.2, 90.9, 61.8, 50.3),
    "task2/T5_11B/dev.32K_steps.predictions.tsv": (89.4, 52.9, 46.6, 35.3),
    "task3_v2/T5_11B/dev.32K_steps.predictions.tsv": (42.7, 3.7, 8.5, 3.2),
}
"""Dalvi et al. 2021, table A2: leaves F1 and AllCorrect, steps F1 and AllCorrect."""
INTERMEDIATES = {
    "task1/T5_11B/dev.16K_steps.predictions.tsv": 74.2,
    "task2/T5_11B/dev.32K_steps.predictions.tsv": 69.1,
    "task3_v2/T5_11B/dev.32K_steps.predictions.tsv": 38.7,
}
"""The same table: F1 of the intermediates by BLEURT."""


def official(released: Released, name: str) -> tuple[float, ...]:
    problems, predictions = released(name)
    report = evaluate_trees(problems, predictions, Rules(lenient=True, similarities=(similarity("chrf++"),)))
    assert report.details.leaves_by == ("text" if name.startswith("task3") else "ids")
    names = ("leaves.f1", "leaves.exact", "steps.f1", "steps.exact")
    return tuple(report.scores[name].shown or 0.0 for name in names)


@pytest.mark.parametrize(("name", "figures"), [*T5_11B.items(), *T5_LARGE.items()])
def test_released_predictions(released: Released, name: str, figures: tuple[float, ...]) -> None:
    assert tuple(round(figure, 2) for figure in official(released, name)) == figures


@pytest.mark.parametrize(("name", "figures"), TABLE_A2.items())
def test_table_a2(released: Released, name: str, figures: tuple[float, ...]) -> None:
    for found, published in zip(official(released, name), figures, strict=True):
        assert abs(found - published) <= 0.0501


@pytest.mark.parametrize(("name", "published"), INTERMEDIATES.items())
def test_stand_ins_come_near_to_bleurt(released: Released, name: str, published: float) -> None:
    problems, predictions = released(name)
    names = ("chrf++", "rouge-l", "token-f1")
    report = evaluate_trees(problems, predictions, Rules(similarities=tuple(map(similarity, names))))
    for stand_in in names:
        assert abs((report.scores[f"intermediates.{stand_in}.f1"].shown or 0.0) - published) < 3.5


def test_gold_against_gold_as_the_released_scorer_has_it(released: Released) -> None:
    problems, _ = released("task1/T5_11B/dev.16K_steps.predictions.tsv")
    gold = [
        Prediction(problem.id, proof.encode(problem.tree.steps), problem.premises)
        for problem in problems
        if problem.tree
    ]
    report = evaluate_trees(problems, gold)
    shown = [report.scores[name].shown or 0.0 for name in ("steps.f1", "steps.exact")]
    assert [round(value, 2) for value in shown] == [99.46, 98.4]


@pytest.mark.parametrize("task", ["task1/T5_11B/dev.16K_steps", "task2/T5_11B/dev.32K_steps"])
def test_gold_against_gold_is_right_when_corrected(released: Released, task: str) -> None:
    problems, _ = released(f"{task}.predictions.tsv")
    gold = [
        Prediction(problem.id, proof.encode(problem.tree.steps), problem.premises)
        for problem in problems
        if problem.tree
    ]
    report = evaluate_trees(problems, gold, Rules("corrected"))
    for part, micro in report.details.micro.items():
        assert {report[f"{part}.f1"], report[f"{part}.exact"], micro.f1} == {1.0}
    assert {report[f"overall.{name}.exact"] for name in report.details.thresholds} == {1.0}


def test_rows_of_worldtree_make_more_leaves_right(released: Released) -> None:
    problems, predictions = released("task3_v2/T5_11B/dev.32K_steps.predictions.jsonl")
    by_text, by_row = (
        evaluate_trees(problems, predictions, Rules("corrected", by_provenance=by_provenance))
        for by_provenance in (False, True)
    )
    assert by_row.details.leaves_by == "provenance"
    assert 0.45 < (by_text["leaves.f1"] or 0.0) <= (by_row["leaves.f1"] or 0.0) < 0.55
