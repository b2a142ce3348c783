"""The examples that scorers are trained on, from the data sets."""

from pathlib import Path

import pytest
from tests.train.recipes.reading import Flat

from explanans.exceptions import InputError
from explanans.train.recipes.training import NAMES, training_examples


def test_recipes_of_both_data_sets(data_folder: Path) -> None:
    made = list(training_examples(Flat(), ["paraphrase"], 5, data=data_folder))
    assert [example.recipe for example in made] == ["paraphrase"] * 5
    assert all(set(example.labels.values()) == {True} and len(example.source) > 2 for example in made)
    assert made == list(training_examples(Flat(), ["paraphrase"], 5, data=data_folder))
    assert made != list(training_examples(Flat(), ["paraphrase"], 5, seed=1, data=data_folder))


def test_a_data_set_that_is_not_there_is_not_asked_for_in_vain(tmp_path: Path) -> None:
    (tmp_path / "ud-english-ewt").mkdir()
    (tmp_path / "ud-english-ewt" / "en_ewt-ud-train.conllu").write_text("# text = a b c d e f g\n")
    (example,) = training_examples(Flat(), ["hallucination"], data=tmp_path)
    assert example.claim.text == "a b c d e f g"
    with pytest.raises(InputError, match="the data set entailmentbank is not there"):
        list(training_examples(Flat(), data=tmp_path))


def test_recipes_have_names() -> None:
    assert len(NAMES) == 17
    with pytest.raises(InputError, match=r"no recipe is called 'soup'; accepted: altered-conclusion, attachment"):
        list(training_examples(Flat(), ["soup"]))
