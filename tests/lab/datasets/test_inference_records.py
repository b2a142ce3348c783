"""Pairs of premises and claims: known values and complaints."""

import json
from collections.abc import Callable, Iterator

import pytest

from explanans.errors import FormatError
from explanans.lab.datasets import inference
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.structures.verdicts import Status

EVIDENCE = ("(meta data) TITLE: Ice", "Ice melts.", "Ice is cold.")
PAGE: dict[str, object] = {
    "claim": "Ice melts early.",
    "evidence": EVIDENCE,
    "supporting_sentences": [[1], [1, 2]],
    "label": "partially_supported",
    "claim_tokens": ["Ice", "melts", "early", "."],
    "non_supported_spans": [False, False, True, False],
}
CHECKED: dict[str, object] = {
    "source": ["Ice melts."],
    "retrieved": ["Ice is cold.", "Ice melts."],
    "claim": "Ice burns.",
    "supported": False,
}


def read(decode: Callable[[list[str], str], Iterator[LabelledPair]], **row: object) -> LabelledPair:
    (pair,) = decode([json.dumps(row), ""], "x.jsonl")
    return pair


@pytest.mark.parametrize(
    ("label", "status"),
    [("entailment", Status.SUPPORTED), ("contradiction", Status.CONTRADICTED), ("neutral", Status.UNKNOWN)],
)
def test_inference(label: str, status: Status) -> None:
    pair = read(
        inference.decode_inference, premise="Ice melts , it 's warm .", hypothesis="Ice is n't cold !", label=label
    )
    assert pair == LabelledPair(
        ("Ice melts, it's warm.",), "Ice isn't cold!", frozenset([status]), "Ice melts, it's warm."
    )
    assert pair.supported == (status is Status.SUPPORTED)


def test_claims_with_evidence() -> None:
    pair = read(inference.decode_labelled, source="Ice melts .", claim="Ice burns .", label="REFUTES")
    assert pair == LabelledPair(("Ice melts.",), "Ice burns.", frozenset([Status.CONTRADICTED]), "Ice melts.")


def test_summaries_that_do_not_hold_are_only_known_to_be_unsupported() -> None:
    right, wrong = (
        read(inference.decode_summaries, source="Ice melts.", claim="Ice burns.", supported=supported, edits=[])
        for supported in (True, False)
    )
    assert (right.supported, wrong.supported, wrong.statuses) == (True, False, UNSUPPORTED)
    assert right.group == wrong.group


def test_evidence_given_and_retrieved() -> None:
    given, found = (read(decode, **CHECKED) for decode in (inference.decode_checked, inference.decode_retrieved))
    assert given.premises == ("Ice melts.",)
    assert found.premises == ("Ice is cold.", "Ice melts.")
    assert given.statuses == found.statuses == {Status.CONTRADICTED}


def test_pages_and_the_sentences_that_people_named() -> None:
    named, whole = (read(decode, **PAGE) for decode in (inference.decode_cited, inference.decode_pages))
    assert named.premises == ("Ice melts.", "Ice is cold.")
    assert whole.premises == EVIDENCE
    assert named.marks == whole.marks == ((10, 15),)
    assert named.statuses == UNSUPPORTED
    unmarked: dict[str, object] = {"supporting_sentences": [[]], "claim_tokens": [], "non_supported_spans": []}
    claim = read(inference.decode_cited, **PAGE | unmarked)
    assert claim.marks is None
    assert claim.premises == EVIDENCE


@pytest.mark.parametrize(
    ("decode", "row", "complaint"),
    [
        (inference.decode_inference, {"premise": "x", "hypothesis": "y", "label": "maybe"}, "the label 'maybe'"),
        (inference.decode_inference, {"premise": "x"}, "premise, hypothesis and label"),
        (inference.decode_labelled, {"source": 1}, "source, claim and label"),
        (inference.decode_summaries, {}, "source, claim and supported"),
        (inference.decode_checked, {"source": "x"}, "sentences"),
        (inference.decode_retrieved, CHECKED | {"retrieved": []}, "no sentences that were retrieved"),
        (inference.decode_cited, PAGE | {"supporting_sentences": [[3]]}, "sentence 3 of 3"),
        (inference.decode_pages, PAGE | {"evidence": [], "supporting_sentences": [[]]}, "a page without sentences"),
        (inference.decode_pages, PAGE | {"non_supported_spans": [True]}, "1 marks; accepted: one a token, 4 here"),
    ],
)
def test_complaints_say_what_and_where(
    decode: Callable[[list[str], str], Iterator[LabelledPair]], row: dict[str, object], complaint: str
) -> None:
    with pytest.raises(FormatError, match=complaint) as error:
        read(decode, **row)
    assert "x.jsonl, line 1" in str(error.value)
