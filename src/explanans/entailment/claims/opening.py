"""Open what checks claims: a judge, or arcs alone."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from explanans.entailment.arcs.checker import ArcChecker
from explanans.entailment.claims.by_arcs import ByArcs
from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.judge.base import DEFAULT, Judge
from explanans.errors import InputError
from explanans.language.parser import DEFAULT as DEFAULT_PARSER
from explanans.structures.documents import Source
from explanans.structures.verdicts import ClaimVerdict, RankedClaim


class DocumentChecker(Protocol):
    """Checks claims against a source."""

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts."""
        ...

    def check_document(self, source: Source, claims: Iterable[str]) -> Iterator[ClaimVerdict]:
        """Check claims against a source.

        Args:
            source: The source.
            claims: The claims.

        Returns:
            One verdict a claim, in order, each when it is asked for.
        """
        ...

    def rerank(self, source: Source, candidates: Iterable[str]) -> tuple[RankedClaim, ...]:
        """Order candidates by how well a source supports them.

        Args:
            source: The source.
            candidates: The candidates.

        Returns:
            The candidates, best first.
        """
        ...


def open_checker(
    judge: str | Path | Judge | None = None,
    *,
    arcs: bool = False,
    scorer: str | None = None,
    parser: str = DEFAULT_PARSER,
) -> DocumentChecker:
    """Open what checks claims.

    Args:
        judge: The judge, its name, or the folder of a model; the one that comes with the package if none is named.
        arcs: Whether to check arcs beside.
        scorer: The name of a scorer of arcs: then arcs alone are checked, and nothing is judged.
        parser: The name of the parser that finds arcs.

    Raises:
        InputError: There is no such part, or both a judge and a scorer are named.
    """
    if scorer is None:
        return ClaimChecker.open(DEFAULT if judge is None else judge, arcs=arcs, parser=parser)
    if judge is not None:
        raise InputError("a scorer checks arcs alone and a judge judges claims; accepted: one of the two")
    return ByArcs(ArcChecker.open(scorer, parser))
