"""Make enhanced arcs of a basic tree, by the rules of Enhanced Universal Dependencies.

The rules are those of Schuster & Manning (2016), "Enhanced English Universal Dependencies", as the English Web Treebank
applies them (https://universaldependencies.org/u/overview/enhanced-syntax.html): labels name prepositions and
conjunctions, conjuncts share heads and arguments, what a relative clause describes has a place in it, and an open
complement has a subject. Words that a sentence leaves out are not put back.
"""

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

    Example:
        >>> from explanans.parse import ROOT, Token
        >>> words = ("melts", "VERB"), ("in", "ADP"), ("heat", "NOUN")
        >>> tokens = tuple(Token(text, text, pos, "", 0, 0) for text, pos in words)
        >>> enhanced(Parse("melts in heat", tokens, (Arc(ROOT, 0, "root"), Arc(2, 1, "case"), Arc(0, 2, "obl"))))[-1]
        Arc(head=0, child=2, label='obl:in')
    """
    tree = Dependents(parse)
    arcs = set(marked(tree))
    share_heads(tree, arcs)
    share_arguments(tree, arcs)
    describe(tree, arcs)
    control(tree, arcs)
    return tuple(sorted(arcs, key=lambda arc: (arc.child, arc.head, arc.label)))
