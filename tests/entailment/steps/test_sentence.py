"""What is read of a sentence."""

import pytest

from explanans.entailment.steps.step import read, term


def test_terms_are_alike_whatever_the_form() -> None:
    assert len({term(word) for word in ("heat", "heats", "heated", "heating")}) == 1
    assert term("frog") != term("toad")


@pytest.mark.parametrize(
    ("text", "condition", "subject", "predicate"),
    [
        ("A frog has moist skin.", set(), {"frog"}, {"moist", "skin"}),
        ("if ice is heated, ice melts", {"ice", "heat"}, {"ice"}, {"melt"}),
        ("as the sun sets then birds need sleep", {"sun", "set"}, {"bird"}, {"need", "sleep"}),
        ("moist skin", set(), set(), {"moist", "skin"}),
        ("", set(), set(), set()),
    ],
)
def test_parts(text: str, condition: set[str], subject: set[str], predicate: set[str]) -> None:
    found = read(text)
    parts = found.condition, found.subject, found.predicate
    assert parts == tuple(frozenset(map(term, part)) for part in (condition, subject, predicate))


def test_articles_and_case_say_nothing() -> None:
    assert read("The frog has a tail").words == read("a frog has the TAIL").words == ("frog", "has", "tail")
