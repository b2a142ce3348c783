"""Statements that somebody else has written: which may stand for a question and its answer."""

import pytest

from explanans.pipeline.generation.hypotheses import kept, may_stand

CAN = "Which object used in an experiment can safely be recycled?", "an aluminum can"
TROUT = (
    "Scientists group animals by physical features. Trout are classified as fish because of what physical feature?",
    "Fish have gills.",
)
WATER = (
    "Water is put through a system. Which is the most likely reason water is treated before people drink it?",
    "to remove harmful substances",
)


@pytest.mark.parametrize(
    ("statement", "asked"),
    [
        ("an aluminum can used in an experiment can safely be recycled", CAN),
        ("trout are classified as fish because they have gills", TROUT),
        ("water is treated before people drink it to remove harmful substances", WATER),
        ("sugar cubes dissolve in water", ("Which of these dissolve in water?", "Sugar cubes")),
        (
            "a solid nail will sink because it is denser than water",
            (
                "A solid nail falls into water. What will happen, and why?",
                "It will sink because it is denser than water.",
            ),
        ),
        ("a hen does not lay eggs at night", ("When does a hen not lay its eggs?", "at night")),
    ],
)
def test_what_may_stand(statement: str, asked: tuple[str, str]) -> None:
    assert may_stand(statement, *asked)


@pytest.mark.parametrize(
    ("statement", "asked", "fault"),
    [
        ("an aluminum can can safely be recycled", CAN, "a doubled word"),
        ("an aluminum can cannot be used in an experiment and be recycled", CAN, "a denial that nobody made"),
        ("a steel can used in an experiment can be recycled", CAN, "a word that nobody said"),
        ("an object used in an experiment can safely be recycled", CAN, "the answer is not there"),
        ("can an aluminum can used in an experiment be recycled", CAN, "a question"),
        ("an aluminum can is an object", CAN, "most of what is asked is lost"),
        ("an aluminum can used in an experiment", CAN, "no verb"),
        ("fish have gills because they are trout", TROUT, "most of what is asked is lost"),
        ("water is removed before people drink it to remove harmful substances", WATER, "a word too often"),
        ("water is put through a system to remove harmful substances", WATER, "not what is asked"),
        ("sugar cubes dissolves in water", ("Which of these dissolve in water?", "Sugar cubes"), "no agreement"),
        ("the answer is “sugar cubes”", ("Which of these dissolve in water?", "Sugar cubes"), "a quotation"),
        ("a hen lays eggs at night", ("When does a hen not lay its eggs?", "at night"), "a lost denial"),
        ("12 of the pumps that leak are old", ("The pumps that leak are how many?", "2 of the old"), "a new number"),
        ("it can safely be used in an experiment and recycled: an aluminum can", CAN, "a word that points elsewhere"),
        (
            "the choir sings because of the church is cold",
            ("Choirs sing because of what?", "The church is cold."),
            "a clause",
        ),
        (
            "the church is cold because of the choir sings",
            ("The choir sings because of what?", "The church is cold."),
            "the wrong way round",
        ),
        ("", CAN, "nothing"),
    ],
)
def test_what_may_not_stand(statement: str, asked: tuple[str, str], fault: str) -> None:
    assert not may_stand(statement, *asked), fault


def test_a_question_as_an_answer_is_left_to_the_rules() -> None:
    asked = "The answer to which question helps to tell plants from animals?", "Does it make its own food?"
    assert not may_stand("does it make its own food", *asked)


def test_what_is_kept_is_counted_with_repeats() -> None:
    asked = "A tree frog with which skin lives longer than other tree frogs?"
    assert kept("skin like leaves lives longer than other tree frogs", asked) < kept(
        "a tree frog with skin like leaves lives longer than other tree frogs", asked
    )
    assert kept("anything", "Why?") == 1
