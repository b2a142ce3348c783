"""Evidence: what of a claim its premises bear out or contradict, by all that can be compared exactly."""

from collections.abc import Iterable
from functools import lru_cache

from explanans.entailment.rules import binding, measures, ordering, participants, polarity
from explanans.entailment.rules.alignment import Alignment, Passage
from explanans.entailment.rules.pair import Pair
from explanans.entailment.rules.reading import Reading, reading
from explanans.structures.syntax import Parse

_COMPARISONS = (
    measures.dates,
    measures.numbers,
    binding.values,
    polarity.predicates,
    polarity.replacements,
    polarity.small_words,
    polarity.quantifiers,
    participants.roles,
    participants.exchanged,
    participants.names,
    ordering.comparisons,
    ordering.orders,
)


class Evidence(Pair):
    """A claim, its premises, and what they say of it.

    Attributes:
        findings: What was compared, and what came out.
    """

    def __init__(self, alignment: Alignment) -> None:
        super().__init__(alignment)
        # The same may come of two comparisons.
        self.findings = tuple(dict.fromkeys(finding for compare in _COMPARISONS for finding in compare(self)))


def evidence(premises: Iterable[Parse] | Passage, claim: Parse) -> Evidence:
    """Return what some sentences say of a claim.

    Args:
        premises: The sentences, in the order of their text; as a passage if they are asked again and again.
        claim: The claim, one sentence.
    """
    passage = premises if isinstance(premises, Passage) else _passage(tuple(map(reading, premises)))
    return Evidence(Alignment(reading(claim), passage))


@lru_cache(256)
def _passage(readings: tuple[Reading, ...]) -> Passage:
    """Return sentences as a passage; several claims are checked by the same sentences in a row."""
    return Passage(readings)
