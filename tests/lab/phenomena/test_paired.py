"""Real predicates that are said of two subjects, of people, of kinds and at times."""

from random import Random

import pytest

from explanans.lab.phenomena import edits
from explanans.lab.phenomena.example import Example
from explanans.lab.phenomena.registry import PARSED
from explanans.lab.phenomena.sentence import Sentence
from explanans.language.parser import shared_parser
from explanans.structures.verdicts import Status

PARSES = tuple(
    shared_parser().parse(
        (
            "Maria Costa rescued Peter Novak.",
            "Albert Schmid opened the museum.",
            "Linda Moore painted the old chapel.",
            "Whales eat small fish.",
            "Beavers build dams.",
        )
    )
)


def drawn(name: str, number: int, start: str) -> list[Example]:
    """Return examples of a sentence whose premises contain some words."""
    found = [PARSED[name](PARSES[number], PARSES, Random(seed)) for seed in range(400)]
    return [example for example in found if example is not None and start in " ".join(example.premises)]


def statuses(examples: list[Example], claim: str) -> set[Status]:
    return {said.status for example in examples for said in example.claims if said.text == claim}


@pytest.mark.parametrize(
    ("name", "number", "premise", "claim", "status"),
    [
        ("shared", 0, "Only Maria Costa rescued", "Albert Schmid rescued Peter Novak.", Status.CONTRADICTED),
        ("shared", 0, "Not only Maria Costa", "Albert Schmid rescued Peter Novak.", Status.UNKNOWN),
        ("shared", 0, "Both Maria Costa and Albert Schmid", "Albert Schmid rescued Peter Novak.", Status.SUPPORTED),
        ("shared", 0, "Neither Maria Costa", "Maria Costa rescued Peter Novak.", Status.CONTRADICTED),
        ("shared", 0, "Either Maria Costa", "Maria Costa rescued Peter Novak.", Status.UNKNOWN),
        ("shared", 0, ", while Albert Schmid", "Albert Schmid rescued Peter Novak.", Status.UNKNOWN),
        ("counted", 3, "All whales eat", "Some whales eat small fish.", Status.SUPPORTED),
        ("counted", 3, "Most whales eat", "No whales eat small fish.", Status.CONTRADICTED),
        ("counted", 3, "Some whales eat", "All whales eat small fish.", Status.UNKNOWN),
        ("counted", 3, "Not all whales", "All whales eat small fish.", Status.CONTRADICTED),
    ],
)
def test_what_is_said_of_one_need_not_be_said_of_another(
    name: str, number: int, premise: str, claim: str, status: Status
) -> None:
    assert statuses(drawn(name, number, premise), claim) == {status}


def test_what_a_relative_does_is_not_done_by_the_person() -> None:
    for example in drawn("about_people", 0, "sister"):
        name = example.premises[0].split(" rescued")[0].split(",")[0].split("'s")[0]
        assert statuses([example], f"{name} opened the museum.") <= {Status.UNKNOWN}
        assert statuses([example], f"{name}'s sister opened the museum.") <= {Status.SUPPORTED}


def test_dates_are_within_their_year_and_decade() -> None:
    examples = drawn("dated", 1, "Albert Schmid opened the museum on ")
    assert examples
    for example in examples:
        for claim in example.claims:
            if "0s" in claim.text and claim.status is Status.SUPPORTED:
                decade = claim.text.split("in the ")[1][:3]
                assert decade in example.premises[0]


def test_of_a_compound_the_first_noun_is_a_detail() -> None:
    sentence = Sentence.of(next(iter(shared_parser().parse(["Linda Moore founded a chess club."]))))
    assert sentence is not None
    assert "Linda Moore founded a club" in edits.reductions(sentence)
