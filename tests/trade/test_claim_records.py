"""Claims as Ragas, DeepEval and LLM-AggreFact keep them, and as spreadsheets do."""

import json
from pathlib import Path

import pytest

from explanans import InputError
from explanans.formats.claim_tables import AnswerRecord, decode, decode_answers
from explanans.formats.claim_texts import ClaimTexts
from explanans.formats.codec import find
from tests.cli.conftest import Command, run

__all__ = ["run"]

CONTEXT = "The lamp is made of brass."


def one(text: str, name: str) -> AnswerRecord:
    (record,) = decode_answers(text.splitlines(), name)
    return record


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"user_input": "Q?", "response": "A.", "retrieved_contexts": ["C."], "reference": "R."}'),
        ("a.jsonl", '{"question": "Q?", "answer": "A.", "contexts": ["C."], "ground_truth": "R."}'),
        ("a.jsonl", '{"question": "Q?", "answer": "A.", "contexts": [{"page_content": "C.", "metadata": {}}]}'),
        ("a.csv", "question,answer,contexts,ground_truth\nQ?,A.,\"['C.']\",R.\n"),
        ("a.csv", "User Input;Response;Retrieved-Contexts\nQ?;A.;[\"C.\"]\n"),
        ("a.json", '[{"input": "Q?", "actual_output": "A.", "retrieval_context": ["C."], "expected_output": "R."}]'),
        ("a.json", '{"test_cases": [{"input": "Q?", "actualOutput": "A.", "retrievalContext": ["C."]}]}'),
        ("a.json", '{"goldens": [{"input": "Q?", "actual_output": "A.", "context": "C.", "retrieval_context": null}]}'),
        ("a.json", '{"question": ["Q?"], "answer": ["A."], "contexts": [["C."]]}'),
        ("a.tsv", "question\tanswer\tcontext\nQ?\tA.\tC.\n"),
    ],
)  # fmt: skip
def test_the_names_of_fields(name: str, text: str) -> None:
    record = one(text, name)
    assert (record.question, record.text, record.source, record.is_claim) == ("Q?", "A.", ("C.",), False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"dataset": "X", "doc": "C. D.", "claim": "One. Two.", "label": 1}'),
        ("a.csv", "dataset,doc,claim,label\nX,C. D.,One. Two.,0\n"),
        ("a.jsonl", '{"claim": "One. Two.", "source": "C. D."}'),
    ],
)
def test_a_claim_is_one_whatever_its_sentences(name: str, text: str) -> None:
    record = one(text, name)
    assert (record.text, record.source, record.claims()) == ("One. Two.", ("C. D.",), ClaimTexts(("One. Two.",)))


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        ("['a b'\n 'c d']", ("a b", "c d")),
        ('["it\'s", "b"]', ("it's", "b")),
        ("[1] as cited", ("[1] as cited",)),
        ("[see] note [2]", ("[see] note [2]",)),
    ],
)
def test_lists_in_cells(cell: str, texts: tuple[str, ...]) -> None:
    quoted = cell.replace('"', '""')
    assert one(f'answer,contexts\nA.,"{quoted}"\n', "a.csv").source == texts


def test_the_reference_is_used_without_contexts() -> None:
    assert one('{"answer": "A.", "contexts": [], "ground_truth": "R."}', "a.jsonl").source == ("R.",)
    assert one('{"answer": "A."}', "a.jsonl").source is None


def test_ids_and_numbers_of_sentences() -> None:
    lines = ['{"id": 7, "answer": "Ice melts. Rain falls."}', '{"answer": "Snow falls."}', '{"answer": ""}']
    assert [claim.id for claim in decode(lines, "in/a.jsonl")] == ["7.1", "7.2", "a.jsonl#2"]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.csv", "Ice melts.\nRain falls.\n", "line 1: a header with the columns Ice melts.; accepted: a header with"),
        ("a.tsv", "id\tnote\n1\tx\n", "line 1: a header with the columns id, note"),
        ("a.csv", "claim,Context,context,n,n\na,b,c,1,2\n", "line 1: 2 columns called 'context'; accepted: a header"),
        ("a.jsonl", '{"question": "Q?"}', "line 1: a record with the fields question; accepted: a record with claim"),
        ("a.jsonl", '{"answer": 5}', "line 1: the field 'answer' is a number; accepted: a text"),
        ("a.jsonl", '{"answer": "A.", "contexts": [5]}', "line 1: the field 'contexts' holds a number"),
        ("a.json", "[1]", "a.json: item 1: a whole number instead of an object; accepted: a record with claim"),
    ],
)
def test_what_is_no_record(name: str, text: str, found: str) -> None:
    with pytest.raises(InputError) as caught:
        list(decode_answers(text.splitlines(), name))
    assert found in str(caught.value)


@pytest.mark.parametrize("suffix", ["csv", "tsv", "json", "jsonl"])
def test_the_codec_of_a_suffix(suffix: str) -> None:
    assert find("claims", f"a.{suffix}")[0].name == suffix


def test_each_answer_is_checked_against_its_own_contexts(run: Command) -> None:
    records = [
        {"question": "Of what?", "answer": "The lamp is made of brass.", "contexts": [CONTEXT, "It is old."]},
        {"question": "Of what?", "answer": "The lamp is made of oak.", "contexts": [CONTEXT]},
        {"id": "q3", "question": "Of what?", "answer": "The lamp is made of brass."},
    ]
    Path("a.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    done = run("check", "--claims", "a.jsonl", "--source", "The lamp is made of brass.", "--json")
    claims = json.loads(done.out)["claims"]
    assert [(claim["id"], claim["status"]) for claim in claims] == [
        ("a.jsonl#1", "supported"),
        ("a.jsonl#2", "contradicted"),
        ("q3", "supported"),
    ]
    assert claims[0]["evidence"][0]["source"] == "a.jsonl#1, context 1"
    assert claims[2]["evidence"][0]["source"] == "source"
    assert run("check", "--claims", "a.jsonl").err.startswith("explanans: a.jsonl:3: no contexts; accepted: a field")


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.txt", "claim\nThe lamp is made of brass.\n"), ("a.csv", "Claim\nThe lamp is made of brass.\n"),
     ("a.tsv", "id\tclaim\n1\tThe lamp is made of brass.\n")],
)  # fmt: skip
def test_a_header_is_no_claim(name: str, text: str, run: Command) -> None:
    Path(name).write_text(text)
    done = run("check", "--claims", name, "--source", CONTEXT, "--json")
    assert [claim["claim"] for claim in json.loads(done.out)["claims"]] == [CONTEXT]
