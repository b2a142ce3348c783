"""Reports on rankings: titles, measures, kinds of facts and questions, and the worst questions."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from explanans.language.sentences import tidy
from explanans.rendering.phrases import counted
from explanans.rendering.plot import curves
from explanans.rendering.report import Drawing, Grid, Kind, Plot, shown
from explanans.rendering.report_page import Heading, figure, report_page
from explanans.structures.facts import Role
from explanans.structures.rankings import PlacedFact, PoorRanking, RankingDetails
from explanans.structures.reports import Report

_MEASURES = {
    "map": ("MAP", "mean average precision, over all questions"),
    "map_flagged": ("MAP, flagged", "as scored in 2020: flags SUCCESS or READY alone"),
    "map_2019": ("MAP, 2019", "as scored in 2019: ranked questions only"),
    "map_trec": ("MAP, trec", "fair to rankings that end early"),
    "ndcg_linear": ("NDCG, linear", "as trec_eval computes it"),
    "ndcg_exponential": ("NDCG, exponential", "as scored in 2021"),
}
_COLUMNS = {"map": "MAP", "map_kept": "others kept", "recall_at_30": "recall at 30", "facts": "facts"}
_BARS = {"map": "others taken out", "map_kept": "others kept in the ranking"}
_OVERLAPS = {"2+": "two or more", "1": "one", "0": "none"}
_ROLES = {"CENTRAL": "central", "GROUNDING": "grounding", "LEXGLUE": "lexical glue"}
_KINDS = {
    "role": Kind(
        "By role",
        "role",
        Plot("MAP by role", "The part a fact plays in the explanation", _BARS, _ROLES, amount="facts"),
    ),
    "overlap": Kind(
        "By shared content lemmas",
        "shared lemmas",
        Plot(
            "MAP by shared content words", "Shared with the question and its answer", _BARS, _OVERLAPS, amount="facts"
        ),
    ),
    "overlap_all_words": Kind(
        "By shared lemmas, function words too",
        "shared",
        Plot("MAP by shared words", "Function words count too", _BARS, _OVERLAPS, amount="facts"),
        on_terminal=False,
    ),
    "hops": Kind("By hops, over content lemmas", "hops"),
    "hops_all_words": Kind("By hops, function words too", "hops", on_terminal=False),
    "length": Kind(
        "By explanation length",
        "gold facts",
        Plot("MAP by explanation length", "How many gold facts the question has", {"map": "MAP"}, upright=True),
    ),
    "category": Kind("By kind of knowledge", "kind of table"),
    "table": Kind("By table", "table", folded=True),
}
_NOTED_CUTOFFS = ("1", "3", "5", "10", "20")
_FAR = 30


def ranking_drawing(report: Report) -> Drawing:
    """Return a report on rankings with its titles."""
    details: RankingDetails = report.details
    graded = details.relevance if len(details.relevance) > 1 else {}
    return Drawing(
        report=report,
        eyebrow="Ranking report",
        noun="question",
        measures=_MEASURES,
        cards=("map", "map_flagged", "ndcg_linear", *(["ndcg_exponential"] if graded else [])),
        headline="average precision",
        columns=_COLUMNS,
        kinds=_KINDS,
        grids=(*_precision(details.precision, graded), *_errors(details.errors)),
        remarks=tuple(_remarks(details)),
        figures=(_curves(details.precision, graded),),
        sections=tuple(_worst(details.worst)),
    )


def ranking_page(report: Report, run: str, gold: str, other: str = "") -> str:
    """Return a report on a run as an HTML page; see ``report_page``.

    Example:
        >>> from explanans.evaluation.rankings.report import evaluate_rankings
        >>> from explanans.structures.rankings import RelevanceJudgment, Ranking
        >>> report = evaluate_rankings([RelevanceJudgment("q1", "f1")], [Ranking("q1", ("f2", "f1"))])
        >>> ranking_page(report, "bm25.run", "questions.dev.tsv").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    details: RankingDetails = report.details
    facts = "gold facts"
    if len(details.relevance) > 1 or details.at_least > 1:
        facts = f"facts of grade {details.at_least} or more"
    items = f"{counted(report.scores['map'].items, 'question')} with {facts}"
    return report_page(ranking_drawing(report), Heading(run, gold, items, other))


def _remarks(details: RankingDetails) -> Iterator[str]:
    missing = len(details.unranked)
    for count, sentence in (
        (details.without_gold, f"{counted(details.without_gold, 'question')} without gold facts: left out"),
        (missing, f"{counted(missing, 'question')} with gold facts but no ranking: each counts 0"),
        (
            details.incomplete,
            f"{counted(details.incomplete, 'ranking')} without some gold fact: each counts 0 by all but trec_eval",
        ),
        (details.unknown_facts, f"{counted(details.unknown_facts, 'gold fact')} not in the knowledge base"),
    ):
        if count:
            yield sentence


def _precision(precision: Mapping[str, float], graded: Mapping[str, Mapping[str, float]]) -> Iterator[Grid]:
    lines = {"precision": precision, **{f"grade ≥ {grade}": shares for grade, shares in graded.items()}}
    few = [(name, *(shown(shares[cutoff]) for cutoff in _NOTED_CUTOFFS)) for name, shares in lines.items()]
    yield Grid("Among the first facts", ("among the first", *_NOTED_CUTOFFS), few)
    rows = [(cutoff, *(shown(shares[cutoff]) for shares in lines.values())) for cutoff in precision]
    yield Grid("Precision at each N", ("N", *lines), rows, on_terminal=False, folded=True)


def _errors(errors: Mapping[str, Mapping[str, int]]) -> Iterator[Grid]:
    titles = {"missed": "Gold facts not among the first R", "instead": "Others among the first R, five at most"}
    for name, counts in errors.items():
        rows = [(kind, shown(count)) for kind, count in counts.items()]
        yield Grid(titles[name], (titles[name], "facts"), rows, on_terminal=False, folded=True)


def _curves(precision: Mapping[str, float], graded: Mapping[str, Mapping[str, float]]) -> str:
    if graded:
        lines = {f"≥ {grade}": shares for grade, shares in graded.items()}
        title, note = "Graded relevance at N", "Share of the first N facts with a grade or a higher one"
    else:
        lines = {"precision": precision}
        title, note = "Precision at N", "Share of gold facts among the first N"
    values = "; ".join(f"{name}: {shares['1']:.2f} at 1, {shares['20']:.2f} at 20" for name, shares in lines.items())
    return figure(title, note, curves(f"{title}. {values}", "N, the first facts that are looked at", lines))


def _worst(worst: tuple[PoorRanking, ...]) -> Iterator[str]:
    if worst:
        yield '<section aria-labelledby="worst">'
        yield f'<h2 id="worst">{counted(len(worst), "question")} ranked worst</h2>'
        yield (
            '<p class="prose">Missed are gold facts that do not stand among the first N, where N is how many gold '
            "facts the question has. Beside them are the first facts that stand there instead.</p>"
        )
        yield from map(_poor_ranking, worst)
        yield "</section>"


def _poor_ranking(poor: PoorRanking) -> str:
    name = escape(tidy(poor.question))
    answer = f'<p class="answer">Answer: <strong>{escape(tidy(poor.answer))}</strong></p>' if poor.answer else ""
    return (
        f'<article class="poor"><p class="count">{name} · average precision {poor.average_precision:.3f} · '
        f"{len(poor.missed)} of {poor.gold} missed</p>"
        f"<h3>{escape(tidy(poor.text)) or name}</h3>{answer}"
        f'<div class="two"><div><h4>Missed, and the rank it has</h4>{_places(poor.missed)}</div>'
        f"<div><h4>Stood first instead</h4>{_places(poor.instead)}</div></div></article>"
    )


def _places(facts: Iterable[PlacedFact]) -> str:
    return f'<ul class="places">{"".join(map(_place, facts))}</ul>'


def _place(fact: PlacedFact) -> str:
    far = fact.rank is None or fact.rank > _FAR
    at = "unranked" if fact.rank is None else f"{fact.rank:,}"
    role = f" <small>{fact.role.lower()}</small>" if fact.role and fact.role is not Role.ROLE else ""
    words = escape(tidy(fact.text) or tidy(fact.id))
    return f'<li><span class="at{" far" * far}">{at}</span><span>{words}{role}</span></li>'
