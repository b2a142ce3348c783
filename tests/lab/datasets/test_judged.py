"""Judged texts: known values and complaints."""

import pytest

from explanans.errors import FormatError
from explanans.lab.datasets.judged import decode
from explanans.structures.labels import LabelledClaim, LabelledQuestion
from explanans.structures.verdicts import Status

TEXT = """
# Trams
Trams run until midnight.
On Sundays they stop at ten.

Dogs ride free.

+paraphrase: The last tram leaves at midnight.
-number: On Sundays trams run until eleven.
?: Trams are red.
Q: When do trams stop on Sundays?
= at ten
x at midnight
x at noon
Q: Who rides free?
= dogs

# Ice
Ice floats.
"""


def test_a_file_of_texts() -> None:
    trams, ice = decode(TEXT.splitlines(), "trams.txt")
    assert trams.paragraphs == ("Trams run until midnight. On Sundays they stop at ten.", "Dogs ride free.")
    assert trams.claims[1:] == (
        LabelledClaim("On Sundays trams run until eleven.", Status.CONTRADICTED, "number"),
        LabelledClaim("Trams are red.", Status.UNKNOWN, ""),
    )
    assert trams.questions == (
        LabelledQuestion("When do trams stop on Sundays?", "at ten", ("at midnight", "at noon")),
        LabelledQuestion("Who rides free?", "dogs", ()),
    )
    assert (ice.title, ice.paragraphs, ice.claims, ice.questions) == ("Ice", ("Ice floats.",), (), ())
    assert list(decode([], "none.txt")) == []


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["Ice floats."], "x.txt, line 1: text before the first title; accepted: '# title'"),
        (["# Ice"], "line 1: a title without a text"),
        (["# Ice", "# Fire", "Fire burns."], "line 1: a title without a text"),
        (["# Ice", "Ice floats.", "Q: What floats?"], "line 3: a question with 0 right answers"),
        (["# Ice", "Ice floats.", "Q: What floats?", "= ice", "= wood"], "line 3: a question with 2 right answers"),
        (["# Ice", "Ice floats.", "+kind: Ice floats.", "It is cold."], "line 4: prose after claims or questions"),
    ],
)
def test_complaints_say_what_and_where(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint.replace("(", r"\(")):
        list(decode(lines, "x.txt"))
