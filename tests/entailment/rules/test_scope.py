"""Scope: what a sentence does not say outright, and what takes it back or announces it."""

import pytest

from explanans.entailment.rules.scope import Bound, announces, bound, is_occasion, scopes, takes_back

from .conftest import compare, read


@pytest.mark.parametrize(
    ("sentence", "why", "what"),
    [
        ("Some gardeners say that coffee grounds drive ants away", Bound.REPORTED, "coffee grounds drive ants away"),
        ("It was once believed that swallows sleep under water", Bound.REPORTED, "swallows sleep under water"),
        ("Rumour has it that Garcia will leave the club", Bound.REPORTED, "Garcia will leave the club"),
        ("Compost is ready after nine months, they say", Bound.REPORTED, "Compost is ready after nine months"),
        ("It is not true that the library sells old books", Bound.DENIED, "the library sells old books"),
        ("It is a myth that bulls hate red", Bound.DENIED, "bulls hate red"),
        ("Dogs need a ticket unless they travel in a basket", Bound.CONDITIONAL, "Dogs need a ticket"),
    ],
)
def test_what_is_not_said_outright(sentence: str, why: Bound, what: str) -> None:
    reading = read(sentence)
    found = [
        (scope.bound, " ".join(reading.words[number].text for number in sorted(scope.words)))
        for scope in scopes(reading)
    ]
    assert (why, what) in found


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
    ("premises", "claim", "why"),
    [
        ("If the summer is wet, potatoes get blight", "Potatoes get blight", Bound.CONDITIONAL),
        ("If the summer is wet, potatoes get blight | Potatoes get sun", "Potatoes get blight", Bound.CONDITIONAL),
        ("If the summer is wet, potatoes get blight | This summer is wet", "Potatoes get blight", None),
        ("if a pan is made of iron then the pan conducts heat | a pan is made of iron", "the pan conducts heat", None),
        ("If the summer is wet, potatoes get blight", "If the summer is wet, potatoes get blight", None),
        ("If the chain is worn, it wears the gears down", "A worn chain wears the gears down", None),
        ("If the chain is worn, it wears the gears down", "The chain wears the gears down", Bound.CONDITIONAL),
        ("Some say that ice sinks | Ice sinks", "Ice sinks", None),
        ("Some say that ice sinks | Iron sinks", "Ice sinks", Bound.REPORTED),
        ("Some say that ice sinks", "Some say that ice sinks", None),
        ("Some say that ice sinks", "Frogs jump", None),
    ],
)
def test_a_claim_is_bound_where_no_sentence_says_it_outright(premises: str, claim: str, why: Bound | None) -> None:
    assert bound(compare(premises, claim)) is why


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
