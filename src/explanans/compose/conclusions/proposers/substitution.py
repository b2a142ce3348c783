"""Taxonomic and part substitution: one thing stands for another."""

from collections.abc import Iterator

from explanans.compose.conclusions.bonds import INFERENCES, bonds
from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import head
from explanans.compose.conclusions.replacement import replace


def substitutions(fact: str, other: str) -> Iterator[Candidate]:
    """Yield a premise with one of the two things that a fact ties together in the place of the other.

    Args:
        fact: What ties two things together, such as *is a kind of*, *means* or *is a part of*.
        other: The premise that mentions one of them.

    Example:
        >>> next(substitutions("wind means moving air", "a kite needs wind")).text
        'a kite needs moving air'
    """
    for bond in bonds(fact):
        if bond.kind == "verb":
            continue
        short = head(bond.object)
        turns = [(bond.object, bond.subject, "narrower"), (bond.subject, bond.object, "wider")]
        if short != bond.object:
            turns += [(short, bond.subject, "narrower"), (bond.subject, short, "wider")]
        for old, new, direction in turns:
            for once in (False, True):
                found = replace(other, old, new, once=once)
                if found:
                    name = f"{direction} {bond.kind}"
                    yield Candidate(found.text, INFERENCES[bond.kind], name, found.loose)
