"""Measure rankings of facts against gold explanations or expert ratings.

Undefined cases are decided here. A question without relevant facts is counted and left out of every mean but
``ndcg_exponential``, for which the TextGraphs 2021 scorer gives it a value; a mean over no question is None.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from statistics import fmean

from explanans import __version__
from explanans.evaluate.breakdown import by_length, by_role, by_table
from explanans.evaluate.gain import ndcg_exponential, ndcg_linear
from explanans.evaluate.gold import collect_gold
from explanans.evaluate.overlap import by_hops, by_overlap
from explanans.evaluate.placement import Placement, place_rankings
from explanans.evaluate.precision import (
    average_precision_2019,
    average_precision_2020,
    average_precision_trec,
    graded_ranks,
    precision_at,
    relevant_ranks,
)
from explanans.evaluate.significance import RESAMPLES, bootstrap_interval
from explanans.evaluate.worst import worst_rankings
from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.question import Question
from explanans.ranking import Judgment, Ranking
from explanans.ranking_report import RankingReport
from explanans.text.lemmas import lemmas

_CUTOFFS = range(1, 21)


def evaluate_rankings(
    gold: Iterable[Question | Judgment],
    rankings: Iterable[Ranking],
    facts: Mapping[str, Fact] | None = None,
    *,
    at_least: int = 1,
    seed: int = 0,
) -> RankingReport:
    """Measure rankings of facts.

    Args:
        gold: Questions with gold explanations, or judgments.
        rankings: One ranking a question, in any order; they are read once and not kept.
        facts: The facts by id, for the measures by table, by overlap and by hops, which are empty without them, and for
            the words of the worst questions' facts.
        at_least: The lowest grade that makes a judged fact a gold fact. NDCG and ``relevance`` see every grade.
        seed: Seeds the bootstrap.

    Raises:
        InputError: No question has a relevant fact, a question occurs twice in the gold or in the rankings, or
            ``at_least`` is below 1.

    Example:
        >>> gold = [Judgment("q1", "f1"), Judgment("q1", "f2"), Judgment("q2", "f3")]
        >>> report = evaluate_rankings(gold, [Ranking("q1", ("f1", "f3", "f4", "f2"))])
        >>> report.map, report.map_2019, report.missing, report.precision["1"]
        (0.375, 0.75, 1, 0.5)
    """
    everything, unknown_questions = place_rankings(collect_gold(gold, at_least), rankings)
    if not any(placement.gold.relevant for placement in everything):
        wanted = "relevant fact" if at_least == 1 else f"fact with a grade of {at_least} or more"
        raise InputError(f"the gold names no {wanted} for any question, so there is nothing to measure against")
    report = _report(everything, {name.lower(): fact for name, fact in (facts or {}).items()}, at_least, seed)
    return replace(
        report, unknown_questions=unknown_questions, unknown_facts=0 if facts is None else report.unknown_facts
    )


def _report(everything: Sequence[Placement], facts: Mapping[str, Fact], at_least: int, seed: int) -> RankingReport:
    placements = [placement for placement in everything if placement.gold.relevant]
    values = [average_precision_2020(placement) for placement in placements]
    flagged = [value for value, placement in zip(values, placements, strict=True) if placement.gold.flagged]
    unranked = tuple(item.gold.question for item in placements if not item.ranked)
    linear = [ndcg_linear(placement) for placement in placements]
    exponential = [ndcg_exponential(placement) for placement in everything]
    measured = {"map": values, "map_flagged": flagged, "ndcg_linear": linear, "ndcg_exponential": exponential}
    intervals = {name: bootstrap_interval(sample, seed) for name, sample in measured.items() if sample}
    return RankingReport(
        map=fmean(values),
        map_flagged=_mean(flagged),
        map_2019=_mean([average_precision_2019(item) for item in placements if item.written_ranks is not None]),
        map_trec=fmean(map(average_precision_trec, placements)),
        ndcg_linear=fmean(linear),
        ndcg_exponential=fmean(exponential),
        precision=_at_cutoffs([relevant_ranks(item) for item in placements]),
        relevance={
            str(grade): _at_cutoffs([graded_ranks(item, grade) for item in placements]) for grade in _grades(placements)
        },
        by_role=by_role(placements),
        by_overlap=by_overlap(placements, facts),
        by_overlap_all_words=by_overlap(placements, facts, lemmas),
        by_hops=by_hops(placements, facts),
        by_hops_all_words=by_hops(placements, facts, lemmas),
        by_table=by_table(placements, facts),
        by_length=by_length(placements),
        questions=len(placements),
        without_gold=len(everything) - len(placements),
        missing=len(unranked),
        unranked=unranked,
        incomplete=sum(placement.incomplete for placement in placements),
        unknown_questions=0,
        unknown_facts=sum(len(item.gold.relevant_ids - facts.keys()) for item in placements),
        at_least=at_least,
        average_precision={item.gold.question: value for item, value in zip(placements, values, strict=True)},
        worst=worst_rankings(placements, values, facts),
        interval=intervals["map"],
        intervals=intervals,
        comparison=None,
        signature=f"questions:{len(placements)}|facts:{len(facts)}|at-least:{at_least}|measure:map"
        f"|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _at_cutoffs(ranks: Sequence[Collection[int]]) -> dict[str, float]:
    return {str(cutoff): fmean(precision_at(found, cutoff) for found in ranks) for cutoff in _CUTOFFS}


def _grades(placements: Iterable[Placement]) -> list[int]:
    """Return the grades above 0 that occur, lowest first."""
    return sorted(set(chain.from_iterable(item.gold.grades.values() for item in placements)) - {0})
