"""Graded steps are read as they are written, and what is none is told."""

import pytest

from explanans.errors import FormatError
from explanans.formats.jsonl import encode
from explanans.lab.datasets.judged import decode_graded_steps
from explanans.lab.datasets.labels import GradedStep

STEP = GradedStep(
    ("a frog is a kind of amphibian", "amphibians have moist skin"),
    "a frog has moist skin",
    root=True,
    follows=True,
    english=True,
    copy=False,
    source="starter",
    item="q1 A",
    seed=0,
)


def test_a_step_comes_back_as_it_was_written() -> None:
    assert list(decode_graded_steps([encode(STEP), "", encode(STEP)], "steps.jsonl")) == [STEP, STEP]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{}", "one JSON object a line, with premises, conclusion, root"),
        (encode(STEP).replace('"a frog is a kind of amphibian",', ""), "a step of 1 premise;"),
        (encode(STEP).replace("a frog has moist skin", " "), "an empty sentence"),
        (encode(STEP).replace("true", '"yes"'), "root: a text instead of true or false"),
    ],
)
def test_what_is_no_graded_step_is_told(line: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=r"steps\.jsonl, line 2: .*") as error:
        list(decode_graded_steps([encode(STEP), line], "steps.jsonl"))
    assert complaint in str(error.value)


@pytest.mark.parametrize(("follows", "english", "bad"), [(True, True, False), (True, False, True), (False, True, True)])
def test_a_step_is_bad_that_does_not_follow_or_is_no_english(follows: bool, english: bool, bad: bool) -> None:
    step = GradedStep(STEP.premises, STEP.conclusion, False, follows, english, False, "starter", "q1 A", 0)
    assert step.is_bad is bad
