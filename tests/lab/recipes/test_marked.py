"""Claims whose words people marked."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.lab.recipes.corpus import marked
from explanans.lab.recipes.recipes import NAMES, SOURCES, USUAL, training_examples
from tests.lab.recipes.reading import Flat, NliClassifier

SOURCE = "Rain/NOUN/NN/2/nsubj fell=fall/VERB/VBD/0/root"
CLAIM = "Rain/NOUN/NN/2/nsubj fell=fall/VERB/VBD/0/root hard/ADV/RB/2/advmod today/NOUN/NN/2/obl"


def test_arcs_that_touch_marked_words_are_not_supported() -> None:
    looked_at = LabelledPair(("Rain fell",), "Rain fell hard today", UNSUPPORTED, "page", ((10, 14),))
    unread = LabelledPair(("Rain fell",), "Rain fell", UNSUPPORTED, "page")
    (example,) = marked([unread, looked_at], NliClassifier(SOURCE, CLAIM))
    assert {arc.label: supported for arc, supported in example.labels.items()} == {
        "nsubj": True,
        "advmod": False,
        "obl": True,
    }
    assert ([parse.text for parse in example.source], example.recipe, example.origin) == (
        ["Rain fell"],
        "marked",
        "page",
    )


def test_claims_of_wice(data_folder: Path) -> None:
    made = list(training_examples(Flat(), ["marked"], 20, data=data_folder))
    assert {example.recipe for example in made} == {"marked"}
    assert len(made) == 20
    assert set().union(*(example.labels.values() for example in made)) == {True, False}


def test_people_are_asked_only_where_they_are_named(tmp_path: Path) -> None:
    assert set(NAMES) - set(USUAL) == {"marked"}
    assert set(SOURCES) == set(NAMES)
    with pytest.raises(InputError, match="the data set inference is not there"):
        list(training_examples(Flat(), ["marked"], data=tmp_path))
    with pytest.raises(InputError, match="the data set ud-english-ewt is not there"):
        list(training_examples(Flat(), ["all"], data=tmp_path))
