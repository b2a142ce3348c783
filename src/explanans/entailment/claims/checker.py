"""Check claims against a source: the status of each, its evidence, and its wrong words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import tee
from pathlib import Path
from typing import NamedTuple, Protocol

from explanans.entailment.arcs.checker import ArcChecker, best_first
from explanans.entailment.claims.assessment import AssessedPart, Assessor, CloseReader, worst_first
from explanans.entailment.claims.lacking_words import LackingWords, doubts_of_words
from explanans.entailment.claims.marks import (
    Doubt,
    MarkedSpans,
    Marker,
    doubts_of_arcs,
    doubts_of_parses,
    doubts_of_reader,
)
from explanans.entailment.claims.windows import SourceIndex
from explanans.entailment.judge.base import DEFAULT, Judge, open_judge
from explanans.entailment.judge.base import DEFAULT as DEFAULT_JUDGE
from explanans.errors import InputError
from explanans.formats.claim_texts import on_one_line
from explanans.formats.claims import source_of, texts_as_documents
from explanans.language.parser import DEFAULT as DEFAULT_PARSER
from explanans.language.parser import shared_parser
from explanans.language.sentences import sentence_spans, tidy, without_period
from explanans.language.tokens import warned
from explanans.learning.embedder import Embedder
from explanans.learning.nli import NliClassifier
from explanans.runtime.version import __version__
from explanans.structures.facts import Source
from explanans.structures.verdicts import ClaimVerdict, Mark, RankedClaim, Span, Status


class ByArcs:
    """Checks claims arc by arc, and never finds one contradicted."""

    def __init__(self, checker: ArcChecker) -> None:
        self._checker = checker

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts."""
        return self._checker.signature

    def check_document(self, source: Source, claims: Iterable[str]) -> Iterator[ClaimVerdict]:
        """Check many claims; see ``ArcChecker.check_document``."""
        return check_arcs(self._checker, source, claims)

    def rerank(self, source: Source, candidates: Iterable[str]) -> tuple[RankedClaim, ...]:
        """Order candidates; see ``ArcChecker.rerank``."""
        return best_first(self.check_document(source, candidates))


def check_arcs(checker: ArcChecker, source: Source, claims: Iterable[str]) -> Iterator[ClaimVerdict]:
    """Yield the verdicts of an arc checker, with the sentences that support arcs as evidence.

    Args:
        source: The source; its sentences are checked without their full stops.
    """
    sentences = [without_period(quote.text) for quote in source.sentences]
    for verdict in checker.check_document(sentences, claims):
        numbers = sorted({arc.evidence.number - 1 for arc in verdict.arcs if arc.evidence})
        yield replace(verdict, evidence=tuple(source.sentences[number] for number in numbers))


LONGEST_CLAIM = 20_000
"""Maximum characters of a claim: each of its parts costs as much as a claim; these take a few seconds."""


class _Part(NamedTuple):
    """A part of a claim, with its marks."""

    assessed: AssessedPart
    marked: MarkedSpans


class ClaimChecker:
    """Checks claims against sources of any length; see ``Assessor``, whose statuses it marks in the claim.

    Args:
        judge: Judges a claim given premises.
        embedder: Computes sentence vectors.
        marker: Chooses what of a claim is marked.
        arcs: Checks arcs beside; None for no arcs.
        close: Finds what a source has verbatim.
    """

    def __init__(
        self,
        judge: Judge,
        embedder: Embedder,
        marker: Marker,
        arcs: ArcChecker | None = None,
        close: CloseReader | None = None,
    ) -> None:
        self.judge = judge
        self._assessor = Assessor(judge, embedder, close or CloseReader(shared_parser))
        self._marker = marker
        self._arcs = arcs

    @classmethod
    def open(
        cls, judge: str | Path | Judge = DEFAULT_JUDGE, *, arcs: bool = False, parser: str = DEFAULT_PARSER
    ) -> "ClaimChecker":
        """Open a checker.

        Args:
            judge: The judge, its name, or a folder; see ``verify.judge.judge.open_judge``.
            arcs: Whether to check arcs beside.
            parser: The dependency parser; see ``language.parser.open_parser``.

        Raises:
            InputError: There is no such judge or parser.

        Example:
            >>> verdict = ClaimChecker.open().check("The shop is closed on Mondays.", "The shop is closed on Mondays.")
            >>> verdict.status.value, verdict.evidence[0].text
            ('supported', 'The shop is closed on Mondays.')
        """
        open_arcs = partial(ArcChecker.open, parser=parser)
        exact = doubts_of_parses(partial(shared_parser, parser))
        lacking = doubts_of_words(LackingWords.shipped, partial(shared_parser, parser))
        marker = Marker(exact, doubts_of_reader(NliClassifier.shipped()), doubts_of_arcs(open_arcs), lacking)
        close = CloseReader(partial(shared_parser, parser))
        return cls(open_judge(judge), Embedder.shipped(), marker, open_arcs() if arcs else None, close)

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts: the judge, the embedder, what checks arcs, and the version."""
        arcs = f"|{self._arcs.name}" if self._arcs else ""
        return f"{self.judge.name}|{self._assessor.embedder.name}{arcs}|version:{__version__}"

    def check(self, source: Source | str | Iterable[str], claim: str) -> ClaimVerdict:
        """Check one claim.

        Args:
            source: The source: one that was read, a text, or its sentences.
            claim: The claim, of one sentence or several.

        Raises:
            InputError: The source or the claim has no sentence, or the claim more than `LONGEST_CLAIM` characters.
        """
        (verdict,) = self.check_document(source, [claim])
        return verdict

    def check_document(self, source: Source | str | Iterable[str], claims: Iterable[str]) -> Iterator[ClaimVerdict]:
        """Check many claims against one source, which is read once.

        Args:
            source: The source: one that was read, a text, or its sentences.
            claims: The claims, each of one sentence or several.

        Returns:
            One verdict a claim, in order, each when it is asked for.

        Raises:
            InputError: The source or a claim has no sentence, or a claim more than `LONGEST_CLAIM` characters.
        """
        if not isinstance(source, Source):
            source = source_of(texts_as_documents([source] if isinstance(source, str) else source))
        index = self._assessor.index(source)
        claims = map(_short_enough, claims)
        if self._arcs is None:
            verdicts = (self._check(index, claim) for claim in claims)
            return warned(" ".join(quote.text for quote in source.sentences), verdicts)
        judged_too, by_arcs = tee(claims)
        found = zip(judged_too, check_arcs(self._arcs, source, by_arcs), strict=True)
        return (_with_arcs(self._check(index, claim), verdict) for claim, verdict in found)

    def rerank(self, source: Source | str | Iterable[str], candidates: Iterable[str]) -> tuple[RankedClaim, ...]:
        """Order candidates, such as the outputs of a generator, by how probable it is that a source supports them.

        Args:
            source: The source: one that was read, a text, or its sentences.

        Returns:
            The candidates, best first; of equals the first.

        Raises:
            InputError: The source or a candidate has no sentence.
        """
        ranked = [RankedClaim(*item) for item in enumerate(self.check_document(source, candidates), 1)]
        return tuple(sorted(ranked, key=lambda ranked: -ranked.verdict.support))

    def _check(self, index: SourceIndex, text: str) -> ClaimVerdict:
        claim = tidy(text)
        spans = tuple(Span(claim[start:end], start, end) for start, end in sentence_spans(claim))
        marked = [
            _Part(part, self._marker.mark(part.decision.status, part.window.premises, part.text))
            for part in self._assessor.parts(index, claim)
        ]
        return _verdict(index.source, claim, spans, marked)


def _short_enough(claim: str) -> str:
    if not isinstance(claim, str):
        raise InputError(f"a claim of {type(claim).__name__}; accepted: a text")
    if len(claim) > LONGEST_CLAIM:
        raise InputError(f"the claim has {len(claim)} characters; accepted: at most {LONGEST_CLAIM}, or several claims")
    return on_one_line(claim)


def _with_arcs(verdict: ClaimVerdict, by_arcs: ClaimVerdict) -> ClaimVerdict:
    return replace(verdict, arcs=by_arcs.arcs, score=by_arcs.score, minimum=by_arcs.minimum)


def _verdict(source: Source, claim: str, sentences: tuple[Span, ...], parts: Sequence[_Part]) -> ClaimVerdict:
    """Return the verdict on a claim: contradicted where a part of it is, and supported where all its parts are."""
    # The part that decides comes first, and so does its evidence.
    marks = {part.assessed: part.marked for part in parts}
    order = worst_first(marks)
    judgement = order[0].decision.judgement
    numbers = list(dict.fromkeys(number for part in order for number in _evidence(part, marks[part])))
    contradicted, unsupported = (
        tuple(_mark(claim, part.assessed, doubt, numbers) for part in parts for doubt in part.marked[kind])
        for kind in (0, 1)
    )
    return ClaimVerdict(
        claim=claim,
        sentences=sentences,
        arcs=(),
        unsupported=unsupported,
        score=None,
        minimum=None,
        status=judgement.status,
        support=judgement.supported,
        contradicted=contradicted,
        evidence=tuple(source.sentences[number] for number in numbers),
        judgement=judgement,
    )


def _evidence(part: AssessedPart, marked: MarkedSpans) -> Iterator[int]:
    """Yield the numbers of the sentences that a verdict rests on: first those that reasons name."""
    for doubt in marked.contradicted:
        if doubt.sentence is not None:
            yield part.window.numbers[doubt.sentence]
    yield from part.evidence


def _mark(claim: str, part: AssessedPart, doubt: Doubt, evidence: Sequence[int]) -> Mark:
    start, end = part.start + doubt.start, part.start + doubt.end
    said = None
    if doubt.sentence is not None and part.window.numbers[doubt.sentence] in evidence:
        said = evidence.index(part.window.numbers[doubt.sentence])
    elif doubt.status is Status.CONTRADICTED and part.evidence:
        said = evidence.index(part.evidence[0])
    return Mark(claim[start:end], start, end, doubt.why, said)


class DocumentChecker(Protocol):
    """Checks claims against a source."""

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts."""
        ...

    def check_document(self, source: Source, claims: Iterable[str]) -> Iterator[ClaimVerdict]:
        """Check claims against a source.

        Returns:
            One verdict a claim, in order, each when it is asked for.
        """
        ...

    def rerank(self, source: Source, candidates: Iterable[str]) -> tuple[RankedClaim, ...]:
        """Order candidates by how well a source supports them.

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

    Raises:
        InputError: There is no such part, or both a judge and a scorer are named.
    """
    if scorer is None:
        return ClaimChecker.open(DEFAULT if judge is None else judge, arcs=arcs, parser=parser)
    if judge is not None:
        raise InputError("a scorer checks arcs alone and a judge judges claims; accepted: one of the two")
    return ByArcs(ArcChecker.open(scorer, parser))
