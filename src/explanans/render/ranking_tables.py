"""The tables of a ranking report, as a part of a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from explanans.ranking_report import Breakdown, RankingReport
from explanans.text.sentences import tidy

_MEASURES = ("MAP", "others kept", "recall at 30", "facts", "questions")


def ranking_tables(report: RankingReport) -> Iterator[str]:
    """Yield a section of tables: every figure of a report.

    Args:
        report: What was measured.
    """
    yield '<section aria-labelledby="tables">'
    yield '<h2 id="tables">All figures</h2><div class="tables">'
    yield _table("Over all questions", ("measure", "value", "note"), _overall(report), "figures words")
    yield _breakdown("By role", "role", report.by_role)
    yield _breakdown("By shared content lemmas", "shared", report.by_overlap)
    yield _breakdown("By shared lemmas, function words too", "shared", report.by_overlap_all_words)
    yield _breakdown("By hops, over content lemmas", "hops", report.by_hops)
    yield _breakdown("By hops, function words too", "hops", report.by_hops_all_words)
    yield _breakdown("By explanation length", "gold facts", report.by_length)
    yield _folded("Precision at each N", _precision(report))
    yield _folded("By table", _breakdown("By table", "table", report.by_table))
    yield "</div></section>"


def _overall(report: RankingReport) -> Iterator[tuple[str, ...]]:
    for name, value, note in (
        ("MAP", report.map, "all questions with gold facts"),
        ("MAP, flagged", report.map_flagged, "as scored in 2020"),
        ("MAP, 2019", report.map_2019, "as scored in 2019: ranked questions only"),
        ("MAP, trec", report.map_trec, "fair to rankings that end early"),
        ("NDCG, linear", report.ndcg_linear, "as trec_eval computes it"),
        ("NDCG, exponential", report.ndcg_exponential, "as scored in 2021"),
    ):
        yield name, "–" if value is None else f"{value:.4f}", note


def _precision(report: RankingReport) -> str:
    graded = report.relevance if len(report.relevance) > 1 else {}
    head = ("N", "precision", *(f"grade ≥ {grade}" for grade in graded))
    rows = (
        (cutoff, *(f"{shares[cutoff]:.4f}" for shares in (report.precision, *graded.values())))
        for cutoff in report.precision
    )
    return _table("Precision at each N", head, rows)


def _breakdown(title: str, kind: str, parts: Mapping[str, Breakdown]) -> str:
    rows = (
        (
            name,
            f"{part.map:.4f}",
            f"{part.map_kept:.4f}",
            f"{part.recall_at_30:.4f}",
            f"{part.facts:,}",
            f"{part.questions:,}",
        )
        for name, part in parts.items()
    )
    return _table(title, (kind, *_MEASURES), rows) if parts else ""


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "figures") -> str:
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(tidy(name))}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}"><table class="{kind}">'
        f"<caption>{escape(title)}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _folded(title: str, table: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{table}</details>" if table else ""
