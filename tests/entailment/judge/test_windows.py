from hypothesis import given
from hypothesis import strategies as st

from explanans.entailment.judge.prompt import windows

WORDS = st.text("abc", min_size=1, max_size=6)
SENTENCES = st.lists(st.lists(WORDS, min_size=1, max_size=9).map(lambda words: f"{' '.join(words).title()}."))


@given(SENTENCES, st.integers(1, 12))
def test_every_word_is_in_a_window_that_fits(sentences: list[str], most: int) -> None:
    found = windows(sentences, lambda text: len(text.split()) <= most)
    assert all(len(window.split()) <= most for window in found)
    assert set(" ".join(found).split()) == set(" ".join(sentences).split())


def test_what_fits_stays_whole() -> None:
    assert windows(["Ice floats.", "Iron sinks."], lambda _: True) == ["Ice floats. Iron sinks."]


def test_a_word_that_does_not_fit_is_halved() -> None:
    assert windows(["abcdef"], lambda text: len(text) < 3) == ["a", "bc", "d", "ef"]
