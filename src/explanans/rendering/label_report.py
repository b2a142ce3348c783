"""Labels by people, as plain values and for a terminal."""

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from explanans.rendering.report import Grid, between, shown, table
from explanans.rendering.terminal import signature_lines
from explanans.structures.labels import Automatic, Labelled, LabelReport

_MOST_PAIRS = 10


def label_record(report: LabelReport) -> dict[str, Any]:
    """Return labels as JSON has them; shares run from 0 to 1, as those of ``evaluate agreement`` do.

    Args:
        report: The report on people's labels.
    """
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(report))
    return found


def label_text(report: LabelReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        report: The report on people's labels.
    """
    for kind, found in report.kinds.items():
        for part in label_parts(kind, found):
            yield table(part) if isinstance(part, Grid) else part
    yield from signature_lines(report.signature)


def label_parts(kind: str, found: Labelled) -> Iterator[Grid | str]:
    """Yield tables and sentences of the items of one kind.

    Args:
        kind: The kind.
        found: Figures of people's labels.
    """
    yield f"{found.items} of kind {kind}, {found.compared} of them labelled by two people or more."
    rows = [
        (label, shown(share.items), shown(share.share, percent=True), between(share.interval, percent=True))
        for label, share in found.majority.items()
    ]
    if rows:
        yield (Grid(kind, ("most people say", "items", "share", "95% interval"), rows))
    if found.undecided:
        have, are = ("has", "is") if found.undecided == 1 else ("have", "are")
        yield (
            f"{found.undecided} {have} no label that is more frequent than any other, and {are} left out of the shares."
        )
    if found.compared:
        agreement = [
            ("the same label", shown(found.percent), ""),
            ("Fleiss' kappa", shown(found.fleiss), between(found.fleiss_interval)),
            ("alpha, nominal", shown(found.alpha), ""),
            *((f"kappa, {pair}", shown(value), "") for pair, value in list(found.kappas.items())[:_MOST_PAIRS]),
        ]
        yield (Grid("Agreement", ("agreement", "value", "95% interval"), agreement))
    if found.automatic:
        yield from _automatic(found.automatic)


def _automatic(found: Automatic) -> Iterator[Grid | str]:
    yield f"{found.items} of them were judged without people too."
    rows = []
    if found.agreement is not None:
        rows.append(("says what most people say", shown(found.agreement, percent=True)))
        rows.append(("95% interval", between(found.interval, percent=True)))
        rows.append(("Cohen's kappa", shown(found.kappa)))
    if found.correlation is not None:
        rows.append(("Pearson's correlation", shown(found.correlation)))
    if found.auc is not None:
        rows.append(("area under the ROC curve", shown(found.auc)))
    if found.threshold is not None:
        best = found.threshold
        rows.append(("best threshold", f"{best.score:g}"))
        rows.append(("its F1", shown(best.f1)))
        rows.append(("its sensitivity, specificity", f"{shown(best.sensitivity)}, {shown(best.specificity)}"))
    if rows:
        yield (Grid("Without people", ("without people", "value"), rows))
    confusion = [
        (said, label, shown(count)) for said, labels in found.confusion.items() for label, count in labels.items()
    ]
    if confusion:
        yield Grid("Said", ("said without people", "by most people", "items"), confusion)
