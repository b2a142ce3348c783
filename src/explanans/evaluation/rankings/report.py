"""Measure rankings of facts against gold explanations or expert ratings.

A question without relevant facts is counted and left out of every mean but ``ndcg_exponential``, for which the
TextGraphs 2021 scorer gives it a value; a mean over no question is None.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from explanans.errors import InputError
from explanans.evaluation.measure import Measure, compare_reports, evaluate, iter_values, mean
from explanans.evaluation.rankings.breakdown import break_down_rankings
from explanans.evaluation.rankings.errors import ranking_errors
from explanans.evaluation.rankings.gold import collect_gold
from explanans.evaluation.rankings.measures import CUTOFFS, RANKING_MEASURES, precision
from explanans.evaluation.rankings.placement import Placement, place_rankings
from explanans.evaluation.rankings.worst import worst_rankings
from explanans.evaluation.significance import RESAMPLES
from explanans.structures.details.rankings import RankingDetails
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.reports import Comparison, Report
from explanans.version import __version__


def evaluate_rankings(  # noqa: PLR0913 - all but the first two are seldom needed
    gold: Iterable[Question | RelevanceJudgment],
    rankings: Iterable[Ranking],
    facts: Mapping[str, Fact] | None = None,
    *,
    at_least: int = 1,
    seed: int = 0,
    measures: Sequence[Measure[Placement]] = (),
) -> Report:
    """Measure rankings of facts.

    Args:
        gold: Questions with gold explanations, or judgments.
        rankings: One ranking a question, in any order; they are read once and not kept.
        facts: The facts by id, for the measures by table, by overlap and by hops, which are empty without them, and for
            the words of the worst questions' facts.
        at_least: The lowest grade that makes a judged fact a gold fact. NDCG and ``relevance`` see every grade.
        seed: Seeds the bootstrap.
        measures: Further measures; see ``named_measures`` for those of other packages.

    Raises:
        InputError: No question has a relevant fact, a question occurs twice in the gold or in the rankings, or
            ``at_least`` is below 1.

    Example:
        >>> gold = [RelevanceJudgment("q1", "f1"), RelevanceJudgment("q1", "f2"), RelevanceJudgment("q2", "f3")]
        >>> report = evaluate_rankings(gold, [Ranking("q1", ("f1", "f3", "f4", "f2"))])
        >>> report["map"], report["map_2019"], report.details.unranked, report.details.precision["1"]
        (0.375, 0.75, ('q2',), 0.5)
    """
    everything, unknown_questions = place_rankings(collect_gold(gold, at_least), rankings)
    placements = [placement for placement in everything if placement.gold.relevant]
    if not placements:
        wanted = "relevant fact" if at_least == 1 else f"fact with a grade of {at_least} or more"
        raise InputError(f"the gold names no {wanted} for any question, so there is nothing to measure against")
    known = {name.lower(): fact for name, fact in (facts or {}).items()}
    items = {placement.gold.question: placement for placement in everything}
    scores, values = evaluate(items, (*RANKING_MEASURES, *measures), seed)
    shares = [value for value in values["map"] if value is not None]
    unknown_facts = sum(len(item.gold.relevant_ids - known.keys()) for item in placements)
    grades = set(chain.from_iterable(item.gold.grades.values() for item in placements)) - {0}
    return Report(
        family="rankings",
        items=tuple(items),
        scores=scores,
        values=values,
        breakdown=break_down_rankings(placements, known),
        details=RankingDetails(
            precision=_at_cutoffs(items),
            relevance={str(grade): _at_cutoffs(items, grade) for grade in sorted(grades)},
            without_gold=len(everything) - len(placements),
            unranked=tuple(item.gold.question for item in placements if not item.ranked),
            incomplete=sum(placement.incomplete for placement in placements),
            unknown_questions=unknown_questions,
            unknown_facts=0 if facts is None else unknown_facts,
            at_least=at_least,
            worst=worst_rankings(placements, shares, known),
            errors=ranking_errors(placements, known),
        ),
        signature=f"questions:{len(placements)}|facts:{len(known)}|at-least:{at_least}|measure:map"
        f"|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
    )


def _at_cutoffs(items: Mapping[str, Placement], grade: int | None = None) -> dict[str, float]:
    """Return mean precision at each cutoff."""
    means = {
        str(cutoff): mean([value for _, value in iter_values(items, precision(cutoff, grade))]) for cutoff in CUTOFFS
    }
    return {cutoff: share for cutoff, share in means.items() if share is not None}


def compare_rankings(report: Report, other: Report, seed: int = 0) -> dict[str, Comparison]:
    """Compare two runs of the same questions; see ``compare_reports``.

    Args:
        report: The report on the run.
        other: The report on the other run, against the same gold.
        seed: Seeds numpy's default generator.

    Raises:
        InputError: The runs rank different questions.
    """
    ranked, ranked_by_other = ({*item.items} - {*item.details.unranked} for item in (report, other))
    for questions, lacking in ((ranked - ranked_by_other, "other run"), (ranked_by_other - ranked, "run")):
        if questions:
            raise InputError(
                f"question {min(questions)} is not in the {lacking}; accepted: two runs of the same questions"
            )
    return compare_reports(report, other, seed)
