"""The English dictionary of simplemma, which takes a fifth of a second to load, kept in a file that opens at once."""

import mmap
import os
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

from explanans.exceptions import StorageError
from explanans.files import cache_folder, write_beside

if TYPE_CHECKING:
    from simplemma import Lemmatizer
    from simplemma.strategies.dictionaries import DictionaryFactory


_END = "\U0010ffff\tend\n"
"""The last line of the file, without which it is cut short; it sorts after all words."""


def lemmatize(word: str) -> str:
    """Return the lemma of an English word as simplemma has it.

    Example:
        >>> lemmatize("mice"), lemmatize("Paris"), lemmatize("42"), lemmatize("xyzzying")
        ('mouse', 'Paris', '42', 'xyzzying')
    """
    if word.isnumeric():
        return word
    known = _known(word)
    return _rules().lemmatize(word, "en") if known is None else known


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
    """Tell whether a word stands in the dictionary, in whatever case.

    Example:
        >>> is_known("mice"), is_known("xyzzying")
        (True, False)
    """
    if _known(word) is not None:
        return True
    if word.isascii() and "'" not in word:
        return False
    import simplemma  # noqa: PLC0415 - rarely needed

    return simplemma.is_known(word, "en")


def _known(word: str) -> str | None:
    """Return the lemma of a word that stands in the table, as written or else in the other case."""
    if not word.isascii():
        return None
    table = _table()
    found = table.get(word)
    return table.get(word.lower() if word[:1].isupper() else word.capitalize()) if found is None else found


@cache
def _table() -> "Mapping[str, str] | _Mapped":
    """Return the dictionary: the file that was kept, else simplemma's own, which is kept for the next process."""
    spec = find_spec("simplemma")
    origin = Path(spec.origin if spec and spec.origin else "")
    state = origin.stat()
    kept = cache_folder() / f"english-all-{state.st_mtime_ns:x}-{state.st_size:x}.tsv"
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
    """Words and lemmas, a pair a line, sorted, and mapped into memory.

    Raises:
        OSError: It is not there.
        ValueError: It is cut short.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), os.fstat(file.fileno()).st_size, access=mmap.ACCESS_READ)
        if self._bytes[-len(_END.encode()) :] != _END.encode():
            raise ValueError("cut short")

    def get(self, word: str) -> str | None:
        """Return the lemma of a word; None where it has no line."""
        wanted = word.encode() + b"\t"
        low, high = 0, len(self._bytes)  # both are starts of lines
        while low < high:
            start = self._bytes.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._bytes.find(b"\n", start) + 1 or len(self._bytes)
            line = self._bytes[start:end]
            if line.startswith(wanted) and line.endswith(b"\n"):
                return line[len(wanted) : -1].decode()
            if line < wanted:
                low = end
            else:
                high = start
        return None
