"""Records with labels, conversations, records without contexts, and what is written of records."""

import json
from pathlib import Path
from typing import Any

import pytest

from explanans import InputError, check
from explanans.formats.claim_tables import decode_answers
from explanans.structures.verdicts import LabelAgreement
from explanans.testing import assert_supported
from tests.cli.conftest import Command, run

__all__ = ["run"]

MILL = "The mill was built in 1890. It burnt down in 1902."


def _written(path: str, *records: dict[str, Any]) -> None:
    Path(path).write_text("".join(f"{json.dumps(record)}\n" for record in records))


def test_labels_of_llm_aggrefact_are_compared_with_the_verdicts(run: Command) -> None:
    _written(
        "agg.jsonl",
        {"dataset": "CNN", "doc": MILL, "claim": "The mill was built in 1890.", "label": 1},
        {"dataset": "CNN", "doc": MILL, "claim": "The mill was built in 1980.", "label": 0},
        {"dataset": "CNN", "doc": MILL, "claim": "The mill burnt down in 1902.", "label": 0},
        {"dataset": "CNN", "doc": MILL, "claim": "The mill was built in 1890."},
    )
    found = json.loads(run("check", "--claims", "agg.jsonl", "--json").out)["labels"]
    assert found == {
        "supported": 1,
        "supported_found": 1,
        "unsupported": 2,
        "unsupported_found": 1,
        "accuracy": 0.666667,
        "balanced_accuracy": 0.75,
    }
    shown = run("check", "--claims", "agg.jsonl", "--summary", "summary.md").out
    assert "labels: 2 of 3 records as labelled · balanced accuracy 75% · 1 missed" in shown
    assert "Labels: 2 of 3 records as labelled" in Path("summary.md").read_text()


def test_an_answer_is_found_supported_if_all_of_its_claims_are(run: Command) -> None:
    answer = "The mill was built in 1890. The mill was built in 1980."
    _written("a.jsonl", {"response": answer, "contexts": [MILL], "label": "hallucinated"})
    found = json.loads(run("check", "--claims", "a.jsonl", "--json").out)["labels"]
    assert (found["unsupported"], found["unsupported_found"], found["balanced_accuracy"]) == (1, 1, None)


@pytest.mark.parametrize("text", [{"response": "  "}, {"response": ""}, {"answer": "Hello!"}])
def test_records_without_a_claim_are_named(
    run: Command, text: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    judged = {"id": "1", "response": "The mill was built in 1890.", "contexts": [MILL], "label": 1}
    _written("a.jsonl", judged, {"id": "2", **text, "contexts": [MILL], "label": 0})
    found = json.loads(run("check", "--claims", "a.jsonl", "--fail-on", "unknown", "--json").out)
    assert [claim["id"] for claim in found["claims"]] == ["1"]
    assert found["without_claims"] == ["2"]
    assert found["labels"]["unsupported"] == 0
    run("check", "--claims", "a.jsonl", "--out", "out.jsonl")
    assert set(caplog.messages) == {"1 record without a claim, not judged: 2 (a.jsonl:2)"}


def test_a_claim_without_a_word_is_refused_with_its_line(run: Command) -> None:
    _written("a.jsonl", {"claim": "The mill was built in 1890.", "doc": MILL}, {"id": "2", "claim": " ", "doc": MILL})
    done = run("check", "--claims", "a.jsonl")
    assert done.code == 2
    assert done.err.startswith("explanans: a.jsonl:2: record 2 has the claim ' ', which holds no word; accepted: a sen")


@pytest.mark.parametrize(
    ("label", "read"),
    [(1, True), (0.0, False), (True, True), ("SUPPORTS", True), ("Not Enough Info", False), ("consistent", True)],
)
def test_labels_have_the_words_of_the_trade(label: object, read: bool) -> None:
    (record,) = decode_answers([json.dumps({"claim": "Ice melts.", "label": label})], "a.jsonl")
    assert record.label is read


def test_other_labels_are_named_once(run: Command, caplog: pytest.LogCaptureFixture) -> None:
    _written("a.jsonl", {"claim": "The mill was built in 1890.", "doc": MILL, "label": "billing"})
    assert "labels" not in json.loads(run("check", "--claims", "a.jsonl", "--json").out)
    assert "a.jsonl: labels such as 'billing' are not read; accepted: 1 or 0, true or false" in caplog.text


def test_agreement_with_labels_of_one_kind_has_no_balanced_accuracy() -> None:
    assert LabelAgreement(2, 1, 0, 0).balanced_accuracy is None
    assert LabelAgreement(2, 1, 0, 0).accuracy == 0.5


@pytest.mark.parametrize(
    "record",
    [
        {
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "When?"},
                {"role": "assistant", "content": "In 1890."},
                {"role": "user", "content": "And burnt?"},
                {"role": "assistant", "content": "It burnt down in 1902."},
            ]
        },
        {
            "user_input": [
                {"type": "human", "content": "And burnt?"},
                {"type": "ai", "content": "It burnt down in 1902."},
            ]
        },
        {
            "conversation": [
                {"role": "human", "content": "And burnt?"},
                {"role": "model", "content": "It burnt down in 1902."},
            ]
        },
    ],
)
def test_the_last_answer_of_a_conversation_is_checked(record: dict[str, Any]) -> None:
    (found,) = decode_answers([json.dumps({**record, "contexts": [MILL]})], "a.jsonl")
    assert (found.question, found.text, found.is_claim) == ("And burnt?", "It burnt down in 1902.", False)


def test_what_nothing_was_retrieved_for_is_unknown(run: Command) -> None:
    _written(
        "a.jsonl", {"response": "Cats sleep.", "contexts": []}, {"response": "Cats sleep.", "contexts": ["Cats sleep."]}
    )
    claims = json.loads(run("check", "--claims", "a.jsonl", "--json").out)["claims"]
    assert [(claim["status"], claim["support"]) for claim in claims] == [
        ("unknown", 0),
        ("supported", claims[1]["support"]),
    ]
    assert run("check", "--claims", "a.jsonl", "--fail-on", "unknown").code == 1
    assert run("check", "--claims", "a.jsonl", "--out", "out.jsonl").code == 0
    written = [json.loads(line)["status"] for line in Path("out.jsonl").read_text().splitlines()]
    assert written == ["unknown", "supported"]


def test_verdicts_in_a_file_name_the_contexts_of_their_records(run: Command) -> None:
    _written("a.jsonl", {"id": "q7", "response": "Cats sleep.", "contexts": ["Dogs bark.", "Cats sleep."]})
    assert run("check", "--claims", "a.jsonl", "--out", "out.jsonl").code == 0
    assert json.loads(Path("out.jsonl").read_text())["evidence"][0]["source"] == "q7, context 2"


@pytest.mark.parametrize(
    ("name", "instead"), [("v.csv", ""), ("v.html", ", or --html FILE"), ("v.xml", ", or --junit")]
)
def test_verdicts_are_written_as_json_lines(name: str, instead: str, run: Command) -> None:
    _written("a.jsonl", {"response": "Cats sleep.", "contexts": ["Cats sleep."]})
    done = run("check", "--claims", "a.jsonl", "--out", name)
    assert (done.code, Path(name).exists()) == (2, False)
    assert f"{name}: --out writes a line of JSON a claim; accepted: .jsonl or .parquet{instead}" in done.err


@pytest.mark.parametrize("at_least", [80, -0.1, "high", float("nan")])
def test_the_minimum_of_a_test_is_a_share(at_least: Any) -> None:
    with pytest.raises(InputError, match=r"^at_least .*; accepted: a number from 0 to 1$"):
        assert_supported("Cats sleep.", ["Cats sleep."], at_least=at_least)


@pytest.mark.parametrize("contexts", [None, 5])
def test_contexts_are_texts(contexts: Any) -> None:
    for call in (assert_supported, check):
        with pytest.raises(InputError, match=r"^a source of (NoneType|int); accepted: a text, texts, or the path"):
            call("Cats sleep.", contexts)
