"""The arcs of a sentence between its words, and which of them say something that a source can support or not."""

from explanans.parse import ROOT, Arc, Parse
from explanans.verify.parsers.enhance import enhanced

IGNORED = frozenset({"aux", "auxpass", "case", "cop", "dep", "det", "mark", "punct", "root"})
"""Labels of arcs with little meaning of their own, before any colon (Goyal & Durrett 2020, appendix)."""


def checked_arcs(parse: Parse) -> tuple[Arc, ...]:
    """Return the enhanced arcs of a sentence that are checked, sorted by child, head and label.

    Args:
        parse: The parse of a sentence.
    """
    return tuple(arc for arc in word_arcs(parse) if arc.label.partition(":")[0] not in IGNORED)


def word_arcs(parse: Parse) -> tuple[Arc, ...]:
    """Return all enhanced arcs from one word of a sentence to another, sorted by child, head and label.

    Args:
        parse: The parse of a sentence.
    """
    found = enhanced(parse) if parse.enhanced is None else parse.enhanced
    return tuple(arc for arc in found if arc.head != ROOT)
