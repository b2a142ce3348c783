"""Compressions: what is dropped, what is held, and that the rest is supported."""

import pytest

from explanans.lab.recipes.rewording import compression, extraction
from tests.lab.recipes.reading import drafts, labelled

SENTENCE = (
    "Ann/PROPN/NNP/2/nsubj said=say/VERB/VBD/0/root that/SCONJ/IN/7/mark the/DET/DT/6/det old/ADJ/JJ/6/amod "
    "bridge/NOUN/NN/7/nsubj fell=fall/VERB/VBD/2/ccomp today/NOUN/NN/7/obl:tmod +./PUNCT/./2/punct"
)


def test_every_arc_that_is_left_is_supported() -> None:
    made = drafts(compression, SENTENCE, 100)
    assert set(made) == {
        "Ann said that the bridge fell.",
        "Ann said that the bridge fell today.",
        "Ann said that the old bridge fell.",
        "The old bridge fell today",
        "Ann said that bridge fell.",  # as in headlines
        "Ann said that bridge fell today.",
        "Ann said that old bridge fell.",
    }
    parse = (
        "The/DET/DT/3/det old/ADJ/JJ/3/amod bridge/NOUN/NN/4/nsubj fell=fall/VERB/VBD/0/root today/NOUN/NN/4/obl:tmod"
    )
    _, labels = labelled(made["The old bridge fell today"], parse)
    assert labels == {
        ("bridge", "amod", "old"): True,
        ("fell", "nsubj", "bridge"): True,
        ("fell", "obl:tmod", "today"): True,
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "The/DET/DT/3/det nearly/ADV/RB/3/advmod complete/ADJ/JJ/4/amod bridge/NOUN/NN/5/nsubj fell/VERB/VBD/0/root",
        "Bridges/NOUN/NNS/3/nsubj never/ADV/RB/3/advmod fall/VERB/VBP/0/root soon/ADV/RB/3/advmod",
        "It/PRON/PRP/2/nsubj falls/VERB/VBZ/0/root if/SCONJ/IN/5/mark we/PRON/PRP/5/nsubj run/VERB/VBP/2/advcl",
        "It/PRON/PRP/3/nsubj was/AUX/VBD/3/aux:pass built/VERB/VBN/0/root by/ADP/IN/5/case us/PRON/PRP/3/obl:agent",
    ],
)
def test_hedges_negations_conditions_and_agents_are_held(sentence: str) -> None:
    assert not drafts(compression, sentence)


def test_who_doubts_it_is_not_dropped() -> None:
    doubted = SENTENCE.replace("said=say", "doubted=doubt")
    assert not any(text.startswith("The") for text in drafts(compression, doubted, 100))


def test_the_last_of_a_list_is_dropped_where_all_are_meant() -> None:
    listed = "Cats/NOUN/NNS/4/nsubj and/CCONJ/CC/3/cc dogs/NOUN/NNS/1/conj sleep/VERB/VBP/0/root here/ADV/RB/4/advmod"
    assert "Cats sleep here" in drafts(compression, listed)
    assert "Cats sleep here" not in drafts(compression, listed.replace("and/CCONJ", "or/CCONJ"))


def test_headlines_leave_out_auxiliaries_but_not_where_they_are_negated() -> None:
    fined = (
        "The/DET/DT/2/det clubs=club/NOUN/NNS/5/nsubj:pass have/AUX/VBP/5/aux been=be/AUX/VBN/5/aux:pass "
        "fined=fine/VERB/VBN/0/root today/NOUN/NN/5/obl:tmod"
    )
    assert set(drafts(compression, fined, 50)) == {"The clubs have been fined", "Clubs fined"}
    negated = fined.replace("today/NOUN/NN/5/obl:tmod", "n't/PART/RB/5/advmod")
    assert not drafts(compression, negated, 50)


SECOND = (
    "Ann/PROPN/NNP/2/nsubj came=come/VERB/VBD/0/root and/CCONJ/CC/4/cc sang=sing/VERB/VBD/2/conj "
    "well/ADV/RB/4/advmod +./PUNCT/./2/punct"
)
RELATIVE = (
    "I/PRON/PRP/2/nsubj know/VERB/VBP/0/root the/DET/DT/4/det man/NOUN/NN/2/obj who/PRON/WP/6/nsubj "
    "sang=sing/VERB/VBD/4/acl:relcl"
)
APPOSITION = (
    "Ann/PROPN/NNP/6/nsubj +,/PUNCT/,/4/punct a/DET/DT/4/det baker/NOUN/NN/1/appos +,/PUNCT/,/4/punct "
    "left=leave/VERB/VBD/0/root"
)


@pytest.mark.parametrize(
    ("sentence", "clause"),
    [
        (SECOND, "Ann sang well."),
        (RELATIVE, "The man sang"),
        (APPOSITION, "Ann is a baker"),
        (SECOND.replace("well/ADV/RB/4/advmod", "Bob/PROPN/NNP/4/nsubj"), None),
        (RELATIVE.replace("who/PRON/WP/6/nsubj", "whom/PRON/WP/6/obj"), None),
        (APPOSITION.replace("a/DET/DT/4/det", "dear/ADJ/JJ/4/amod"), None),
    ],
)
def test_clauses_with_a_subject_from_elsewhere(sentence: str, clause: str | None) -> None:
    assert list(drafts(extraction, sentence)) == ([clause] if clause else [])


def test_all_that_is_told_is_supported() -> None:
    parse = "Ann/PROPN/NNP/2/nsubj sang=sing/VERB/VBD/0/root well/ADV/RB/2/obj +./PUNCT/./2/punct"
    _, labels = labelled(drafts(extraction, SECOND)["Ann sang well."], parse)
    assert labels == {("sang", "nsubj", "Ann"): True, ("sang", "obj", "well"): True}
