"""Explanations from somebody's notes: what the judge that comes with the package makes of plain prose."""

import pytest

from explanans import Explanation, Status
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.proposals.proposer import Proposer

MIGRAINE = (
    "Take a painkiller early, because the stomach works slowly during an attack.",
    "Chocolate is often blamed wrongly, because a craving for sweets is itself an early sign.",
)
FERRY = (
    "Nobody may stand on the upper deck while docking, because the boat may jerk.",
    "The ferry carries up to 18 people; driver fourteen in winter.",
)
PLANETARIUM = (
    "The planetarium is open from ten to six.",
    "On Sundays it closes at four if no show is on.",
)
LAUNDRY = (
    "On Sundays and public holidays no washing is allowed, because the machines can be heard in the flats above.",
    "Clean the lint filter after each load, because a blocked filter can start a fire.",
    "The window must stay open while the drier is running, so that the damp air can escape.",
)
HENS = (
    "Crushed oyster shell is offered in a separate dish, because hens that lay need more lime than their feed holds.",
    "Never give them avocado or raw potato peel, which can poison them.",
    "The door of the shed must be shut at dusk, or the fox will come in.",
    "They take dust baths in dry sand to get rid of mites.",
    "Fresh eggs should not be washed, because water removes the coat that keeps germs out.",
)


def explained(notes: tuple[str, ...], question: str, answer: str) -> Explanation:
    return Explainer.open(notes).explain(question, answer)


def status(notes: tuple[str, ...], question: str, answer: str) -> Status:
    verdict = explained(notes, question, answer).verdict
    assert verdict
    return verdict.status


@pytest.mark.parametrize(
    ("notes", "question", "answer"),
    [
        (MIGRAINE, "Why should a painkiller be taken early?", "because the stomach works slowly"),
        (FERRY, "Why may nobody stand on the upper deck?", "because the boat may jerk"),
        (PLANETARIUM, "When does the planetarium close on Sundays?", "at four if no show is on"),
        (LAUNDRY, "Why is washing not allowed on Sundays?", "The machines can be heard in the flats above."),
        (HENS, "What should hens never be fed?", "avocado"),
        (HENS, "May one wash fresh eggs?", "No, because water removes the coat that keeps germs out."),
    ],
)
def test_what_a_note_says_in_another_form_is_supported(notes: tuple[str, ...], question: str, answer: str) -> None:
    assert status(notes, question, answer) is Status.SUPPORTED


@pytest.mark.parametrize(
    ("notes", "question", "answer"),
    [
        (MIGRAINE, "Why should one avoid chocolate?", "because chocolate is blamed"),
        (LAUNDRY, "Why is washing not allowed on Sundays?", "The damp air cannot escape."),
        (LAUNDRY, "Why must the window stay open?", "because a blocked filter can start a fire"),
        (HENS, "How do hens get rid of mites?", "They crush oyster shell."),
        (HENS, "May one wash fresh eggs?", "Yes, because water keeps germs out."),
    ],
)
def test_a_reason_for_something_else_is_not(notes: tuple[str, ...], question: str, answer: str) -> None:
    assert status(notes, question, answer) is not Status.SUPPORTED


def test_facts_are_shown_as_they_are_written_and_read_with_nouns_for_pronouns() -> None:
    found = explained(HENS, "How do hens get rid of mites?", "They take dust baths in dry sand.")
    assert found.tree
    assert HENS[3].removesuffix(".") in {leaf.text for leaf in found.tree.leaves}
    assert {item.fact.text for item in found.facts} <= {text.removesuffix(".") for text in HENS}


def test_further_trees_are_shown_as_they_are_written_too() -> None:
    found = Explainer.open(HENS).explain("How do hens get rid of mites?", "They take dust baths.", alternatives=3)
    leaves = [leaf.text for other in found.alternatives for leaf in other.tree.leaves]
    assert set(leaves) <= {text.removesuffix(".") for text in HENS}


def test_words_that_only_ellipsis_puts_together_are_no_answer() -> None:
    knowledge = Explainer.open(FERRY).knowledge
    found = [item.text for item in Proposer(knowledge).propose("How many people does the ferry carry in winter?")]
    assert not any("driver fourteen" in text for text in found)


def test_answers_name_what_a_pronoun_stands_for() -> None:
    knowledge = Explainer.open(HENS).knowledge
    found = [item.text.lower() for item in Proposer(knowledge).propose("What takes dust baths in dry sand?")]
    assert "hens" in found
