"""What was measured of a run, for a terminal."""

from collections.abc import Iterator, Mapping

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.ranking_report import Breakdown, Comparison, RankingReport

_NOTED_CUTOFFS = (1, 3, 5, 10, 20)


def ranking_text(report: RankingReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console. The breakdowns over all words are left to pages and JSON.

    Args:
        report: What was measured.
    """
    yield _measures(report)
    if len(report.relevance) > 1:
        yield _relevance(report)
    for title, breakdown in (
        ("role", report.by_role),
        ("shared lemmas", report.by_overlap),
        ("hops", report.by_hops),
        ("gold facts", report.by_length),
        ("table", report.by_table),
    ):
        if breakdown:
            yield _breakdown(title, breakdown)
    if report.comparison:
        yield _comparison(report.comparison)
    for count, sentence in (
        (report.without_gold, "questions have no gold facts and are left out"),
        (report.missing, "questions have gold facts but no ranking, and count 0"),
        (report.incomplete, "rankings lack a gold fact, and so count 0 in all but the trec measures"),
        (report.unknown_facts, "gold facts are not in the knowledge base"),
    ):
        if count:
            yield f"{count} {sentence}"
    yield Text(report.signature, style="dim")


def _measures(report: RankingReport) -> Table:
    low, high = report.interval
    measures = Table("measure", "value", "note", box=box.SIMPLE_HEAD)
    for name, value, note in (
        ("MAP", report.map, f"95% interval {low:.4f} to {high:.4f}; all {report.questions} questions"),
        ("MAP, flagged", report.map_flagged, "as scored in 2020: questions flagged SUCCESS or READY alone"),
        ("MAP, 2019", report.map_2019, "as scored in 2019: ranked questions only"),
        ("MAP, trec", report.map_trec, "fair to rankings that end early"),
        ("NDCG, linear", report.ndcg_linear, "as trec_eval computes it"),
        ("NDCG, exponential", report.ndcg_exponential, "as scored in 2021"),
        *((f"precision at {n}", report.precision[str(n)], "") for n in _NOTED_CUTOFFS),
    ):
        measures.add_row(name, "–" if value is None else f"{value:.4f}", note)
    return measures


def _relevance(report: RankingReport) -> Table:
    table = Table("relevance", *(f"at {n}" for n in _NOTED_CUTOFFS), box=box.SIMPLE_HEAD)
    for grade, shares in report.relevance.items():
        table.add_row(f"grade {grade} or more", *(f"{shares[str(n)]:.4f}" for n in _NOTED_CUTOFFS))
    return table


def _breakdown(title: str, breakdown: Mapping[str, Breakdown]) -> Table:
    table = Table(title, "MAP", "others kept", "recall at 30", "facts", "questions", box=box.SIMPLE_HEAD)
    for name, part in breakdown.items():
        shares = (f"{share:.4f}" for share in (part.map, part.map_kept, part.recall_at_30))
        table.add_row(name, *shares, str(part.facts), str(part.questions))
    return table


def _comparison(comparison: Comparison) -> str:
    low, high = comparison.interval
    return (
        f"MAP of the other run {comparison.map:.4f}, difference {comparison.difference:+.4f} (95% interval {low:+.4f} "
        f"to {high:+.4f}), p = {comparison.p_value:.2g} by a paired randomisation test; {comparison.wins} questions "
        f"ranked better, {comparison.ties} equally well, {comparison.losses} worse"
    )
