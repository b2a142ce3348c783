"""Say which links between a hypothesis and the facts chosen for it are missing."""

from collections.abc import Sequence

from explanans.compose.selection import sought_lemmas
from explanans.fact import Fact
from explanans.text.lemmas import telling_lemmas


def missing_links(hypothesis: str, chosen: Sequence[Fact]) -> tuple[str, ...]:
    """Say which words of the hypothesis no chosen fact mentions, and where there are too few facts for a tree.

    Args:
        hypothesis: The hypothesis.
        chosen: The facts chosen to show it from.

    Example:
        >>> missing_links("ice floats in Lyon", [Fact("f1", "ice floats"), Fact("f2", "ice is a solid")])
        ('No fact found links the hypothesis to ‘Lyon’.',)
    """
    words = unmentioned(hypothesis, chosen)
    sentences = []
    if not chosen:
        sentences.append("No fact of the knowledge base bears on the hypothesis.")
    elif len(chosen) == 1:
        verb = "bears on" if words else "says as much as"
        sentences.append(f"Only one fact, and so no tree: {chosen[0].text!r} alone {verb} the hypothesis.")
    if chosen and words:
        sentences.append(f"No fact found links the hypothesis to {_listed(words)}.")
    return tuple(sentences)


def unmentioned(hypothesis: str, chosen: Sequence[Fact]) -> list[str]:
    """Return the words of a hypothesis that no chosen fact mentions, in order.

    Args:
        hypothesis: The hypothesis.
        chosen: The facts.
    """
    known = frozenset[str]().union(*(telling_lemmas(fact.text) for fact in chosen))
    words = (word.strip(".,;:!?()\"'“”") for word in hypothesis.split())
    return [word for word in dict.fromkeys(words) if sought_lemmas(word) and not telling_lemmas(word) & known]


def _listed(words: list[str]) -> str:
    quoted = [f"‘{word}’" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
