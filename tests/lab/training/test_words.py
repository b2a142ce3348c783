"""What tells which words of a claim its source lacks, trained on a few marked claims."""

from pathlib import Path

import pytest

from explanans.entailment.claims.lacking_words import LackingWords
from explanans.errors import InputError
from explanans.lab.datasets.labels import LabelledPair
from explanans.lab.datasets.splits import labelled_pairs
from explanans.lab.training.words import MarkedWords, f1_out_of_fold, train
from explanans.language.parser import open_parser
from tests.data_sets import present


def pairs(data_folder: Path) -> list[LabelledPair]:
    present(data_folder / "inference")
    return labelled_pairs(data_folder, "wice-words", "train")


def test_the_model_that_ships_is_made_anew(data_folder: Path) -> None:
    made = train(MarkedWords.of(pairs(data_folder), open_parser()), 0)
    assert made.origin.data == LackingWords.shipped().origin.data
    assert made.trees.model_to_string() == LackingWords.shipped().trees.model_to_string()


def test_marks_are_learnt_across_texts(data_folder: Path) -> None:
    words = MarkedWords.of(pairs(data_folder), open_parser())
    everything = 2 * words.lacking.sum() / (words.lacking.sum() + len(words.lacking))
    assert f1_out_of_fold(words, 1) > everything + 0.15


def test_there_have_to_be_marks(data_folder: Path) -> None:
    unmarked = [pair._replace(marks=None) for pair in pairs(data_folder)[:3]]
    with pytest.raises(InputError, match="no claim with marked words"):
        MarkedWords.of(unmarked, open_parser())
