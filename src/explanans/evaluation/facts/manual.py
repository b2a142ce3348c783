"""Manual ratings of explanations (Jansen et al. 2021): shortlists, raters, and automatic measures beside them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil
from statistics import fmean

import numpy as np

from explanans.errors import InputError
from explanans.evaluation.facts.measures import Rules, harmonic_mean, harmonic_means, middle, score
from explanans.evaluation.significance import resampled_sums
from explanans.structures.facts import Fact
from explanans.structures.grading import Annotation, Candidate
from explanans.structures.questions import Question
from explanans.structures.rankings import Correlation, FactScores, ManualFigures, Ranking, RelevanceJudgment, SideBySide

Item = tuple[str, str]
"""The ids of a question and of a fact, in lower case; the second is empty for a whole explanation."""


def by_item(annotations: Iterable[Annotation]) -> dict[Item, dict[str, float]]:
    """Return each rater's rating of each item, in the order of the annotations.

    Args:
        annotations: The annotations; ids are compared in lower case, the names of raters as they are written.

    Raises:
        InputError: A rater rated an item twice.

    Example:
        >>> by_item([Annotation("Q1", "f1", "ann", 3), Annotation("q1", "F1", "bob", 2)])
        {('q1', 'f1'): {'ann': 3, 'bob': 2}}
    """
    items: dict[Item, dict[str, float]] = {}
    for question, fact, rater, rating in annotations:
        ratings = items.setdefault((question.lower(), fact.lower()), {})
        if rater in ratings:
            what = f"fact {fact} of question {question}" if fact else f"the whole explanation of question {question}"
            raise InputError(f"rater {rater} rated {what} twice; accepted: one rating, and case makes no difference")
        ratings[rater] = rating
    return items


def averaged(annotations: Iterable[Annotation]) -> Iterator[RelevanceJudgment]:
    """Yield one judgment per rated fact: the mean of its ratings, rounded up (Jansen et al. 2021, section 4).

    Raises:
        InputError: A rater rated an item twice.

    Example:
        >>> for judgment in averaged([Annotation("q1", "f1", "ann", 2), Annotation("q1", "f1", "bob", 1)]):
        ...     print(judgment.fact, judgment.relevance)
        f1 2
    """
    for (question, fact), ratings in by_item(annotations).items():
        if fact:
            yield RelevanceJudgment(question, fact, ceil(round(sum(ratings.values()) / len(ratings), 9)))


def judged_complete(annotations: Iterable[Annotation]) -> dict[str, bool]:
    """Return whether each rated explanation is complete according to at least half of its raters.

    Raises:
        InputError: A rater rated an item twice.

    Example:
        >>> judged_complete([Annotation("q1", "", "ann", 1), Annotation("q1", "", "bob", 0)])
        {'q1': True}
    """
    return {
        question: 2 * sum(ratings.values()) >= len(ratings)
        for (question, fact), ratings in by_item(annotations).items()
        if not fact
    }


_CONSTANT = 1e-12
_FACTS_ALONE = (("relevance", "relevance"), ("precision", "relevance"))
_WHOLE = (
    ("completeness", "complete"),
    ("complete", "complete"),
    ("complete_all", "complete"),
    ("recall", "complete"),
    ("f1", "f1_complete"),
    ("f1_complete", "f1_complete"),
    ("gold_f1", "f1_complete"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An explanation with the gold data of its question.

    Attributes:
        facts: The ids of its facts, best first.
        gold: The ids of the gold facts in lower case.
        grades: Earlier ratings by fact id in lower case; None if there are none.
    """

    facts: Sequence[str]
    gold: Set[str]
    grades: Mapping[str, int] | None
    scores: FactScores


def set_beside(answers: Mapping[str, Answer], annotations: Sequence[Annotation], rules: Rules) -> ManualFigures:
    """Measure explanations by manual ratings, and correlate these with the automatic scores.

    Relevance by hand is the share of facts whose rating in the export, averaged and rounded up, makes them relevant;
    a fact that the export does not rate has its earlier rating, and one that was never rated is irrelevant. Whether an
    explanation is complete is what half of those say or more who judged it as a whole.

    Args:
        answers: The explanations by the question's id in lower case.
        annotations: At least one manual rating.

    Raises:
        InputError: An annotation is of a question that is not measured, or a rater rated an item twice.
    """
    for annotation in annotations:
        if annotation.question.lower() not in answers:
            raise InputError(
                f"rater {annotation.rater} rated question {annotation.question}, which is not measured; accepted: "
                "questions with gold facts, and with ratings where there are any"
            )
    complete = judged_complete(annotations)
    rated: dict[str, dict[str, int]] = {question: {} for question in complete}
    for judgment in averaged(annotations):
        rated.setdefault(judgment.question, {})[judgment.fact] = judgment.relevance
    # In the order of the measured questions, for independence of the order of the export.
    order = [question for question in answers if question in rated]
    manual = {
        question: _by_hand(answers[question], rated[question], complete.get(question), rules) for question in order
    }
    whole = [question for question in order if question in complete]
    measures = {"relevance": _beside(answers, manual, order, "relevance", rules.seed)}
    if whole:
        measures["complete"] = _beside(answers, manual, whole, "complete", rules.seed)
        measures["f1_complete"] = _harmonic_beside(answers, manual, whole, rules.seed)
    pairs = [(pair, order) for pair in _FACTS_ALONE] + [(pair, whole) for pair in _WHOLE if whole]
    return ManualFigures(
        measures=measures,
        correlations=tuple(_correlation(answers, manual, questions, *pair) for pair, questions in pairs),
        raters=tuple(sorted({annotation.rater for annotation in annotations})),
        unjudged=sum(item.unrated for item in manual.values()),
    )


def _by_hand(answer: Answer, rated: Mapping[str, int], complete: bool | None, rules: Rules) -> FactScores:
    before = dict.fromkeys(answer.gold, rules.relevant) if answer.grades is None else answer.grades
    scores = score(answer.scores.question, answer.facts, answer.gold, {**before, **rated}, rules)
    if complete is None:
        return scores
    return replace(scores, complete=complete, f1_complete=harmonic_mean(scores.relevance, complete))


def _beside(
    answers: Mapping[str, Answer], manual: Mapping[str, FactScores], questions: Sequence[str], name: str, seed: int
) -> SideBySide:
    automatic, judged = _columns(answers, manual, questions, name, name)
    table = np.array([automatic, judged]).T
    sums = resampled_sums(table, seed) / len(questions)
    return _side_by_side(fmean(automatic), fmean(judged), middle(sums[:, 1] - sums[:, 0]), len(questions))


def _harmonic_beside(
    answers: Mapping[str, Answer], manual: Mapping[str, FactScores], questions: Sequence[str], seed: int
) -> SideBySide:
    relevance, relevance_judged = _columns(answers, manual, questions, "relevance", "relevance")
    complete, complete_judged = _columns(answers, manual, questions, "complete", "complete")
    automatic = harmonic_mean(fmean(relevance), fmean(complete))
    judged = harmonic_mean(fmean(relevance_judged), fmean(complete_judged))
    means = resampled_sums(np.array([relevance, complete, relevance_judged, complete_judged]).T, seed) / len(questions)
    differences = harmonic_means(means[:, 2], means[:, 3]) - harmonic_means(means[:, 0], means[:, 1])
    return _side_by_side(automatic, judged, middle(differences), len(questions))


def _side_by_side(automatic: float, manual: float, interval: tuple[float, float], questions: int) -> SideBySide:
    return SideBySide(automatic, manual, manual - automatic, interval, questions)


def _correlation(
    answers: Mapping[str, Answer], manual: Mapping[str, FactScores], questions: Sequence[str], name: str, judged: str
) -> Correlation:
    values, others = _columns(answers, manual, questions, name, judged)
    return Correlation(name, judged, pearson(values, others), spearman(values, others), len(questions))


def _columns(
    answers: Mapping[str, Answer], manual: Mapping[str, FactScores], questions: Sequence[str], name: str, judged: str
) -> tuple[list[float], list[float]]:
    automatic = [float(getattr(answers[question].scores, name)) for question in questions]
    return automatic, [float(getattr(manual[question], judged)) for question in questions]


def pearson(values: Sequence[float], others: Sequence[float]) -> float | None:
    """Return Pearson's correlation of two measures; None if either is constant.

    The covariance over the product of the standard deviations.

    Example:
        >>> round(pearson([1, 2, 3], [2, 4, 7]), 4), pearson([1, 2, 3], [1, 1, 1])
        (0.9934, None)
    """
    if not values or min(np.ptp(values), np.ptp(others)) <= _CONSTANT:
        return None
    first, second = (np.subtract(column, np.mean(column)) for column in (values, others))
    return float(np.clip(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)), -1, 1))


def spearman(values: Sequence[float], others: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation of two measures; None if either is constant.

    Pearson's correlation of the ranks, where equal values share the mean of the ranks that they take up.

    Example:
        >>> round(spearman([1, 2, 3, 3], [2, 4, 90, 90]), 4)
        1.0
    """
    return pearson(_mean_ranks(values), _mean_ranks(others))


def _mean_ranks(values: Sequence[float]) -> list[float]:
    _, places, times = np.unique(values, return_inverse=True, return_counts=True)
    ranks: list[float] = (np.cumsum(times) - (times - 1) / 2)[places].tolist()
    return ranks


TOP = 20


@dataclass(frozen=True, slots=True)
class Shortlister:
    """Selects the facts to rate.

    Attributes:
        facts: The facts of the knowledge base, by id in lower case.
        top: Number of facts to take of each ranking, excluded ones not counted.
        excluded: Tables whose facts are excluded; the paper excludes synonyms.
        seed: Random seed of the order of the facts.
    """

    facts: Mapping[str, Fact]
    top: int = TOP
    excluded: Set[str] = frozenset()
    seed: int = 0

    def choose(self, question: Question, rankings: Sequence[Ranking]) -> Iterator[Candidate]:
        """Yield the first facts of rankings and the gold facts, each once, in random order.

        The order of a question does not depend on other questions.

        Raises:
            InputError: A fact is not in the knowledge base.

        Example:
            >>> shortlister = Shortlister({uid: Fact(uid, f"the text of {uid}") for uid in ("f1", "f2", "f3")}, top=1)
            >>> rankings = Ranking("question", ("f1", "f2")), Ranking("question", ("f3", "f1"))
            >>> chosen = shortlister.choose(Question.asked("What melts ice?", "heat"), rankings)
            >>> sorted(candidate.fact for candidate in chosen)
            ['f1', 'f3']
        """
        chosen = {fact.id.lower(): fact for ranking in rankings for fact in self._first(ranking)}
        for uid, _ in question.explanation:
            fact = self._known(question.id, uid)
            if fact.table not in self.excluded:
                chosen[fact.id.lower()] = fact
        order = sorted(chosen)
        generator = np.random.default_rng([self.seed, *question.id.encode()])
        for place in generator.permutation(len(order)):
            fact = chosen[order[place]]
            yield Candidate(question.id, fact.id, question.text, question.answer, fact.text)

    def _first(self, ranking: Ranking) -> Iterator[Fact]:
        facts = (self._known(ranking.question, uid) for uid in dict.fromkeys(map(str.lower, ranking.facts)))
        return islice((fact for fact in facts if fact.table not in self.excluded), self.top)

    def _known(self, question: str, uid: str) -> Fact:
        fact = self.facts.get(uid.lower())
        if fact is None:
            raise InputError(
                f"question {question}: the fact {uid!r} is not in the knowledge base; accepted: rankings and gold "
                "facts of the base that --kb names"
            )
        return fact
