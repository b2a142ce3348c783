"""Pairs of summaries: known values, complaints, and the real file."""

import json
from pathlib import Path

import pytest

from explanans.errors import FormatError
from explanans.io.files import read_lines
from explanans.lab.datasets.inference import SummaryPair, decode
from tests.data_sets import present

ROW = {"article_sent": "ice melted.", "correct_sent": "it melted.", "incorrect_sent": "fire melted.", "article_id": "a"}


def test_what_else_a_row_has_is_passed_over() -> None:
    assert decode(json.dumps([ROW], indent=1).splitlines(), "x.json") == [
        SummaryPair("ice melted.", "it melted.", "fire melted.")
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "x.json"),
        ("{}", "Expected `array`"),
        ("[]", "no pairs"),
        ('[{"article_sent": "x", "correct_sent": "y"}]', "incorrect_sent"),
        (json.dumps([ROW, ROW | {"correct_sent": " "}]), "pair 2 with an empty sentence"),
        ("[" * 100_000, "x.json"),
    ],
)
def test_complaints_say_what_and_where(text: str, found: str) -> None:
    with pytest.raises(FormatError, match=found) as error:
        decode([text], "x.json")
    assert "accepted: a JSON list" in str(error.value)


def test_the_released_pairs(data_folder: Path) -> None:
    path = present(data_folder / "factuality" / "summary_pairs.json")
    pairs = decode(read_lines(path), str(path))
    assert len(pairs) == 187
    assert sum(pair.correct == pair.incorrect for pair in pairs) == 3  # nothing can tell these apart
    assert len({pair.source for pair in pairs}) == 145
