"""Measure rankings of facts against gold explanations or expert ratings.

Undefined cases are decided here. A question without relevant facts is counted and left out of every mean but
``ndcg_exponential``, for which the TextGraphs 2021 scorer gives it a value; a mean over no question is None.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from explanans import __version__
from explanans.evaluate.breakdown import Breakdown, by_overlap, by_role, by_table
from explanans.evaluate.gain import ndcg_exponential, ndcg_linear
from explanans.evaluate.gold import collect_gold
from explanans.evaluate.interval import RESAMPLES, bootstrap_interval
from explanans.evaluate.placement import Placement, place_rankings
from explanans.evaluate.precision import (
    average_precision_2019,
    average_precision_2020,
    average_precision_trec,
    precision_at,
)
from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.question import Question
from explanans.ranking import Judgment, Ranking

_CUTOFFS = range(1, 21)


@dataclass(frozen=True, slots=True)
class RankingReport:
    """How well facts were ranked. All measures run from 0 to 1; ``docs/measures.md`` defines them.

    Attributes:
        map: Mean average precision by the rules of the TextGraphs 2020 scorer, over all questions with gold facts.
        map_flagged: The same over the questions that scorer keeps, those flagged ``SUCCESS`` or ``READY`` alone; None
            where there is none.
        map_2019: Mean average precision as the TextGraphs 2019 scorer computes it, over the ranked questions only; None
            where none was ranked.
        map_trec: Mean average precision as trec_eval computes it; fair to rankings that end early.
        ndcg_linear: Mean NDCG as trec_eval computes it.
        ndcg_exponential: Mean NDCG as the TextGraphs 2021 scorer computes it.
        precision: Mean precision among the first N facts, for N from ``"1"`` to ``"20"``.
        by_role: The measures of the gold facts of each role.
        by_overlap: The same by how many content lemmas a gold fact shares with question and right answer: ``"2+"``,
            ``"1"``, ``"0"``.
        by_table: The same by the table a gold fact belongs to.
        questions: How many questions have gold facts: the denominator of ``map``.
        without_gold: How many questions have none.
        missing: How many questions with gold facts were not ranked.
        incomplete: How many rankings lack a gold fact, and thus count 0 in ``map``, ``map_flagged`` and ``map_2019``.
        unknown_questions: How many rankings are of questions that the gold lacks.
        unknown_facts: How many gold facts, counted once a question, are not among the facts given.
        interval: The 95% bootstrap interval of ``map``.
        signature: What reproduces the report.
    """

    map: float
    map_flagged: float | None
    map_2019: float | None
    map_trec: float
    ndcg_linear: float
    ndcg_exponential: float
    precision: dict[str, float]
    by_role: dict[str, Breakdown]
    by_overlap: dict[str, Breakdown]
    by_table: dict[str, Breakdown]
    questions: int
    without_gold: int
    missing: int
    incomplete: int
    unknown_questions: int
    unknown_facts: int
    interval: tuple[float, float]
    signature: str


def evaluate_rankings(
    gold: Iterable[Question | Judgment],
    rankings: Iterable[Ranking],
    facts: Mapping[str, Fact] | None = None,
    *,
    seed: int = 0,
) -> RankingReport:
    """Measure rankings of facts.

    Args:
        gold: Questions with gold explanations, or judgments.
        rankings: One ranking a question, in any order; they are read once and not kept.
        facts: The facts by id, for the measures by table and by overlap, which are empty without them.
        seed: Seeds the bootstrap.

    Raises:
        InputError: No question has a relevant fact, or a question occurs twice in the gold or in the rankings.

    Example:
        >>> gold = [Judgment("q1", "f1"), Judgment("q1", "f2"), Judgment("q2", "f3")]
        >>> report = evaluate_rankings(gold, [Ranking("q1", ("f1", "f3", "f4", "f2"))])
        >>> report.map, report.map_2019, report.missing, report.precision["1"]
        (0.375, 0.75, 1, 0.5)
    """
    everything, unknown_questions = place_rankings(collect_gold(gold), rankings)
    placements = [placement for placement in everything if placement.gold.relevant]
    if not placements:
        raise InputError("the gold names no relevant fact for any question, so there is nothing to measure against")
    known = _known(placements, facts or {})
    average_precisions = [average_precision_2020(placement) for placement in placements]
    return RankingReport(
        map=fmean(average_precisions),
        map_flagged=_mean(average_precision_2020, (item for item in placements if item.gold.flagged)),
        map_2019=_mean(average_precision_2019, (item for item in placements if item.written_ranks is not None)),
        map_trec=fmean(map(average_precision_trec, placements)),
        ndcg_linear=fmean(map(ndcg_linear, placements)),
        ndcg_exponential=fmean(map(ndcg_exponential, everything)),
        precision={str(cutoff): fmean(precision_at(item, cutoff) for item in placements) for cutoff in _CUTOFFS},
        by_role=by_role(placements),
        by_overlap=by_overlap(placements, known),
        by_table=by_table(placements, known),
        questions=len(placements),
        without_gold=len(everything) - len(placements),
        missing=sum(not placement.ranked for placement in placements),
        incomplete=sum(placement.incomplete for placement in placements),
        unknown_questions=unknown_questions,
        unknown_facts=0 if facts is None else sum(_count_unknown(placement, known) for placement in placements),
        interval=bootstrap_interval(average_precisions, seed),
        signature=f"questions:{len(placements)}|facts:{len(facts) if facts else 0}|measure:map|resamples:{RESAMPLES}"
        f"|seed:{seed}|version:{__version__}",
    )


def _mean(measure: Callable[[Placement], float], placements: Iterable[Placement]) -> float | None:
    values = [measure(placement) for placement in placements]
    return fmean(values) if values else None


def _known(placements: Iterable[Placement], facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the gold facts that are among the facts given, by id in lower case."""
    wanted = {judgment.fact.lower() for placement in placements for judgment in placement.gold.relevant}
    return {name.lower(): facts[name] for name in facts if name.lower() in wanted}


def _count_unknown(placement: Placement, known: Mapping[str, Fact]) -> int:
    return len({judgment.fact.lower() for judgment in placement.gold.relevant} - known.keys())
