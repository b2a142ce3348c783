"""Splices: which words meet that do not belong together."""

import pytest
from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.splice import splice

SOLD = (
    "Ann/PROPN/NNP/2/nsubj sold=sell/VERB/VBD/0/root cars=car/NOUN/NNS/2/obj and/CCONJ/CC/5/cc "
    "bought=buy/VERB/VBD/2/conj ships=ship/NOUN/NNS/5/obj"
)
KING = (
    "The/DET/DT/2/det son/NOUN/NN/6/nsubj of/ADP/IN/5/case the/DET/DT/5/det king/NOUN/NN/2/nmod "
    "sang=sing/VERB/VBD/0/root"
)
SAID = (
    "Ann/PROPN/NNP/2/nsubj said=say/VERB/VBD/0/root that/SCONJ/IN/5/mark Bob/PROPN/NNP/5/nsubj "
    "sang=sing/VERB/VBD/2/ccomp loudly/ADV/RB/5/advmod +./PUNCT/./2/punct"
)


def test_a_subject_meets_the_verb_of_another_clause() -> None:
    made = drafts(splice, SAID)
    assert list(made) == ["Ann sang loudly."]
    parse = "Ann/PROPN/NNP/2/nsubj sang=sing/VERB/VBD/0/root loudly/ADV/RB/2/advmod +./PUNCT/./2/punct"
    _, labels = labelled(made["Ann sang loudly."], parse)
    assert labels == {("sang", "nsubj", "Ann"): False, ("sang", "advmod", "loudly"): True}


@pytest.mark.parametrize(
    ("sentence", "made"),
    [
        (SOLD, {"Ann sold ships"}),
        (KING, {"The king sang"}),
        (
            "Bob/PROPN/NNP/3/nmod +'s/PART/POS/1/case wife/NOUN/NN/4/nsubj sang=sing/VERB/VBD/0/root",
            {"Bob sang"},
        ),
        ("A/DET/DT/2/det lot/NOUN/NN/5/nsubj of/ADP/IN/4/case cats/NOUN/NNS/2/nmod sang/VERB/VBD/0/root", set()),
        (SAID.replace("Bob/PROPN/NNP", "she/PRON/PRP"), set()),
    ],
)
def test_objects_owners_and_what_is_left_alone(sentence: str, made: set[str]) -> None:
    assert set(drafts(splice, sentence)) == made
