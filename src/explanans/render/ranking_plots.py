"""The plots of a ranking report, as a part of a page."""

from collections.abc import Iterator, Mapping
from html import escape

from explanans.ranking_report import Breakdown, RankingReport
from explanans.render.plot import Row, columns, curves, rows

_OVERLAPS = {"2+": "two or more", "1": "one", "0": "none"}
_ROLES = {"CENTRAL": "central", "GROUNDING": "grounding", "LEXGLUE": "lexical glue"}
_BINS = 10
_SERIES = (
    '<span class="key"><span class="swatch series-0"></span>others taken out</span> '
    '<span class="key"><span class="swatch series-1"></span>others kept in the ranking</span>'
)


def ranking_plots(report: RankingReport) -> Iterator[str]:
    """Yield a section of plots.

    Args:
        report: What was measured.
    """
    yield '<section aria-labelledby="plots">'
    yield '<h2 id="plots">Where it does well and where not</h2><div class="plots">'
    yield _figure("Questions by average precision", "How many questions lie in each tenth", _histogram(report))
    yield _precision(report)
    yield _lengths(report)
    for title, note, kinds, names in (
        ("MAP by role", "The part a fact plays in the explanation", report.by_role, _ROLES),
        ("MAP by shared content words", "Shared with the question and its answer", report.by_overlap, _OVERLAPS),
        ("MAP by shared words", "Function words count too", report.by_overlap_all_words, _OVERLAPS),
    ):
        drawn = {names[kind]: part for kind, part in kinds.items() if kind in names}
        if drawn:
            yield _figure(title, f"{note}<br>{_SERIES}", _breakdown(title, drawn))
    yield "</div></section>"


def _histogram(report: RankingReport) -> str:
    counts = [0] * _BINS
    for value in report.average_precision.values():
        counts[min(int(value * _BINS), _BINS - 1)] += 1
    step = 4 if max(counts) <= 20 else 20
    highest = -(-max(counts) // step) * step
    bins = [Row(f"{number / _BINS:g}", (count,), str(count)) for number, count in enumerate(counts)]
    told = ", ".join(f"{count} from {number / _BINS:g}" for number, count in enumerate(counts))
    return columns(f"Histogram of average precision: {told}", "average precision, from", bins, highest=highest)


def _precision(report: RankingReport) -> str:
    if len(report.relevance) > 1:
        lines = {f"≥ {grade}": shares for grade, shares in report.relevance.items()}
        title, note = "Graded relevance at N", "Share of the first N facts with a grade or a higher one"
    else:
        lines = {"precision": report.precision}
        title, note = "Precision at N", "Share of gold facts among the first N"
    told = "; ".join(f"{name}: {shares['1']:.2f} at 1, {shares['20']:.2f} at 20" for name, shares in lines.items())
    return _figure(title, note, curves(f"{title}. {told}", "N, the first facts that are looked at", lines))


def _breakdown(title: str, kinds: Mapping[str, Breakdown]) -> str:
    drawn = [Row(kind, (part.map, part.map_kept), f"{part.facts:,} facts") for kind, part in kinds.items()]
    told = ", ".join(f"{row.label} {row.values[0]:.2f}" for row in drawn)
    return rows(f"{title}: {told}", drawn)


def _lengths(report: RankingReport) -> str:
    drawn = [Row(length, (part.map,), f"{part.map:.2f}") for length, part in report.by_length.items()]
    told = ", ".join(f"{row.label} facts {row.note}" for row in drawn)
    title = "MAP by explanation length"
    return _figure(
        title, "How many gold facts the question has", columns(f"{title}: {told}", "gold facts of the question", drawn)
    )


def _figure(title: str, note: str, plot: str) -> str:
    return f"<figure><h3>{escape(title)}</h3><p>{note}</p>{plot}</figure>"
