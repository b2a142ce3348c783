"""A small reader of claims that further training goes on from."""

from pathlib import Path

import pytest

from explanans.lab.judge.examples import Pool
from explanans.lab.networks.language_reader import ReaderLessons, ReaderTraining, train_language_reader
from explanans.lab.networks.mixture import MixtureSchedule
from tests.lab.networks.small_model import language_model
from tests.lab.networks.small_reader import LESSONS


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> ReaderTraining:
    small = language_model(tmp_path_factory.mktemp("small"))
    return ReaderTraining(str(small), MixtureSchedule(tokens=4000, batch=300, rate=3e-3), rank=4)


@pytest.fixture(scope="module")
def started(training: ReaderTraining, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a reader of claims."""
    folder = tmp_path_factory.mktemp("start") / "reader"
    train_language_reader(training, ReaderLessons([Pool(LESSONS, 0.8)]), folder)
    return folder
