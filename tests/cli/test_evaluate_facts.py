"""``evaluate facts``, ``evaluate agreement`` and ``evaluate shortlist``: their output, and bad input."""

import csv
import json
from pathlib import Path

import pytest

from .conftest import DEV, Command, is_one_sentence, listing

HEADER = "question\tfact\trater\trating\n"
ANN = f"{HEADER}q1\tk3\tann\t3\nq1\tp1\tann\t1\nq1\tk1\tann\t0\nq2\tk2\tann\t2\nq2\t\tann\t1\nq1\t\tann\t0\n"
BOB = f"{HEADER}Q1\tK3\tbob\t3\nq1\tp1\tbob\t0\nq1\tk2\tbob\t0\nq2\tk2\tbob\t3\nq2\t\tbob\t1\nq1\t\tbob\t1\n"
FILES = {
    "facts.jsonl": '{"question": "q1", "facts": ["k3", "k1"]}\n',
    "facts.run": "q1\tk3\nq1\tk1\nq1\tp1\nq2\tk2\n",
    "other.run": "q1\tp1\nq2\tk1\n",
    "ann.tsv": ANN,
    "bob.tsv": BOB,
    "ann.jsonl": "".join(
        json.dumps(
            {"question": row["question"], "fact": row["fact"], "rater": row["rater"], "rating": int(row["rating"])}
        )
        + "\n"
        for row in csv.DictReader(ANN.splitlines(), delimiter="\t")
    ),
    "ratings.json": '{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "k3", "relevance": 6}, '
    '{"uuid": "p1", "relevance": 2}, {"uuid": "k1", "relevance": 1}]}]}',
    "both.tsv": ANN + BOB.removeprefix(HEADER),
    "twice.tsv": ANN + ANN.removeprefix(HEADER),
    "high.tsv": f"{HEADER}q1\tk3\tann\t4\n",
    "unrated.tsv": HEADER,
    "stranger.tsv": f"{HEADER}q9\tk3\tann\t3\n",
    "elsewhere.run": "q9\tk3\n",
    "strange.run": "q1\tx9\n",
    "elsewhere.jsonl": '{"question": "q9", "facts": []}\n',
    "empty.run": "",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, dev: Path) -> Path:
    """Write the files beside the two questions; q1 has the gold facts k3 and p1, q2 has k2."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "dev.tsv").write_text(dev.read_text())
    return tmp_path


def figures(run: Command, *arguments: str) -> dict[str, float]:
    done = run("evaluate", "facts", "dev.tsv", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, float] = json.loads(done.out)["figures"]
    return found


def test_json_lines_and_run_files(run: Command) -> None:
    found = figures(run, "facts.jsonl")
    assert (found["questions"], found["relevance"], found["completeness"], found["complete"]) == (2, 25, 25, 0)
    found = figures(run, "facts.run")
    assert (found["relevance"], found["completeness"], found["complete"]) == pytest.approx((500 / 6, 100, 100))
    assert figures(run, "facts.run", "--top", "2")["completeness"] == 75
    assert figures(run, "facts.run", "--completeness", "equation")["completeness"] == pytest.approx(500 / 6)


def test_ratings_of_2021_and_of_ones_own(run: Command) -> None:
    # Two is below the bar of sums, so that k3 is the only important fact; q2 was not rated.
    found = figures(run, "facts.jsonl", "--ratings", "ratings.json")
    assert (found["questions"], found["relevance"], found["complete"], found["completeness"]) == (1, 100, 100, 50)
    assert figures(run, "facts.jsonl", "--ratings", "ratings.json", "--important", "2")["complete"] == 0
    assert figures(run, "facts.jsonl", "--ratings", "ratings.json", "--relevant", "2")["relevance"] == 50
    # The mean of 1 and 0 is rounded up, so that p1 is relevant, but not important.
    found = figures(run, "facts.run", "--ratings", "both.tsv")
    assert (found["relevance"], found["complete_all"]) == pytest.approx(((2 / 3 + 1) / 2 * 100, 100))
    assert figures(run, "facts.jsonl", "--ratings", "both.tsv")["complete"] == 50


def test_rates_are_in_percent_and_counts_are_not(run: Command) -> None:
    done = run("evaluate", "facts", "dev.tsv", "facts.run", "--against", "other.run", "--json")
    report = json.loads(done.out)
    first, _ = report["scores"]
    assert (first["recall"], first["complete"], first["length"], first["gold"]) == (100, True, 3, 2)
    assert (report["figures"]["length"], report["figures"]["gold_length"]) == (2, 1.5)
    assert report["by_length"]["1–4"]["recall"] == report["figures"]["recall"] == 100
    assert report["intervals"]["recall"] == [100, 100]
    assert report["intervals"].keys() == report["figures"].keys() - {"questions", "gold_length", "unrated"}
    assert (report["comparison"]["recall"]["difference"], report["comparison"]["length"]["difference"]) == (75, 1)


def test_the_page_of_explanations(run: Command, folder: Path) -> None:
    done = run("evaluate", "facts", "dev.tsv", "facts.run", "--against", "other.run", "--html", "page.html", "--json")
    assert (done.code, done.err) == (0, "wrote page.html\n")
    page = (folder / "page.html").read_text()
    for wanted in ("facts.run: explanation report", "2 questions with gold facts", "Against other.run", "F1ex", "<svg"):
        assert wanted in page


def test_what_explain_writes_is_read(run: Command) -> None:
    run("explain", "--questions", "dev.tsv", "--kb", "rocks", "--out", "explanations.jsonl", "--model", "bm25")
    found = figures(run, "explanations.jsonl")
    assert (found["questions"], found["recall"]) == (2, 100)


def test_people_are_set_beside(run: Command) -> None:
    done = run(
        "evaluate", "facts", "dev.tsv", "facts.run", "--ratings", "ratings.json", "--manual", "ann.tsv", "--json"
    )
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("explanans: rater ann rated question q2, which is not measured; accepted: ")
    done = run("evaluate", "facts", "dev.tsv", "facts.run", "--manual", "both.tsv")
    assert (done.code, done.err) == (0, "")
    for wanted in ("by hand", "Pearson", "judged by ann, bob", "CompB"):
        assert wanted in done.out
    manual = json.loads(run("evaluate", "facts", "dev.tsv", "facts.run", "--manual", "ann.jsonl", "--json").out)[
        "manual"
    ]
    assert manual["measures"]["complete"] == {
        "automatic": 100,
        "manual": 50,
        "underestimate": -50,
        "interval": [-100, 0],
        "questions": 2,
    }


def test_another_explainer_is_compared_with(run: Command) -> None:
    arguments = ("evaluate", "facts", "dev.tsv", "facts.run", "--against", "facts.jsonl")
    report = json.loads(run(*arguments, "--json").out)
    assert (report["comparison"]["recall"]["other"], report["comparison"]["recall"]["wins"]) == (25, 2)
    assert "|against:facts.jsonl|" in report["signature"]
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    assert "against" in done.out
    done = run("evaluate", "facts", "dev.tsv", "facts.run", "--against", "elsewhere.run")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("explanans: elsewhere.run, line 1: the unknown question 'q9'")


def test_agreement_of_two_files(run: Command) -> None:
    done = run("evaluate", "agreement", "ann.tsv", "bob.tsv", "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    assert (report["facts"]["items"], report["facts"]["items_compared"], report["facts"]["percent"]) == (5, 3, 1 / 3)
    assert (report["facts"]["within_one"], report["explanations"]["percent"]) == (1, 0.5)
    assert run("evaluate", "agreement", "both.tsv", "--json").out == done.out
    text = run("evaluate", "agreement", "ann.jsonl", "bob.tsv").out
    for wanted in (
        "3 of 5 facts were rated by two people",
        "2 of 2 whole explanations",
        "ann down, bob across",
        "gave 3",
    ):
        assert wanted in text


def test_a_shortlist_from_two_runs(run: Command, folder: Path) -> None:
    done = run("evaluate", "shortlist", "dev.tsv", "facts.run", "other.run", "--kb", "rocks", "--out", "short.tsv")
    assert (done.code, done.out) == (0, "")
    assert done.err == "chose 5 facts for 2 questions, 2.5 each: short.tsv\n"
    with (folder / "short.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert list(rows[0]) == ["question", "fact", "question_text", "answer", "text", "rater", "rating"]
    assert sorted((row["question"], row["fact"]) for row in rows) == [
        ("q1", "k1"),
        ("q1", "k3"),
        ("q1", "p1"),
        ("q2", "k1"),
        ("q2", "k2"),
    ]
    assert {row["answer"] for row in rows} == {"It has moist skin.", "a solid"}
    turned = run("evaluate", "shortlist", "dev.tsv", "other.run", "facts.run", "--kb", "rocks", "--out", "-", "--quiet")
    assert (turned.err, turned.out) == ("", (folder / "short.tsv").read_text())
    (folder / "filled.tsv").write_text((folder / "short.tsv").read_text().replace("\t\t\n", "\tann\t2\n"))
    assert figures(run, "facts.run", "--ratings", "filled.tsv")["relevance"] == 100


def test_a_shorter_shortlist(run: Command) -> None:
    arguments = ("evaluate", "shortlist", "dev.tsv", "facts.run", "--kb", "rocks", "--out", "short.jsonl", "--top", "1")
    done = run(*arguments, "--exclude", "PARTOF", "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == {"questions": 2, "candidates": 2, "out": "short.jsonl"}


def test_the_starter_questions_are_measured(run: Command) -> None:
    run("rank", "--questions", DEV, "--kb", "starter", "--out", "starter.run", "--model", "bm25")
    done = run("evaluate", "facts", DEV, "starter.run", "--top", "8")
    assert (done.code, done.err) == (0, "")
    assert "length" in done.out


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("facts dev.tsv none.run", "none.run: no such file"),
        ("facts dev.tsv empty.run", "empty.run: holds no explanations; accepted: JSON lines"),
        ("facts dev.tsv elsewhere.run", "elsewhere.run, line 1: the unknown question 'q9'"),
        ("facts dev.tsv elsewhere.jsonl", "elsewhere.jsonl, line 1: the unknown question 'q9'"),
        (
            "facts dev.tsv facts.run --completeness gold",
            "completeness 'gold': no such reading; accepted: text or equation",
        ),
        ("facts dev.tsv facts.run --ratings high.tsv", "high.tsv, line 2: the rating 4; accepted: 0 to 3"),
        ("facts dev.tsv facts.run --ratings unrated.tsv", "unrated.tsv: holds no ratings; accepted: a shortlist whose"),
        ("facts dev.tsv facts.run --ratings stranger.tsv", "no fact is rated for any question"),
        ("facts dev.tsv facts.run --ratings twice.tsv", "rater ann rated fact k3 of question q1 twice"),
        ("facts dev.tsv facts.run --manual stranger.tsv", "rater ann rated question q9, which is not measured"),
        ("facts dev.tsv facts.run --manual twice.tsv", "rater ann rated fact k3 of question q1 twice"),
        ("facts - -", "standard input can be read only once"),
        ("agreement ann.tsv", "ann is the only rater; accepted: ratings by two people or more"),
        ("agreement ann.tsv ann.jsonl", "ann is the only rater"),
        ("agreement both.tsv ann.tsv", "rater ann rated fact k3 of question q1 twice; accepted: one rating"),
        ("agreement ann.tsv high.tsv", "high.tsv, line 2: the rating 4; accepted: 0 to 3"),
        ("agreement ann.tsv dev.tsv", "dev.tsv, line 1: a header without the column fact"),
        ("agreement ann.tsv stranger.tsv", "ann is the only rater"),
        ("agreement - -", "standard input can be read only once"),
        ("shortlist dev.tsv empty.run --out s.tsv --kb rocks", "empty.run: holds no rankings; accepted: a TextGraphs"),
        ("shortlist dev.tsv elsewhere.run --out s.tsv --kb rocks", "elsewhere.run, line 1: the unknown question 'q9'"),
        (
            "shortlist dev.tsv strange.run --out s.tsv --kb rocks",
            "question q1: the fact 'x9' is not in the knowledge base",
        ),
        ("shortlist dev.tsv facts.run --out s.tsv --kb rocks --exclude NOPE", "--exclude NOPE: no such table in rocks"),
        ("shortlist - - --out s.tsv --kb rocks", "standard input can be read only once"),
    ],
)
def test_bad_input(run: Command, folder: Path, line: str, complaint: str) -> None:
    before = listing(folder)
    done = run("evaluate", *line.split())
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert done.err.startswith(f"explanans: {complaint}")
    assert listing(folder) == before
