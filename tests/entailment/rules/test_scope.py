"""Scope: what a sentence does not assert, and what takes it back or announces it."""

import pytest

from explanans.entailment.rules.scope import announces, is_occasion, scopes, takes_back

from .conftest import read


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("Some gardeners say that coffee grounds drive ants away", "coffee grounds drive ants away"),
        ("It was once believed that swallows sleep under water", "swallows sleep under water"),
        ("Rumour has it that Garcia will leave the club", "Garcia will leave the club"),
        ("Compost is ready after nine months, they say", "Compost is ready after nine months"),
        ("It is not true that the library sells old books", "the library sells old books"),
        ("It is a myth that bulls hate red", "bulls hate red"),
        ("Dogs need a ticket unless they travel in a basket", "Dogs need a ticket"),
    ],
)
def test_what_is_not_asserted(sentence: str, what: str) -> None:
    reading = read(sentence)
    assert what in [" ".join(reading.words[number].text for number in sorted(scope)) for scope in scopes(reading)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The teacher proved that the angle is right",
        "Nobody doubts that the earth turns",
        "It is true that the earth turns",
        "The coin that is returned is kept",
        "Members write to the till",
    ],
)
def test_what_is_said_outright(sentence: str) -> None:
    assert not scopes(read(sentence))


@pytest.mark.parametrize(
    ("sentence", "does"),
    [
        ("That is not true", True),
        ("This is no longer so", True),
        ("But that is a myth", True),
        ("That is not wrong", False),
        ("It is not heated", False),
        ("Frogs jump", False),
    ],
)
def test_what_takes_back(sentence: str, does: bool) -> None:
    assert takes_back(read(sentence)) is does


def test_what_announces() -> None:
    assert announces(read("An old belief:"))
    assert announces(read("Suppose the following"))
    assert not announces(read("Opening hours:"))


def test_what_only_tells_when_something_is_so() -> None:
    reading = read("When the hive is too warm, the bees fan their wings")
    assert [word.text for word in reading.content if is_occasion(reading, word.number)] == ["hive", "warm"]
