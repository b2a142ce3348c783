"""Clauses told by themselves."""

import pytest
from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.extraction import extraction

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
