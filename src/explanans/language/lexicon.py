"""Word lists and tables of English, units and currencies: the files of the folder ``lexicon``.

Columns are separated by tabs. A row of ``words.tsv`` has the name of a list, which is that of the constant that holds
it, and its words.
"""

from functools import cache, lru_cache
from importlib.resources import files


@lru_cache(256)
def table(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table.

    Example:
        >>> table("plurals")[0]
        ('analysis', 'analyses')
    """
    text = files(__package__).joinpath("lexicon", f"{name}.tsv").read_text(encoding="utf-8")
    return tuple(tuple(line.split("\t")) for line in text.splitlines())


def word_set(name: str) -> frozenset[str]:
    """Return a list of words.

    Example:
        >>> sorted(word_set("graphs.polarity.negations"))[:3]
        ['barely', 'cannot', 'hardly']
    """
    return frozenset(_words()[name].split())


@cache
def _words() -> dict[str, str]:
    return {row[0]: row[1] for row in table("words")}
