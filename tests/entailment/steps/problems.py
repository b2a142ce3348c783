"""A small world of problems, as EntailmentBank has them."""

from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

KINDS = "frog toad newt eagle robin crow carp trout pike adder cobra python oak elm ash".split()
CLASSES = "amphibian bird fish snake tree".split()
TRAITS = "moist skin,warm blood,wet gills,dry scales,a hard trunk".split(",")


def problem(number: int) -> Problem:
    """Return a problem with two steps and a sentence that only distracts."""
    kind, group, trait = KINDS[number], CLASSES[number // 3], TRAITS[number // 3]
    texts = (
        f"a {kind} is a kind of {group}",
        f"a {group} has {trait}",
        f"the {kind} lives in the garden",
        "water is a kind of liquid",
    )
    leaves = tuple(Fact(f"sent{place}", text) for place, text in enumerate(texts, 1))
    hypothesis = f"something in the garden has {trait} because of the {kind}"
    steps = (
        Step(("sent1", "sent2"), "int1", f"a {kind} has {trait}"),
        Step(("int1", "sent3"), ROOT, hypothesis),
    )
    return Problem(f"q{number}", hypothesis, leaves, EntailmentTree(hypothesis, leaves[:3], steps))


PROBLEMS = [problem(number) for number in range(len(KINDS))]
