"""Measure rankings of facts against gold explanations or expert ratings, with error classes and the worst questions.

Jansen & Ustalov 2019 (section 6) report that one of the four systems gained most from rules for the common classes of
its errors, and hold that facts which share no word with the question are what multi-hop methods must find.

A question without relevant facts is counted and left out of every mean but ``ndcg_exponential``, for which the
TextGraphs 2021 scorer gives it a value; a mean over no question is None.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from math import inf

from explanans.errors import InputError
from explanans.evaluation.measure import Measure, compare_reports, evaluate, iter_values, mean
from explanans.evaluation.rankings.breakdown import break_down_rankings
from explanans.evaluation.rankings.measures import CUTOFFS, RANKING_MEASURES, precision
from explanans.evaluation.rankings.placement import Placement, collect_gold, place_rankings
from explanans.evaluation.significance import RESAMPLES
from explanans.language.tokens import content_lemmas
from explanans.runtime.version import __version__
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.rankings import PlacedFact, PoorRanking, Ranking, RankingDetails, RelevanceJudgment
from explanans.structures.reports import Comparison, Report

MISSED = ("several words", "one word", "bridge", "unreachable")
"""Gold facts that do not stand among the first R, R being how many there are: by the content words that they share with
question and answer; those without any are a bridge where they share one with another gold fact."""

INSTEAD = ("twin", "beside gold", "question only", "neither")
"""Other facts among the first R, five at most: the words of a gold fact; a content word in common with a gold fact that
the question lacks; content words of the question alone; none of these."""


def ranking_errors(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, dict[str, int]]:
    """Return how many facts are missed, and how many stand in their place, by class; nothing without facts.

    Args:
        placements: Where the gold facts stand; those of questions without words are left out.

    Example:
        >>> from explanans.evaluation.rankings.placement import Gold
        >>> from explanans.evaluation.rankings.placement import place
        >>> from explanans.structures.rankings import RelevanceJudgment, Ranking
        >>> known = {"f1": Fact("f1", "heat melts ice"), "f2": Fact("f2", "the sun has heat"), "f3": Fact("f3", "cats")}
        >>> judgments = (
        ...     RelevanceJudgment("q1", "f1"),
        ...     RelevanceJudgment("q1", "f2"),
        ... )
        >>> gold = Gold("q1", judgments, text="What melts ice?", answer="fire")
        >>> found = ranking_errors([place(gold, Ranking("q1", ("f1", "f3", "f2")))], known)
        >>> found["missed"]["bridge"], found["instead"]["neither"]
        (1, 1)
    """

    @cache
    def words(text: str) -> frozenset[str]:
        return frozenset(content_lemmas(text))

    missed, instead = Counter[str](), Counter[str]()
    for placement in placements:
        gold = {fact: facts[fact] for fact in placement.gold.relevant_ids if fact in facts}
        asked = words(placement.gold.words)
        if not asked or not placement.ranked:
            continue
        for uid, fact in gold.items():
            if placement.ranks.get(uid, len(gold) + 1) > len(gold):
                shared = len(words(fact.text) & asked)
                linked = any(words(fact.text) & words(other.text) for name, other in gold.items() if name != uid)
                missed[MISSED[0 if shared > 1 else 1 if shared else 2 if linked else 3]] += 1
        explained = frozenset[str]().union(*(words(fact.text) for fact in gold.values()))
        for uid, rank in placement.instead.items():
            if rank <= len(gold) and uid in facts:
                own = words(facts[uid].text)
                twin = any(own == words(fact.text) for fact in gold.values())
                beside = bool(own & explained - asked)
                kind = 0 if twin else 1 if beside else 2 if own & asked else 3
                instead[INSTEAD[kind]] += 1
    if not facts:
        return {}
    return {
        "missed": {name: missed[name] for name in MISSED},
        "instead": {name: instead[name] for name in INSTEAD},
    }


MOST_SHOWN = 10
"""Number of questions to report."""


def worst_rankings(
    placements: Sequence[Placement], average_precisions: Sequence[float], facts: Mapping[str, Fact]
) -> tuple[PoorRanking, ...]:
    """Return the ranked questions with the lowest average precision, lowest first.

    A gold fact is missed if it does not stand among the first R facts, R being how many gold facts there are: the
    rank that R-precision is measured at (Manning, Raghavan & Schütze 2008, section 8.4). Questions that miss nothing
    are left out. Those of the same average precision stand in the order of the gold.

    Args:
        facts: The facts by id in lower case; a fact that is not there is known by its id alone.

    Example:
        >>> from explanans.evaluation.rankings.placement import Gold
        >>> from explanans.evaluation.rankings.placement import place
        >>> from explanans.structures.rankings import RelevanceJudgment, Ranking
        >>> judgments = (
        ...     RelevanceJudgment("q1", "f1"),
        ...     RelevanceJudgment("q1", "f2"),
        ... )
        >>> gold = Gold("q1", judgments, text="What melts ice?", answer="heat")
        >>> (worst,) = worst_rankings([place(gold, Ranking("q1", ("f1", "f3", "f4", "f2")))], [0.75], {})
        >>> [(fact.id, fact.rank) for fact in worst.missed], [(fact.id, fact.rank) for fact in worst.instead]
        ([('f2', 4)], [('f3', 2)])
    """
    ranked = zip(average_precisions, placements, strict=True)
    poor = [(value, placement) for value, placement in ranked if placement.ranked and _missed(placement)]
    poor.sort(key=lambda pair: pair[0])
    return tuple(_describe(placement, value, facts) for value, placement in poor[:MOST_SHOWN])


def _missed(placement: Placement) -> list[str]:
    """Return the ids of the gold facts that are missed, in lower case, by rank; those that were not ranked are last."""
    gold = dict.fromkeys(judgment.fact.lower() for judgment in placement.gold.relevant)
    ranks = {fact: placement.ranks.get(fact, inf) for fact in gold}
    return sorted((fact for fact in gold if ranks[fact] > len(gold)), key=ranks.__getitem__)


def _describe(placement: Placement, average_precision: float, facts: Mapping[str, Fact]) -> PoorRanking:
    gold = placement.gold
    judged = {judgment.fact.lower(): judgment for judgment in gold.relevant}
    return PoorRanking(
        question=gold.question,
        text=gold.text,
        answer=gold.answer,
        average_precision=average_precision,
        gold=len(judged),
        missed=tuple(
            PlacedFact(judged[fact].fact, _words(fact, facts), placement.ranks.get(fact), judged[fact].role)
            for fact in _missed(placement)
        ),
        instead=tuple(
            PlacedFact(facts[fact].id if fact in facts else fact, _words(fact, facts), rank, None)
            for fact, rank in placement.instead.items()
            if rank <= len(judged)
        ),
    )


def _words(fact: str, facts: Mapping[str, Fact]) -> str:
    return facts[fact].text if fact in facts else ""


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
        rankings: One ranking a question, in any order; they are read once and not kept.
        facts: The facts by id, for the measures by table, by overlap and by hops, which are empty without them, and for
            the words of the worst questions' facts.
        at_least: The lowest grade that makes a judged fact a gold fact. NDCG and ``relevance`` see every grade.
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
        other: The report on the other run, against the same gold.

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
