"""Classifiers of one's own: their labels in any order and case, and premises that are too long."""

import itertools
from pathlib import Path

import pytest
import torch
from transformers import BertForSequenceClassification

from explanans.entailment.judge.base import Pair, judged, open_judge
from explanans.errors import InputError
from explanans.neural.judges.classifier import Classifier
from explanans.structures.verdicts import NliScores
from tests.neural.judges.conftest import classifier

THREE = ("entailment", "contradiction", "neutral")
PAIRS = [
    Pair(("ice floats.", "iron sinks."), "ice sinks."),
    Pair(("a frog is green.",), "a frog is cold."),
    Pair(("ice is cold.",), "the iron is heavy."),
]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Classifier:
    return Classifier.open(str(classifier(tmp_path_factory.mktemp("usual"), THREE)))


def test_judgements_are_probabilities_and_do_not_depend_on_company(usual: Classifier) -> None:
    found = judged(usual, PAIRS)
    assert found == judged(usual, PAIRS)
    for pair, judgement in zip(PAIRS, found, strict=True):
        assert usual.judge([pair])[0] == pytest.approx(judgement, abs=1e-6)
    assert usual.judge([]) == []


@pytest.mark.parametrize("order", list(itertools.permutations(range(3)))[1:])
def test_labels_are_read_in_any_order_and_case(usual: Classifier, tmp_path: Path, order: tuple[int, ...]) -> None:
    found = usual.judge(PAIRS[:1])[0]
    folder = classifier(tmp_path, [THREE[place].upper() for place in order])
    other = open_judge(f"classifier:{folder}").judge(PAIRS[:1])[0]
    # The same weights: what stands first is called otherwise.
    assert [other[place] for place in order] == pytest.approx(list(found))


def test_two_labels_never_contradict(tmp_path: Path) -> None:
    for judgement in judged(open_judge(f"classifier:{classifier(tmp_path, ('not_entailment', 'Entailment'))}"), PAIRS):
        assert judgement.contradicted == 0


@pytest.mark.parametrize("labels", [("LABEL_0", "LABEL_1", "LABEL_2"), ("positive", "negative"), ("entailment",)])
def test_other_labels_are_refused(tmp_path: Path, labels: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=r"a classifier with the labels .*; accepted: entailment, contradiction, neut"):
        Classifier.open(str(classifier(tmp_path, labels)))


@pytest.mark.parametrize("roberta", [False, True])
def test_of_long_premises_the_best_window_counts(tmp_path: Path, roberta: bool) -> None:
    judge = Classifier.open(str(classifier(tmp_path, THREE, longest=30, roberta=roberta)))
    assert judge.longest == (28 if roberta else 30)
    claim = "ice sinks."
    parts = [f"{first} is {last}." for first in ("ice", "a frog", "the iron") for last in ("cold", "green", "heavy")]
    whole = Pair((" ".join(parts),), claim)
    windows = judge._windows(whole)
    assert len(windows) > 1
    assert all(judge._length(window, claim) <= judge.longest for window in windows)
    told = [judge.judge([Pair((window,), claim)])[0] for window in windows]
    assert judge.judge([whole])[0] == pytest.approx(min(told, key=lambda item: item.unknown), abs=1e-6)


def test_a_claim_that_leaves_no_room(usual: Classifier) -> None:
    with pytest.raises(InputError, match=r"^a claim that leaves no room for its premises; accepted: a shorter one$"):
        usual.judge([Pair(("ice floats.",), "ice is cold. " * 20)])


def test_numbers_that_are_none(tmp_path: Path) -> None:
    judge = Classifier.open(str(classifier(tmp_path, THREE)))
    assert isinstance(judge._model, BertForSequenceClassification)
    with torch.no_grad():
        judge._model.classifier.bias.fill_(float("nan"))
    with pytest.raises(InputError, match=r"^the judge classifier\(.*\) gives no numbers; accepted: "):
        judge.judge(PAIRS)


def test_what_is_no_classifier(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^the judge 'classifier' without a network; accepted: classifier:DIR$"):
        open_judge("classifier")
    with pytest.raises(InputError, match="no classifier"):
        open_judge(f"classifier:{tmp_path}")
    folder = classifier(tmp_path, THREE)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(InputError, match=r"accepted: a folder with config.json and model.safetensors, which"):
        open_judge(f"classifier:{folder}")


def test_its_name_tells_its_weights(usual: Classifier, tmp_path: Path) -> None:
    assert usual.name != Classifier.open(str(classifier(tmp_path / "usual", THREE, roberta=True))).name
    assert isinstance(usual.judge(PAIRS)[0], NliScores)
