"""What the judge that ships learns from, over a few of its texts and the data sets."""

from pathlib import Path

import pytest

from explanans.exceptions import InputError
from explanans.train.judge import curriculum as module
from explanans.train.judge.curriculum import curriculum
from explanans.train.judge.texts import training_texts


@pytest.fixture(autouse=True)
def _few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    few = training_texts()[:14]
    monkeypatch.setattr(module, "training_texts", lambda: few)
    monkeypatch.setattr(module, "_PAIRS", {"help": 5})


def test_what_is_held_out_is_not_learnt_by_the_network(data_folder: Path) -> None:
    if not (data_folder / "inference").is_dir():
        pytest.skip(f"no inference in {data_folder}")
    taught = curriculum(data_folder, 0)
    assert [text.title for text in taught.combination] == [text.title for text in training_texts()[:14:7]]
    learnt = {paragraph for lesson in taught.network for paragraph in lesson.premises}
    assert not [text.title for text in taught.combination if learnt.intersection(text.paragraphs)]
    assert set(taught.refining) <= set(taught.network)
    origin = taught.origin()
    assert origin["lessons"] == len(taught.network)
    assert origin["held_out_texts"] == 2


def test_data_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        curriculum(tmp_path, 0)
