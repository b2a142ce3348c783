"""Files as other tools write them: TREC, CSV with its delimiters, TSV without quoting, ids that are numbers."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Command, run
from tests.data_sets import present

__all__ = ["run"]

GOLD = "QuestionID\tAnswerKey\texplanation\tquestion\n" + "".join(
    f"{question}\tA\t{facts}\tWhat is it? (A) this (B) that\n"
    for question, facts in (("q1", "f1|CENTRAL f2|GROUNDING"), ("q2", "f3|CENTRAL"))
)
RATINGS = "question{0}fact{0}rater{0}rating\nq1{0}f1{0}Ann{0}{1}\nq1{0}f1{0}Bob{0}{2}\n"

NUMBERED = """{"question": 1, "fact": 2, "rater": "A", "rating": 1.0}
{"question": 1, "fact": 2, "rater": "B", "rating": 1}
"""
LABELLED = """{"kind": "step", "item": 1, "rater": "A", "label": "correct"}
{"kind": "step", "item": 1, "rater": "B", "label": "correct"}
"""


@pytest.fixture
def inputs() -> Path:
    """Return the folder of inputs that users have reported."""
    return present(Path(os.environ.get("EXPLANANS_DATA", "/nowhere")) / "bug-inputs")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("kb search {0}/26.lead.tsv salt", '"Salt water" is heavier.'),
        ("kb search {0}/26.open.tsv steam", '"Steam rises from hot water.'),
        ("kb search {0}/28.intid.jsonl otters", "(5, 28.intid.jsonl:1)"),
        ("kb search {0}/28.bigint.jsonl kelp", "(12345678901234567890123, 28.bigint.jsonl:1)"),
        ("kb search {0}/28.newline.csv otters", "28.newline.csv:2"),
        ("evaluate agreement {0}/25.float.tsv --json", '"percent": 0.5'),
        ("evaluate agreement {0}/27.rat.tsv --json", '"percent": 1.0'),
        ("evaluate agreement {0}/51.csv --json", '"percent": 0.0'),
        ("evaluate labels {0}/50.csv --json", '"items": 1'),
        ("evaluate labels {0}/27.lab.tsv --json", '"items": 1'),
        ("evaluate ranking {0}/22.gold.tsv {0}/22.trec.run --json", '"map": 0.6111'),
        ("evaluate graphs {0}/61.gold.tsv {0}/61.pred.tsv --json", '"stance_accuracy": 66.66'),
    ],
)
def test_reported_inputs_are_read(command: str, expected: str, inputs: Path, run: Command) -> None:
    done = run(*command.format(inputs).split())
    assert (done.code, done.err) == (0, "")
    assert expected in done.out


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("24.wronglen", "question 'q1': 1 score for 3 facts"),
        ("24.nulls", "scores, item 2: null instead of a number"),
        ("24.unsorted", "fact 'f1' has a higher score than 'f3' before it"),
        ("24.nan", "NaN, which is no number in JSON"),
    ],
)
def test_scores_that_contradict_a_ranking_are_named(name: str, found: str, inputs: Path, run: Command) -> None:
    done = run("evaluate", "ranking", inputs / "22.gold.tsv", inputs / f"{name}.jsonl")
    assert done.code == 2
    assert found in done.err
    assert f"{name}.jsonl, line 1" in done.err


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ('"facts": ["f1", "f2"], "scores": [3, 2, 1]', "3 scores for 2 facts"),
        ('"facts": ["f1", "f2"], "scores": []', "0 scores for 2 facts"),
        ('"facts": ["f1"], "scores": [3, null]', "scores, item 2: null instead of a number"),
        ('"facts": ["f1", null], "scores": [3, 1]', "facts, item 2: null instead of "),
        ('"facts": ["f1", "f2"], "scores": [1, 1.5]', "fact 'f2' has a higher score than 'f1' before it"),
        ('"facts": ["f1", "f2"], "scores": [-2, -1]', "fact 'f2' has a higher score than 'f1' before it"),
        ('"facts": ["f1", "f2"], "scores": [1, "0.5"]', "scores, item 2: a text instead of a number"),
        ('"facts": ["f1", "f2"], "scores": [Infinity, 1]', "Infinity, which is no number in JSON"),
        ('"facts": ["f1", "f2"], "scores": [1, -Infinity]', "-Infinity, which is no number in JSON"),
    ],
)
def test_scores_beside_a_ranking(record: str, found: str, run: Command) -> None:
    Path("gold.tsv").write_text(GOLD)
    Path("run.jsonl").write_text(f'{{"question": "q2", "facts": ["f3"]}}\n{{"question": "q1", {record}}}\n')
    done = run("evaluate", "ranking", "gold.tsv", "run.jsonl")
    assert done.code == 2
    assert found in done.err
    assert "run.jsonl, line 2" in done.err


@pytest.mark.parametrize("claim", ["Cats sleep.", "Cats sleep"])
@pytest.mark.parametrize("name", ["31.a.conllu", "31.b.conllu"])
def test_parses_with_and_without_final_stop(name: str, claim: str, inputs: Path, run: Command) -> None:
    done = run(
        *("check", "--source", "Cats sleep.", "--claim", claim, "--scorer", "majority"),
        *("--parser", f"conllu:{inputs / name}", "--json"),
    )
    assert json.loads(done.out)["claims"][0]["status"] == "supported"


# Further files of each kind.


@pytest.mark.parametrize(
    ("lines", "mean"),
    [
        ("q1\tQ0\tf1\t1\t3\tx\nq1\tQ0\tf2\t2\t2\tx\nq2\tQ0\tf3\t1\t1\tx\n", 1.0),
        ("q1 Q0 f9 1 0.5 x\nq1 Q0 f1 2 .25 x\nq1 Q0 f2 3 -1e-3 x\nq2 Q0 f3 1 2E1 x\n", ((1 / 2 + 2 / 3) / 2 + 1) / 2),
        ("q2 0 f3 1 1 x\n\nq1 0 f1 9 8 x\nq1 0 f2 1 7.5 x\n", 1.0),
        ("q1 Q0 f1 1 2 x\nq1 Q0 f2 2 2 x\nq1 Q0 f3 3 2 x\nq2 Q0 f3 1 1 x\n", ((1 / 2 + 2 / 3) / 2 + 1) / 2),
    ],
    ids=["tabs", "small scores", "ranks that contradict", "ties, by id backwards as trec_eval does"],
)
def test_trec_runs(lines: str, mean: float, run: Command) -> None:
    Path("gold.tsv").write_text(GOLD)
    Path("dev.run").write_text(lines)
    done = run("evaluate", "ranking", "gold.tsv", "dev.run", "--json")
    assert json.loads(done.out)["map"] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("dev.qrels", "q1 0 f1 1\nq1 0 f2 2\nq1 0 f4 0\nq2 0 f3 1\n"),
        ("qrels.txt", "q1\t0\tf1\t1\nq1\t0\tf2\t1\nq2\t0\tf3\t1\nq2\t0\tf5\t-1\n"),
        ("test.tsv", "query-id\tcorpus-id\tscore\nq1\tf1\t1\nq1\tf2\t1\nq2\tf3\t1\n"),
    ],
)
def test_judgments_of_trec_and_beir(name: str, lines: str, run: Command) -> None:
    Path(name).write_text(lines)
    Path("dev.run").write_text("q1 Q0 f9 1 3 x\nq1 Q0 f1 2 2 x\nq1 Q0 f2 3 1 x\nq2 Q0 f3 1 1 x\n")
    done = run("evaluate", "ranking", name, "dev.run", "--json")
    assert json.loads(done.out)["map"] == pytest.approx(((1 / 2 + 2 / 3) / 2 + 1) / 2)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("q1 Q0 f1 1 high x", "the score 'high'"),
        ("q1 Q0 f1 1 nan x", "the score 'nan'"),
        ("q1 Q0 f1 1 2", "5 columns"),
        ("q1 Q0 f0 9 0 x", "the fact 'f0' for the second time"),
    ],
)
def test_what_is_no_line_of_a_run(line: str, found: str, run: Command) -> None:
    Path("gold.tsv").write_text(GOLD)
    if "second time" not in found:
        Path("first.run").write_text(f"{line}\n")
        assert f"first.run, line 1: {found}" in run("evaluate", "ranking", "gold.tsv", "first.run").err
    Path("gold.tsv").write_text(GOLD)
    Path("dev.run").write_text(f"q1 Q0 f0 1 1 x\n{line}\n")
    done = run("evaluate", "ranking", "gold.tsv", "dev.run")
    assert (done.code, f"dev.run, line 2: {found}" in done.err or found in done.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "lines", "shown"),
    [
        ("a.csv", "id;text\nk1;Ice floats, at last.\n", "Ice floats, at last.  (k1, a.csv:2)"),
        ("a.csv", "sep=;\nid;text\nk1;Ice floats\n", "(k1, a.csv:3)"),
        ("a.csv", "id\ttext\nk1\tIce floats\n", "Ice floats  (k1, a.csv:2)"),
        ("a.csv", "id|text\nk1|Ice floats\n", "Ice floats  (k1, a.csv:2)"),
        ("a.csv", 'id,note,text\nk0,"two\nlines",Rain falls\nk1,"a\n\nb",Ice floats\n', "(k1, a.csv:4)"),
        ("a.csv", "\ufeffid,text\r\nk1,Ice floats\r\n", "(k1, a.csv:2)"),
        ("a.tsv", 'id\ttext\nk1\t"Ice" floats "on" water\n', '"Ice" floats "on" water  (k1, a.tsv:2)'),
        ("a.tsv", 'id\ttext\nk1\t"Ice floats"\n', '"Ice floats"  (k1, a.tsv:2)'),
        ("a.tsv", 'id\ttext\nk0\t"\nk1\t""Ice floats\n', '""Ice floats  (k1, a.tsv:3)'),
        ("a.jsonl", '{"id": 0, "text": "Ice floats."}', "(0, a.jsonl:1)"),
        ("a.jsonl", '{"id": -7, "text": "Ice floats."}', "(-7, a.jsonl:1)"),
        ("a.jsonl", '{"text": "Ice floats.", "id": 18446744073709551616}', "(18446744073709551616, a.jsonl:1)"),
    ],
)
def test_knowledge_in_tables(name: str, lines: str, shown: str, run: Command) -> None:
    Path(name).write_bytes(lines.encode())
    done = run("kb", "search", name, "ice")
    assert shown in done.out


@pytest.mark.parametrize(
    ("name", "lines", "percent"),
    [
        ("a.csv", RATINGS.format(";", "2,0", "2"), 1.0),
        ("a.csv", RATINGS.format("\t", "2.0", "2"), 1.0),
        ("a.csv", 'Remark,rating,rater,fact,question\n"a, b",1.0,Ann,f1,q1\n,2,Bob,f1,q1\n', 0.0),
        ("a.tsv", RATINGS.format("\t", "1.5", "1.50"), 1.0),
        ("a.tsv", RATINGS.format("\t", "0.1", "0.2"), 0.0),
        ("a.jsonl", NUMBERED, 1.0),
    ],
)
def test_ratings(name: str, lines: str, percent: float, run: Command) -> None:
    Path(name).write_text(lines)
    done = run("evaluate", "agreement", name, "--json")
    assert json.loads(done.out)["facts"]["percent"] == percent


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("a.csv", "kind;item;rater;label\nstep;a;Ann;correct\nstep;a;Bob;correct\n"),
        ("a.csv", 'label,kind,text,item,rater\ncorrect,step,"a ""b"", c",a,Ann\ncorrect,step,,a,Bob\n'),
        ("a.tsv", 'kind\titem\trater\tlabel\ttext\nstep\ta\tAnn\tcorrect\t"\nstep\ta\tBob\tcorrect\t"x"y\n'),
        ("a.jsonl", LABELLED),
    ],
)
def test_labels(name: str, lines: str, run: Command) -> None:
    Path(name).write_text(lines)
    done = run("evaluate", "labels", name, "--json")
    assert (done.code, done.err) == (0, "")
    assert '"correct"' in done.out


GRAPH = (
    "(animals; desires; freedom)(freedom; not at location; cages)(cages; part of; zoos)(zoos; receives action; banned)"
)


@pytest.mark.parametrize(
    ("predicted", "accuracy"),
    [
        (["", f"support\t{GRAPH}", f"support\t{GRAPH}"], 200 / 3),
        ([f"support\t{GRAPH}", "  ", ""], 100 / 3),
        ([f"support\t{GRAPH}", f"counter\t{GRAPH}", f"support\t{GRAPH}", "", ""], 200 / 3),
        ([f"support\t{GRAPH}", "", f"Zoos should be banned.\tAnimals suffer.\tsupport\t{GRAPH}"], 200 / 3),
    ],
)
def test_a_blank_prediction_is_a_wrong_one(predicted: list[str], accuracy: float, run: Command) -> None:
    row = f"Zoos should be banned.\tAnimals suffer in cages.\tsupport\t{GRAPH}\n"
    Path("gold.tsv").write_text(row * 3)
    Path("predicted.tsv").write_text("".join(f"{line}\n" for line in predicted))
    done = run("evaluate", "graphs", "gold.tsv", "predicted.tsv", "--json", "--seconds", "0.1")
    assert json.loads(done.out)["stance_accuracy"] == pytest.approx(accuracy)


@pytest.mark.parametrize(
    "command",
    [
        "check --source https://example.org/a.html --claim Ice.",
        "check --source http://example.org --claim Ice.",
        "check --claims https://example.org/claims.csv",
        "kb search HTTPS://example.org/a.txt ice",
        "explain What? --answer ice --kb www.example.org/facts.csv",
        "evaluate ranking https://example.org/gold.tsv dev.run",
    ],
)
def test_addresses_are_not_fetched(command: str, run: Command) -> None:
    done = run(*command.split())
    assert done.code == 2
    assert "addresses are not fetched" in done.err


@pytest.mark.parametrize(
    ("parsed", "claim"),
    [("Birds sing", "Birds sing!"), ("Birds sing …", "Birds sing"), ("Birds sing!", "Birds sing.")],
)
def test_final_stops_of_parses(parsed: str, claim: str, run: Command) -> None:
    stop = parsed.removeprefix("Birds sing").strip()
    rows = ["1\tBirds\tbird\tNOUN\tNNS\t_\t2\tnsubj\t_\t_", "2\tsing\tsing\tVERB\tVBP\t_\t0\troot\t_\t_"]
    rows += [f"3\t{stop}\t{stop}\tPUNCT\t.\t_\t2\tpunct\t_\t_"] if stop else []
    Path("a.conllu").write_text("\n".join([f"# text = {parsed}", *rows, "", ""]))
    by = ("--scorer", "majority", "--parser", "conllu:a.conllu", "--json")
    done = run("check", "--source", parsed, "--claim", claim, *by)
    assert json.loads(done.out)["claims"][0]["status"] == "supported"
