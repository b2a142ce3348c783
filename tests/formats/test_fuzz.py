"""Whatever is read, a codec takes it or refuses it by an error of ours, and its work grows as the text does."""

import random
import re
from contextlib import suppress
from itertools import pairwise
from time import process_time
from typing import Any

import pytest
import sentencex
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats import markdown, proof, prose
from explanans.formats.claim_texts import read_answer
from explanans.formats.proof import decode
from explanans.language import sentences
from explanans.language.sentences import AT_ONCE, sentence_spans
from tests.fuzzing import LONG, READERS, changed, tried


@pytest.mark.parametrize("name", READERS)
def test_sound_examples_are_taken(name: str) -> None:
    assert all(tried(name, text) for text in READERS[name].examples)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_read_is_taken_or_refused(name: str, seed: int) -> None:
    tried(name, changed(name, random.Random(seed), longest=2_000))


@pytest.mark.parametrize("name", READERS)
def test_what_is_nested_deeply_is_taken_or_refused(name: str) -> None:
    for opened in ("[", "{", "(", '{"a":', '[{"a":', '{"rankingProblems":', "> ", "*", "- ", "<", "->"):
        tried(name, opened * (6_000 // len(opened)))


class Counting:
    """A pattern that counts the characters that it matches."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.read = 0

    def match(self, *given: Any) -> re.Match[str] | None:
        found = self.pattern.match(*given)
        self.read += 0 if found is None else len(found[0])
        return found


@pytest.mark.parametrize("part", ["->", "→", "a->", "->a", "a->b:", " -> a", "-> a: ", "->hypot"])
def test_a_proof_is_read_once_however_many_arrows_it_has(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting(proof._NAME)
    monkeypatch.setattr(proof, "_NAME", counting)
    text = "sent1 -> int1: " + part * (LONG // len(part))
    with suppress(FormatError):
        decode(text, "proof")
    assert counting.read <= len(text)


@pytest.mark.parametrize("text", ["`" * LONG, "![" * (LONG // 2), "Ice melts. " * (LONG // 11), "ice " * (LONG // 4)])
def test_sentences_are_looked_for_in_stretches(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def segment(language: str, part: str) -> list[str]:
        asked.append(len(part))
        return list(sentencex.segment(language, part))

    class Segmenter:
        pass

    Segmenter.segment = staticmethod(segment)  # type: ignore[attr-defined]
    monkeypatch.setattr(sentences, "sentencex", Segmenter)
    spans = list(sentence_spans(text))
    assert max(asked) <= AT_ONCE
    assert sum(asked) <= 3 * len(text)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_sentences_of_a_long_text_are_those_of_a_short_one() -> None:
    few = "Dr. Frost knows (or so he says) that ice melts at 0.5 degrees! “Does it?” It does; see p. 7. "
    text = few * (3 * AT_ONCE // len(few))
    found = [text[start:end] for start, end in sentence_spans(text)]
    expected = [piece.strip() for piece in sentencex.segment("en", text)]
    assert found == [piece for piece in expected if any(map(str.isalnum, piece))]


@pytest.mark.parametrize("part", "[ ![ [a]( ! ?! | ** __a ` &a # < [^a".split())
def test_reading_claims_takes_time_by_their_length(part: str) -> None:
    def seconds(length: int) -> float:
        text = f"Ice melts. {part * (length // len(part))} Rain falls."
        started = process_time()
        with suppress(FormatError):
            read_answer(text)
        return process_time() - started

    seconds(1_000)
    assert min(seconds(4 * LONG) for _ in range(2)) < 10 * max(seconds(LONG), 0.05)


@pytest.mark.parametrize("mark", ["[", "*a", "`a", "![", "<a", "\\"])
def test_a_paragraph_of_marks_is_no_markdown(mark: str) -> None:
    text = f"# Ice\n\nIce melts.\n\n{mark * (markdown.MOST_MARKS + 1)}"
    with pytest.raises(FormatError, match=r"notes\.md, line 5: a paragraph with more than 2,000 marks, such as \* and"):
        list(prose.decode_markdown(text.split("\n"), "notes.md"))
