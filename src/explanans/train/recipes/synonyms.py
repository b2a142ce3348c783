"""Words that may stand for one another, whatever else the sentence says."""

from collections.abc import Iterable

from explanans.fact import Fact
from explanans.text.inflection import gerund, is_plural, participle, past, plural, third_person

_FORMS = {"NNS": plural, "VBD": past, "VBG": gerund, "VBN": participle, "VBZ": third_person}
_BASES = frozenset({"", "JJ", "NN", "RB", "VB", "VBP"})


class Synonyms:
    """Groups of words, each of one part of speech.

    Args:
        groups: The part of speech of each group, and its words in their base form.

    Example:
        >>> Synonyms([("VERB", ("begin", "start"))]).of("begin", "VERB", "VBZ")
        ('starts',)
    """

    def __init__(self, groups: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        self._others: dict[tuple[str, str], dict[str, None]] = {}
        for pos, words in groups:
            for word in words:
                others = self._others.setdefault((word, pos), {})
                others.update(dict.fromkeys(other for other in words if other != word))

    def of(self, lemma: str, pos: str, tag: str = "") -> tuple[str, ...]:
        """Return the synonyms of a word, in its form.

        Args:
            lemma: The base form of the word.
            pos: Its part of speech.
            tag: Its tag in the Penn Treebank's set, which says its form; the base form where empty.

        Returns:
            The synonyms; none for forms that are not made by rule, such as comparatives.
        """
        others = tuple(self._others.get((lemma.lower(), pos), ()))
        if tag in _BASES:
            return others
        return tuple(map(_FORMS[tag], others)) if tag in _FORMS else ()


def table_groups(facts: Iterable[Fact]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the pairs of single nouns that a table of synonyms names, as in *a boat is similar to a ship*.

    Args:
        facts: Facts; only those of tables whose name begins with ``SYNONYM`` are looked at.
    """
    groups: list[tuple[str, tuple[str, ...]]] = []
    for fact in facts:
        cells = [_noun(cell.text) for cell in fact.cells if not cell.column.startswith("[")]
        if fact.table.startswith("SYNONYM") and len(cells) == 2 and all(cells):
            groups.append(("NOUN", (cells[0], cells[1])))
    return groups


def _noun(cell: str) -> str:
    """Return the noun of a cell with a noun and its article; nothing where anything else stands there."""
    article, _, noun = cell.lower().partition(" ")
    alone = article in {"a", "an"} and noun.isalpha() and not is_plural(noun)
    return noun if alone else ""
