"""Check claims against a source."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Unpack, overload

from explanans.entailment.claims.opening import DocumentChecker, open_checker
from explanans.entailment.judge.base import Judge
from explanans.errors import InputError
from explanans.formats.claim_texts import on_one_line
from explanans.formats.claims import ClaimRecord, contexts_of, read_source, source_of, texts_as_documents
from explanans.pipeline.parallel import ParallelOptions, map_items, split_options
from explanans.runtime.job import OpenJob
from explanans.structures.documents import Source
from explanans.structures.verdicts import ClaimVerdict, NliScores, Span, Status

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

    Args:
        claim: The claim.

    Example:
        >>> without_source("Ice melts.").status.value
        'unknown'
    """
    text = on_one_line(claim)
    whole = (Span(text, 0, len(text)),)
    return ClaimVerdict(text, whole, (), (), None, None, Status.UNKNOWN, judgement=NliScores(0.0, 0.0, 1.0))


class _Against:
    """Checks claims one at a time against a source that is read once.

    Args:
        checker: The checker.
        source: The source.
    """

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
