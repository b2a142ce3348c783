"""Which conclusions are worth saying."""

import pytest

from explanans.trees.conclusions.concluder import concluder
from explanans.trees.conclusions.filters import draws_on_all


@pytest.mark.parametrize(
    ("premises", "hypothesis", "text"),
    [
        (
            ("grass is a kind of green plant", "a green plant can make its own food"),
            "a grass is a producer",
            "grass can make its own food",
        ),
        (
            ("metal is an electrical conductor", "copper is a kind of metal"),
            "copper is used in wiring",
            "copper is an electrical conductor",
        ),
    ],
)
def test_what_readers_trust(premises: tuple[str, str], hypothesis: str, text: str) -> None:
    assert text in [found.text for found in concluder().trusted(premises, hypothesis)]


@pytest.mark.parametrize(
    ("premises", "hypothesis", "text"),
    [
        (
            ("salt is a kind of solid", "a mixture of solids can be separated easily"),
            "salt and sand can be separated",
            "salt can be separated easily",
        ),
        (
            ("a puddle is a kind of body of water", "storms cause bodies of water to increase the water they contain"),
            "heat causes the puddles to evaporate",
            "storms cause a puddle to increase the water they contain",
        ),
    ],
)
def test_what_loses_or_points_to_nothing_is_not_said(premises: tuple[str, str], hypothesis: str, text: str) -> None:
    assert text not in [found.text for found in concluder().trusted(premises, hypothesis)]


def test_two_of_one_kind_are_told_where_the_kind_is_asked_for() -> None:
    premises = "mold is a kind of fungus", "a mushroom is a kind of fungus"
    found = concluder().trusted(premises, "a mushroom and mold are alike because both are fungi")
    assert found[0].text == "a mushroom and mold are kinds of fungus"
    assert not concluder().trusted(premises, "a mushroom and mold live in damp places")


def test_what_is_written_freely_joins_nothing_and_repeats_nothing() -> None:
    time, distance = "a stopwatch is a tool for measuring time", "a meter stick is used to measure distance"
    assert not draws_on_all("a stopwatch and a meter stick are both used to measure distance", (time, distance))
    stages = "a pupa is a stage in the life of a moth", "an egg is the first stage in the life of a moth"
    assert not draws_on_all("a pupa is a stage in which an egg is the first stage", stages)
    scar = "a scar is not an inherited trait", "parents pass inherited traits to their offspring"
    assert not draws_on_all("parents pass a scar to their offspring", scar)
