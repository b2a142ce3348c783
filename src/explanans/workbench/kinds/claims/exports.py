"""Exports of corrected claims for training judges, and the agreement of ``check`` with people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from explanans.evaluation.agreement.labels import evaluate_labels
from explanans.formats import jsonl
from explanans.structures.labels import Label
from explanans.structures.verdicts import Status
from explanans.workbench.kinds.claims.work import CONTRADICTED, MISSING, CheckedClaim, Corrections
from explanans.workbench.kinds.kind import DoneItem, Table
from explanans.workbench.kinds.rating.kind import figure, raters_of, settled_of

_Item = DoneItem[CheckedClaim, Corrections]
_LABELS = {Status.SUPPORTED: "supported", Status.CONTRADICTED: "REFUTES", Status.UNKNOWN: "NOT ENOUGH INFO"}
"""The names of statuses as readers of such data know them."""


def is_done(item: _Item) -> bool:
    """Return whether anybody who rated an item is done."""
    return bool(raters_of(item))


def written(decided: Iterable[tuple[_Item, Corrections]]) -> Iterator[str]:
    """Yield claims as ``lab train judge --claims`` reads them, one line for each source.

    How probable a status is, is the share of raters who say so, or all if a difference was settled.
    """
    from explanans.structures.labelled import MODEL, WrittenClaim  # noqa: PLC0415 - for this export alone

    by_source: dict[tuple[str, ...], list[WrittenClaim]] = {}
    for item, made in decided:
        said = [work.made.status for work in raters_of(item)]
        if made.status is not None and (settled_of(item) is not None or not any(said)):
            said = [made.status]
        counts = Counter(status for status in said if status)
        if total := counts.total():
            shares = [counts[status] / total for status in (Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN)]
            by_source.setdefault(item.given.sentences, []).append(WrittenClaim.of(item.given.claim, shares))
    for sentences, claims in by_source.items():
        yield jsonl.encode({"from": MODEL, "premises": sentences, "claims": claims})


def tokens(decided: Iterable[tuple[CheckedClaim, Corrections]]) -> Iterator[str]:
    """Yield claims with their marked words, as WiCE has them; those of which no status was decided are left out."""
    for given, made in decided:
        if made.status is not None:
            marked = {*made.marks(MISSING), *made.marks(CONTRADICTED)}
            record: dict[str, Any] = {
                "claim": given.claim,
                "evidence": given.sentences,
                "supporting_sentences": [list(made.evidence)] if made.evidence else [],
                "label": _LABELS[made.status],
                "claim_tokens": [given.word(place) for place in range(len(given.words))],
                "non_supported_spans": [place in marked for place in range(len(given.words))],
            }
            yield jsonl.encode(record)


def corrections(items: Iterable[_Item]) -> Iterator[str]:
    """Yield the annotation of every rater, with places in the claim."""
    for item in items:
        given = item.given
        for work in raters_of(item):
            made = work.made
            record: dict[str, Any] = {
                "id": item.key,
                "claim": given.claim,
                "source": given.sentences,
                "rater": work.person,
                "status": made.status.value if made.status else None,
                "unsupported": _places(given, made.marks(MISSING)),
                "contradicted": _places(given, made.marks(CONTRADICTED)),
                "evidence": [{"text": given.sentences[place]} for place in made.evidence],
                "remarks": list(made.notes.values()),
            }
            yield jsonl.encode(record)


def _places(given: CheckedClaim, words: Iterable[int]) -> list[dict[str, Any]]:
    return [
        {"text": given.word(place), "start": given.words[place][0], "end": given.words[place][1]} for place in words
    ]


def beside(decided: Sequence[tuple[CheckedClaim, Corrections]]) -> Iterator[Table]:
    """Yield a table that compares ``check`` with people's decisions: statuses, words and sentences."""
    known = [(given, given.verdict(), made) for given, made in decided if made.status is not None]
    if not known:
        return
    people = [Label("claim", str(place), "people", str(made.status)) for place, (_, _, made) in enumerate(known)]
    check = [
        Label("claim", str(place), "check", str(automatic.status)) for place, (_, automatic, _) in enumerate(known)
    ]
    found = evaluate_labels(people, check).kinds["claim"].automatic
    same, kappa = (found.agreement, found.kappa) if found else (None, None)
    rows = [("Status", str(len(known)), figure(same), figure(kappa), "–", "–")]
    for name, pairs in {
        "Contradicted words": [
            (automatic.marks(CONTRADICTED), made.marks(CONTRADICTED)) for _, automatic, made in known
        ],
        "Words not found": [(automatic.marks(MISSING), made.marks(MISSING)) for _, automatic, made in known],
        "Evidence": [(automatic.evidence, made.evidence) for _, automatic, made in known],
    }.items():
        hits = sum(len({*one} & {*other}) for one, other in pairs)
        predicted, wanted = sum(len(one) for one, _ in pairs), sum(len(other) for _, other in pairs)
        precision, recall = (figure(hits / of if of else None) for of in (predicted, wanted))
        rows.append((name, str(wanted), "–", "–", precision, recall))
    columns = ("What", "By people", "The same", "Kappa", "Precision of check", "Recall of check")
    yield Table("Check against people", "Of claims of which a status is decided.", columns, tuple(rows))
