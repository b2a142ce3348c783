"""Models of boosted trees in folders; tests/retrieval/test_model.py refuses unsound ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import lightgbm
import msgspec
import numpy as np
import pytest

from explanans.errors import InputError
from explanans.learning.boosted_trees import Booster
from explanans.learning.model import FORMAT, MANIFEST, BoostedModel, Origin, TrainedModel, current_versions, load


@dataclass(frozen=True)
class Words:
    """What a model knows beside its trees."""

    common: tuple[str, ...]


@pytest.fixture(scope="module")
def model() -> BoostedModel[Words]:
    rows = np.random.default_rng(0).random((200, 2))
    data = lightgbm.Dataset(rows, rows[:, 0] > 0.5, feature_name=["left", "right"])
    booster = lightgbm.train({"objective": "binary", "verbosity": -1, "num_threads": 1}, data, 3)
    return BoostedModel("words", {"chooser": booster, "again": booster}, Words(("the",)), Origin({"words": 7}, 3))


def test_a_model_comes_back_with_all_that_it_knows(model: BoostedModel[Words], tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    back = load(tmp_path / "model", "words", Words)
    assert (back.known, back.origin) == (model.known, model.origin)
    assert back.features() == {"again": ("left", "right"), "chooser": ("left", "right")}
    rows = np.array([[0.1, 0.9], [0.9, 0.1]])
    assert back.boosters["chooser"].predict(rows, num_threads=1) == pytest.approx(
        model.boosters["chooser"].predict(rows, num_threads=1)
    )
    assert back.origin.versions == current_versions()


def test_the_same_model_is_the_same_bytes(model: BoostedModel[Words], tmp_path: Path) -> None:
    for name in ("first", "second"):
        model.save(tmp_path / name)
    first, second = ({file.name: file.read_bytes() for file in (tmp_path / n).iterdir()} for n in ("first", "second"))
    assert first == second
    assert set(first) == {"again.txt", "chooser.txt", "known.json", MANIFEST}
    assert msgspec.json.decode(first[MANIFEST])["format"] == FORMAT


def test_what_else_it_knows_must_be_of_its_type(model: BoostedModel[Words], tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Numbers:
        count: int

    model.save(tmp_path / "model")
    with pytest.raises(InputError, match=r"known.json: damaged .*; train it again with `explanans lab train words`$"):
        load(tmp_path / "model", "words", Numbers)
    with pytest.raises(InputError, match="a model of words in format"):
        load(tmp_path / "model", "numbers", Numbers)


@dataclass(frozen=True, slots=True)
class Chooser(TrainedModel[Words]):
    """A model as its users see it."""

    booster: Booster
    words: Words
    origin: Origin

    kind = "words"
    known = Words
    features: ClassVar = {"chooser": ("left", "right")}

    def contents(self) -> tuple[dict[str, Booster], Words]:
        return {"chooser": self.booster}, self.words

    @classmethod
    def of(cls, found: BoostedModel[Words]) -> "Chooser":
        if not found.known.common:
            raise ValueError("knows no words")
        return cls(found.boosters["chooser"], found.known, found.origin)


def test_a_trained_model_is_written_read_and_shipped(
    model: BoostedModel[Words], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooser = Chooser(model.boosters["chooser"], model.known, model.origin)
    chooser.save(tmp_path / "model")
    back = Chooser.load(tmp_path / "model")
    assert (back.words, back.origin) == (chooser.words, chooser.origin)
    monkeypatch.setattr(Chooser, "home", tmp_path / "model", raising=False)
    assert Chooser.shipped() is Chooser.shipped()
    assert Chooser.shipped().booster.model_to_string() == chooser.booster.model_to_string()


def test_a_trained_model_says_what_is_wrong_with_a_folder(model: BoostedModel[Words], tmp_path: Path) -> None:
    Chooser(model.boosters["chooser"], Words(()), model.origin).save(tmp_path / "empty")
    with pytest.raises(InputError, match=r"empty: knows no words; train it again with `explanans lab train words`$"):
        Chooser.load(tmp_path / "empty")
    model.save(tmp_path / "other")
    with pytest.raises(InputError, match="other: a model with other features; train it again"):
        Chooser.load(tmp_path / "other")


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest.json: damaged or missing"):
        load(tmp_path, "words", Words)
