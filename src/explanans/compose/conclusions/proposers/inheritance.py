"""Property inheritance: a thing has a property since its class has it."""

from collections.abc import Iterator

from explanans.compose.conclusions.bonds import bonds
from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import head
from explanans.compose.conclusions.reading import clause
from explanans.compose.conclusions.replacement import agreeing, counts_as_plural, without_article
from explanans.compose.conclusions.wording import same_lemmas, tidied
from explanans.tree import Inference


def inheritances(fact: str, other: str) -> Iterator[Candidate]:
    """Yield what holds of a kind because it holds of its class.

    Args:
        fact: What says that a thing is a kind of a class, or a part of a whole.
        other: What holds of the class.

    Example:
        >>> next(inheritances("a frog is a kind of amphibian", "all amphibians have moist skin")).text
        'a frog has moist skin'
    """
    said = clause(other)
    if said is None:
        return
    topic = without_article(said.subject)
    for bond in bonds(fact):
        class_ = without_article(head(bond.object))
        if bond.kind in {"verb", "synonym"} or same_lemmas(topic, class_) < len(class_):
            continue
        first = agreeing(said.verb[0], is_plural=counts_as_plural(bond.subject))
        added = topic[len(class_) :]  # as in "objects made of metal"
        if not added:
            text = tidied([*bond.subject, first, *said.verb[1:], *said.rest])
            yield Candidate(text, Inference.INHERITANCE, f"inherited {bond.kind}")
