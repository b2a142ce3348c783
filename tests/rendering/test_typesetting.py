import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.sentences import tidy
from explanans.rendering.typesetting import Stretch, find_words, shorten, split_runs, text_width, wrap, wrap_evenly


@given(st.text(), st.floats(20, 300))
def test_lines_fit_and_say_the_text(text: str, width: float) -> None:
    text = tidy(text)
    for lines in (wrap(text, width, 12), wrap_evenly(text, width, 12)):
        parts = [text[start:end] for start, end in lines]
        assert "".join(parts).replace(" ", "") == "".join(text.split())
        assert all(text_width(part, 12) <= width + 1e-6 for part in parts)
    assert len(wrap_evenly(text, width, 12)) == len(wrap(text, width, 12))


@given(st.text(), st.floats(20, 300))
def test_a_shortened_text_fits(text: str, width: float) -> None:
    assert text_width(shorten(text, width, 12), 12) <= width


@given(st.text(), st.lists(st.text(max_size=4)), st.integers(0, 9), st.integers(0, 9))
def test_runs_say_the_part_they_split(text: str, words: list[str], first: int, second: int) -> None:
    text = tidy(text)
    part = Stretch(*sorted((min(first, len(text)), min(second, len(text)))))
    marks = find_words(text, words)
    assert "".join(run.text for run in split_runs(text, marks)) == text
    assert "".join(run.text for run in split_runs(text, marks, part)) == text[part.start : part.end]


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("the art of artists", ["artists"], ["artists"]),
        ("the heart of art", ["art"], ["art"]),
        ("hot, hot soup", ["hot", "soup"], ["hot", "soup"]),
        ("hot, hot soup", ["hot", "hot"], ["hot", "hot"]),
        ("Heat melts ice.", ["heat", "snow"], ["Heat"]),
        ("the whole  year", ["whole  year"], ["whole year"]),
        ("a 5.5 m well", ["5.5"], ["5.5"]),
        ("heat", ["", " "], []),
    ],
)
def test_whole_words_are_marked_in_order(text: str, words: list[str], marked: list[str]) -> None:
    text = tidy(text)
    assert [run.text for run in split_runs(text, find_words(text, words)) if run.marked] == marked
