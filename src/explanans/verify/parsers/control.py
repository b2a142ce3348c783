"""Open complements: their subject is the object or the subject of the verb above."""

from explanans.parse import ROOT, Arc
from explanans.verify.parsers.dependents import Dependents

_CONTROLLERS = ({"obj"}, {"iobj"}, {"nsubj", "nsubj:pass", "nsubj:xsubj", "csubj"})
_LABEL = "nsubj:xsubj"


def control(tree: Dependents, arcs: set[Arc]) -> None:
    """Add the subjects of open complements (``xcomp``), as in *they asked us to stay*, where we stay.

    Args:
        tree: The basic tree.
        arcs: The enhanced arcs so far, which are added to.
    """
    # In "he left when he wanted to", the verb is left out.
    complements = [arc for arc in arcs if arc.label == "xcomp" and tree.tokens[arc.child].text.lower() != "to"]
    # The upper complement of two, as in "seems to want to go", is to have its subject first.
    for arc in sorted(complements, key=lambda arc: (_depth(tree, arc.head), arc)):
        for controller in _controllers(arc.head, arcs):
            if controller != arc.child:
                arcs.add(Arc(arc.child, controller, _LABEL))


def _controllers(verb: int, arcs: set[Arc]) -> list[int]:
    """Return the object of a verb, or else its subject; conjuncts are several."""
    for labels in _CONTROLLERS:
        found = [arc.child for arc in sorted(arcs) if arc.head == verb and arc.label in labels]
        if found:
            return found
    return []


def _depth(tree: Dependents, word: int) -> int:
    depth = 0
    while word != ROOT:
        word, depth = tree.arcs[word].head, depth + 1
    return depth
