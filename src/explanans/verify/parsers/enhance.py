"""Make enhanced arcs of a basic tree."""

from explanans.parse import Arc, Parse
from explanans.verify.parsers.conjuncts import share_arguments, share_heads
from explanans.verify.parsers.control import control
from explanans.verify.parsers.dependents import Dependents
from explanans.verify.parsers.markers import marked
from explanans.verify.parsers.relative import describe


def enhanced(parse: Parse) -> tuple[Arc, ...]:
    """Return the enhanced arcs of a sentence, sorted by child, head and label.

    Args:
        parse: A parse with its basic tree.
    """
    tree = Dependents(parse)
    arcs = set(marked(tree))
    share_heads(tree, arcs)
    share_arguments(tree, arcs)
    describe(tree, arcs)
    control(tree, arcs)
    return tuple(sorted(arcs, key=lambda arc: (arc.child, arc.head, arc.label)))
