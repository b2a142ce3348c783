"""Relative clauses: what they describe takes the place of the pronoun, or of the gap where there is none."""

from explanans.parse import Arc
from explanans.verify.parsers.dependents import Dependents

_PRONOUNS = {"that", "which", "who", "whom", "whose", "where", "when", "why"}
_TAGS = {"", "IN", "WDT", "WP", "WP$", "WRB"}  # parsers take "that" for a conjunction at times
# What is seldom an object where a clause without a pronoun describes it, as in "the day we met".
_SETTINGS = {"day", "moment", "place", "reason", "time", "way", "week", "year"}


def describe(tree: Dependents, arcs: set[Arc]) -> None:
    """Put what a relative clause describes in the place of its pronoun, which hangs on it as ``ref``.

    In *the book that I read*, as in *the book I read*, the book is what is read: ``obj`` of *read*.

    Args:
        tree: The basic tree.
        arcs: The enhanced arcs so far, which are changed.
    """
    for described, clause, label in sorted(arcs):
        if not label.endswith(":relcl"):
            continue
        pronoun = _pronoun(tree, clause, described)
        if pronoun is None:
            if label == "acl:relcl":  # a clause that says something of another clause leaves no gap
                _fill_gap(tree, arcs, described, clause)
            continue
        for arc in [arc for arc in arcs if arc.child == pronoun and arc.label != "ref"]:
            arcs.discard(arc)
            if arc.head != described:
                arcs.add(Arc(arc.head, described, "obl" if arc.label == "advmod" else arc.label))
        arcs.add(Arc(described, pronoun, "ref"))


def _pronoun(tree: Dependents, clause: int, described: int) -> int | None:
    """Return the relative pronoun of a clause, which stands before its verb, or None."""
    for word in tree.all_under(clause):
        token = tree.tokens[word]
        may_be = token.text.lower() in _PRONOUNS and token.tag in _TAGS and tree.kind(word) not in {"mark", "det"}
        if may_be and described < word <= clause:
            return word
    return None


def _fill_gap(tree: Dependents, arcs: set[Arc], described: int, clause: int) -> None:
    """Make what a clause without a pronoun describes its object, or the setting of it."""
    if not tree.under(clause, {"nsubj"}):
        return
    verb = clause
    while below := tree.under(verb, {"xcomp"}):
        if tree.under(verb, {"obj"}):
            break
        verb = below[0]
    stranded = any(tree.tokens[word].pos == "ADP" for word in tree.under(verb, {"obl"}))  # the car we looked at
    if stranded or tree.tokens[described].lemma in _SETTINGS:
        arcs.add(Arc(verb if stranded else clause, described, "obl"))
    elif tree.tokens[verb].pos in {"", "VERB"} and not tree.under(verb, {"obj", "ccomp"}):
        arcs.add(Arc(verb, described, "obj"))
