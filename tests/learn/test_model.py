"""Models of boosted trees in folders; tests/rank/test_model.py refuses unsound ones."""

from dataclasses import dataclass
from pathlib import Path

import lightgbm
import msgspec
import numpy as np
import pytest

from explanans.exceptions import InputError
from explanans.learn.model import FORMAT, MANIFEST, BoostedModel, Origin, current_versions, load


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
    assert back.boosters["chooser"].predict(rows) == pytest.approx(model.boosters["chooser"].predict(rows))
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
    with pytest.raises(InputError, match=r"known.json: damaged .*; train it again with `explanans train words`$"):
        load(tmp_path / "model", "words", Numbers)
    with pytest.raises(InputError, match="a model of words in format"):
        load(tmp_path / "model", "numbers", Numbers)


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest.json: damaged or missing"):
        load(tmp_path, "words", Words)
