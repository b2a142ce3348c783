"""A small data set of trees, large enough to learn from and small enough to learn in a second."""

import pytest

from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

KINDS = "frog toad newt eagle robin crow carp trout pike adder cobra python oak elm ash rose lily tulip".split()
CLASSES = ["amphibian"] * 3 + ["bird"] * 3 + ["fish"] * 3 + ["snake"] * 3 + ["tree"] * 3 + ["flower"] * 3
TRAITS = {
    "amphibian": "moist skin",
    "bird": "feathers",
    "fish": "gills",
    "snake": "scales",
    "tree": "a trunk",
    "flower": "petals",
}


def problem(number: int) -> Problem:
    """Return a problem whose tree says of a kind what holds of its class, and then joins a place."""
    kind, group = KINDS[number], CLASSES[number]
    place = ("pond", "wood", "garden")[number % 3]
    distractors = (
        f"a {KINDS[number - 1]} eats insects",
        "water is a kind of liquid",
        f"a {place} is a kind of place",
        "rain means falling water",
    )
    texts = {
        "sent1": f"a {kind} is a kind of {group}",
        "sent2": f"every {group} has {TRAITS[group]}",
        "sent3": f"the {kind} lives in the {place}",
    }
    facts = tuple(Fact(name, text) for name, text in texts.items())
    hypothesis = f"an animal or plant of the {place} has {TRAITS[group]}"
    steps = (
        Step(("sent1", "sent2"), "int1", f"a {kind} has {TRAITS[group]}"),
        Step(("int1", "sent3"), ROOT, hypothesis),
    )
    others = tuple(Fact(f"sent{place}", text) for place, text in enumerate(distractors, 4))
    return Problem(f"q{number}", hypothesis, (*facts, *others), EntailmentTree(hypothesis, facts, steps, f"q{number}"))


@pytest.fixture(scope="session")
def problems() -> list[Problem]:
    """Return 18 problems of three leaves and four distractors."""
    return [problem(number) for number in range(len(KINDS))]
