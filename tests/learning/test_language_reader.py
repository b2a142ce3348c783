"""A language model reads statements beside a text, each by itself or one after the other."""

from pathlib import Path

import numpy as np
import pytest

from explanans.learning.decoder import Decoder
from explanans.learning.language_reader import LanguageReader
from tests.learning.test_decoder import SHAPE, folder

STATEMENTS = [f"w{number}" for number in (5, 35, 8, 5)]
__all__ = ["folder"]  # a fixture


@pytest.fixture
def reader(folder: Path) -> LanguageReader:
    """Return a reader with random weights."""
    chance = np.random.default_rng(0)
    sizes: dict[str, tuple[int, ...]] = {
        "head.0.weight": (64, 128),
        "head.0.bias": (64,),
        "head.2.weight": (3, 64),
        "head.2.bias": (3,),
    }
    head = {name: (chance.standard_normal(size) / 4).astype(np.float32) for name, size in sizes.items()}
    return LanguageReader(Decoder.open(folder, SHAPE), head, "reader")


def test_statements_in_turn_are_read_after_one_another(reader: LanguageReader) -> None:
    found = reader.read_in_turn("w3", STATEMENTS)
    assert found.shape == (4, 3)
    assert found.sum(axis=1) == pytest.approx(1)
    assert found[0] == pytest.approx(reader.read("w3", STATEMENTS[0]), abs=0.05)
    assert found[:2] == pytest.approx(reader.read_in_turn("w3", STATEMENTS[:2]), abs=0.05)
    assert np.abs(found[3] - found[0]).max() > 0.05  # the same statement after others


def test_reading_in_turn_does_not_change_single_readings(reader: LanguageReader) -> None:
    alone = reader.read("w3", "w8")
    reader.read_in_turn("w3", STATEMENTS)
    assert np.array_equal(alone, reader.read("w3", "w8"))
    assert np.abs(alone - reader.read("w4", "w8")).max() > 0.01
