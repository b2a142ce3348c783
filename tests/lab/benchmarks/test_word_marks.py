"""Marked words beside people's marks: known values."""

import pytest

from explanans.lab.benchmarks.claim_measures import mark_all, mark_lacking, measure_marks
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair

PAIR = LabelledPair(("Ice melts in spring.",), "The ice melted early in May.", UNSUPPORTED, "a", ((15, 20), (24, 28)))


def words(places: object) -> list[str]:
    assert isinstance(places, list | tuple)
    return [PAIR.claim[start:end] for start, end in places]


def test_words_that_premises_lack_are_marked_whatever_their_form() -> None:
    assert words(mark_lacking(PAIR)) == ["early", "May"]
    assert words(mark_all(PAIR)) == [PAIR.claim]


def test_words_count_that_a_mark_touches() -> None:
    found = measure_marks([PAIR], [mark_lacking(PAIR)])
    assert (found["word_f1"], found["word_precision"], found["word_recall"]) == (100.0, 100.0, 100.0)
    everything = measure_marks([PAIR], [mark_all(PAIR)])
    assert everything["word_precision"] == pytest.approx(100 * 2 / 6)
    assert everything["word_recall"] == 100.0
    assert everything["word_f1"] == 50.0
    nothing = measure_marks([PAIR], [()])
    assert (nothing["word_f1"], nothing["word_precision"], nothing["interval"]) == (0.0, 0.0, [0.0, 0.0])
