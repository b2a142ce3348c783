"""Exchanges of arguments."""

import pytest

from explanans.lab.recipes.phrases import attachment, exchange, hallucination, splice
from tests.lab.recipes.reading import drafts, labelled

SENTENCE = (
    "The/DET/DT/2/det cat/NOUN/NN/3/nsubj chased=chase/VERB/VBD/0/root a/DET/DT/6/det small/ADJ/JJ/6/amod "
    "mouse/NOUN/NN/3/obj yesterday/NOUN/NN/3/obl:tmod +./PUNCT/./3/punct"
)


def test_phrases_change_places_and_keep_what_they_say() -> None:
    made = drafts(exchange, SENTENCE)
    assert list(made) == ["A small mouse chased the cat yesterday."]
    parse = (
        "A/DET/DT/3/det small/ADJ/JJ/3/amod mouse/NOUN/NN/4/nsubj chased=chase/VERB/VBD/0/root the/DET/DT/6/det "
        "cat/NOUN/NN/4/obj yesterday/NOUN/NN/4/obl:tmod +./PUNCT/./4/punct"
    )
    _, labels = labelled(made["A small mouse chased the cat yesterday."], parse)
    assert labels == {
        ("mouse", "amod", "small"): True,
        ("chased", "nsubj", "mouse"): False,
        ("chased", "obj", "cat"): False,
        ("chased", "obl:tmod", "yesterday"): True,
    }


@pytest.mark.parametrize(
    ("sentence", "made"),
    [
        ("She/PRON/PRP/2/nsubj saw=see/VERB/VBD/0/root him=he/PRON/PRP/2/obj", "He saw her"),
        ("I/PRON/PRP/2/nsubj told=tell/VERB/VBD/0/root Ann/PROPN/NNP/2/obj", "Ann told me"),
        ("Ann/PROPN/NNP/2/nsubj sang=sing/VERB/VBD/0/root for/ADP/IN/4/case Bob/PROPN/NNP/2/obl", "Bob sang for Ann"),
        ("Ann/PROPN/NNP/2/nsubj met=meet/VERB/VBD/0/root Bob/PROPN/NNP/2/obj", None),
        ("It/PRON/PRP/2/nsubj took=take/VERB/VBD/0/root time/NOUN/NN/2/obj", None),
    ],
)
def test_forms_and_what_is_left_alone(sentence: str, made: str | None) -> None:
    assert list(drafts(exchange, sentence)) == ([made] if made else [])


DRIVERS = "Old/ADJ/JJ/2/amod men=man/NOUN/NNS/3/nsubj drive/VERB/VBP/0/root an/DET/DT/5/det engine/NOUN/NN/3/obj"


def test_the_new_head_does_not_have_it() -> None:
    made = drafts(attachment, DRIVERS)
    assert list(made) == ["Men drive an old engine"]
    parse = "Men=man/NOUN/NNS/2/nsubj drive/VERB/VBP/0/root an/DET/DT/5/det old/ADJ/JJ/5/amod engine/NOUN/NN/2/obj"
    _, labels = labelled(made["Men drive an old engine"], parse)
    assert labels == {
        ("drive", "nsubj", "Men"): True,
        ("engine", "amod", "old"): False,
        ("drive", "obj", "engine"): True,
    }


def test_where_the_old_head_still_has_it_nothing_has_changed() -> None:
    parse = "Men=man/NOUN/NNS/2/nsubj drive/VERB/VBP/0/root an/DET/DT/5/det old/ADJ/JJ/1/amod engine/NOUN/NN/2/obj"
    _, labels = labelled(drafts(attachment, DRIVERS)["Men drive an old engine"], parse)
    assert labels["Men", "amod", "old"]


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


SENTENCE_HALLUCINATION = (
    "Old/ADJ/JJ/2/amod cats=cat/NOUN/NNS/3/nsubj sleep/VERB/VBP/0/root in/ADP/IN/6/case warm/ADJ/JJ/6/amod "
    "beds=bed/NOUN/NNS/3/obl +./PUNCT/./3/punct"
)
WITHOUT_PLACE = "Old/ADJ/JJ/2/amod cats=cat/NOUN/NNS/3/nsubj sleep/VERB/VBP/0/root +./PUNCT/./3/punct"


def test_arcs_to_what_the_source_lacks_are_not_supported() -> None:
    draft = drafts(hallucination, SENTENCE_HALLUCINATION, 100)["Old cats sleep."]
    outcome, labels = labelled(draft, WITHOUT_PLACE)
    assert (outcome.source.text, outcome.claim.text) == ("Old cats sleep.", "Old cats sleep in warm beds.")
    assert labels == {
        ("cats", "amod", "Old"): True,
        ("sleep", "nsubj", "cats"): True,
        ("beds", "amod", "warm"): False,
        ("sleep", "obl:in", "beds"): False,
    }


def test_arcs_that_the_source_reads_otherwise_are_not_known() -> None:
    misread = WITHOUT_PLACE.replace("cats=cat/NOUN/NNS/3/nsubj", "cats=cat/NOUN/NNS/3/obj")
    _, labels = labelled(drafts(hallucination, SENTENCE_HALLUCINATION, 100)["Old cats sleep."], misread)
    assert ("sleep", "nsubj", "cats") not in labels


def test_spans_of_all_kinds_are_removed() -> None:
    made = drafts(hallucination, SENTENCE_HALLUCINATION, 200)
    assert "Old cats sleep in beds." in made
    assert "Sleep in warm beds." in made
    assert "Old cats sleep in warm beds" not in made, "a full stop is no content"
    assert not drafts(hallucination, "Cats/NOUN/NNS/2/nsubj sleep/VERB/VBP/0/root")
