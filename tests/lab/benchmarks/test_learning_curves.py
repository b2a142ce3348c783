"""The course of a training: figures that are known, as a table."""

import pytest

from explanans.lab.benchmarks.ablations import Course
from explanans.lab.datasets.inference import SummaryPair
from explanans.language.parser import open_parser

pytest.importorskip("torch")
from explanans.lab.networks.fitting import Trained

PAIRS = [
    SummaryPair("The old dog bit the young man.", "The dog bit the man.", "The man bit the dog."),
    SummaryPair("The old dog bit the young man.", "The young man slept.", "The dog bit the young man."),
]
POINTS = [
    {"epoch": 0, "reranking_accuracy": 50.0, "interval": [50.0, 50.0], "ties": 100.0},
    {"epoch": 1, "reranking_accuracy": 75.0, "interval": [50.0, 100.0], "ties": 50.0},
]


def course() -> Course:
    found = Course(PAIRS, open_parser())
    found.points += POINTS
    return found


def test_a_line_for_each_epoch_and_one_before() -> None:
    table = course().table(Trained(40, 4, (0.5,), 1, "accuracy", (0.875,)))
    assert list(table.rows) == [
        ("0", "–", "–", "50.0%", "50.0% to 50.0%", "100.0%"),
        ("1", "0.500", "87.5%", "75.0%", "50.0% to 100.0%", "50.0%"),
    ]
    assert table.title == "Right summaries before wrong ones: 2 pairs, 1 source"
    assert table.note == "Kept is epoch 1."


def test_without_held_out_examples_there_is_only_what_comes_of_summaries() -> None:
    assert [row[1:4] for row in course().table(Trained(40, 0, (), 1)).rows] == [
        ("–", "–", "50.0%"),
        ("–", "–", "75.0%"),
    ]
