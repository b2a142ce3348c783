from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.lab.training.proposals import CandidatePhrases, figures, lessons, train, train_language, word_f1
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.proposals.features import NAMES, Fit
from explanans.structures.labels import LabelledDocument, LabelledQuestion

ASKED = (
    LabelledQuestion("Where is lost property kept?", "the till", ("the gate",)),
    LabelledQuestion("Is it kept?", "yes", ("no",)),
)
TEXT = LabelledDocument("Pool", ("Lost property is kept at the till. The pool opens at seven.",), (), ASKED)


def lesson(number: int) -> CandidatePhrases:
    """Return a lesson in which the first of three phrases answers."""
    features = np.zeros((3, len(NAMES)), dtype=np.float32)
    features[0, NAMES.index("cosine")] = 1.0
    return CandidatePhrases(number, features, np.array([1.0, 0.2, 0.0]))


def test_questions_become_lessons_but_for_those_of_yes_and_no() -> None:
    (found,) = lessons([TEXT])
    assert found.features.shape == (len(found.likeness), len(NAMES))
    assert found.likeness.max() == 1.0


def test_what_answers_is_learnt_and_kept(tmp_path: Path) -> None:
    taught = [lesson(number) for number in range(200)]
    model = train(taught, 0)
    chances = model.chances(taught[0].features)
    assert chances[0] > 0.9
    assert chances[1] < 0.1
    model.save(tmp_path / "model")
    assert np.array_equal(Fit.load(tmp_path / "model").chances(taught[0].features), chances)
    assert model.origin.data["questions"] == 200


def test_figures_are_of_texts_that_were_not_learnt_from() -> None:
    told = figures([lesson(number) for number in range(200)], 0)
    assert told == {"questions": 200, "f1": 1.0, "first": 1.0, "among_five": 1.0, "held": 1.0}


def test_words_are_counted_without_what_leads_in() -> None:
    assert word_f1("at the till", "till") == 1.0
    assert word_f1("three weeks", "four weeks") == 0.5
    assert word_f1("the gate", "the till") == 0.0


def test_without_an_answer_there_is_nothing_to_learn() -> None:
    with pytest.raises(InputError, match="no question whose answer stands in its text"):
        train([], 0)


class Reader(LanguageReader):
    """Takes what is at the till for the answer."""

    def __init__(self) -> None:
        self.name = "reader"

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        return np.array([0.9, 0.0, 0.1] if "till" in statement else [0.1, 0.0, 0.9])


def test_the_readings_of_right_phrases_gain_weight() -> None:
    model, first = train_language([TEXT] * 4, Fit.shipped(), Reader(), 0)
    assert model.weights["reading"] > 0
    assert first["read"] == 100.0
    assert model.origin.data["reader"] == "reader"
    assert model.origin.data["questions"] == 4
