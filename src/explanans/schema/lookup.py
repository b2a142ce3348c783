"""Lists that say which lemma a word has, as CoSaTa's ``lemmatization-en.txt``."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from explanans.exceptions import FormatError
from explanans.files import read_lines
from explanans.text.lemmas import lemma

LIST_NAME = "lemmatization-en.txt"
_SHORTEST_PLURAL = 4


def decode_lookup(lines: Iterable[str], source: str) -> dict[str, str]:
    r"""Return the lemma of each word of a list, in lower case; the last line about a word counts.

    Args:
        lines: One ``lemma<TAB>word`` each; blank lines are passed over.
        source: The file's name, for complaints.

    Raises:
        FormatError: A line has no tab.

    Example:
        >>> decode_lookup(["melt\tmelting", "be\tis"], "lemmas.txt")
        {'melting': 'melt', 'is': 'be'}
    """
    lemmas = {}
    for number, line in enumerate(lines, 1):
        base, tab, word = (part.strip().lower() for part in line.partition("\t"))
        if base and not (tab or line.count("\t")):
            raise FormatError("a line without a tab", source, number, "lemma<TAB>word")
        if word:
            lemmas[word] = base
    return lemmas


def find_lookup(folders: Iterable[Path]) -> dict[str, str] | None:
    """Return the first list of lemmas that lies in one of some folders, or beside it; None where there is none.

    Args:
        folders: Where to look, in this order.

    Raises:
        FormatError: The list breaks its format.
    """
    for folder in folders:
        for place in (folder, folder.parent):
            if (path := place / LIST_NAME).is_file():
                return decode_lookup(read_lines(path), str(path))
    return None


def lemmatizer(lookup: Mapping[str, str] | None) -> Callable[[str], str]:
    """Return what gives the lemma of a word.

    Args:
        lookup: The lemma of each word in lower case; None for the dictionary that comes with the package. A word that
            the list lacks loses its plural ending.

    Example:
        >>> of = lemmatizer({"melting": "melt"})
        >>> of("Melting"), of("glaciers"), of("berries")
        ('melt', 'glacier', 'berry')
    """
    if lookup is None:
        return lemma
    return lambda word: _looked_up(word, lookup)


def _looked_up(word: str, lookup: Mapping[str, str]) -> str:
    lower = word.lower()
    base = lookup.get(lower, lower)
    # A capital is reason enough to trust the list, whatever it says: names have no plural.
    return _singular(lower) if base == word else base


def _singular(word: str) -> str:
    if len(word) < _SHORTEST_PLURAL or word in _NO_PLURALS or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return f"{word[:-3]}y"
    return word.removesuffix("s")


_NO_PLURALS = frozenset("always gas lens pancreas perhaps series sometimes species towards".split())
