"""``evaluate ranking`` in full: new keys, another run, expert ratings, the page, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from explanans import registry
from explanans.evaluation.measure import Measure

from .conftest import Command, is_one_sentence

RUN = "q1\tk3\nq1\tk1\nq1\tp1\nq1\tk2\nq2\tk1\nq2\tk2\nq2\tk3\nq2\tp1\n"
OTHER = "q1\tk1\nq1\tp1\nq1\tk3\nq2\tk2\n"
BREAKDOWNS = ("by_role", "by_overlap", "by_overlap_all_words", "by_hops", "by_hops_all_words", "by_table", "by_length")


@pytest.fixture
def ranked(tmp_path: Path) -> Path:
    """Average precisions are (1 + 2/3) / 2 and 1/2."""
    (tmp_path / "run.txt").write_text(RUN)
    return tmp_path / "run.txt"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Average precisions are (1/2 + 2/3) / 2 and 1."""
    (tmp_path / "other.txt").write_text(OTHER)
    return tmp_path / "other.txt"


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    """Return expert ratings on one line of more than a million bytes."""
    grades = {"q1": {"k3": 6, "k1": 1, "p1": 3}, "q2": {"k2": 2, "k3": 0}}
    problems = [
        {
            "qid": question,
            "documents": [
                {"uuid": fact, "relevance": grade, "docText": "x" * 300_000} for fact, grade in rated.items()
            ],
        }
        for question, rated in grades.items()
    ]
    (tmp_path / "ratings.json").write_text(json.dumps({"rankingProblems": problems}))
    return tmp_path / "ratings.json"


@pytest.fixture
def given(dev: Path, ranked: Path, ratings: Path, tmp_path: Path) -> dict[str, Path]:
    """Return the files above by name, with runs of nothing and of one question, and one that is not there."""
    (tmp_path / "empty.txt").write_text("\n")
    (tmp_path / "half.txt").write_text("q1\tk3\n")
    others = {name: tmp_path / f"{name}.txt" for name in ("empty", "half", "absent")}
    return {"gold": dev, "run": ranked, "ratings": ratings, **others}


def test_every_breakdown_has_every_measure(run: Command, dev: Path, ranked: Path) -> None:
    done = run("evaluate", "ranking", dev, ranked, "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    for name in BREAKDOWNS:
        assert report[name]
        for part in report[name].values():
            assert set(part) == {"map", "map_kept", "recall_at_30", "facts", "questions"}
    assert report["by_role"]["CENTRAL"]["map"] == pytest.approx((1 / 2 + 1 / 2) / 2)
    assert report["by_role"]["CENTRAL"]["map_kept"] == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert list(report["by_length"]) == ["1", "2"]
    assert report["relevance"] == {"1": report["precision"]}
    assert report["average_precision"] == {"q1": pytest.approx(5 / 6), "q2": pytest.approx(1 / 2)}
    assert report["intervals"]["map"] == report["interval"]
    assert (report["comparison"], report["at_least"], report["unranked"]) == (None, 1, [])
    (worst, better) = report["worst"]
    assert (worst["question"], worst["text"], worst["answer"]) == ("q2", "What is ice?", "a solid")
    assert worst["missed"] == [{"id": "k2", "text": "ice is a kind of solid", "rank": 2, "role": "CENTRAL"}]
    assert worst["instead"] == [{"id": "k1", "text": "granite is a kind of rock", "rank": 1, "role": None}]
    assert better["question"] == "q1"


def test_another_run(run: Command, dev: Path, ranked: Path, other: Path) -> None:
    done = run("evaluate", "ranking", dev, ranked, "--against", other, "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    comparison = report["comparison"]
    assert comparison["map"] == pytest.approx((7 / 12 + 1) / 2)
    assert comparison["difference"] == pytest.approx(report["map"] - comparison["map"])
    assert (comparison["wins"], comparison["ties"], comparison["losses"]) == (1, 0, 1)
    assert (comparison["p_value"], comparison["assignments"], comparison["exact"]) == (1.0, 4, True)
    assert comparison["interval"] == [pytest.approx(-1 / 2), pytest.approx(1 / 4)]
    assert "run:run.txt|against:other.txt|" in report["signature"]
    assert json.loads(run("evaluate", "ranking", dev, ranked, "--json").out)["by_role"] == report["by_role"]
    out = run("evaluate", "ranking", dev, ranked, "--against", other).out
    row = next(line.split() for line in out.splitlines() if line.split()[:1] == ["MAP"] and "+" in line)
    assert row[-3:] == ["1", "0", "1"]


@pytest.mark.parametrize(
    ("at_least", "average_precisions"),
    [
        (1, {"q1": 1.0, "q2": 1 / 2}),
        (2, {"q1": (1 + 2 / 3) / 2, "q2": 1 / 2}),
        (3, {"q1": (1 + 2 / 3) / 2}),
    ],
)
def test_expert_ratings(
    run: Command, ratings: Path, ranked: Path, at_least: int, average_precisions: dict[str, float]
) -> None:
    done = run("evaluate", "ranking", ratings, ranked, "--min-relevance", str(at_least), "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    assert report["at_least"] == at_least
    assert report["average_precision"] == {name: pytest.approx(value) for name, value in average_precisions.items()}
    # Grades of the first three facts: 6, 1, 3 of q1, and 2 of q2 beside two that were not rated or are irrelevant.
    shares = {"1": (3 / 3, 1 / 3), "2": (2 / 3, 1 / 3), "3": (2 / 3, 0.0), "6": (1 / 3, 0.0)}
    count = len(average_precisions)
    expected = {grade: sum(each[:count]) / count for grade, each in shares.items() if grade != "2" or count == 2}
    assert {grade: share["3"] for grade, share in report["relevance"].items()} == pytest.approx(expected)
    assert report["precision"]["3"] == pytest.approx(expected[str(at_least)])


def test_ratings_on_a_terminal(run: Command, ratings: Path, ranked: Path) -> None:
    out = run("evaluate", "ranking", ratings, ranked).out
    assert "grade ≥ 6" in out


def test_the_page(run: Command, dev: Path, ranked: Path, other: Path, tmp_path: Path) -> None:
    done = run("evaluate", "ranking", dev, ranked, "--against", other, "--html", "report.html", "--json")
    assert (done.code, done.err) == (0, "wrote report.html\n")
    assert json.loads(done.out)["questions"] == 2
    page = (tmp_path / "report.html").read_text()
    assert "Against other.txt" in page
    quietly = run("evaluate", "ranking", dev, ranked, "--html", "again.html", "--quiet")
    assert (quietly.code, quietly.err) == (0, "")
    printed = run("evaluate", "ranking", dev, ranked, "--html", "-")
    assert printed.out == (tmp_path / "again.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("gold", "run", "--min-relevance", "2"),
            "holds no ratings; accepted with it: the 2021 expert ratings (.json), or",
        ),
        (("ratings", "run", "--min-relevance", "7"), "the gold names no fact with a grade of 7 or more"),
        (("ratings", "run", "--min-relevance", "0"), "--min-relevance"),
        (("gold", "empty"), "empty.txt: holds no rankings; accepted: a TextGraphs run file"),
        (("gold", "run", "--against", "empty"), "empty.txt: holds no rankings"),
        (("gold", "run", "--against", "half"), "question q2 is not in the other run; accepted: two runs of the same"),
        (("gold", "half", "--against", "run"), "question q2 is not in the run; accepted: two runs of the same"),
        (("gold", "run", "--against", "absent"), "absent.txt: no such file"),
        (("gold", "run", "--html", "no/such/folder.html"), "cannot be written"),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    run: Command, given: dict[str, Path], arguments: tuple[str, ...], complaint: str
) -> None:
    done = run("evaluate", "ranking", *(given.get(argument, argument) for argument in arguments))
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert complaint in done.err


def test_a_measure_of_another_package(run: Command, dev: Path, ranked: Path) -> None:
    depth: Measure[Any] = Measure("depth", "rankings", "ours", lambda placement: placement.depth)
    registry.register("measures", "depth", depth)
    try:
        arguments = ("evaluate", "ranking", dev, ranked, "--against", ranked, "--measure", "depth")
        assert json.loads(run(*arguments, "--json").out)["measures"] == {
            "depth": {"value": 4, "interval": [4, 4], "items": 2}
        }
        rows = [line.split() for line in run(*arguments).out.splitlines() if line.split()[:1] == ["depth"]]
        assert [row[1] for row in rows] == ["4.00", "4.00"]
        refused = run("evaluate", "facts", dev, ranked, "--measure", "depth")
        assert refused.code == 2
        assert "the measure 'depth' is of rankings; accepted: a Measure of facts" in refused.err
    finally:
        registry.unregister("measures", "depth")
