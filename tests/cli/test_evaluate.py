"""``evaluate ranking``: the contract of its JSON, its tables, and its two kinds of gold."""

import json
from pathlib import Path

import pytest

from .conftest import Command

RUN = "q1\tk3\nq1\tk1\nq1\tp1\nq1\tk2\nq2\tk1\nq2\tk2\nq2\tk3\nq2\tp1\n"


@pytest.fixture
def ranked(tmp_path: Path) -> Path:
    """Average precisions are (1 + 2/3) / 2 and 1/2."""
    (tmp_path / "run.txt").write_text(RUN)
    return tmp_path / "run.txt"


def test_json_keeps_the_contract(run: Command, dev: Path, ranked: Path) -> None:
    done = run("evaluate", "ranking", dev, ranked, "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    for key, kind in {
        "map": float,
        "map_flagged": float,
        "ndcg_linear": float,
        "ndcg_exponential": float,
        "precision": dict,
        "by_role": dict,
        "by_overlap": dict,
        "by_table": dict,
        "questions": int,
        "interval": list,
        "signature": str,
    }.items():
        assert isinstance(report[key], kind), key
    assert report["map"] == pytest.approx(2 / 3)
    assert report["questions"] == 2
    assert list(report["precision"]) == [str(n) for n in range(1, 21)]
    assert report["precision"]["1"] == 0.5
    assert list(report["by_role"]) == ["CENTRAL", "GROUNDING"]
    assert list(report["by_table"]) == ["KINDOF", "PARTOF"]
    assert set(report["by_overlap"]) <= {"2+", "1", "0"}
    for breakdown in (report["by_role"], report["by_table"], report["by_overlap"]):
        for part in breakdown.values():
            assert {"map", "recall_at_30", "facts"} <= set(part)
            assert isinstance(part["facts"], int)
    low, high = report["interval"]
    assert 0 <= low <= report["map"] <= high <= 1


def test_tables(run: Command, dev: Path, ranked: Path) -> None:
    done = run("evaluate", "ranking", dev, ranked)
    assert (done.code, done.err) == (0, "")
    assert "0.6667" in done.out
    for title in ("MAP, flagged", "among the first", "role", "shared lemmas", "table"):
        assert title in done.out
    assert "no ranking" not in done.out


def test_what_is_missing_is_told(run: Command, dev: Path, ranked: Path) -> None:
    ranked.write_text("q1\tk3\n")
    out = run("evaluate", "ranking", dev, ranked).out
    assert "1 question with gold facts but no ranking: each counts 0" in out
    assert "1 ranking without some gold fact: each counts 0 by all but trec_eval" in out


def test_another_knowledge_base(run: Command, dev: Path, ranked: Path, tmp_path: Path) -> None:
    (tmp_path / "questions.tsv").write_bytes(dev.read_bytes())
    without = json.loads(run("evaluate", "ranking", "questions.tsv", ranked, "--json").out)
    assert without["by_table"] == without["by_overlap"] == {}
    named = json.loads(run("evaluate", "ranking", "questions.tsv", ranked, "--kb", "rocks", "--json").out)
    assert named["by_table"]
    assert named["map"] == without["map"]


def test_the_seed_moves_the_interval_alone(run: Command, dev: Path, ranked: Path) -> None:
    first, again, other = (
        json.loads(run("evaluate", "ranking", dev, ranked, "--seed", seed, "--json").out) for seed in ("1", "1", "2")
    )
    assert first == again
    assert "|seed:1|" in first["signature"]
    assert {key for key in first if first[key] != other[key]} <= {"interval", "signature"}


def test_standard_input(run: Command, dev: Path, ranked: Path) -> None:
    def measures(*arguments: str | Path, stdin: bytes = b"") -> dict[str, object]:
        report: dict[str, object] = json.loads(run("evaluate", "ranking", *arguments, "--json", stdin=stdin).out)
        del report["signature"]  # it names the files
        return report

    expected = measures(dev, ranked)
    assert measures(dev, "-", stdin=ranked.read_bytes()) == expected
    assert measures("-", ranked, "--kb", "rocks", stdin=dev.read_bytes()) == expected


def test_expert_ratings(run: Command, ranked: Path, tmp_path: Path) -> None:
    documents = [{"uuid": "k3", "relevance": 6}, {"uuid": "k2", "relevance": 0}, {"uuid": "p1", "relevance": 4}]
    ratings = {"rankingProblems": [{"qid": "q1", "documents": documents}, {"qid": "q2", "documents": documents[:1]}]}
    (tmp_path / "ratings.json").write_text(json.dumps(ratings, indent=2))
    report = json.loads(run("evaluate", "ranking", "ratings.json", ranked, "--json").out)
    assert report["map"] == pytest.approx(((1 + 2 / 3) / 2 + 1 / 3) / 2)
    assert report["map_flagged"] is None
    assert "–" in run("evaluate", "ranking", "ratings.json", ranked).out


def test_ratings_by_people_are_gold(run: Command, ranked: Path, tmp_path: Path) -> None:
    rows = ["question\tfact\trater\trating", "q1\tk3\tann\t3", "q1\tk3\tbob\t2", "q1\tk2\tann\t0", "q1\tp1\tann\t1"]
    (tmp_path / "people.tsv").write_text("\n".join(rows) + "\n")
    report = json.loads(run("evaluate", "ranking", "people.tsv", ranked, "--json").out)
    assert report["map"] == pytest.approx((1 + 2 / 3) / 2)
    assert list(report["relevance"]) == ["1", "3"]
    strict = json.loads(run("evaluate", "ranking", "people.tsv", ranked, "--at-least", "2", "--json").out)
    assert (strict["map"], strict["at_least"]) == (1.0, 2)
    lines = [
        json.dumps({"question": "q1", "fact": "k3", "rater": "ann", "rating": 3}),
        json.dumps({"question": "q1", "fact": "p1", "rater": "ann", "rating": 1}),
    ]
    (tmp_path / "people.jsonl").write_text("\n".join(lines) + "\n")
    assert json.loads(run("evaluate", "ranking", "people.jsonl", ranked, "--json").out)["map"] == report["map"]


def test_gold_facts_are_told_apart_by_the_kind_of_table(run: Command, dev: Path, ranked: Path) -> None:
    found = json.loads(run("evaluate", "ranking", dev, ranked, "--json").out)["by_category"]
    assert set(found) <= {"retrieval", "inference-supporting", "complex inference"}
    assert sum(part["facts"] for part in found.values()) > 0


def test_ids_may_differ_in_case(run: Command, dev: Path, ranked: Path) -> None:
    ranked.write_text(RUN.upper())
    assert json.loads(run("evaluate", "ranking", dev, ranked, "--json").out)["map"] == pytest.approx(2 / 3)
