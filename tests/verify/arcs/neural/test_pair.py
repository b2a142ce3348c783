"""What is left of a source that is too long: the sentences most like the claim."""

import hypothesis.strategies as st
from hypothesis import given
from tests.verify.arcs.conftest import parsed

from explanans.parse import Parse
from explanans.verify.arcs.neural.pair import Pair, fitting, joined

CLAIM = parsed("the/DET/2/det old/ADJ/3/amod dog/NOUN/4/nsubj sleeps/VERB/0/root")
SENTENCES = tuple(
    parsed(" ".join(f"{word}/X/0/root" for word in text.split()))
    for text in ("the mouse the mouse", "the dog sleeps", "an old mouse", "the old dog sleeps", "the mouse")
)


def shortened(words: int, source: tuple[Parse, ...] = SENTENCES) -> list[str]:
    kept = fitting(Pair(source, CLAIM), lambda text: len(text.split()) <= words)
    return [sentence.text for sentence in kept]


def test_the_sentences_least_like_the_claim_go_first() -> None:
    everything = [sentence.text for sentence in SENTENCES]
    assert shortened(16) == everything
    assert shortened(15) == everything[:4]
    assert shortened(13) == everything[1:4]
    assert shortened(9) == ["the dog sleeps", "the old dog sleeps"]
    assert shortened(5) == ["the old dog sleeps"]


def test_the_last_sentence_stays_whatever_its_length() -> None:
    assert shortened(1) == ["the old dog sleeps"]
    assert shortened(0, SENTENCES[:1]) == ["the mouse the mouse"]


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=8), st.integers(0, 30))
def test_what_stays_fits_and_one_more_would_not(source: list[Parse], words: int) -> None:
    kept = fitting(Pair(source, CLAIM), lambda text: len(text.split()) <= words)
    places = iter(source)
    assert all(any(sentence is other for other in places) for sentence in kept)  # in their order
    assert len(kept) == 1 or len(joined(kept).split()) <= words
    if len(kept) < len(source):
        longer = fitting(Pair(source, CLAIM), lambda text: len(text.split()) <= len(joined(source).split()) - 1)
        assert len(longer) == len(source) - 1
        assert set(kept) <= set(longer)
