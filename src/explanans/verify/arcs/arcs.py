"""Which arcs of a sentence say something that a source can support or not."""

from explanans.parse import ROOT, Arc, Parse
from explanans.verify.parsers.enhance import enhanced

IGNORED = frozenset({"aux", "auxpass", "case", "cop", "dep", "det", "mark", "punct", "root"})
"""Labels of arcs with little meaning of their own, before any colon (Goyal & Durrett 2020, appendix)."""


def checked_arcs(parse: Parse) -> tuple[Arc, ...]:
    """Return the enhanced arcs of a sentence that are checked, sorted by child, head and label.

    Args:
        parse: The parse of a sentence.
    """
    arcs = enhanced(parse) if parse.enhanced is None else parse.enhanced
    return tuple(arc for arc in arcs if arc.head != ROOT and arc.label.partition(":")[0] not in IGNORED)
