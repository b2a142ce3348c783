"""Measure explanations as sets of facts, against gold explanations, ratings and people's judgement.

Undefined cases are decided here and in ``measure.score``. A question without gold facts is counted and left out; so is,
where there are ratings, a question none of whose facts anybody rated. A question without an explanation counts 0.
"""

from collections.abc import Iterable, Mapping, Sequence

from explanans import __version__
from explanans.annotation import Annotation
from explanans.evaluate.facts.figures import by_gold_length, by_length, figures, intervals
from explanans.evaluate.facts.manual import Answer, set_beside
from explanans.evaluate.facts.measure import Rules, important_facts, score
from explanans.evaluate.gold import Gold, collect_gold
from explanans.evaluate.significance import RESAMPLES
from explanans.exceptions import InputError
from explanans.fact_report import FactReport
from explanans.question import Question
from explanans.ranking import Judgment, Ranking

_BY_DEFAULT = Rules()


def evaluate_facts(
    gold: Iterable[Question | Judgment],
    explanations: Iterable[Ranking],
    ratings: Iterable[Judgment] | None = None,
    annotations: Sequence[Annotation] = (),
    rules: Rules = _BY_DEFAULT,
) -> FactReport:
    """Measure explanations as sets of facts (Jansen et al. 2021, section 6.2 and appendix A.3.2).

    Args:
        gold: Questions with gold explanations, or judgments of gold facts.
        explanations: The facts of one explanation a question, best first, in any order of questions.
        ratings: Graded ratings of facts; where None, the gold facts are what is relevant, and all are important.
        annotations: What people said of these very explanations, to be set beside the measures.
        rules: How to measure.

    Raises:
        InputError: No question can be measured, an explanation is of a question that the gold lacks or that has one
            already, a rating is of a question that the gold lacks, or the rules or annotations cannot be used.

    Example:
        >>> gold = [Judgment("q1", "f1"), Judgment("q1", "f2"), Judgment("q2", "f3")]
        >>> ratings = [Judgment("q1", "f1", 3), Judgment("q1", "f2"), Judgment("q1", "f4", 2), Judgment("q2", "f3", 3)]
        >>> report = evaluate_facts(gold, [Ranking("q1", ("f1", "f4", "f5"))], ratings)
        >>> round(report.figures.relevance, 3), report.figures.completeness, report.figures.complete, report.missing
        (0.333, 0.25, 0.5, 1)
    """
    rules.check()
    collected = collect_gold(gold)
    explained = _explained(explanations, collected)
    graded = None if ratings is None else _graded(ratings, collected)
    with_gold = {uid: item for uid, item in collected.items() if item.relevant}
    measured = {uid: item for uid, item in with_gold.items() if graded is None or uid in graded}
    if not measured:
        lacking = "the gold names no fact" if not with_gold else "nobody rated a fact"
        raise InputError(f"{lacking} for any question, so there is nothing to measure against")
    answers = {}
    for uid, item in measured.items():
        grades = None if graded is None else graded[uid]
        facts, relevant = explained.get(uid, ()), item.relevant_ids
        answers[uid] = Answer(facts, relevant, grades, score(item.question, facts, relevant, grades, rules))
    scores = tuple(answer.scores for answer in answers.values())
    rated = [answer for answer in answers.values() if answer.grades is not None]
    return FactReport(
        figures=figures(scores),
        intervals=intervals(scores, rules.seed),
        by_gold_length=by_gold_length(scores),
        by_length=by_length(scores),
        missing=sum(not item.length for item in scores),
        without_gold=len(collected) - len(with_gold),
        without_ratings=len(with_gold) - len(measured),
        without_important=sum(not important_facts(item.gold, item.grades or {}, rules) for item in rated),
        unrated_gold=sum(len(item.gold - (item.grades or {}).keys()) for item in rated),
        comparison={},
        manual=set_beside(answers, annotations, rules) if annotations else None,
        scores=scores,
        signature=_signature(rules, len(scores), with_ratings=graded is not None),
    )


def _explained(explanations: Iterable[Ranking], gold: Mapping[str, Gold]) -> dict[str, tuple[str, ...]]:
    explained: dict[str, tuple[str, ...]] = {}
    for explanation in explanations:
        uid = explanation.question.lower()
        if uid not in gold:
            raise InputError(
                f"an explanation of question {explanation.question}, which the gold lacks; accepted: questions that "
                "are there"
            )
        if uid in explained:
            raise InputError(
                f"question {explanation.question} has two explanations; one is accepted, and case makes no difference"
            )
        explained[uid] = explanation.facts
    return explained


def _graded(ratings: Iterable[Judgment], gold: Mapping[str, Gold]) -> dict[str, dict[str, int]]:
    """Return the ratings of each rated question: of several for one fact the last holds, as in ``Gold.grades``.

    Those of questions that the gold lacks, such as another split's, are passed over.
    """
    graded: dict[str, dict[str, int]] = {}
    for judgment in ratings:
        if judgment.question.lower() in gold:
            graded.setdefault(judgment.question.lower(), {})[judgment.fact.lower()] = judgment.relevance
    return graded


def _signature(rules: Rules, questions: int, *, with_ratings: bool) -> str:
    bars = f"|relevant:{rules.relevant}|important:{rules.important}" if with_ratings else "|ratings:none"
    return (
        f"questions:{questions}{bars}|completeness:{rules.completeness}|top:{rules.top or 'all'}"
        f"|resamples:{RESAMPLES}|seed:{rules.seed}|version:{__version__}"
    )
