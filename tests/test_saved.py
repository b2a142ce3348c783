"""Whatever becomes of a saved file, what opens it takes it or refuses it by an error of ours."""

import random
import shutil
from pathlib import Path

import pytest

from tests.saved import SAVED, tried


@pytest.mark.parametrize("name", SAVED)
def test_damaged_files_are_taken_or_refused(name: str, tmp_path: Path) -> None:
    sound = tmp_path / "sound"
    sound.mkdir()
    SAVED[name].write(sound)
    SAVED[name].read(Path(shutil.copytree(sound, tmp_path / "whole")))
    for number in range(60):
        tried(name, sound, tmp_path / "damaged", random.Random(number))
