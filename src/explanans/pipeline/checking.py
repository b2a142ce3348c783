"""Check claims against a source, and answers of several sentences each against its own contexts."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Unpack, overload

from explanans.entailment.claims.checker import DocumentChecker, open_checker
from explanans.entailment.judge.base import Judge
from explanans.errors import InputError
from explanans.formats.claim_tables import AnswerRecord, warn_of_silent
from explanans.formats.claim_texts import on_one_line, read_answer
from explanans.formats.claims import ClaimRecord, contexts_of, read_source, source_of, texts_as_documents
from explanans.pipeline.parallel import ParallelOptions, map_items, split_options
from explanans.runtime.job import OpenJob
from explanans.runtime.progress import track
from explanans.structures.facts import SetAside, Source
from explanans.structures.verdicts import (
    CheckedClaims,
    ClaimVerdict,
    LabelAgreement,
    NliScores,
    RankedClaim,
    Span,
    Status,
)

_READ = 8
"""Sources that are kept, for claims of one source often follow each other."""


class By(ParallelOptions, total=False):
    """By what is checked.

    Attributes:
        judge: The judge, its name, or the folder of a model.
        arcs: Whether to check arcs beside.
        scorer: The name of a scorer of arcs: then arcs alone are checked, and nothing is judged.
        parser: The name of the parser that finds arcs.
    """

    judge: str | Path | Judge
    arcs: bool
    scorer: str
    parser: str


@dataclass(frozen=True, slots=True)
class CheckJob:
    """Checks claims; see ``batch.job.Job``.

    Attributes:
        source: Source of claims without their own; None if all have one.
        by: By what they are checked; see `By`.
    """

    source: Source | None = None
    by: Mapping[str, Any] = field(default_factory=dict)

    label = "Checking"

    def open(self) -> OpenJob:
        """Open what checks one claim.

        Raises:
            InputError: A part is not there.
        """
        checker = open_checker(**self.by)

        @lru_cache(_READ)
        def read(record: str, texts: tuple[str, ...]) -> _Against:
            documents = contexts_of(record, texts) if record else texts_as_documents(texts)
            return _Against(checker, source_of(documents))

        common = _Against(checker, self.source) if self.source else None

        def one(claim: str | ClaimRecord) -> ClaimVerdict:
            text, own, record = claim[1:] if isinstance(claim, ClaimRecord) else (claim, None, "")
            against = read(record, own) if own else common
            if against is None and own is not None:
                return without_source(text)
            if against is None:
                raise InputError("the claim has no source; accepted: a source of its own, or one for all")
            return against.check(text)

        texts = [document.text for document in self.source.documents] if self.source else []
        digest = f"|source:{blake2b(repr(texts).encode(), digest_size=8).hexdigest()}" * bool(texts)
        return OpenJob(one, checker.signature + digest)


def without_source(claim: str) -> ClaimVerdict:
    """Return the verdict on a claim for which no context was found: it is unknown, and nothing supports it.

    Example:
        >>> without_source("Ice melts.").status.value
        'unknown'
    """
    text = on_one_line(claim)
    whole = (Span(text, 0, len(text)),)
    return ClaimVerdict(text, whole, (), (), None, None, Status.UNKNOWN, judgement=NliScores(0.0, 0.0, 1.0))


class _Against:
    """Checks claims one at a time against a source that is read once."""

    def __init__(self, checker: DocumentChecker, source: Source) -> None:
        self._checker = checker
        self._source = source
        self._asked: deque[str] = deque()
        self._verdicts: Iterator[ClaimVerdict] | None = None

    def check(self, claim: str) -> ClaimVerdict:
        if self._verdicts is None:
            self._verdicts = iter(self._checker.check_document(self._source, iter(self._asked.popleft, None)))
        self._asked.append(claim)
        try:
            return next(self._verdicts)
        except BaseException:
            self._verdicts = None  # it has ended
            self._asked.clear()
            raise


Claims = list[str] | tuple[str, ...] | Iterator[str]
"""Many claims; one is a text, which is no list of its letters."""


@overload
def check(claim: str, source: str | Path | Iterable[str], **by: Unpack[By]) -> ClaimVerdict: ...
@overload
def check(claim: Claims, source: str | Path | Iterable[str], **by: Unpack[By]) -> Iterator[ClaimVerdict]: ...
def check(
    claim: str | Claims, source: str | Path | Iterable[str], **by: Unpack[By]
) -> ClaimVerdict | Iterator[ClaimVerdict]:
    """Check whether a source supports a claim or contradicts it, and which words of the claim are at fault.

    Args:
        claim: The claim, or many.
        source: Text to check against: a text, several texts or the sentences of one, or the path of a file.
        by: The judge, or the scorer of arcs, and the parser.

    Returns:
        The verdict; for many claims an iterator of theirs.

    Raises:
        InputError: The source or a claim has no sentence, or a part is not there.

    Example:
        >>> verdict = check("The shop closes at six.", "The shop closes at six. On Sundays it stays shut.")
        >>> verdict.status.value, verdict.evidence[0].text
        ('supported', 'The shop closes at six.')
        >>> verdict = check("A green frog hops.", "A frog hops.", scorer="alignment")
        >>> [word.text for word in verdict.unsupported]
        ['green']
    """
    sharing, read = split_options(by), _read(source)
    job = CheckJob(read, sharing.parts)
    if isinstance(claim, str):
        return next(iter(open_checker(**sharing.parts).check_document(read, [claim])))
    return map_items(claim, job, sharing)


def _read(source: str | Path | Iterable[str]) -> Source:
    return read_source(source) if isinstance(source, str | Path) else source_of(texts_as_documents(source))


def check_answer(answer: str, contexts: str | Path | Iterable[str], **by: Unpack[By]) -> CheckedClaims:
    """Check each claim of an answer against the texts that it was made from.

    Args:
        answer: The answer, of one sentence or several; Markdown is read as such.
        contexts: Text to check against: a text, several texts, or the path of a file.
        by: The judge, or the scorer of arcs, and the parser; see ``check``.

    Returns:
        The verdicts in the order of the claims.

    Raises:
        InputError: The answer claims nothing, the contexts have no sentence, or a part is not there.

    Example:
        >>> found = check_answer("The lamp is made of brass. It is red.", ["The brass lamp is green."])
        >>> [(verdict.claim, verdict.status.value) for place, verdict in found.claims]
        [('The lamp is made of brass.', 'supported'), ('It is red.', 'contradicted')]
    """
    if not isinstance(answer, str):
        raise InputError(f"an answer of {type(answer).__name__}; accepted: a text")
    texts = read_answer(answer, "the answer")
    if not texts.claims:
        raise InputError("the answer claims nothing; accepted: a text with one statement or more")
    source = read_source(contexts) if isinstance(contexts, str | Path) else source_of(texts_as_documents(contexts))
    checker = open_checker(**split_options(by).parts)
    found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(source, texts.claims), 1))
    return CheckedClaims(found, checker.signature, source.documents, texts.set_aside)


def check_answers(records: Iterable[AnswerRecord], common: Source | None, by: Mapping[str, Any]) -> CheckedClaims:
    """Check the claims of records, each against the contexts of its record.

    Args:
        records: The records; those that claim nothing are warned of and not judged.
        common: Source of records without their own; None if all have one.
        by: By what they are checked; see ``open_checker``.

    Raises:
        InputError: A record has no source, no record claims anything, or a part is not there.
    """
    checker = open_checker(**by)
    given = list(records)
    found: list[RankedClaim] = []
    ids: list[str] = []
    labelled: list[tuple[bool, bool]] = []
    set_aside: tuple[SetAside, ...] = ()
    silent: list[AnswerRecord] = []
    documents = list(common.documents) if common else []
    for record in track(given, "Checking", len(given)):
        record.check_words()
        claims, aside = record.claims()
        set_aside += aside
        if not claims:
            silent.append(record)
            continue
        source, before = common, len(found)
        if record.source:
            source = source_of(contexts_of(record.id, record.source))
            documents += source.documents
        if source is None and record.source is None:
            raise InputError(f"{record.place}: no contexts; accepted: a field with contexts, or --source")
        verdicts = checker.check_document(source, claims) if source else map(without_source, claims)
        for number, verdict in enumerate(verdicts, 1):
            found.append(RankedClaim(len(found) + 1, verdict))
            ids.append(record.id if len(claims) == 1 else f"{record.id}.{number}")
        if record.label is not None:
            is_supported = all(item.verdict.status is Status.SUPPORTED for item in found[before:])
            labelled.append((record.label, is_supported))
    if not found:
        accepted = "answers or claims of one sentence or more"
        such = f", such as {given[0].place}" if given else ""
        raise InputError(f"no record claims anything{such}; accepted: {accepted}")
    warn_of_silent(silent)
    rest = tuple(ids), _agreement(labelled), tuple(record.id for record in silent)
    return CheckedClaims(tuple(found), checker.signature, tuple(documents), set_aside, *rest)


def _agreement(labelled: Sequence[tuple[bool, bool]]) -> LabelAgreement | None:
    """Return how far verdicts agree with labels: pairs of whether a record is labelled and found supported."""
    if not labelled:
        return None
    counts = Counter(labelled)
    return LabelAgreement(
        counts[True, True] + counts[True, False],
        counts[True, True],
        counts[False, True] + counts[False, False],
        counts[False, False],
    )
