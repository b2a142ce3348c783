"""What was measured of explanations as sets of facts, for a terminal."""

from collections.abc import Iterator, Mapping

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.fact_report import FactComparison, FactFigures, FactReport, ManualFigures

_MEASURES = {
    "relevance": ("relevance", "relevant facts, of its facts"),
    "completeness": ("completeness", "gold facts that it has"),
    "f1": ("F1ex", "of relevance and completeness"),
    "f1_mean": ("F1ex, mean", "the mean of each question's own"),
    "complete": ("CompB", "all important gold facts there"),
    "f1_complete": ("F1exB", "of relevance and CompB"),
    "complete_all": ("CompB, all", "all gold facts there"),
    "precision": ("precision", "gold facts, of its facts"),
    "recall": ("recall", "gold facts that it has"),
    "gold_f1": ("F1", "the mean of each question's own"),
}
_COLUMNS = {
    "Rel": "relevance",
    "Comp": "completeness",
    "F1ex": "f1",
    "CompB": "complete",
    "F1exB": "f1_complete",
    "F1": "gold_f1",
}


def fact_text(report: FactReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        report: What was measured.
    """
    yield _measures(report)
    yield _parts("facts", report.by_length)
    yield _parts("gold", report.by_gold_length)
    if report.comparison:
        yield _comparison(report.comparison)
    if report.manual:
        yield from _manual(report.manual)
    for count, sentence in (
        (report.missing, "questions have no explanation, and count 0"),
        (report.without_gold, "questions have no gold facts and are left out"),
        (report.without_ratings, "questions have no rated fact and are left out"),
        (report.without_important, "questions have no important gold fact; CompB asks for all their gold facts"),
        (report.unrated_gold, "gold facts were rated by nobody, and count as irrelevant"),
    ):
        if count:
            yield f"{count} {sentence}"
    if report.figures.unrated:
        yield f"{100 * report.figures.unrated:.1f}% of the facts were rated by nobody, and count as irrelevant"
    yield Text(report.signature, style="dim")


def _measures(report: FactReport) -> Table:
    table = Table("measure", "value", "95% interval", f"{report.figures.questions} questions", box=box.SIMPLE_HEAD)
    for name, (title, note) in _MEASURES.items():
        low, high = report.intervals[name]
        table.add_row(title, f"{getattr(report.figures, name):.4f}", f"{low:.4f} to {high:.4f}", note)
    low, high = report.intervals["length"]
    gold = f"facts; the gold explanation has {report.figures.gold_length:.1f}"
    table.add_row("length", f"{report.figures.length:.1f}", f"{low:.1f} to {high:.1f}", gold)
    return table


def _parts(title: str, parts: Mapping[str, FactFigures]) -> Table:
    table = Table(title, "questions", *_COLUMNS, "length", box=box.SIMPLE_HEAD)
    for name, part in parts.items():
        values = (f"{getattr(part, measure):.3f}" for measure in _COLUMNS.values())
        table.add_row(name, str(part.questions), *values, f"{part.length:.1f}")
    return table


def _comparison(comparison: Mapping[str, FactComparison]) -> Table:
    table = Table("against", "other", "gain", "95% interval", "p", "+", "=", "−", box=box.SIMPLE_HEAD)
    for name, item in comparison.items():
        low, high = item.interval
        table.add_row(
            _MEASURES[name][0],
            f"{item.other:.3f}",
            f"{item.difference:+.3f}",
            f"{low:+.3f} to {high:+.3f}",
            f"{item.p_value:.2g}",
            *map(str, (item.wins, item.ties, item.losses)),
        )
    return table


def _manual(manual: ManualFigures) -> Iterator[Table | str]:
    table = Table("measure", "automatic", "by hand", "difference", "95% interval", "questions", box=box.SIMPLE_HEAD)
    for name, item in manual.measures.items():
        low, high = item.interval
        table.add_row(
            _MEASURES[name][0],
            f"{item.automatic:.4f}",
            f"{item.manual:.4f}",
            f"{item.underestimate:+.4f}",
            f"{low:+.4f} to {high:+.4f}",
            str(item.questions),
        )
    yield table
    table = Table("measure", "by hand", "Pearson", "Spearman", "questions", box=box.SIMPLE_HEAD)
    for correlation in manual.correlations:
        values = ("–" if value is None else f"{value:+.3f}" for value in (correlation.pearson, correlation.spearman))
        titles = (_MEASURES[name][0] for name in (correlation.automatic, correlation.manual))
        table.add_row(*titles, *values, str(correlation.questions))
    yield table
    yield f"judged by {', '.join(manual.raters)}"
    if manual.unjudged:
        yield f"{manual.unjudged} facts of the judged explanations were rated by nobody, and count as irrelevant"
