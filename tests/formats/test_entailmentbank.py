"""EntailmentBank's files: what is read of them, and what is no such file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from explanans.errors import FormatError
from explanans.formats import entailmentbank, proof
from explanans.formats.entailmentbank import row_uid
from explanans.io.files import read_lines
from explanans.structures.trees import ROOT, Prediction, Problem
from tests.data_sets import present

SENTENCES = {"sent1": "ice is a solid", "sent2": "heat melts a solid"}


def row(**changes: object) -> str:
    fields: dict[str, object] = {
        "id": "q1",
        "hypothesis": "heat melts ice",
        "question": "What melts ice?",
        "answer": "heat",
        "proof": "sent1 & sent2 -> hypothesis; ",
        "meta": {"triples": SENTENCES},
    }
    return json.dumps(fields | changes)


def test_a_problem() -> None:
    (problem,) = entailmentbank.decode([row(), ""], "dev.jsonl")
    assert problem.tree is not None
    assert (problem.question, problem.answer) == ("What melts ice?", "heat")
    assert [(premise.id, premise.text, premise.source) for premise in problem.premises] == [
        ("sent1", "ice is a solid", "dev.jsonl:1"),
        ("sent2", "heat melts a solid", "dev.jsonl:1"),
    ]
    assert [(step.premises, step.conclusion, step.text) for step in problem.tree.steps] == [
        (("sent1", "sent2"), ROOT, "heat melts ice")
    ]


def test_rows_are_found_by_their_words() -> None:
    known = {
        "sent1": {"uuid": "a1", "original_text": "heat melts a solid"},
        "sent2": {"uuid": "b2", "original_text": "ice is a / kind of solid"},
        "sent3": {"uuid": "", "original_text": "frogs are green"},
    }
    triples = SENTENCES | {"sent3": "frogs are green", "sent4": "toads jump"}
    (problem,) = entailmentbank.decode([row(meta={"triples": triples, "worldtree_provenance": known})], "dev.jsonl")
    assert [row_uid(premise) for premise in problem.premises] == ["b2", "a1", "", ""]


def test_task_3_names_its_rows() -> None:
    known = [{"sid": "sent2", "uuid": "a1", "relevance_score": 0.5}]
    lines = [row(proof="", meta={"triples": SENTENCES, "worldtree_provenance": known})]
    (problem,) = entailmentbank.decode(lines, "task_3/dev.jsonl")
    assert problem.tree is None
    assert [row_uid(premise) for premise in problem.premises] == ["", "a1"]
    (gold,) = entailmentbank.decode([row()], "task_1/dev.jsonl")
    (both,) = entailmentbank.with_gold([problem], [gold])
    assert (both.premises, both.tree) == (problem.premises, gold.tree)
    for others in ([], [gold, gold], [Problem("q2", "", ())]):
        with pytest.raises(FormatError, match=r"accepted: the same problems in the same order$"):
            list(entailmentbank.with_gold([problem], others))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("sent1 & sent2 -> hypothesis;", "dev.jsonl, line 2: JSON is malformed"),
        ("[]", "dev.jsonl, line 2: Expected `object`, got `array`"),
        (row(meta={}), "dev.jsonl, line 2: Object missing required field `triples`"),
        (row(id=[]), "dev.jsonl, line 2: id: a list instead of a text"),
        (row(proof="sent1 & sent3 -> hypothesis"), "dev.jsonl, line 2, column 9: hypothesis rests on sent3"),
        (row(proof="sent1 & sent2"), "dev.jsonl, line 2, column 1: 'sent1 & sent2', which has no arrow"),
    ],
)
def test_what_is_no_task_file(line: str, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(entailmentbank.decode([row(), line], "dev.jsonl"))
    assert str(caught.value).startswith(found)
    assert "; accepted: " in str(caught.value)


def predicted(lines: Iterable[str], problems: Sequence[Problem], source: str) -> Iterator[Prediction]:
    return entailmentbank.matched(entailmentbank.decode_proofs(lines, source), problems, source)


def recorded(lines: Iterable[str], problems: Sequence[Problem], source: str) -> Iterator[Prediction]:
    return entailmentbank.matched(entailmentbank.decode_proof_records(lines, source), problems, source)


PROBLEMS = [Problem("q1", "heat melts ice", ()), Problem("q2", "ice floats", ())]


def test_predictions() -> None:
    found = predicted(["$proof$ = a & b -> hypothesis;", "", "", " "], PROBLEMS, "run.tsv")
    assert list(found) == [
        Prediction("q1", "$proof$ = a & b -> hypothesis;", (), 1, "run.tsv"),
        Prediction("q2", "", (), 2, "run.tsv"),
    ]


@pytest.mark.parametrize("lines", [[], ["a"], ["a", "b", "c"], ["a", "", "c"]])
def test_as_many_predictions_as_problems(lines: list[str]) -> None:
    with pytest.raises(
        FormatError, match=rf"^run.tsv: {len(lines)} predictions? for 2 problems; accepted: one predicti"
    ):
        list(predicted(lines, PROBLEMS, "run.tsv"))


def record(problem: str, **changes: object) -> str:
    return json.dumps({"id": problem, "slots": {"proof": "a & b -> hypothesis;"}} | changes)


def test_prediction_records() -> None:
    known = {"a": {"uuid": "a1", "original_text": "ice is a solid"}}
    lines = [record("q2"), "", record("q1", worldtree_provenance=known)]
    first, second = recorded(lines, PROBLEMS, "run.jsonl")
    assert (first.problem, first.line, second.problem, second.line) == ("q1", 3, "q2", 1)
    assert [(premise.id, premise.text, row_uid(premise)) for premise in first.premises] == [
        ("a", "ice is a solid", "a1")
    ]
    assert second.premises == ()


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([record("q1")], "run.jsonl: 1 prediction for 2 problems"),
        ([record("q1"), record("q3")], "run.jsonl, line 2: the unknown problem 'q3'"),
        ([record("q1"), record("q1")], "run.jsonl, line 2: problem q1 for the second time"),
        ([record("q1"), "a & b -> hypothesis"], "run.jsonl, line 2: JSON is malformed"),
        ([record("q1"), '{"id": "q2"}'], "run.jsonl, line 2: Object missing required field `slots`"),
    ],
)
def test_what_are_no_prediction_records(lines: list[str], found: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(recorded(lines, PROBLEMS, "run.jsonl"))
    assert str(caught.value).startswith(found)
    assert "; accepted: " in str(caught.value)


def test_prediction_records_need_problems_with_ids_of_their_own() -> None:
    with pytest.raises(FormatError, match=r"accepted: problems whose ids occur once$"):
        list(recorded([record("q1")], [PROBLEMS[0], PROBLEMS[0]], "run.jsonl"))


@pytest.fixture
def folder(data_folder: Path) -> Path:
    return present(data_folder / "entailmentbank")


def problems(folder: Path, task: int, split: str) -> list[Problem]:
    path = folder / f"dataset/task_{task}/{split}.jsonl"
    return list(entailmentbank.decode(read_lines(path), str(path)))


@pytest.mark.parametrize(("split", "count", "steps"), [("dev", 187, 597), ("train", 1313, 4175)])
def test_the_data_set_as_published(folder: Path, split: str, count: int, steps: int) -> None:
    """Dalvi et al. 2021, table 2."""
    for task in (1, 2):
        found = problems(folder, task, split)
        assert len(found) == count
        assert sum(len(problem.tree.steps) for problem in found if problem.tree) == steps
        for problem in found:
            assert problem.tree is not None
            again = proof.decode_tree(proof.encode(problem.tree.steps), problem, "again")
            assert again == problem.tree


def test_most_leaves_of_the_data_set_are_rows(folder: Path) -> None:
    found = problems(folder, 1, "dev")
    leaves = [leaf for problem in found if problem.tree for leaf in problem.tree.leaves]
    assert (len(leaves), sum(bool(row_uid(leaf)) for leaf in leaves)) == (816, 550)


def test_task_3_has_25_sentences_for_the_trees_of_task_1(folder: Path) -> None:
    found = list(entailmentbank.with_gold(problems(folder, 3, "dev"), problems(folder, 1, "dev")))
    assert {len(problem.premises) for problem in found} == {25}
    assert all(row_uid(premise) for problem in found for premise in problem.premises)
    assert all(problem.tree is not None for problem in found)


def test_released_predictions_are_read(folder: Path) -> None:
    wanted = problems(folder, 3, "dev")
    stem = folder / "predictions/task3_v2/T5_11B/dev.32K_steps.predictions"
    lines = list(predicted(read_lines(stem.with_suffix(".predictions.tsv")), wanted, "tsv"))
    path = stem.with_suffix(".predictions.jsonl")
    records = list(recorded(read_lines(path), wanted, "jsonl"))
    for problem, line, rec in zip(wanted, lines, records, strict=True):
        assert proof.decode(line.proof, "tsv") == proof.decode(rec.proof, "jsonl")
        assert len(rec.premises) == 25
        proof.decode_tree(rec.proof, problem, "jsonl")
