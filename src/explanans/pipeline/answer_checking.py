"""Check answers of several sentences, each against its own contexts, such as those of a language model."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from explanans.entailment.claims.opening import open_checker
from explanans.errors import InputError
from explanans.formats.claim_tables import AnswerRecord
from explanans.formats.claim_texts import read_answer
from explanans.formats.claims import contexts_of, read_source, source_of, texts_as_documents
from explanans.pipeline.checking import By, without_source
from explanans.pipeline.parallel import split_options
from explanans.runtime.progress import track
from explanans.structures.documents import SetAside, Source
from explanans.structures.verdicts import CheckedClaims, LabelAgreement, RankedClaim, Status


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
        records: The records; those that claim nothing are passed over.
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
    documents = list(common.documents) if common else []
    for record in track(given, "Checking", len(given)):
        claims, aside = record.claims()
        set_aside += aside
        if not claims:
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
    return CheckedClaims(tuple(found), checker.signature, tuple(documents), set_aside, tuple(ids), _agreement(labelled))


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
