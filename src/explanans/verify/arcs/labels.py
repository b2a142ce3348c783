"""Which labels of arcs say the same of a head and its child."""

from functools import cache

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

_BY_LABEL = {label: role for role, labels in ROLES.items() for label in labels}


@cache
def role(label: str) -> str:
    """Return what a child is to its head, whatever the construction: the subject of a passive is what its object was.

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
    """Return the word that joins a child to its head, as in ``of`` for ``nmod:of``; empty where the label names none.

    Args:
        label: The label of an enhanced arc.

    Example:
        >>> case_of("nmod:of"), case_of("nsubj:pass"), case_of("obj"), case_of("conj:and")
        ('of', '', '', 'and')
    """
    kind, _, rest = label.partition(":")
    return rest if kind in _WITH_WORDS else ""


_WITH_WORDS = frozenset({"nmod", "obl", "conj", "advcl", "acl"})
