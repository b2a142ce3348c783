"""Statements: what a sentence says word for word and outright, and what only looks so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.entailment.rules.scope import states

from .conftest import read

_THINGS = ("compost", "leaf mould", "the wine", "the red cheese", "bread", "the syrup")
_TIMES = ("nine months", "two years", "three weeks", "an hour", "ten days")
_JOINTS = (", and", ";", ", but", " and", ", whereas")


@given(
    st.lists(st.sampled_from(_THINGS), min_size=2, max_size=2, unique=True),
    st.lists(st.sampled_from(_TIMES), min_size=2, max_size=2, unique=True),
    st.sampled_from(_JOINTS),
)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_each_clause_of_two_is_said_and_none_crossed(things: list[str], times: list[str], joint: str) -> None:
    one, other = (f"{thing} lasts for {time}" for thing, time in zip(things, times, strict=True))
    sentence = read(f"In short, {one}{joint} {other}".replace("In short, ", "").capitalize())
    assert states(sentence, read(one.capitalize()))
    assert states(sentence, read(other.capitalize()))
    crossed = f"{things[0]} lasts for {times[1]}"
    assert not states(sentence, read(crossed.capitalize()))


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Beans need a pole, and peas need a trellis", "Peas need a trellis"),
        ("Salt is added at the end, because it makes the skins tough", "Salt is added at the end"),
        (
            "The small kiln is fired every Tuesday, and the large one is fired every second Friday",
            "The small kiln is fired on Tuesdays",
        ),
        ("Dogs are not allowed on the lawn", "dogs are not allowed on the lawn"),
    ],
)
def test_a_clause_is_said(sentence: str, claim: str) -> None:
    assert states(read(sentence), read(claim))


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Some say that ice sinks", "Ice sinks"),
        ("Ice sinks, they say", "Ice sinks"),
        ("According to one book, ice sinks", "Ice sinks"),
        ("If it is salty, ice sinks", "Ice sinks"),
        ("Ice sinks if it is salty", "Ice sinks"),
        ("It is not true that ice sinks", "Ice sinks"),
        ("“Ice sinks,” he said", "Ice sinks"),
        ("Only old ice sinks", "Old ice sinks"),
        ("Ice never sinks", "Ice sinks"),
        ("The kiln is fired every second Friday", "The kiln is fired on Fridays"),
        ("Beans need a pole, and peas a trellis", "Beans need a trellis"),
        ("Bread and water are all he has", "Water is all he has"),
    ],
)
def test_what_is_limited_or_denied_is_not_said(sentence: str, claim: str) -> None:
    assert not states(read(sentence), read(claim))
