"""Facts of prose with what their pronouns stand for."""

import pytest

from explanans import Fact
from explanans.entailment.claims.context import Context
from explanans.knowledge.base import KnowledgeBase


def resolved(*texts: str) -> str:
    knowledge = KnowledgeBase.of(texts)
    return Context(knowledge).resolved(knowledge.facts[len(texts) - 1]).text


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("The warranty is two years.", "It does not cover limescale."), "The warranty does not cover limescale."),
        (("A limpet grazes on algae.", "It returns to its place."), "A limpet returns to a limpet's place."),
        # The subject of two sentences before, where the one between has nothing that fits.
        (
            ("Crushed shell is offered, because hens need lime.", "The door is shut at dusk.", "They bathe in sand."),
            "Hens bathe in sand.",
        ),
        # Through the sentence between, which speaks of the same.
        (
            ("The canal was dug in 1869.", "In 1967 it was closed.", "It has no locks."),
            "The canal has no locks.",
        ),
        (("Hens lay eggs in winter.", "Never give them avocado."), "Never give hens avocado."),
    ],
)
def test_nouns_stand_for_pronouns(texts: tuple[str, ...], expected: str) -> None:
    assert resolved(*texts) == expected.removesuffix(".")


@pytest.mark.parametrize(
    "texts",
    [
        # A noun of the same sentence may be meant.
        ("The door is shut at dusk.", "As the crab grows, it needs a larger shell."),
        ("The door is shut at dusk.", "While they are moulting, hens stop laying."),
        # Nothing is meant.
        ("The hum kept the town awake.", "It was a student who traced the noise."),
        # Nothing fits.
        ("The door is shut at dusk.", "They take dust baths in dry sand."),
        # It is not plain which of two is meant.
        ("Hens and ducks live in the shed.", "They take dust baths in dry sand."),
        ("The farmer feeds the hens beside the pigs.", "They take dust baths in dry sand."),
    ],
)
def test_pronouns_stay_where_it_is_not_plain_what_they_stand_for(texts: tuple[str, ...]) -> None:
    assert resolved(*texts) == texts[-1].removesuffix(".")


def test_rows_of_tables_and_other_files_are_no_context() -> None:
    facts = [
        Fact("a#1", "The canal was dug.", source="a.txt:1"),
        Fact("b#1", "It has no locks.", source="b.txt:1"),
        Fact("t#1", "It is long.", table="KINDOF", source="b.txt:2"),
    ]
    context = Context(KnowledgeBase.of(facts))
    assert [context.resolved(fact) for fact in facts] == facts


def test_what_was_resolved_can_be_had_as_it_is_written() -> None:
    knowledge = KnowledgeBase.of(["The warranty is two years.", "It does not cover limescale."])
    context = Context(knowledge)
    first, second = knowledge.facts
    assert context.written(context.resolved(second)) == second
    assert context.written(first) == first
