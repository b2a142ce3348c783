from hypothesis import given
from hypothesis import strategies as st

from explanans.render.measure import shorten, text_width, wrap, wrap_evenly
from explanans.text.sentences import tidy


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
