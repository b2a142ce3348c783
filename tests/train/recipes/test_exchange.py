"""Exchanges of arguments."""

import pytest
from tests.train.recipes.reading import drafts, labelled

from explanans.train.recipes.exchange import exchange

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
