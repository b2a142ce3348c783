"""Reports on what people say: agreement of raters, labels, and grades of explanations."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from explanans.rendering.pages import tables_page
from explanans.rendering.phrases import counted
from explanans.rendering.report import Grid, between, shown, table
from explanans.rendering.terminal import signature_lines
from explanans.structures.grading import (
    FAULTS,
    GRADES,
    Agreement,
    AgreementDetails,
    GradedPart,
    PairFigures,
    Part,
    ReadingDetails,
)
from explanans.structures.labels import Automatic, Labelled, LabelReport
from explanans.structures.reports import Report, Score

_SHARES = {"percent": "the same rating", "within_one": "1 apart at most"}
_MEANS = {"kappa": "kappa", "kappa_linear": "kappa, linear", "kappa_quadratic": "kappa, quadratic"}
_ALPHAS = {"alpha_nominal": "alpha, nominal", "alpha_ordinal": "alpha, ordinal", "alpha_interval": "alpha, interval"}
_PAIR = ("raters", "items", "same", "±1", "kappa", "95% interval", "linear", "quadratic")
_MOST_PAIRS = 10
_TITLES = {
    Part.HYPOTHESIS: "hypotheses",
    Part.LEAF: "leaves",
    Part.STEP: "conclusions on the way",
    Part.ROOT: "last steps",
    Part.WHOLE: "whole explanations",
}


def agreement_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    details: AgreementDetails = report.details
    for name, agreement in (("fact", details.facts), ("whole explanation", details.explanations)):
        if agreement:
            yield compared_sentence(agreement, name)
            yield from map(table, agreement_grids(agreement))
            if len(agreement.pairs) > _MOST_PAIRS:
                yield f"… and {counted(len(agreement.pairs) - _MOST_PAIRS, 'further pair')}; see --json"
    yield from signature_lines(report.signature)


def agreement_page(report: Report, name: str, _: str = "") -> str:
    """Return how far raters agree as an HTML page; its name is that of the exports."""
    details: AgreementDetails = report.details
    parts: list[Grid | str] = []
    for kind, found in (("fact", details.facts), ("whole explanation", details.explanations)):
        if found:
            parts += [compared_sentence(found, kind), *agreement_grids(found)]
    return tables_page("Agreement report", name, parts, report.signature)


def compared_sentence(agreement: Agreement, name: str) -> str:
    """Return how many items were compared, in words.

    Example:
        >>> compared_sentence(Agreement(1, 1, 2, {}, {}, ()), "fact")
        '1 of 1 fact was rated by two people or more.'
    """
    was = "was" if agreement.items_compared == 1 else "were"
    return f"{agreement.items_compared} of {counted(agreement.items, name)} {was} rated by two people or more."


def agreement_grids(agreement: Agreement) -> Iterator[Grid]:
    """Yield the tables of how far raters agree on items of one kind."""
    pairs, scores = agreement.pairs[:_MOST_PAIRS], agreement.scores
    several = "mean of the pairs" if len(agreement.pairs) > 1 else ""
    rows = [
        (title, shown(scores[name].value), between(scores[name].interval) or several * (name in _MEANS))
        for name, title in (_SHARES | _MEANS | _ALPHAS).items()
    ]
    yield Grid("Agreement", ("measure", "value", "95% interval"), rows)
    yield Grid("Pairs", _PAIR, [_pair(pair, pair.scores) for pair in pairs])
    for pair in pairs:
        first, second = pair.raters
        names = [f"{agreement.step * place:g}" for place in range(len(pair.confusion))]
        confusion = [(name, *map(shown, row)) for name, row in zip(names, pair.confusion, strict=True)]
        yield Grid(f"{first} and {second}", (f"{first} down, {second} across", *names), confusion)
    given = [f"{agreement.step * place:g}" for place in range(len(next(iter(agreement.raters.values())).counts))]
    raters = [
        (name, shown(rater.ratings), f"{rater.mean:.2f}", *map(shown, rater.counts))
        for name, rater in agreement.raters.items()
    ]
    yield Grid("Raters", ("rater", "ratings", "mean", *(f"gave {rating}" for rating in given)), raters)


def _pair(pair: PairFigures, scores: Mapping[str, Score]) -> tuple[str, ...]:
    values = {name: shown(score.value) for name, score in scores.items()}
    return (
        " and ".join(pair.raters),
        shown(pair.items),
        values["percent"],
        values["within_one"],
        values["kappa"],
        between(scores["kappa"].interval),
        values["kappa_linear"],
        values["kappa_quadratic"],
    )


def label_record(report: LabelReport) -> dict[str, Any]:
    """Return labels as JSON has them; shares run from 0 to 1, as those of ``evaluate agreement`` do."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(report))
    return found


def label_text(report: LabelReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    for kind, found in report.kinds.items():
        for part in label_parts(kind, found):
            yield table(part) if isinstance(part, Grid) else part
    yield from signature_lines(report.signature)


def label_page(report: LabelReport, name: str) -> str:
    """Return a report on people's labels as an HTML page; its name is that of the files."""
    parts = [part for kind, found in report.kinds.items() for part in label_parts(kind, found)]
    return tables_page("Label report", name, parts, report.signature)


def label_parts(kind: str, found: Labelled) -> Iterator[Grid | str]:
    """Yield tables and sentences of the items of one kind."""
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


def reading_record(report: Report) -> dict[str, object]:
    """Return grades as plain values; shares are percentages."""
    details: ReadingDetails = report.details
    return {
        **report.figures(),
        "explanations": len(report.items),
        "graders": list(details.graders),
        "counts": {str(part): {"graded": found.graded, **found.counts} for part, found in details.parts.items()},
        "faults": dict(details.faults),
        "by_source": {
            source: {"explanations": part.items, **{name: 100 * (value or 0) for name, value in part.values.items()}}
            for source, part in report.breakdown["source"].items()
        },
        "agreement": {
            str(part): {"compared": found.compared, "same": 100 * found.same, "kappa": found.kappa}
            for part, found in details.agreement.items()
        },
        "stand_ins": {
            str(part): {name: {"correlation": value, "parts": parts} for name, (value, parts) in programs.items()}
            for part, programs in details.stand_ins.items()
        },
        "signature": report.signature,
    }


def reading_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    details: ReadingDetails = report.details
    yield _read(report)
    yield from map(table, reading_grids(report, details))
    yield from signature_lines(report.signature)


def reading_page(report: Report, name: str, _: str = "") -> str:
    """Return grades of explanations as an HTML page; its name is that of the sheets."""
    details: ReadingDetails = report.details
    return tables_page("Reading report", name, [_read(report), *reading_grids(report, details)], report.signature)


def _read(report: Report) -> str:
    details: ReadingDetails = report.details
    return f"{counted(len(report.items), 'explanation')}, read by {counted(len(details.graders), 'grader')}."


def reading_grids(report: Report, details: ReadingDetails) -> Iterator[Grid]:
    """Yield the tables of grades."""
    whole = GRADES[Part.WHOLE]
    rows = [
        (name, shown(report.scores[name].shown), _percents(report.scores[name].interval), meaning)
        for name, meaning in whole.items()
    ]
    yield Grid("Whole explanations", ("grade", "%", "95% interval", "meaning"), rows, words=True)
    sources = [
        (source, shown(part.items), *(shown(100 * (part.values[name] or 0)) for name in whole))
        for source, part in report.breakdown["source"].items()
    ]
    yield Grid("By knowledge base", ("questions of", "explanations", *(f"{name} %" for name in whole)), sources)
    yield Grid(
        "Parts",
        ("part", "grade", "graded", "times", "%", "95% interval"),
        [row for part, found in details.parts.items() for row in _part(Part(part), found)],
    )
    if details.faults:
        named = sorted(details.faults.items(), key=lambda item: -item[1])
        faults = [(fault, f"{times:g}", FAULTS[fault]) for fault, times in named]
        yield Grid("Faults", ("fault", "explanations", "meaning"), faults, words=True)
    if details.agreement:
        agreed = [
            (_TITLES[Part(part)], shown(found.compared), shown(100 * found.same), shown(found.kappa))
            for part, found in details.agreement.items()
        ]
        yield Grid("Agreement of graders", ("parts", "compared", "same %", "kappa, linear"), agreed)
    if details.stand_ins:
        correlations = [
            (_TITLES[Part(part)], name, shown(parts), shown(value))
            for part, programs in details.stand_ins.items()
            for name, (value, parts) in programs.items()
        ]
        yield Grid("Programs beside the grades", ("parts", "program", "graded", "rank correlation"), correlations)


def _part(part: Part, found: GradedPart) -> Iterator[tuple[str, ...]]:
    for grade, times in found.counts.items():
        score = found.scores[grade]
        yield _TITLES[part], grade, shown(found.graded), shown(times), shown(score.shown), _percents(score.interval)


def _percents(interval: tuple[float, float] | None) -> str:
    return " to ".join(f"{100 * end:.2f}" for end in interval or ())
