"""Conjuncts: they share what the first hangs on, and what hangs on it."""

from explanans.parse import ROOT, Arc
from explanans.verify.parsers.dependents import Dependents
from explanans.verify.parsers.markers import is_marked, marked_as

_SUBJECTS = {"nsubj", "csubj", "expl"}
_UNSHARED = {"conj", "orphan", "parataxis", "ref"}


def share_heads(tree: Dependents, arcs: set[Arc]) -> None:
    """Hang conjuncts on what the first conjunct hangs on.

    Args:
        tree: The basic tree.
        arcs: The enhanced arcs so far, which are added to.
    """
    for first, conjunct in _pairs(tree):
        for arc in [arc for arc in arcs if arc.child == first and arc.head != ROOT]:
            if arc.head != conjunct and arc.label.partition(":")[0] not in _UNSHARED:
                base = arc.label.partition(":")[0]
                own = marked_as(tree, conjunct, base) if is_marked(base) and not arc.label.endswith(":relcl") else None
                arcs.add(Arc(arc.head, conjunct, own or arc.label))


def share_arguments(tree: Dependents, arcs: set[Arc]) -> None:
    """Give conjuncts without a subject that of the first, and an object that follows them all.

    Args:
        tree: The basic tree.
        arcs: The enhanced arcs so far, which are added to.
    """
    for first, conjunct in _pairs(tree):
        if not tree.under(conjunct, _SUBJECTS):
            for arc in [arc for arc in arcs if arc.head == first and arc.label.partition(":")[0] in _SUBJECTS]:
                if arc.child < conjunct:
                    arcs.add(Arc(conjunct, arc.child, _subject(tree, conjunct, arc.label)))
        if not tree.under(conjunct, {"obj"}):
            for child in tree.under(first, {"obj"}):
                if child > conjunct:
                    arcs.add(Arc(conjunct, child, "obj"))


def _pairs(tree: Dependents) -> list[tuple[int, int]]:
    """Return each conjunct after the word that it hangs on, those of a first conjunct before those of a later one."""
    return [(arc.head, arc.child) for arc in tree.arcs if arc.label == "conj"]


def _subject(tree: Dependents, conjunct: int, label: str) -> str:
    """Return the label of a shared subject, which may be that of a passive here and of an active there."""
    if label not in {"nsubj", "nsubj:pass"}:
        return label
    helpers = [tree.arcs[child].label for child in tree.under(conjunct, {"aux", "cop"})]
    passive = "aux:pass" in helpers if helpers else label == "nsubj:pass" and tree.tokens[conjunct].tag in {"", "VBN"}
    return "nsubj:pass" if passive else "nsubj"
