"""Negations put in and taken out."""

import pytest
from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.negation import negation

AFFIRMED = "Cats=cat/NOUN/NNS/2/nsubj eat/VERB/VBP/0/root fish/NOUN/NN/2/obj here/ADV/RB/2/advmod +./PUNCT/./2/punct"
NEGATED = (
    "Cats=cat/NOUN/NNS/4/nsubj do/AUX/VBP/4/aux not/PART/RB/4/advmod eat/VERB/VB/0/root fish/NOUN/NN/4/obj "
    "here/ADV/RB/4/advmod +./PUNCT/./4/punct"
)


def test_the_arguments_of_a_negated_verb_are_not_supported_and_its_adjuncts_not_known() -> None:
    made = drafts(negation, AFFIRMED)
    assert set(made) == {"Cats do not eat fish here.", "Cats don't eat fish here."}
    _, labels = labelled(made["Cats do not eat fish here."], NEGATED)
    assert labels == {
        ("eat", "nsubj", "Cats"): False,
        ("eat", "advmod", "not"): False,
        ("eat", "obj", "fish"): False,
    }


def test_a_negation_taken_out() -> None:
    made = drafts(negation, NEGATED)
    assert set(made) == {"Cats do eat fish here."}
    parse = NEGATED.replace("not/PART/RB/4/advmod ", "").replace("/4/", "/3/")
    _, labels = labelled(made["Cats do eat fish here."], parse)
    assert labels == {("eat", "nsubj", "Cats"): False, ("eat", "obj", "fish"): False}


@pytest.mark.parametrize(
    ("sentence", "made"),
    [
        ("She/PRON/PRP/2/nsubj sang=sing/VERB/VBD/0/root", {"She did not sing", "She didn't sing"}),
        ("She/PRON/PRP/2/nsubj sings=sing/VERB/VBZ/0/root", {"She does not sing", "She doesn't sing"}),
        ("He/PRON/PRP/3/nsubj may/AUX/MD/3/aux sing/VERB/VB/0/root", {"He may not sing"}),
        ("He/PRON/PRP/3/nsubj is=be/AUX/VBZ/3/cop old/ADJ/JJ/0/root", {"He is not old", "He isn't old"}),
        ("He/PRON/PRP/4/nsubj ca=can/AUX/MD/4/aux +n't=not/PART/RB/4/advmod go/VERB/VB/0/root", {"He can go"}),
        ("Nobody/PRON/NN/2/nsubj singing=sing/VERB/VBG/0/root", set()),
        ("No/DET/DT/2/det man/NOUN/NN/3/nsubj sang=sing/VERB/VBD/0/root", set()),
    ],
)
def test_forms(sentence: str, made: set[str]) -> None:
    assert set(drafts(negation, sentence)) == made
