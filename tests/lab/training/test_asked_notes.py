"""Notes with questions that come with the package."""

import pytest

from explanans.errors import FormatError
from explanans.lab.training.asked_notes import HELD_OUT, asked_notes, decode
from explanans.structures.verdicts import Status


def test_each_question_has_answers_and_every_status_occurs_often() -> None:
    for notes in (asked_notes(), asked_notes(HELD_OUT)):
        statuses = [answer.status for item in notes for asked in item.questions for answer in asked.answers]
        assert all(len(asked.answers) > 1 for item in notes for asked in item.questions)
        for status, least in zip(Status, (0.25, 0.4, 0.1), strict=True):
            assert statuses.count(status) / len(statuses) > least


def test_held_out_notes_are_not_learnt() -> None:
    learnt = {sentence for item in asked_notes() for sentence in item.text.split(". ")}
    assert not learnt & {sentence for item in asked_notes(HELD_OUT) for sentence in item.text.split(". ")}


@pytest.mark.parametrize(
    ("lines", "place", "found"),
    [
        (["Ice floats."], 1, "a line that stands where it must not"),
        (["# Ice", "Q: What floats?"], 2, "a line that stands where it must not"),
        (["# Ice", "+ ice"], 2, "a line that stands where it must not"),
        (["# Ice", "Ice floats.", "Q: What floats?"], 3, "a question of 'Ice' without an answer"),
        (["# Ice", "Ice floats.", "Q: What floats?", "Q: Why?", "+ so"], 4, "a question of 'Ice' without an answer"),
        (["# Ice", "Ice floats.", "Q: What floats?", "= ice"], 4, "a line that stands where it must not"),
    ],
)
def test_damaged_notes_are_refused(lines: list[str], place: int, found: str) -> None:
    with pytest.raises(FormatError, match=f"ice.txt, line {place}: {found}; accepted: '# title'"):
        list(decode(lines, "ice.txt"))
