"""Taxonomic and part substitution: one thing stands for another."""

from collections.abc import Iterator

from explanans.compose.conclusions.bonds import INFERENCES, Bond, bonds
from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import head
from explanans.compose.conclusions.replacement import replace, without_article
from explanans.compose.conclusions.wording import same_lemmas


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
            if direction == "wider" and bond.kind in {"definition", "whole"}:
                continue  # a clause is no name, and what holds of a thing need not hold of what it is made of
            if direction == "narrower" and any(_says_what_it_is(told, old) for told in bonds(other)):
                continue  # two kinds of one class are not kinds of one another
            for once in (False, True):
                found = replace(other, old, new, once=once)
                if found:
                    name = f"{direction} {bond.kind}"
                    yield Candidate(found.text, INFERENCES[bond.kind], name, found.loose)


def _says_what_it_is(bond: Bond, class_: tuple[str, ...]) -> bool:
    name = without_article(head(bond.object))
    return bond.kind in {"kind", "being"} and same_lemmas(name[::-1], without_article(head(class_))[::-1]) > 0
