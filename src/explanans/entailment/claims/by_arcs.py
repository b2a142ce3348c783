"""Claims checked arc by arc alone, against sources that know where their sentences stand."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from explanans.entailment.arcs.checker import ArcChecker, best_first
from explanans.language.passages import without_period
from explanans.structures.documents import Source
from explanans.structures.verdicts import ClaimVerdict, RankedClaim


class ByArcs:
    """Checks claims arc by arc, and never finds one contradicted.

    Args:
        checker: Checks arcs.
    """

    def __init__(self, checker: ArcChecker) -> None:
        self._checker = checker

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts."""
        return self._checker.signature

    def check_document(self, source: Source, claims: Iterable[str]) -> Iterator[ClaimVerdict]:
        """Check many claims; see ``ArcChecker.check_document``.

        Args:
            source: The source.
            claims: The claims.
        """
        return check_arcs(self._checker, source, claims)

    def rerank(self, source: Source, candidates: Iterable[str]) -> tuple[RankedClaim, ...]:
        """Order candidates; see ``ArcChecker.rerank``.

        Args:
            source: The source.
            candidates: The candidates.
        """
        return best_first(self.check_document(source, candidates))


def check_arcs(checker: ArcChecker, source: Source, claims: Iterable[str]) -> Iterator[ClaimVerdict]:
    """Yield the verdicts of an arc checker, with the sentences that support arcs as evidence.

    Args:
        checker: Checks arcs.
        source: The source; its sentences are checked without their full stops.
        claims: The claims.
    """
    sentences = [without_period(quote.text) for quote in source.sentences]
    for verdict in checker.check_document(sentences, claims):
        numbers = sorted({arc.evidence.number - 1 for arc in verdict.arcs if arc.evidence})
        yield replace(verdict, evidence=tuple(source.sentences[number] for number in numbers))
