"""Class from properties: a thing belongs to a class since it has the properties of the class."""

from collections.abc import Iterator

from explanans.compose.conclusions.bonds import bonds
from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.reading import clause
from explanans.compose.conclusions.wording import tidied
from explanans.text.lemmas import telling_lemmas
from explanans.tree import Inference

_ENOUGH = 0.5
"""The least share of a definition's words that a case must have."""


def memberships(definition: str, case: str) -> Iterator[Candidate]:
    """Yield that a thing belongs to a class whose definition it meets.

    Args:
        definition: What the class is or means.
        case: What the thing is or does.

    Example:
        >>> next(memberships("a herbivore is an animal that eats plants", "a cow eats plants")).text
        'a cow is a herbivore'
    """
    said = clause(case)
    if said is None:
        return
    has = telling_lemmas(" ".join(said.predicate))
    for bond in bonds(definition):
        demands = telling_lemmas(" ".join(bond.object))
        new = telling_lemmas(" ".join(bond.subject))
        if (
            bond.kind not in {"being", "definition", "synonym"}
            or not demands
            or new & (has | telling_lemmas(" ".join(said.subject)))
        ):
            continue
        if len(demands & has) >= _ENOUGH * len(demands):
            verb = "are" if said.is_plural else "is"
            yield Candidate(tidied([*said.subject, verb, *bond.subject]), Inference.CLASS, f"member {bond.kind}")
