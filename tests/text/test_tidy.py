from hypothesis import given
from hypothesis import strategies as st

from explanans.text.tidy import tidy


@given(st.text(st.characters(codec=None)))
def test_tidy_text_has_one_line_and_nothing_unseen(text: str) -> None:
    tidied = tidy(text)
    tidied.encode()
    assert tidied == tidy(tidied)
    assert all(character.isprintable() or ord(character) > 0x9F for character in tidied)
