"""JSON records of reports, as printed by ``evaluate --json``."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from explanans.structures.reports import Comparison, Report, Score

if TYPE_CHECKING:
    from explanans.structures.explanations import AnswerDetails
    from explanans.structures.grading import Agreement, AgreementDetails
    from explanans.structures.rankings import FactDetails, FactScores, ManualFigures, RankingDetails

_INTERVALS = ("map", "map_flagged", "ndcg_linear", "ndcg_exponential")
_RANKING_SCORES = ("map", "map_flagged", "map_2019", "map_trec", "ndcg_linear", "ndcg_exponential")


def ranking_record(report: Report) -> dict[str, object]:
    """Return a report on rankings as plain values from 0 to 1.

    Args:
        report: The report; registered additional measures are listed under ``measures``.
    """
    details: RankingDetails = report.details
    scores = report.scores
    compared = report.comparison.get("map")
    average_precision = zip(report.items, report.values["map"], strict=True)
    return {
        **{name: scores[name].value for name in _RANKING_SCORES},
        "precision": details.precision,
        "relevance": details.relevance,
        **{
            f"by_{name}": {label: {**part.values, "questions": part.items} for label, part in parts.items()}
            for name, parts in report.breakdown.items()
        },
        "questions": scores["map"].items,
        "without_gold": details.without_gold,
        "missing": len(details.unranked),
        "unranked": details.unranked,
        "incomplete": details.incomplete,
        "unknown_questions": details.unknown_questions,
        "unknown_facts": details.unknown_facts,
        "at_least": details.at_least,
        "average_precision": {question: value for question, value in average_precision if value is not None},
        "worst": details.worst,
        "errors": details.errors,
        "interval": scores["map"].interval,
        "intervals": {name: scores[name].interval for name in _INTERVALS if scores[name].interval},
        "comparison": None if compared is None else _renamed(asdict(compared)),
        **_added(scores, _RANKING_SCORES),
        "signature": report.signature,
    }


def _renamed(compared: Mapping[str, object]) -> dict[str, object]:
    """Return a comparison of rankings, with the other mean named ``map``."""
    return {"map" if name == "other" else name: value for name, value in compared.items()}


def _added(scores: Mapping[str, Score], own: Sequence[str]) -> dict[str, object]:
    """Return the registered additional measures, if any."""
    added = {
        name: {"value": score.shown, "interval": _ends(score), "items": score.items}
        for name, score in scores.items()
        if name not in own
    }
    return {"measures": added} if added else {}


def _ends(score: Score) -> list[float] | None:
    return [score.scale * end for end in score.interval] if score.interval else None


def _compared(compared: Comparison, score: Score) -> dict[str, object]:
    """Return a comparison, in percent if the measure is."""
    return {
        **asdict(compared),
        "other": score.scale * compared.other,
        "difference": score.scale * compared.difference,
        "interval": [score.scale * end for end in compared.interval],
    }


_FACT_FIGURES = (
    *("relevance", "completeness", "f1", "f1_mean", "complete", "complete_all", "f1_complete"),
    *("precision", "recall", "gold_f1", "length", "gold_length", "unrated"),
)


def fact_record(report: Report) -> dict[str, object]:
    """Return a report on sets of facts as plain values; rates are in percent.

    Args:
        report: The report; registered additional measures are listed under ``measures``.
    """
    details: FactDetails = report.details
    scores = report.scores
    figures = {name: scores[name].shown for name in _FACT_FIGURES}
    return {
        "figures": {"questions": len(report.items), **figures},
        "intervals": {name: _ends(scores[name]) for name in _FACT_FIGURES if scores[name].interval},
        **{
            f"by_{name}": {
                label: {"questions": part.items}
                | {figure: scores[figure].scale * (value or 0.0) for figure, value in part.values.items()}
                for label, part in parts.items()
            }
            for name, parts in report.breakdown.items()
        },
        "missing": details.missing,
        "without_gold": details.without_gold,
        "without_ratings": details.without_ratings,
        "without_important": details.without_important,
        "unrated_gold": details.unrated_gold,
        "comparison": {name: _compared(item, scores[name]) for name, item in report.comparison.items()},
        "manual": None if details.manual is None else _manual(details.manual),
        "scores": [_explanation(item) for item in details.explanations],
        **_added(scores, _FACT_FIGURES),
        "signature": report.signature,
    }


def _manual(manual: "ManualFigures") -> dict[str, object]:
    beside = {
        name: {
            "automatic": 100 * item.automatic,
            "manual": 100 * item.manual,
            "underestimate": 100 * item.underestimate,
            "interval": tuple(100 * end for end in item.interval),
            "questions": item.questions,
        }
        for name, item in manual.measures.items()
    }
    return {
        "measures": beside,
        "correlations": manual.correlations,
        "raters": manual.raters,
        "unjudged": manual.unjudged,
    }


def _explanation(scores: "FactScores") -> dict[str, object]:
    """Return one explanation with shares in percent."""
    return {name: 100 * value if isinstance(value, float) else value for name, value in asdict(scores).items()}


_ANSWER_FIGURES = ("accuracy", "first", "pairs")


def answers_record(report: Report) -> dict[str, object]:
    """Return a report on judged answers as plain values; rates are in percent.

    Args:
        report: The report; registered additional measures are listed under ``measures``.
    """
    details: AnswerDetails = report.details
    scores = report.scores
    return {
        **{name: scores[name].shown for name in _ANSWER_FIGURES},
        "questions": len(report.items),
        "missing": details.missing,
        "interval": _ends(scores["accuracy"]),
        "intervals": {name: _ends(scores[name]) for name in _ANSWER_FIGURES if scores[name].interval},
        **{
            f"by_{name}": {label: {"questions": part.items} | _in_percent(part.values) for label, part in parts.items()}
            for name, parts in report.breakdown.items()
        },
        "comparison": {name: _compared(item, scores[name]) for name, item in report.comparison.items()},
        **_added(scores, _ANSWER_FIGURES),
        "signature": report.signature,
    }


def _in_percent(values: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: None if value is None else 100 * value for name, value in values.items() if name in _ANSWER_FIGURES}


def agreement_record(report: Report) -> dict[str, object]:
    """Return a report on agreement as plain values; shares and coefficients are at most 1."""
    details: AgreementDetails = report.details
    kinds = {"facts": details.facts, "explanations": details.explanations}
    return {
        **{name: None if item is None else _agreement(item) for name, item in kinds.items()},
        "signature": report.signature,
    }


def _agreement(agreement: "Agreement") -> dict[str, object]:
    return {
        "items": agreement.items,
        "items_compared": agreement.items_compared,
        "ratings": agreement.ratings,
        **({} if agreement.step == 1 else {"step": agreement.step}),
        **_flat(agreement.scores),
        "raters": agreement.raters,
        "pairs": [
            {"raters": pair.raters, "items": pair.items, **_flat(pair.scores), "confusion": pair.confusion}
            for pair in agreement.pairs
        ],
    }


def _flat(scores: Mapping[str, Score]) -> dict[str, object]:
    """Return values by measure, and the intervals of those that have one."""
    intervals = {name: score.interval for name, score in scores.items() if score.interval}
    return {**{name: score.value for name, score in scores.items()}, "intervals": intervals}
