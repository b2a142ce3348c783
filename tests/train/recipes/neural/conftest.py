"""A small network that has learnt to say two sentences in other words."""

from pathlib import Path

import pytest
from tests.compose.neural.conftest import make_t5, make_tokenizer

from explanans.learn.neural.checkpoint import Manifest, versions
from explanans.learn.neural.sequences import Lines, SequenceNetwork, fit_lines
from explanans.learn.neural.training import Schedule

LEARNT = {"ice is a solid": "a solid is ice", "a frog is an animal": "an animal is a frog"}


@pytest.fixture(scope="session")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the network."""
    folder = tmp_path_factory.mktemp("paraphraser") / "network"
    network = SequenceNetwork(make_t5(), make_tokenizer())
    lines = [Lines(f"say: {text}", tuple(network.tokenizer(said).input_ids)) for text, said in LEARNT.items()]
    schedule = Schedule(epochs=60, batch=2, rate=0.01)
    manifest = Manifest(network="x", start="t5", data="two", examples=2, schedule=schedule, versions=versions())
    fit_lines(network, lines, folder, manifest)
    return folder
