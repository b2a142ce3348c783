"""Explanations as sets of facts, as JSON lines."""

import pytest

from explanans.codecs import explanations
from explanans.exceptions import FormatError


def test_ids_alone_and_records_of_explain() -> None:
    lines = [
        '{"question": "Q1", "facts": ["f1", "f2"]}',
        "",
        '{"id": "q2", "question": "What is ice?", "facts": [{"id": "f3", "score": 0.5}], "tree": null}',
        '{"question": "q3", "facts": []}',
    ]
    read = explanations.decode(lines, "x", questions={"q1", "q2", "q3"})
    assert [(item.question, item.facts) for item in read] == [("Q1", ("f1", "f2")), ("q2", ("f3",)), ("q3", ())]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["{]"], "line 1: "),
        (['{"question": "q1"}'], "line 1: Object missing required field `facts`"),
        (['{"facts": ["f1"]}'], "line 1: an empty id; accepted: {"),
        (['{"question": "q1", "facts": [""]}'], "line 1: an empty id"),
        (['{"question": "q9", "facts": ["f1"]}'], "line 1: the unknown question 'q9'"),
        (
            ['{"question": "q1", "facts": []}', '{"id": "Q1", "facts": []}'],
            "line 2: a second explanation of question 'Q1'",
        ),
        (['{"question": "q1", "facts": [1]}'], "line 1: Expected `str | object`"),
    ],
)
def test_other_lines(lines: list[str], found: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(explanations.decode(lines, "facts.jsonl", questions={"q1"}))
    assert str(caught.value).startswith(f"facts.jsonl, {found}")
