"""What was measured of a run as one HTML page that needs no other file and makes no request."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from explanans.ranking_report import Comparison, Interval, RankingReport
from explanans.render.plot import gauge
from explanans.render.ranking_failures import poor_ranking
from explanans.render.ranking_plots import ranking_plots
from explanans.render.ranking_tables import ranking_tables
from explanans.text.sentences import tidy

_STYLES = ("page.css", "plot.css", "report.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def ranking_page(report: RankingReport, run: str, gold: str, other: str = "") -> str:
    """Return what was measured of a run as an HTML page: headline figures, plots, the worst questions and all tables.

    A content security policy forbids the page every request and every script.

    Args:
        report: What was measured.
        run: The run's name.
        gold: The name of what it was measured against.
        other: The name of the run it was compared with, if any.

    Example:
        >>> from explanans.evaluate.ranking import evaluate_rankings
        >>> from explanans.ranking import Judgment, Ranking
        >>> report = evaluate_rankings([Judgment("q1", "f1")], [Ranking("q1", ("f2", "f1"))])
        >>> ranking_page(report, "bm25.run", "questions.dev.tsv").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    body = _body(report, tidy(run), tidy(gold), tidy(other))
    return "\n".join(
        ("<!DOCTYPE html>", '<html lang="en">', *_head(tidy(run)), "<body>", *body, "</body>", "</html>\n")
    )


def _head(run: str) -> Iterator[str]:
    style = "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in _STYLES)
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{escape(run)}: ranking report</title>"
    yield f"<style>\n{style}</style>"
    yield "</head>"


def _body(report: RankingReport, run: str, gold: str, other: str) -> Iterator[str]:
    yield "<header>"
    yield '<p class="eyebrow">Ranking report</p>'
    yield f"<h1>{escape(run)}</h1>"
    yield f'<dl class="claim"><dt>Measured against</dt><dd>{escape(gold)}, {_grades(report)}</dd>'
    if report.comparison:
        yield f"<dt>Compared with</dt><dd>{escape(other)}</dd>"
    yield "</dl></header>"
    yield "<main>"
    yield from _headline(report)
    yield from _caveats(report)
    if report.comparison:
        yield from _comparison(report, report.comparison, escape(other))
    yield from ranking_plots(report)
    if report.worst:
        yield '<section aria-labelledby="worst">'
        yield f'<h2 id="worst">{_count(len(report.worst), "question")} ranked worst</h2>'
        yield (
            '<p class="prose">Missed are gold facts that do not stand among the first N, where N is how many gold '
            "facts the question has. Beside them are the first facts that stand there instead.</p>"
        )
        yield from map(poor_ranking, report.worst)
        yield "</section>"
    yield from ranking_tables(report)
    yield "</main>"
    yield f"<footer>Made by Explanans. Signature: <code>{escape(tidy(report.signature))}</code></footer>"


def _grades(report: RankingReport) -> str:
    questions = _count(report.questions, "question")
    if len(report.relevance) > 1 or report.at_least > 1:
        return f"{questions} with facts of grade {report.at_least} or more"
    return f"{questions} with gold facts"


def _headline(report: RankingReport) -> Iterator[str]:
    graded = len(report.relevance) > 1
    yield '<section aria-labelledby="headline">'
    yield '<h2 id="headline">Headline figures</h2><ul class="headline">'
    for key, value, name, note in (
        ("map", report.map, "Mean average precision", "over all questions"),
        ("map_flagged", report.map_flagged, "MAP, flagged", "as scored in 2020: flags SUCCESS or READY alone"),
        ("ndcg_linear", report.ndcg_linear, "NDCG, linear" if graded else "NDCG", "as trec_eval computes it"),
        ("ndcg_exponential", report.ndcg_exponential if graded else None, "NDCG, exponential", "as scored in 2021"),
    ):
        if value is not None:
            yield _card(name, value, report.intervals[key], note)
    yield "</ul></section>"


def _card(name: str, value: float, interval: Interval, note: str) -> str:
    low, high = interval
    return (
        f'<li><span class="name">{name}</span><b>{value:.3f}</b>{gauge(value, low, high)}'
        f"<small>95% interval {low:.3f} to {high:.3f}<br>{note}</small></li>"
    )


def _caveats(report: RankingReport) -> Iterator[str]:
    caveats = [
        sentence
        for count, sentence in (
            (report.without_gold, f"{_count(report.without_gold, 'question')} without gold facts: left out"),
            (report.missing, f"{_count(report.missing, 'question')} with gold facts but not ranked: each counts 0"),
            (report.incomplete, f"{_count(report.incomplete, 'ranking')} without some gold fact: each counts 0 in MAP"),
            (report.unknown_facts, f"{_count(report.unknown_facts, 'gold fact')} not in the knowledge base"),
        )
        if count
    ]
    if caveats:
        yield '<section class="missing" aria-labelledby="caveats"><h2 id="caveats">Mind when reading</h2>'
        yield f"<ul>{''.join(f'<li>{caveat}</li>' for caveat in caveats)}</ul></section>"


def _comparison(report: RankingReport, comparison: Comparison, other: str) -> Iterator[str]:
    low, high = comparison.interval
    way = "higher" if comparison.difference >= 0 else "lower"
    drawn = f"all {comparison.assignments:,}" if comparison.exact else f"{comparison.assignments:,} drawn"
    yield '<section aria-labelledby="comparison">'
    yield f'<h2 id="comparison">Against {other}</h2>'
    yield (
        f'<p class="prose">MAP is <strong>{abs(comparison.difference):.3f} {way}</strong>: {report.map:.3f} against '
        f"{comparison.map:.3f}. The 95% interval of the difference is {low:+.3f} to {high:+.3f}; a paired "
        f"randomisation test over {drawn} assignments of signs gives p = {comparison.p_value:.2g}.</p>"
    )
    kinds = (
        ("wins", comparison.wins, "ranked better"),
        ("ties", comparison.ties, "equally well"),
        ("losses", comparison.losses, "worse"),
    )
    bars = "".join(f'<span class="{kind}" style="flex: {count}"></span>' for kind, count, _ in kinds if count)
    yield f'<div class="tally" aria-hidden="true">{bars}</div><ul class="tally-key">'
    for kind, count, words in kinds:
        yield f'<li><span class="swatch {kind}"></span>{_count(count, "question")} {words}</li>'
    yield "</ul></section>"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + "s" * (number != 1)
