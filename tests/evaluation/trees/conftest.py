"""EntailmentBank, and trees that are drawn at random."""

from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.formats import entailmentbank
from explanans.io.files import read_lines
from explanans.structures.trees import Prediction, Problem
from tests.data_sets import present

Released = Callable[[str], tuple[list[Problem], list[Prediction]]]


@pytest.fixture
def released(data_folder: Path) -> Released:
    """Return what reads a released prediction file by its path, with the problems that it is about."""
    folder = present(data_folder / "entailmentbank")

    def problems(task: int) -> list[Problem]:
        path = folder / f"dataset/task_{task}/dev.jsonl"
        return list(entailmentbank.decode(read_lines(path), str(path)))

    def read(name: str) -> tuple[list[Problem], list[Prediction]]:
        task = int(name[len("task")])
        path = folder / "predictions" / name
        wanted = problems(task)
        if task == 3:
            wanted = list(entailmentbank.with_gold(wanted, problems(1)))
        return wanted, list(entailmentbank.read(path, read_lines, wanted))

    return read
