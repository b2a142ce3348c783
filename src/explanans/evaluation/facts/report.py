"""Measure explanations as sets of facts, against gold explanations, ratings and people's judgement.

Undefined cases are decided here and in ``measure.score``. A question without gold facts is counted and left out; so is,
if there are ratings, a question none of whose facts anybody rated. A question without an explanation counts 0.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from explanans.errors import InputError
from explanans.evaluation.facts.manual import Answer, set_beside
from explanans.evaluation.facts.measures import Rules, fact_scores, figures, important_facts, score
from explanans.evaluation.measure import Measure
from explanans.evaluation.rankings.placement import Gold, collect_gold
from explanans.evaluation.significance import RESAMPLES
from explanans.runtime.version import __version__
from explanans.structures.grading import Annotation
from explanans.structures.questions import Question
from explanans.structures.rankings import FactDetails, FactScores, Ranking, RelevanceJudgment
from explanans.structures.reports import Part, Report

_BY_DEFAULT = Rules()
_GOLD_LENGTHS = (*map(str, range(1, 10)), "10+")
_LENGTHS = {0: "0", 4: "1–4", 8: "5–8", 16: "9–16"}
"""Numbers of facts by the highest of each kind."""
_LONGER = "17+"


def evaluate_facts(  # noqa: PLR0913 - all but the first two are seldom needed
    gold: Iterable[Question | RelevanceJudgment],
    explanations: Iterable[Ranking],
    ratings: Iterable[RelevanceJudgment] | None = None,
    annotations: Sequence[Annotation] = (),
    rules: Rules = _BY_DEFAULT,
    *,
    measures: Sequence[Measure[FactScores]] = (),
) -> Report:
    """Measure explanations as sets of facts (Jansen et al. 2021, section 6.2 and appendix A.3.2).

    Args:
        gold: Questions with gold explanations, or judgments of gold facts.
        explanations: The facts of one explanation a question, best first, in any order of questions.
        ratings: Graded ratings of facts; if None, the gold facts are what is relevant, and all are important.
        annotations: People's ratings of these explanations, to compare with the measures.
        measures: Further measures; see ``named_measures`` for those of other packages.

    Raises:
        InputError: No question can be measured, an explanation is of a question that the gold lacks or that has one
            already, a rating is of a question that the gold lacks, or the rules or annotations cannot be used.

    Example:
        >>> gold = [RelevanceJudgment("q1", "f1"), RelevanceJudgment("q1", "f2"), RelevanceJudgment("q2", "f3")]
        >>> ratings = [
        ...     RelevanceJudgment("q1", "f1", 3),
        ...     RelevanceJudgment("q1", "f2"),
        ...     RelevanceJudgment("q1", "f4", 2),
        ...     RelevanceJudgment("q2", "f3", 3),
        ... ]
        >>> report = evaluate_facts(gold, [Ranking("q1", ("f1", "f4", "f5"))], ratings)
        >>> round(report["relevance"], 3), report["completeness"], report["complete"], report.details.missing
        (0.333, 0.25, 0.5, 1)
    """
    rules.check()
    collected = collect_gold(gold)
    explained = _explained(explanations, collected)
    graded = None if ratings is None else _graded(ratings, collected)
    with_gold = {uid: item for uid, item in collected.items() if item.relevant}
    measured = {uid: item for uid, item in with_gold.items() if graded is None or uid in graded}
    if not measured:
        lacking = "the gold names no fact" if not with_gold else "no fact is rated"
        raise InputError(f"{lacking} for any question, so there is nothing to measure against")
    answers = {
        uid: _answer(item, explained.get(uid, ()), None if graded is None else graded[uid], rules)
        for uid, item in measured.items()
    }
    explained_as = tuple(answer.scores for answer in answers.values())
    scores, values = fact_scores({item.question: item for item in explained_as}, measures, rules.seed)
    rated = [answer for answer in answers.values() if answer.grades is not None]
    return Report(
        family="facts",
        items=tuple(item.question for item in explained_as),
        scores=scores,
        values=values,
        breakdown={
            "gold_length": _parts(explained_as, _GOLD_LENGTHS, _gold_length),
            "length": _parts(explained_as, [*_LENGTHS.values(), _LONGER], _length),
        },
        details=FactDetails(
            missing=sum(not item.length for item in explained_as),
            without_gold=len(collected) - len(with_gold),
            without_ratings=len(with_gold) - len(measured),
            without_important=sum(not important_facts(item.gold, item.grades or {}, rules) for item in rated),
            unrated_gold=sum(len(item.gold - (item.grades or {}).keys()) for item in rated),
            manual=set_beside(answers, annotations, rules) if annotations else None,
            explanations=explained_as,
        ),
        signature=_signature(rules, len(explained_as), with_ratings=graded is not None),
    )


def _answer(gold: Gold, facts: tuple[str, ...], grades: Mapping[str, int] | None, rules: Rules) -> Answer:
    relevant = gold.relevant_ids
    return Answer(facts, relevant, grades, score(gold.question, facts, relevant, grades, rules))


def _gold_length(scores: FactScores) -> str:
    return _GOLD_LENGTHS[min(scores.gold, len(_GOLD_LENGTHS)) - 1]


def _length(scores: FactScores) -> str:
    return next((name for most, name in _LENGTHS.items() if scores.length <= most), _LONGER)


def _parts(scores: Sequence[FactScores], names: Sequence[str], name_of: Callable[[FactScores], str]) -> dict[str, Part]:
    """Return the figures of each kind of explanation that occurs."""
    parts: dict[str, list[FactScores]] = {name: [] for name in names}
    for item in scores:
        parts[name_of(item)].append(item)
    return {name: Part(len(part), figures(part)) for name, part in parts.items() if part}


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


def _graded(ratings: Iterable[RelevanceJudgment], gold: Mapping[str, Gold]) -> dict[str, dict[str, int]]:
    """Return the ratings of each rated question: of several for one fact the last holds, as in ``Gold.grades``."""
    # Those of questions that the gold lacks, such as another split's, are passed over.
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
