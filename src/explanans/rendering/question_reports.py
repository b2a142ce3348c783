"""Reports whose items are questions: on rankings, on sets of facts and on answers."""

from collections.abc import Iterator, Mapping

from explanans.rendering.pages import Heading, report_page
from explanans.rendering.phrases import counted
from explanans.rendering.plot import curves
from explanans.rendering.report import Drawing, Figure, Grid, Kind, Plot, between, shown
from explanans.structures.explanations import AnswerDetails
from explanans.structures.rankings import FactDetails, ManualFigures, RankingDetails
from explanans.structures.reports import Report

_RANKING_MEASURES = {
    "map": ("MAP", "mean average precision, over all questions"),
    "map_flagged": ("MAP, flagged", "as scored in 2020: flags SUCCESS or READY alone"),
    "map_2019": ("MAP, 2019", "as scored in 2019: ranked questions only"),
    "map_trec": ("MAP, trec", "fair to rankings that end early"),
    "ndcg_linear": ("NDCG, linear", "as trec_eval computes it"),
    "ndcg_exponential": ("NDCG, exponential", "as scored in 2021"),
}
_RANKING_COLUMNS = {"map": "MAP", "map_kept": "others kept", "recall_at_30": "recall at 30", "facts": "facts"}
_RANKING_BARS = {"map": "others taken out", "map_kept": "others kept in the ranking"}
_OVERLAPS = {"2+": "two or more", "1": "one", "0": "none"}
_ROLES = {"CENTRAL": "central", "GROUNDING": "grounding", "LEXGLUE": "lexical glue"}
_RANKING_KINDS = {
    "role": Kind(
        "By role",
        "role",
        Plot("MAP by role", "The part a fact plays in the explanation", _RANKING_BARS, _ROLES, amount="facts"),
    ),
    "overlap": Kind(
        "By shared content lemmas",
        "shared lemmas",
        Plot(
            "MAP by shared content words",
            "Shared with the question and its answer",
            _RANKING_BARS,
            _OVERLAPS,
            amount="facts",
        ),
    ),
    "overlap_all_words": Kind(
        "By shared lemmas, function words too",
        "shared",
        Plot("MAP by shared words", "Function words count too", _RANKING_BARS, _OVERLAPS, amount="facts"),
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


def ranking_drawing(report: Report) -> Drawing:
    """Return a report on rankings with its titles."""
    details: RankingDetails = report.details
    graded = details.relevance if len(details.relevance) > 1 else {}
    return Drawing(
        report=report,
        eyebrow="Ranking report",
        noun="question",
        measures=_RANKING_MEASURES,
        cards=("map", "map_flagged", "ndcg_linear", *(["ndcg_exponential"] if graded else [])),
        headline="average precision",
        columns=_RANKING_COLUMNS,
        kinds=_RANKING_KINDS,
        grids=(*_precision(details.precision, graded), *_errors(details.errors)),
        remarks=tuple(_ranking_remarks(details)),
        figures=(_curves(details.precision, graded),),
        worst=details.worst,
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


def _ranking_remarks(details: RankingDetails) -> Iterator[str]:
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


def _curves(precision: Mapping[str, float], graded: Mapping[str, Mapping[str, float]]) -> Figure:
    if graded:
        lines = {f"≥ {grade}": shares for grade, shares in graded.items()}
        title, note = "Graded relevance at N", "Share of the first N facts with a grade or a higher one"
    else:
        lines = {"precision": precision}
        title, note = "Precision at N", "Share of gold facts among the first N"
    values = "; ".join(f"{name}: {shares['1']:.2f} at 1, {shares['20']:.2f} at 20" for name, shares in lines.items())
    return Figure(title, note, curves(f"{title}. {values}", "N, the first facts that are looked at", lines))


_FACT_MEASURES = {
    "relevance": ("relevance", "relevant facts, of its facts"),
    "completeness": ("completeness", "gold facts that it has"),
    "f1": ("F1ex", "of relevance and completeness"),
    "f1_mean": ("F1ex, mean", "the mean of each question's own"),
    "complete": ("CompB", "all important gold facts there"),
    "complete_all": ("CompB, all", "all gold facts there"),
    "f1_complete": ("F1exB", "of relevance and CompB"),
    "precision": ("precision", "gold facts, of its facts"),
    "recall": ("recall", "gold facts that it has"),
    "gold_f1": ("F1", "the mean of each question's own"),
    "length": ("length", "facts"),
    "gold_length": ("gold length", "facts of the gold explanation"),
    "unrated": ("unrated", "facts without a rating"),
}
_FACT_COLUMNS = {
    "relevance": "Rel",
    "completeness": "Comp",
    "f1": "F1ex",
    "complete": "CompB",
    "f1_complete": "F1exB",
    "gold_f1": "F1",
    "length": "length",
}
_FACT_BARS = {"relevance": "relevance", "completeness": "completeness"}
_FACT_KINDS = {
    "length": Kind("By length", "facts", Plot("By length", "How many facts the explanation has", _FACT_BARS)),
    "gold_length": Kind(
        "By gold length",
        "gold facts",
        Plot("F1ex by gold length", "How many gold facts there are", {"f1": "F1ex"}, upright=True),
    ),
}


def fact_drawing(report: Report) -> Drawing:
    """Return a report on sets of facts with its titles."""
    details: FactDetails = report.details
    return Drawing(
        report=report,
        eyebrow="Explanation report",
        noun="question",
        measures=_FACT_MEASURES,
        cards=("relevance", "completeness", "f1", "complete"),
        columns=_FACT_COLUMNS,
        kinds=_FACT_KINDS,
        grids=tuple(_manual(details.manual)) if details.manual else (),
        remarks=tuple(_fact_remarks(report, details)),
    )


def fact_page(report: Report, explanations: str, gold: str, other: str = "") -> str:
    """Return a report on sets of facts as an HTML page; see ``report_page``."""
    items = f"{counted(len(report.items), 'question')} with gold facts"
    return report_page(fact_drawing(report), Heading(explanations, gold, items, other))


def _manual(manual: ManualFigures) -> Iterator[Grid]:
    title = {name: words for name, (words, _) in _FACT_MEASURES.items()}
    beside = [
        (
            title[name],
            shown(item.automatic, percent=True),
            shown(item.manual, percent=True),
            shown(item.underestimate, percent=True, signed=True),
            between(item.interval, percent=True, signed=True),
            shown(item.questions),
        )
        for name, item in manual.measures.items()
    ]
    yield Grid(
        "Beside people's judgement",
        ("measure", "automatic", "by hand", "difference", "95% interval", "questions"),
        beside,
    )
    together = [
        (
            title[item.automatic],
            title[item.manual],
            shown(item.pearson, signed=True),
            shown(item.spearman, signed=True),
            shown(item.questions),
        )
        for item in manual.correlations
    ]
    yield Grid("Correlations", ("measure", "by hand", "Pearson", "Spearman", "questions"), together)


def _fact_remarks(report: Report, details: FactDetails) -> Iterator[str]:
    manual = details.manual
    if manual:
        yield f"judged by {', '.join(manual.raters)}"
    for count, noun, sentence in (
        (manual.unjudged if manual else 0, "fact", "of the judged explanations without a rating: irrelevant"),
        (details.missing, "question", "without an explanation: each counts 0"),
        (details.without_gold, "question", "without gold facts: left out"),
        (details.without_ratings, "question", "without a rated fact: left out"),
        (details.without_important, "question", "without an important gold fact: CompB asks for all their gold facts"),
        (details.unrated_gold, "gold fact", "without a rating: irrelevant"),
    ):
        if count:
            yield f"{counted(count, noun)} {sentence}"
    if report["unrated"]:
        yield f"{shown(report['unrated'], percent=True)} of the facts without a rating: irrelevant"


_ANSWER_MEASURES = {
    "accuracy": ("accuracy", "the right answer first; ties share the point"),
    "first": ("right first", "the right answer first, alone"),
    "pairs": ("right above wrong", "of the pairs of a right and a wrong answer"),
}
_ANSWER_COLUMNS = {"accuracy": "accuracy", "first": "right first", "pairs": "right above wrong"}
_ANSWER_BARS = {"accuracy": "accuracy"}
_ANSWER_KINDS = {
    "choices": Kind("By choices", "choices", Plot("Accuracy by choices", "How many choices there are", _ANSWER_BARS)),
    "share": Kind(
        "By share",
        "of the questions",
        Plot("Accuracy by share", "Those questions whose first answer stands furthest before the second", _ANSWER_BARS),
    ),
}


def answer_drawing(report: Report) -> Drawing:
    """Return a report on answers with its titles."""
    return Drawing(
        report=report,
        eyebrow="Answer report",
        noun="question",
        measures=_ANSWER_MEASURES,
        cards=("accuracy", "first", "pairs"),
        columns=_ANSWER_COLUMNS,
        kinds=_ANSWER_KINDS,
        remarks=tuple(_answer_remarks(report.details)),
    )


def answer_page(report: Report, predicted: str, gold: str, other: str = "") -> str:
    """Return a report on answers as an HTML page; see ``report_page``."""
    return report_page(answer_drawing(report), Heading(predicted, gold, counted(len(report.items), "question"), other))


def _answer_remarks(details: AnswerDetails) -> Iterator[str]:
    if details.missing:
        yield f"{counted(details.missing, 'question')} without an answer: each counts 0"
