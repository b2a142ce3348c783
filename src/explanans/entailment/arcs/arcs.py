"""Arcs of sentences: which of them are checked, what their labels say, and of which it is known what supports them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from explanans.language.parsing.enhanced import enhanced
from explanans.structures.syntax import ROOT, Arc, Parse

IGNORED = frozenset({"aux", "auxpass", "case", "cop", "dep", "det", "mark", "punct", "root"})
"""Labels of arcs with little meaning of their own, before any colon (Goyal & Durrett 2020, appendix)."""

ROLES = {
    "agent": ("nsubj", "csubj", "obl:agent", "obl:by", "nmod:by", "nmod:agent", "nmod:poss"),
    "patient": ("nsubj:pass", "nsubjpass", "csubj:pass", "obj", "dobj", "nmod:of"),
    "receiver": ("iobj", "obl:to", "obl:for", "nmod:to", "nmod:for"),
    "clause": ("ccomp", "xcomp", "advcl", "acl", "parataxis"),
    "adjunct": ("obl", "nmod", "advmod", "nummod"),
    "name": ("compound", "flat", "appos", "amod", "goeswith", "fixed"),
    "list": ("conj", "list"),
}
"""The labels of each role."""

_WITH_WORDS = frozenset({"nmod", "obl", "conj", "advcl", "acl"})
"""Labels after which the case marker or conjunction is named."""
_BY_LABEL = {label: role for role, labels in ROLES.items() for label in labels}


def checked_arcs(parse: Parse) -> tuple[Arc, ...]:
    """Return the enhanced arcs of a sentence that are checked, sorted by child, head and label."""
    return tuple(arc for arc in word_arcs(parse) if arc.kind not in IGNORED)


def word_arcs(parse: Parse) -> tuple[Arc, ...]:
    """Return all enhanced arcs from one word of a sentence to another, sorted by child, head and label."""
    found = enhanced(parse) if parse.enhanced is None else parse.enhanced
    return tuple(arc for arc in found if arc.head != ROOT)


@lru_cache(1 << 12)
def role(label: str) -> str:
    """Return the deep grammatical relation of a child to its head: the subject of a passive is an object.

    Args:
        label: The label of an arc, with or without what stands after its colons.

    Returns:
        The role that the whole label has, else that of what stands before its last colon, and so on; the label itself
        where none has one.

    Example:
        >>> role("nsubj"), role("obl:by"), role("nsubj:pass"), role("obj"), role("obl:in"), role("discourse")
        ('agent', 'agent', 'patient', 'patient', 'adjunct', 'discourse')
    """
    part = label
    while part:
        if found := _BY_LABEL.get(part):
            return found
        part = part.rpartition(":")[0]
    return label


def case_of(label: str) -> str:
    """Return the word that joins a child to its head, as in ``of`` for ``nmod:of``; empty if the label names none.

    Example:
        >>> case_of("nmod:of"), case_of("nsubj:pass"), case_of("obj"), case_of("conj:and")
        ('of', '', '', 'and')
    """
    kind, _, rest = label.partition(":")
    return rest if kind in _WITH_WORDS else ""


@dataclass(frozen=True, slots=True)
class ArcExample:
    """A source, a claim and what is known of the claim's arcs.

    Attributes:
        labels: For each arc of which it is known whether the source supports it; arcs that are not named are ignored in
            training (Goyal & Durrett 2020, section 4).
        origin: The group of examples that share a sentence: examples of one origin are never split between
            training and testing.
    """

    source: tuple[Parse, ...]
    claim: Parse
    labels: Mapping[Arc, bool]
    recipe: str
    origin: str
