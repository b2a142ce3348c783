"""``evaluate trees``: its JSON, its tables, and what it refuses."""

import json
from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence

SENTENCES = {
    "sent1": "ice is a solid",
    "sent2": "heat melts a solid",
    "sent3": "the sun gives heat",
    "sent4": "frogs jump",
}
PROOF = "sent1 & sent2 -> int1: heat melts ice; int1 & sent3 -> hypothesis;"
SPLIT = "sent1 & sent2 & sent3 -> hypothesis;"


def problem(name: str, proof: str = PROOF, **meta: object) -> str:
    fields = {"id": name, "hypothesis": "the sun melts ice", "proof": proof, "meta": {"triples": SENTENCES} | meta}
    return json.dumps(fields) + "\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.jsonl").write_text(problem("q1") + problem("q2", SPLIT))
    return tmp_path / "gold.jsonl"


def predict(folder: Path, *proofs: str, name: str = "run.tsv") -> Path:
    (folder / name).write_text("".join(f"{proof}\n" for proof in proofs))
    return folder / name


def test_json(run: Command, gold: Path, tmp_path: Path) -> None:
    done = run("evaluate", "trees", gold, predict(tmp_path, f"$proof$ = {PROOF}", f"$proof$ = {PROOF}"), "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    assert (report["mode"], report["leaves_by"], report["trees"]) == ("official", "ids", 2)
    whole = dict.fromkeys(("precision", "recall", "f1", "exact"), 100.0)
    assert {name: report["leaves"][name] for name in whole} == whole
    assert report["steps"]["exact"] == 50.0
    assert report["restructured"]["f1"] == 100.0
    assert list(report["intermediates"]) == ["chrf++", "rouge-l", "token-f1"]
    assert report["overall"]["rouge-l"]["exact"] == 50.0
    assert list(report["by_steps"]) == ["1", "2"] == list(report["by_depth"])
    assert report["errors"]["wrong_steps"] == report["errors"]["restructured"] == 1
    assert [item["problem"] for item in report["figures"]] == ["q1", "q2"]
    assert (report["comparison"], report["malformed"]) == ({}, [])
    assert report["signature"].startswith("gold:gold.jsonl|predicted:run.tsv|trees:2|mode:official|leaves:ids|")


def test_tables(run: Command, gold: Path, tmp_path: Path) -> None:
    other = predict(tmp_path, SPLIT, "sent1 & sent4 -> hypothesis", name="other.tsv")
    done = run("evaluate", "trees", gold, predict(tmp_path, PROOF, PROOF), "--mode", "corrected", "--against", other)
    assert (done.code, done.err) == (0, "")
    for text in (
        "corrected, 2 trees",
        "restructured",
        "overall, by",
        "premature hypothesis",
    ):
        assert text in done.out


def test_similarities_by_name(run: Command, gold: Path, tmp_path: Path) -> None:
    run_file = predict(tmp_path, PROOF, SPLIT)
    done = run("evaluate", "trees", gold, run_file, "--similarity", "token-f1, chrf++", "--json")
    assert list(json.loads(done.out)["intermediates"]) == ["token-f1", "chrf++"]


def test_an_empty_line_is_an_empty_tree(run: Command, gold: Path, tmp_path: Path) -> None:
    for mode in ("official", "corrected"):
        done = run("evaluate", "trees", gold, predict(tmp_path, PROOF, ""), "--mode", mode, "--json")
        assert (done.code, done.err) == (0, "")
        report = json.loads(done.out)
        assert report["errors"]["empty"] == 1
        assert report["steps"]["f1"] == report["leaves"]["f1"] == 50.0


@pytest.mark.parametrize(
    ("proofs", "found"),
    [
        (
            ["sent1 & sent9 -> hypothesis;"],
            "line 2, column 9: hypothesis rests on sent9, which is no sentence of problem q2",
        ),
        (
            ["sent1 & int2 -> int1: x; sent2 & int1 -> int2: y; sent3 & int2 -> hypothesis"],
            "line 2, column 17: a cycle: ",
        ),
        (["sent1 & sent2 -> hypothesis; sent3 & sent4 -> hypothesis"], "line 2, column 47: 2 roots: the hypothesis is"),
        (["; ".join(["sent1 & sent2 -> int1: x"] * 501)], "line 2: 501 steps; accepted: at most 500"),
        (["the sun melts ice"], "line 2, column 1: 'the sun melts ice', which has no arrow"),
        ([], "1 prediction for 2 problems"),
        ([SPLIT, SPLIT], "3 predictions for 2 problems"),
    ],
)
def test_bad_predictions(run: Command, gold: Path, tmp_path: Path, proofs: list[str], found: str) -> None:
    done = run("evaluate", "trees", gold, predict(tmp_path, PROOF, *proofs))
    assert (done.code, done.out) == (2, "")
    assert found in done.err
    assert is_one_sentence(done.err)
    if len(proofs) == 1:
        assert done.err.endswith("; or --allow-invalid, to count what there is of such proofs\n")
        done = run("evaluate", "trees", gold, tmp_path / "run.tsv", "--lenient", "--json")
        assert (done.code, done.err) == (0, "")
        report = json.loads(done.out)
        assert (report["errors"]["malformed"], report["malformed"][0]["line"]) == (1, 2)


@pytest.mark.parametrize(
    ("gold_text", "arguments", "found"),
    [
        ("", (), "holds no problems"),
        ("{}\n", (), "gold.jsonl, line 1: Object missing required field `id`"),
        (problem("q1", ""), (), "holds no proofs, and there is no "),
        (problem("q1") + problem("q2", ""), (), "problem q2 has no gold tree"),
        (problem("q1", "sent1 & sent9 -> hypothesis"), (), "gold.jsonl, line 1, column 9: hypothesis rests on sent9"),
        (problem("q1"), ("--mode", "best"), "mode 'best': no such mode; accepted: official, corrected"),
        (problem("q1"), ("--by-provenance",), "in the corrected mode alone; accepted: --mode corrected"),
        (problem("q1"), ("--similarity", "bleu"), "similarity 'bleu': no such similarity; accepted: bleurt, chrf++"),
        (problem("q1"), ("--similarity", "bleurt"), "bleurt: no folder of its weights was named"),
        (problem("q1"), ("--bleurt", "none"), "bleurt: the package bleurt is not installed"),
        (problem("q1"), ("--against", "none.tsv"), "none.tsv: no such file"),
    ],
)
def test_bad_input(run: Command, tmp_path: Path, gold_text: str, arguments: tuple[str, ...], found: str) -> None:
    (tmp_path / "gold.jsonl").write_text(gold_text)
    proofs = [PROOF] * gold_text.count('"id"')
    done = run("evaluate", "trees", "gold.jsonl", predict(tmp_path, *proofs), *arguments)
    assert (done.code, done.out) == (2, "")
    assert found in done.err
    assert is_one_sentence(done.err)


def test_task_3_is_measured_against_task_1(run: Command, tmp_path: Path) -> None:
    for task in (1, 3):
        (tmp_path / f"task_{task}").mkdir()
    (tmp_path / "task_1/dev.jsonl").write_text(problem("q1"))
    retrieved = {"sent7": "heat melts a solid", "sent8": "Ice is a solid.", "sent9": "the sun gives heat"}
    (tmp_path / "task_3/dev.jsonl").write_text(problem("q1", "", triples=retrieved))
    run_file = predict(tmp_path, "sent8 & sent7 -> int1: heat melts ice; int1 & sent9 -> hypothesis;")
    official = json.loads(run("evaluate", "trees", "task_3/dev.jsonl", run_file, "--json").out)
    assert official["leaves_by"] == "text"
    assert official["leaves"]["f1"] == pytest.approx(100 * 2 / 3)
    corrected = json.loads(run("evaluate", "trees", "task_3/dev.jsonl", run_file, "--mode", "corrected", "--json").out)
    assert corrected["leaves"]["f1"] == corrected["steps"]["f1"] == 100.0
    known = {"sent1": {"uuid": "a", "original_text": "ice is solid"}}
    record = {"id": "q1", "slots": {"proof": "sent1 & sent1 -> hypothesis"}, "worldtree_provenance": known}
    (tmp_path / "run.jsonl").write_text(json.dumps(record))
    assert run("evaluate", "trees", "task_3/dev.jsonl", "run.jsonl").code == 0


def test_eqasc_has_several_gold_trees(run: Command, tmp_path: Path) -> None:
    said = {"turk_label": {"label": "yes"}}
    chains = [
        [{"text": "ice is a solid"}, {"text": text}, said] for text in ("heat melts solids", "the sun melts solids")
    ]
    question = {"stem": "What melts ice?", "choices": [{"label": "A", "text": "heat", "chains": chains}]}
    (tmp_path / "eqasc.json").write_text(json.dumps([{"id": "q1", "answerKey": "A", "question": question}]))
    (tmp_path / "proofs.tsv").write_text("sent1 & sent3 -> hypothesis;\n")
    record = json.loads(run("evaluate", "trees", "eqasc.json", "proofs.tsv", "--json").out)
    assert (record["leaves"]["f1"], record["steps"]["f1"]) == (100.0, 100.0)
