"""Parsers: what they see has single spaces, every word is found where it was written, and none is asked twice."""

from hypothesis import given
from hypothesis import strategies as st

from explanans.language.parser import CachedParser, open_parser, squeeze


@given(st.text(st.sampled_from("ab \n\t\u00a0\u2028"), max_size=12))
def test_every_word_is_found(text: str) -> None:
    seen, place = squeeze(text)
    assert seen.split(" ") == (text.split() or [""])
    start = 0
    for word in text.split():
        first, last = place(start, start + len(word))
        assert text[first:last] == word
        start += len(word) + 1


def test_a_sentence_is_parsed_once() -> None:
    class Counting:
        name = "counting"
        asked: list[str] = []  # noqa: RUF012 - one test, one list

        def parse(self, sentences):  # type: ignore[no-untyped-def]
            texts = list(sentences)
            self.asked += texts
            return open_parser().parse(texts)

    inner = Counting()
    parser = CachedParser(inner)
    first = list(parser.parse(["dogs bark", "cats purr", "dogs bark"]))
    assert [parse.text for parse in first] == ["dogs bark", "cats purr", "dogs bark"]
    assert list(parser.parse(iter(["cats purr"]))) == first[1:2]
    assert (inner.asked, parser.name) == (["dogs bark", "cats purr"], "counting")
