"""Places: what a parser sees has single spaces, and every word is found where it was written."""

from hypothesis import given
from hypothesis import strategies as st

from explanans.verify.parsers.places import squeeze


@given(st.text(st.sampled_from("ab \n\t\u00a0\u2028"), max_size=12))
def test_every_word_is_found(text: str) -> None:
    seen, place = squeeze(text)
    assert seen.split(" ") == (text.split() or [""])
    start = 0
    for word in text.split():
        first, last = place(start, start + len(word))
        assert text[first:last] == word
        start += len(word) + 1
