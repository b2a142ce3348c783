"""Labels that name the preposition or conjunction of a modifier, as in ``nmod:of`` and ``conj:and``."""

from explanans.parse import Arc
from explanans.verify.parsers.dependents import Dependents

_MARKED = {"acl", "advcl", "nmod", "obl"}
# How the treebank spells what is written short.
_SPELT = {"w/": "with", "w/o": "without", "vs": "versus", "vs.": "versus"}


def marked(tree: Dependents) -> list[Arc]:
    """Return the arcs of a tree, one a word, with labels that name what marks the child.

    Args:
        tree: The basic tree.
    """
    return [arc._replace(label=_label(tree, arc)) for arc in tree.arcs]


def marked_as(tree: Dependents, child: int, label: str) -> str | None:
    """Return a label with the words that mark a child, or None where nothing marks it.

    Args:
        tree: The basic tree.
        child: The child.
        label: One of ``acl``, ``advcl``, ``nmod`` and ``obl``.
    """
    marks = tree.under(child, {"case", "mark"})
    if not marks and label == "advcl":
        marks = [word for word in tree.under(child, {"advmod"})[:1] if tree.tokens[word].tag == "WRB"]
    name = _spelt(tree, marks[-1]) if marks else ""
    return f"{label}:{name}" if name else None


def is_marked(label: str) -> bool:
    """Tell whether a label may be followed by what marks the child."""
    return label in _MARKED


def _label(tree: Dependents, arc: Arc) -> str:
    if arc.label == "conj":
        return _conjunction(tree, arc)
    return (marked_as(tree, arc.child, arc.label) or arc.label) if arc.label in _MARKED else arc.label


def _conjunction(tree: Dependents, arc: Arc) -> str:
    """Return the label of a conjunct, whose conjunction may stand before a later one, as in *a, b and c*."""
    siblings = [word for word in tree.under(arc.head, {"conj"}) if word >= arc.child]
    for sibling in siblings:
        words = [word for word in tree.under(sibling, {"cc"}) if word < sibling]
        if words:
            names = [name for word in words if (name := _spelt(tree, word))]
            return ":".join(["conj", *(["_".join(names)] if names else [])])
    return "conj"


def _spelt(tree: Dependents, word: int) -> str:
    """Return a marking word, with the rest of a fixed phrase, as in ``because_of``; nothing for a sign."""
    words = [tree.tokens[part].text.lower() for part in (word, *tree.under(word, {"fixed"}))]
    name = "_".join(_SPELT.get(part, part) for part in words)
    return name if name.replace("_", "").isalpha() else ""
