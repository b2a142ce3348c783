"""The English dictionary of simplemma, which takes a fifth of a second to load, kept in a file that opens at once."""

import mmap
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast
from unicodedata import normalize

from explanans.errors import StorageError
from explanans.io.files import cache_folder, write_beside

if TYPE_CHECKING:
    from simplemma import Lemmatizer
    from simplemma.strategies.dictionaries import DictionaryFactory


_END = "\U0010ffff\tend\n"
"""The last line of the file, without which it is cut short; it sorts after all words."""


_MOST_OTHERS = 20_000
_LONGEST_KEPT = 50

_OFTEN_HALVED = 4_000
"""Intervals of the binary search above this size, in bytes, are shared by many words: their middle lines are cached."""

_APOSTROPHE = "'"
_OTHER_APOSTROPHES = "\u2019\u02bc"


def lemmatize(word: str) -> str:
    """Return the lemma of an English word as simplemma has it.

    Example:
        >>> lemmatize("mice"), lemmatize("Paris"), lemmatize("42"), lemmatize("xyzzying")
        ('mouse', 'Paris', '42', 'xyzzying')
    """
    if word.isnumeric():
        return word
    known = _known(word)
    if known is not None:
        return known
    others = _others()
    lemma = others.get(word)
    if lemma is None:
        lemma = _rules().lemmatize(word, "en")
        others.add(word, lemma)
    return lemma


@cache
def _rules() -> "Lemmatizer":
    """Return simplemma as it treats words that it does not know, over the dictionary that is open already."""
    from simplemma import Lemmatizer  # noqa: PLC0415 - rarely needed
    from simplemma.strategies import DefaultStrategy  # noqa: PLC0415

    class Opened:
        def get_dictionary(self, lang: str) -> Mapping[str, str]:  # noqa: ARG002 - simplemma asks for one language
            return cast("Mapping[str, str]", _table())

    return Lemmatizer(lemmatization_strategy=DefaultStrategy(dictionary_factory=cast("DictionaryFactory", Opened())))


def is_known(word: str) -> bool:
    """Return whether a word stands in the dictionary, in whatever case.

    Example:
        >>> is_known("mice"), is_known("xyzzying")
        (True, False)
    """
    if _known(word) is not None:
        return True
    if word.isascii() and _APOSTROPHE not in word:
        return False
    return any(_find(spelled) is not None for spelled in _spellings(normalize("NFC", word)))


def _spellings(word: str) -> tuple[str, ...]:
    """Return a word with its apostrophes as written, and in each of the ways that the dictionary writes them."""
    straight = word.translate(dict.fromkeys(map(ord, _OTHER_APOSTROPHES), _APOSTROPHE))
    if _APOSTROPHE not in straight:
        return (word,)
    return (word, straight, *(straight.replace(_APOSTROPHE, other) for other in _OTHER_APOSTROPHES))


def _known(word: str) -> str | None:
    """Return the lemma of a word of plain letters that stands in the table."""
    return _find(word) if word.isascii() else None


def _find(word: str) -> str | None:
    """Return the lemma of a word that stands in the table, as written or else in the other case."""
    return _looked_up(word) if len(word) <= _LONGEST_KEPT else _looked_up.__wrapped__(word)


@lru_cache(_MOST_OTHERS)
def _looked_up(word: str) -> str | None:
    table = _table()
    found = table.get(word)
    return table.get(word.lower() if word[:1].isupper() else word.capitalize()) if found is None else found


def _kept(name: str) -> Path:
    """Return the file in which something is kept that simplemma's version decides."""
    spec = find_spec("simplemma")
    state = Path(spec.origin if spec and spec.origin else "").stat()
    return cache_folder() / f"{name}-{state.st_mtime_ns:x}-{state.st_size:x}.tsv"


@cache
def _others() -> "_Others":
    """Return the words seen so far that the dictionary lacks."""
    return _Others(_kept("other-words"))


@cache
def _table() -> "Mapping[str, str] | _Mapped":
    """Return the dictionary: the file that was kept, else simplemma's own, which is kept for the next process."""
    kept = _kept("english-words")
    try:
        return _Mapped(kept)
    except (OSError, ValueError):
        pass
    from simplemma.strategies.dictionaries import DEFAULT_DICTIONARY_FACTORY  # noqa: PLC0415 - see above

    entries = DEFAULT_DICTIONARY_FACTORY.get_dictionary("en")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with write_beside(kept) as file:
            file.writelines((*sorted(f"{word}\t{lemma}\n" for word, lemma in entries.items()), _END))
    except (OSError, StorageError):
        pass  # the next process will load simplemma too
    return entries


class _Mapped:
    """Words and lemmas, a pair a line, sorted, and mapped into memory."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), os.fstat(file.fileno()).st_size, access=mmap.ACCESS_READ)
        if self._bytes[-len(_END.encode()) :] != _END.encode():
            raise ValueError("cut short")
        self._halves: dict[tuple[int, int], tuple[int, int, bytes]] = {}

    def get(self, word: str) -> str | None:
        """Return the lemma of a word; None if it has no line."""
        wanted = word.encode(errors="surrogatepass") + b"\t"
        low, high = 0, len(self._bytes)  # both are starts of lines
        while low < high:
            start, end, line = self._halves.get((low, high)) or self._middle(low, high)
            if line.startswith(wanted) and line.endswith(b"\n"):
                return line[len(wanted) : -1].decode()
            if line < wanted:
                low = end
            else:
                high = start
        return None

    def _middle(self, low: int, high: int) -> tuple[int, int, bytes]:
        """Return the line in the middle between the starts of two lines: where it starts and ends, and its bytes."""
        start = self._bytes.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = self._bytes.find(b"\n", start) + 1 or len(self._bytes)
        middle = start, end, self._bytes[start:end]
        if high - low >= _OFTEN_HALVED:
            self._halves[low, high] = middle
        return middle


class _Others(dict[str, str]):
    """Words that the dictionary lacks and their lemmas, kept in a file, a pair a line, so that they are met once only.

    Where they are too many, all are forgotten, and those that are met from then on are kept.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        with suppress(OSError, UnicodeDecodeError):
            for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
                word, tab, lemma = line.partition("\t")
                if tab and "\t" not in lemma:
                    self[word] = lemma

    def add(self, word: str, lemma: str) -> None:
        """Keep the lemma of a word; odd words are not kept in the file."""
        full = len(self) >= _MOST_OTHERS
        if full:
            self.clear()
        self[word] = lemma
        line = f"{word}\t{lemma}\n" if word.isprintable() and len(word) <= _LONGEST_KEPT else ""
        if full or line:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("w" if full else "a", encoding="utf-8", newline="\n") as file:
                    file.write(line)
