import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.codecs.premises import decode
from explanans.exceptions import FormatError


def test_lines_and_records() -> None:
    lines = ["Ice is a solid.", "", '{"text": "heat  melts a solid"}', '{"id": "own", "text": "it is hot"}']
    found = [(fact.id, fact.text, fact.source) for fact in decode(lines, "notes.txt")]
    assert found == [
        ("sent1", "Ice is a solid", "notes.txt:1"),
        ("sent3", "heat melts a solid", "notes.txt:3"),
        ("own", "it is hot", "notes.txt:4"),
    ]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["ice", '{"id": "sent1", "text": "x"}'], "notes, line 2: the id 'sent1' for the second time; accepted: each"),
        (['{"id": "hypothesis", "text": "x"}'], "notes, line 1: the id 'hypothesis'; accepted: each id once"),
        (['{"text": " "}'], "notes, line 1: a premise without words; accepted: a sentence, or"),
        (["{"], "notes, line 1: Input data was truncated; accepted: a sentence, or a JSON object"),
        (['{"txt": "x"}'], "notes, line 1: Object missing required field `text`; accepted"),
    ],
)
def test_complaints(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError) as error:
        list(decode(lines, "notes"))
    assert str(error.value).startswith(complaint)


@given(st.lists(st.text(max_size=20)))
def test_any_lines_are_premises_or_refused(lines: list[str]) -> None:
    try:
        found = list(decode(lines, "x"))
    except FormatError:
        return
    assert len({fact.id for fact in found}) == len(found) == sum(bool(line.strip()) for line in lines)
    assert all(fact.text for fact in found)
