"""Words of a sentence as spaCy splits and numbers them: its tokenizer and the features of its words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

_STRINGS = Path(__file__).with_name("spacy_strings.json")
_ORTH, _NORM = 65, 67
"""Keys of the text and the norm of a token in rules of the tokenizer."""
_WORD_CACHE = 1 << 16
"""Maximum number of cached words."""
_LONG = 100
"""Words of at least this length share one shape."""
_RUN = 4
"""Maximum length of a run in a shape."""
_MULTIPLIER, _SHIFT = np.uint64(0xC6A4A7935BD1E995), np.uint64(47)
"""Constants of MurmurHash64A."""


class Word(NamedTuple):
    """A token of a sentence."""

    text: str
    norm: str


class WordSplitter:
    """The tokenizer of a spaCy pipeline.

    Args:
        rules: The content of its file: regular expressions, and the tokens of exceptions.
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._exceptions: dict[str, list[dict[int, str]]] = rules["exceptions"]
        self._longest = max(map(len, self._exceptions), default=0)
        self._patterns: dict[str, str] = {name: rules[name] for name in _PATTERNS}
        self._pieces = lru_cache(_WORD_CACHE)(self._split)
        self._pattern = cache(self._pattern_of)

    def split(self, text: str) -> list[tuple[Word, int]]:
        """Return the tokens of a text and where they start, in characters."""
        found, start = [], 0
        for chunk in text.split():
            place = start
            for word in self._pieces(chunk):
                found.append((word, place))
                place += len(word.text)
            start += len(chunk) + 1
        return self._joined(found)

    def _split(self, chunk: str) -> tuple[Word, ...]:
        """Return the tokens of a chunk between spaces."""
        if chunk in self._exceptions:
            return self._exception(chunk)
        return tuple(_word(piece) if isinstance(piece, str) else piece for piece in self._parts(chunk, special=True))

    def _parts(self, chunk: str, *, special: bool) -> Iterable[str | Word]:
        """Yield the pieces of a chunk that is no exception itself."""
        exceptions = self._exceptions if special else {}
        before: list[str] = []
        after: list[str] = []
        while chunk and not _is_plain(chunk) and chunk not in exceptions:
            first = self._affix(_PREFIX, chunk)
            rest = chunk[first:]
            if first and rest in exceptions:
                before.append(chunk[:first])
                chunk = rest
                break
            last = self._affix(_SUFFIX, rest)
            if last and chunk[:-last] in exceptions:
                after.append(chunk[-last:])
                chunk = chunk[:-last]
                break
            if not first and not last:
                break
            if first:
                before.append(chunk[:first])
            if last and first + last <= len(chunk):
                after.append(chunk[-last:])
                chunk = chunk[first:-last]
            else:
                chunk = rest
        yield from before
        if chunk in exceptions:
            yield from self._exception(chunk)
        else:
            yield from self._infixes(chunk)
        yield from reversed(after)

    def _infixes(self, chunk: str) -> Iterable[str]:
        if not chunk:
            return
        if _is_plain(chunk) or ("." in chunk and _compiled(self._patterns["url_match"]).match(chunk)):
            yield chunk
            return
        start = 0
        for match in _compiled(self._patterns["infix_finditer"]).finditer(chunk):
            if match.start() == 0:
                continue
            yield from filter(None, (chunk[start : match.start()], match[0]))
            start = match.end()
        if chunk[start:]:
            yield chunk[start:]

    def _affix(self, name: str, chunk: str) -> int:
        """Return the length of the prefix or suffix of a chunk; 0 if it has none."""
        pattern = _compiled(self._patterns[name])
        match = pattern.match(chunk) if name == _PREFIX else pattern.search(chunk, max(0, len(chunk) - _SUFFIX_LENGTH))
        return len(match[0]) if match else 0

    def _exception(self, chunk: str) -> tuple[Word, ...]:
        return tuple(
            Word(token[_ORTH], token.get(_NORM) or _word(token[_ORTH]).norm) for token in self._exceptions[chunk]
        )

    def _joined(self, words: list[tuple[Word, int]]) -> list[tuple[Word, int]]:
        """Return tokens with those that are an exception together replaced by its tokens."""
        places = self._spans(words)
        if not places:
            return words
        found, number = [], 0
        while number < len(words):
            if number not in places:
                found.append(words[number])
                number += 1
                continue
            end, start = places[number], words[number][1]
            chunk = "".join(word.text for word, _ in words[number:end])
            for word in self._exception(chunk):
                found.append((word, start))
                start += len(word.text)
            number = end
        return found

    def _spans(self, words: list[tuple[Word, int]]) -> dict[int, int]:
        """Return where exceptions that are several tokens start and end; longer ones first, then earlier ones."""
        spans = []
        for first in range(len(words)):
            chunk = ""
            for last in range(first, len(words)):
                chunk += words[last][0].text
                if len(chunk) > self._longest:
                    break
                pattern = self._pattern(chunk) if chunk in self._exceptions else ()
                if pattern and pattern == tuple(word.text for word, _ in words[first : last + 1]):
                    together = words[last][1] + len(words[last][0].text) - words[first][1] == len(chunk)
                    spans.append((first - last, first, last + 1, together))
        taken: set[int] = set()
        found = {}
        for _, first, end, together in sorted(spans):
            if first not in taken and end - 1 not in taken and together:
                found[first] = end
            taken.update(range(first, end))
        return found

    def _pattern_of(self, chunk: str) -> tuple[str, ...]:
        """Return the tokens of an exception by affixes and infixes alone; none if it has none of them."""
        affixed = any(self._affix(name, chunk) for name in (_PREFIX, _SUFFIX))
        if not affixed and not _compiled(self._patterns["infix_finditer"]).search(chunk):
            return ()
        return tuple(str(piece) for piece in self._parts(chunk, special=False))


_PREFIX, _SUFFIX = "prefix_search", "suffix_search"
_PATTERNS = (_PREFIX, _SUFFIX, "infix_finditer", "url_match")
_SUFFIX_LENGTH = 200
"""Maximum number of characters of a suffix; looking for longer ones takes the square of the length of a chunk."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a compiled regular expression; those of a tokenizer take 40 ms, and few texts need all."""
    return re.compile(pattern)


def _is_plain(chunk: str) -> bool:
    """Return whether a chunk has letters of English only, which no rule splits."""
    return chunk.isascii() and chunk.isalpha()


def _word(text: str) -> Word:
    return Word(text, _strings()["norms"].get(text) or text.lower())


@cache
def _strings() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = msgspec.json.decode(_STRINGS.read_bytes())
    return found


def features(word: Word) -> tuple[str, str, str, str]:
    """Return the strings by which a pipeline embeds a word: its norm, first letter, last three letters and shape.

    Example:
        >>> features(Word("Ice-cold", "ice-cold"))
        ('ice-cold', 'I', 'old', 'Xxx-xxxx')
    """
    return word.norm, word.text[0], word.text[-3:], _shape(word.text)


def _shape(text: str) -> str:
    if len(text) >= _LONG:
        return "LONG"
    signs = ["X" if sign.isupper() else "x" if sign.isalpha() else "d" if sign.isdigit() else sign for sign in text]
    found, run = "", 0
    for number, sign in enumerate(signs):
        run = run + 1 if number and sign == signs[number - 1] else 1
        if run <= _RUN:
            found += sign
    return found


def numbers(strings: Sequence[str]) -> NDArray[np.uint64]:
    """Return the numbers that spaCy gives to strings: those of its symbols, else hashes; shape (strings,).

    The hash is MurmurHash64A of the text in UTF-8 with the seed 1.

    Example:
        >>> numbers(["NOUN", "ice"]).tolist()
        [92, 16077735445828477292]
    """
    symbols = _strings()["symbols"]
    texts = [text.encode("utf-8", "surrogatepass") for text in strings]
    lengths = np.array([len(text) for text in texts])
    found = np.zeros(len(texts), dtype=np.uint64)
    for blocks in np.unique(-(-lengths // 8)).tolist():
        mine = np.flatnonzero(-(-lengths // 8) == blocks)
        width = max(blocks, 1) * 8
        data = np.frombuffer(b"".join(texts[number].ljust(width, b"\0") for number in mine), dtype="<u8")
        found[mine] = _hashes(data.reshape(len(mine), -1), lengths[mine].astype(np.uint64))
    for number, text in enumerate(strings):
        if text in symbols:
            found[number] = symbols[text]
    return found


def by_number(strings: Sequence[str]) -> dict[int, str]:
    """Return strings, and all symbols, by their numbers."""
    symbols = {number: text for text, number in _strings()["symbols"].items()}
    return {0: ""} | symbols | dict(zip(numbers(strings).tolist(), strings, strict=True))


def _hashes(data: NDArray[np.uint64], lengths: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the hashes of byte strings of as many blocks of eight bytes; shape (strings,)."""
    hashes = np.uint64(1) ^ lengths * _MULTIPLIER
    for number, block in enumerate(data.T, 1):
        whole = lengths >= number * 8
        mixed = block * _MULTIPLIER
        mixed = (mixed ^ mixed >> _SHIFT) * _MULTIPLIER
        hashes = np.where(lengths > (number - 1) * 8, (hashes ^ np.where(whole, mixed, block)) * _MULTIPLIER, hashes)
    hashes = (hashes ^ hashes >> _SHIFT) * _MULTIPLIER
    return hashes ^ hashes >> _SHIFT
