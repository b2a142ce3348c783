"""A language model learns to read claims beside premises, and what it has learnt is written."""

from pathlib import Path

import numpy as np
import pytest
import torch

from explanans.errors import InputError
from explanans.lab.judge.examples import Pool
from explanans.lab.networks.language_reader import (
    ReaderLessons,
    ReaderTraining,
    largest_inputs,
    train_language_reader,
    trainable_reader,
)
from explanans.lab.networks.mixture import MixtureSchedule
from explanans.lab.training.conclusions import GoldStep
from explanans.learning.language_model import ADAPTER, DIGEST, KIND
from explanans.learning.model import read_content, read_manifest
from tests.lab.networks.small_model import language_model
from tests.lab.networks.small_reader import LESSONS

POOLS = [Pool(LESSONS, 0.8)]
STEPS = [GoldStep(("ice is a solid", "heat melts solids"), "heat melts ice", "the sun melts ice")] * 4
TAUGHT = ReaderLessons(POOLS, STEPS)


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> ReaderTraining:
    small = language_model(tmp_path_factory.mktemp("small"))
    return ReaderTraining(str(small), MixtureSchedule(tokens=6000, batch=300, rate=3e-3), rank=4)


def test_only_low_rank_matrices_and_the_last_layers_learn(training: ReaderTraining) -> None:
    reader = trainable_reader(training)
    learnt = {name.rpartition(".")[2] for name, weights in reader.named_parameters() if weights.requires_grad}
    assert learnt == {"a", "b", "weight", "bias"}
    assert all(weights.dtype is torch.float32 for weights in reader.parameters() if weights.requires_grad)
    frozen = [name for name, weights in reader.model.named_parameters() if not weights.requires_grad]
    assert "embed_tokens.weight" in frozen


def test_what_is_learnt_is_written_and_can_be_repeated(training: ReaderTraining, tmp_path: Path) -> None:
    data = train_language_reader(training, TAUGHT, tmp_path / "one")
    train_language_reader(training, TAUGHT, tmp_path / "other")
    assert data == {"examples": 12, "steps": 4, "tokens": 6000, "rank": 4}
    manifest = read_manifest(tmp_path / "one", KIND)
    assert manifest.data == {"base_sha256": DIGEST, **data}
    read_content(tmp_path / "one", ADAPTER, manifest)
    assert manifest.files == read_manifest(tmp_path / "other", KIND).files
    with np.load(tmp_path / "one" / ADAPTER, allow_pickle=False) as arrays:
        assert arrays["1.down.a"].shape == (4, 128)
        assert arrays["1.down.b"].dtype == np.int8
        assert np.abs(arrays["0.q.b"]).max() == 31
        assert arrays["0.gate_up.largest"].shape == (64,)
        assert arrays["head.2.weight"].shape == (3, 64)


def test_the_largest_inputs_are_those_of_what_is_read(training: ReaderTraining) -> None:
    found = largest_inputs(trainable_reader(training), POOLS[0])
    assert sorted(found) == sorted(
        f"{layer}.{name}.largest" for layer in (0, 1) for name in ("qkv", "o", "gate_up", "down")
    )
    assert all((values > 0).all() for values in found.values())


def test_nothing_to_learn_is_refused(training: ReaderTraining, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a mixture without examples"):
        train_language_reader(training, ReaderLessons([]), tmp_path / "new")
    assert not (tmp_path / "new").exists()
