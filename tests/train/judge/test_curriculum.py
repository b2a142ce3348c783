"""What the judge that ships learns from."""

from pathlib import Path

import pytest

from explanans.exceptions import InputError
from explanans.train.judge.curriculum import curriculum


def test_texts_of_the_combination_are_not_learnt_by_the_network(data_folder: Path) -> None:
    if not (data_folder / "inference").is_dir():
        pytest.skip(f"no inference in {data_folder}")
    taught = curriculum(data_folder, 0)
    learnt = {paragraph for lesson in taught.network for paragraph in lesson.premises}
    assert not [text.title for text in taught.combination if learnt.intersection(text.paragraphs)]
    origin = taught.origin()
    assert origin["lessons"] == len(taught.network)
    assert origin["held_out_texts"] == len(taught.combination)
    assert curriculum(data_folder, 0).origin() == origin
    assert curriculum(data_folder, 1).origin() != origin


def test_data_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        curriculum(tmp_path, 0)
