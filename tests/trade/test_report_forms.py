"""Reports in Python: gold and predictions as dictionaries and data frames; how reports print and are saved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explanans import InputError, Ranking, RelevanceJudgment, evaluate
from tests.cli.conftest import Command, run

__all__ = ["run"]

QRELS = {"q1": {"f1": 2, "f2": 1, "f9": 0}, "q2": {"f3": 1}}
RUN = {"q1": {"f1": 1.5, "f3": 0.9, "f2": 0.9}, "q2": {"f3": 2.5}}
RATINGS = [("q1", "f1", "Ann", 3), ("q1", "f1", "Bob", 3), ("q1", "f2", "Ann", 1), ("q1", "f2", "Bob", 0)]


def test_dictionaries_are_judgments_and_runs() -> None:
    judged = [
        RelevanceJudgment(question, fact, grade) for question, facts in QRELS.items() for fact, grade in facts.items()
    ]
    # Of equal scores the greater id comes first, as in trec_eval.
    ranked = [Ranking("q1", ("f1", "f3", "f2")), Ranking("q2", ("f3",))]
    assert evaluate.rankings(QRELS, RUN).scores == evaluate.rankings(judged, ranked).scores
    assert evaluate.rankings(QRELS, RUN)["map"] == pytest.approx((1 / 1 + 2 / 3) / 2 / 2 + 0.5)


def test_lists_are_relevant_facts_and_orders() -> None:
    report = evaluate.rankings({"q1": ["f1"], "q2": ["f3"]}, {"q1": ["f2", "f1"], "q2": ("f3", "f1")})
    assert report["map"] == 0.75


def test_another_system_may_be_a_dictionary(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text("q1\tf1\nq1\tf2\nq2\tf3\n")
    report = evaluate.rankings(QRELS, tmp_path / "a.run", against=RUN)
    assert report.comparison["map"].wins == 1


@pytest.mark.parametrize(
    ("gold", "predicted", "found"),
    [
        ({"q1": 3}, RUN, "gold, question 'q1': 3; accepted: {question: {fact: whole number}}"),
        ({"q1": {"f1": 0.5}}, RUN, "gold, question 'q1': 0.5; accepted: {question: {fact: whole number}}"),
        (QRELS, {"q1": {"f1": "high"}}, "predicted, question 'q1': 'high'; accepted: {question: {fact: score}}"),
        (QRELS, {"q1": {"f1": float("nan")}}, "predicted, question 'q1': nan; accepted: {question: {fact: score}}"),
        (QRELS, {"q1": "f1"}, "predicted, question 'q1': 'f1'; accepted: {question: {fact: score}}"),
        (
            QRELS,
            ["q1"],
            "predicted with an item of the type str; accepted: the path of a file, Rankings or a dictionary",
        ),
        (QRELS, 5, "predicted of the type int; accepted: the path of a file, Rankings or a dictionary"),
    ],
)
def test_values_of_other_types_are_refused(gold: Any, predicted: Any, found: str) -> None:
    with pytest.raises(InputError) as caught:
        evaluate.rankings(gold, predicted)
    assert str(caught.value).startswith(found)


def _frames() -> list[Callable[[list[dict[str, Any]]], Any]]:
    found: list[Callable[[list[dict[str, Any]]], Any]] = []
    for name in ("pandas", "polars"):
        try:
            found.append(__import__(name).DataFrame)
        except ImportError:
            continue
    return found


@pytest.mark.skipif(not _frames(), reason="neither pandas nor polars is installed")
@pytest.mark.parametrize("frame", _frames())
def test_data_frames_are_ratings_and_labels(frame: Callable[[list[dict[str, Any]]], Any]) -> None:
    columns = ("question", "fact", "rater", "rating")
    rows = [dict(zip(columns, rating, strict=True)) for rating in RATINGS]
    report = evaluate.agreement(frame(rows))
    assert (report["facts_percent"], report.scores["facts_percent"].items) == (0.5, 2)
    unrated = [*rows, {**rows[0], "fact": "f3", "rating": None}]
    assert evaluate.agreement(frame(unrated)).scores == report.scores
    labelled = [{"kind": "step", "item": "a", "rater": rater, "label": "correct"} for rater in ("Ann", "Bob")]
    assert evaluate.labels(frame(labelled)).to_csv() == evaluate.labels(frame(labelled[::-1])).to_csv()
    with pytest.raises(InputError, match="ratings: a data frame without the column rater; accepted: the columns quest"):
        evaluate.agreement(frame([{"question": "q1", "fact": "f1", "rating": 1}]))
    with pytest.raises(InputError, match="ratings, row 1: the rating 'good'; accepted: a number"):
        evaluate.agreement(frame([{**rows[0], "rating": "good"}]))


def test_reports_print_as_tables() -> None:
    report = evaluate.rankings({"q1": ["f1"]}, {"q1": ["f1"]})
    assert str(report) == report.to_markdown()
    assert repr(report) == "<Report of rankings: 1 item, map 1.0000>"


@pytest.mark.parametrize("suffix", [".csv", ".md", ".tex"])
def test_tables_of_reports_are_saved(suffix: str, tmp_path: Path) -> None:
    report = evaluate.rankings(QRELS, RUN)
    report.save(tmp_path / f"report{suffix}")
    forms = {".csv": report.to_csv, ".md": report.to_markdown, ".tex": report.to_latex}
    assert (tmp_path / f"report{suffix}").read_text().rstrip("\n") == forms[suffix]().rstrip("\n")
    with pytest.raises(InputError, match=r"accepted: \.html, \.json, \.svg, \.md, \.tex, \.csv"):
        report.save(tmp_path / "report.docx")


def test_names_stay_whole_at_80_columns(run: Command) -> None:
    graph = "(zoos; capable of; suffer)(suffer; is a; bad)(animals; desires; zoos)"
    gold = f"Zoos are bad.\tAnimals suffer.\tsupport\t{graph}\n"
    Path("gold.tsv").write_text(gold)
    Path("run.tsv").write_text("counter\t\n")
    shown = run("evaluate", "graphs", "gold.tsv", "run.tsv").out
    assert "turned relations" in shown
    Path("a.csv").write_text("question,fact,rater,rating\nq1,f1,ann,2\nq1,f1,bob,2.5\nq1,f2,ann,1\nq1,f2,bob,0.5\n")
    rated = run("evaluate", "agreement", "a.csv").out
    assert "ratings" in rated.split("rater ")[1]
    assert "…" not in shown + rated


def test_one_item_without_a_majority_is_singular(run: Command) -> None:
    Path("a.csv").write_text("kind,item,rater,label\nstep,a,ann,correct\nstep,a,bob,invalid\n")
    shown = run("evaluate", "labels", "a.csv").out
    assert "1 has no label that is more frequent than any other, and is left out of the shares." in shown
    assert "most people say" not in shown
