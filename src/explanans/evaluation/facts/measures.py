"""Measures of explanations as sets of facts: relevance, completeness, and means over explanations.

An item is the result of `score` for one explanation.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.measure import Measure, evaluate
from explanans.evaluation.significance import resampled_sums
from explanans.structures.rankings import FactScores
from explanans.structures.reports import Interval, Score

TEXT = "text"
EQUATION = "equation"
COMPLETENESS = (TEXT, EQUATION)
RELEVANT = 1
IMPORTANT = 2
HIGHEST_OF_ONE = 3
"""Highest rating of one rater; higher grades are the sum of two ratings."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings of the measures.

    Attributes:
        completeness: ``text``, over the gold facts, as the text of the paper has it, or ``equation``, over the facts of
            the explanation, as its equation 4 is printed.
        relevant: Minimum grade of a relevant fact; at least 1.
        important: Minimum grade of an important gold fact; at least 1.
        top: Number of first facts of each explanation to count; all of them if None.
    """

    completeness: str = TEXT
    relevant: int = RELEVANT
    important: int = IMPORTANT
    top: int | None = None
    seed: int = 0

    def check(self) -> None:
        """Validate the settings.

        Raises:
            InputError: The completeness is unknown, or a minimum grade or number of facts is below 1.
        """
        if self.completeness not in COMPLETENESS:
            raise InputError(
                f"completeness {self.completeness!r}: no such reading; accepted: {' or '.join(COMPLETENESS)}"
            )
        for name, value in (("relevant", self.relevant), ("important", self.important), ("top", self.top)):
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; accepted: 1 or more")


def important_bar(highest: int) -> int:
    """Return the default minimum grade of an important fact.

    Jansen et al. 2021 (section 4) average two ratings from 0 to 3 and round up, and 2 is important. Where grades go up
    to 6, they are the sum of the two, and a sum of 3 or more has a mean that rounds up to 2 or more.

    Example:
        >>> important_bar(3), important_bar(6)
        (2, 3)
    """
    return IMPORTANT if highest <= HIGHEST_OF_ONE else HIGHEST_OF_ONE


def harmonic_mean(first: float, second: float) -> float:
    """Return the harmonic mean of two shares; 0 if both are 0.

    Example:
        >>> harmonic_mean(0.5, 1.0), harmonic_mean(0.0, 0.0)
        (0.6666666666666666, 0.0)
    """
    return 2 * first * second / (first + second) if first + second else 0.0


def score(
    question: str, facts: Sequence[str], gold: Set[str], grades: Mapping[str, int] | None, rules: Rules
) -> FactScores:
    """Measure an explanation (Jansen et al. 2021, section 6.2 and appendix A.3.2).

    An explanation without facts scores 0 in all measures. If no gold fact is
    important, the explanation is complete if it has all gold facts.

    Args:
        facts: The ids of the explanation's facts, best first; repeats count once, and case makes no difference.
        gold: The ids of the gold facts in lower case; at least one.
        grades: The ratings of facts by id in lower case, where facts that are not there count as irrelevant; None if
            there are no ratings, and the gold facts, all of them, are what is relevant and important.

    Example:
        >>> scores = score("q1", ("f1", "f3"), {"f1", "f2"}, {"f1": 3, "f2": 1, "f3": 1}, Rules())
        >>> scores.relevance, scores.completeness, scores.complete, scores.complete_all, scores.precision
        (1.0, 0.5, True, False, 0.5)
    """
    found = set(list(dict.fromkeys(fact.lower() for fact in facts))[: rules.top])
    graded = dict.fromkeys(gold, max(rules.relevant, rules.important)) if grades is None else grades
    relevant = {fact for fact in found if graded.get(fact, 0) >= rules.relevant}
    important = important_facts(gold, graded, rules)
    precision, recall = _share(found & gold, found), _share(found & gold, gold)
    relevance = _share(relevant, found)
    completeness = recall if rules.completeness == TEXT else precision
    complete = (important or gold) <= found
    return FactScores(
        question=question,
        relevance=relevance,
        completeness=completeness,
        f1=harmonic_mean(relevance, completeness),
        complete=complete,
        complete_all=gold <= found,
        f1_complete=harmonic_mean(relevance, complete),
        precision=precision,
        recall=recall,
        gold_f1=harmonic_mean(precision, recall),
        length=len(found),
        gold=len(gold),
        unrated=0 if grades is None else len(found - grades.keys()),
    )


def important_facts(gold: Set[str], grades: Mapping[str, int], rules: Rules) -> Set[str]:
    """Return the gold facts that are important.

    Args:
        gold: The ids of the gold facts in lower case.
        grades: The grades of facts by id in lower case.
    """
    return {fact for fact in gold if grades.get(fact, 0) >= rules.important}


def _share(part: Set[str], whole: Set[str]) -> float:
    return len(part) / len(whole) if whole else 0.0


def _measure(
    name: str, source: str, value: Callable[[FactScores], float], *, percent: bool = True
) -> Measure[FactScores]:
    return Measure(name, "facts", source, lambda item: float(value(item)), percent)


FACT_MEASURES: tuple[Measure[FactScores], ...] = (
    _measure("relevance", "Jansen et al. 2021, equations 2 and 3", lambda item: item.relevance),
    _measure(
        "completeness",
        "Jansen et al. 2021, section 6.2 or equation 4",
        lambda item: item.completeness,
    ),
    _measure("f1_mean", "Jansen et al. 2021, equation 1, of each question", lambda item: item.f1),
    _measure("complete", "Jansen et al. 2021, section 6.2, CompB", lambda item: item.complete),
    _measure("complete_all", "Jansen et al. 2021, appendix A.3.2", lambda item: item.complete_all),
    _measure("precision", "", lambda item: item.precision),
    _measure("recall", "", lambda item: item.recall),
    _measure("gold_f1", "", lambda item: item.gold_f1),
    _measure("length", "", lambda item: item.length, percent=False),
)
"""Measures of sets of facts that are means over questions."""
HARMONIC = {"f1": ("relevance", "completeness"), "f1_complete": ("relevance", "complete")}
"""The figures that are harmonic means of two such means: so are those of the published tables 5 and 6, to the digits
given."""


def fact_scores(
    items: Mapping[str, FactScores], measures: Sequence[Measure[FactScores]] = (), seed: int = 0
) -> tuple[dict[str, Score], dict[str, tuple[float | None, ...]]]:
    """Return every figure over explanations, and the values that those of means are of; as ``measure.evaluate`` does.

    Args:
        items: The scores of at least one explanation, by question id.
    """
    means, values = evaluate(items, (*FACT_MEASURES, *measures), seed)
    shares = np.array([[item.relevance, item.completeness, item.complete] for item in items.values()], dtype=np.float64)
    sums = resampled_sums(shares, seed) / len(items)
    resampled = dict(zip(("relevance", "completeness", "complete"), sums.T, strict=True))
    found = figures(tuple(items.values()))
    harmonic = {
        name: Score(
            found[name],
            middle(harmonic_means(resampled[first], resampled[second])),
            len(items),
            percent=True,
            source="Jansen et al. 2021, section 6.2",
        )
        for name, (first, second) in HARMONIC.items()
    }
    plain = {
        "gold_length": Score(found["gold_length"], None, len(items)),
        "unrated": Score(found["unrated"], None, len(items), percent=True, lower_is_better=True),
    }
    every = {**means, **harmonic, **plain}
    return {name: every[name] for name in dict.fromkeys((*found, *means))}, values


def figures(scores: Sequence[FactScores]) -> dict[str, float]:
    """Return the figures of many explanations: means and their combinations.

    Args:
        scores: The scores of at least one explanation.
    """
    means = {measure.name: fmean(measure.value(item) or 0.0 for item in scores) for measure in FACT_MEASURES}
    facts = sum(item.length for item in scores)
    return {
        "relevance": means["relevance"],
        "completeness": means["completeness"],
        "f1": harmonic_mean(means["relevance"], means["completeness"]),
        "f1_mean": means["f1_mean"],
        "complete": means["complete"],
        "complete_all": means["complete_all"],
        "f1_complete": harmonic_mean(means["relevance"], means["complete"]),
        "precision": means["precision"],
        "recall": means["recall"],
        "gold_f1": means["gold_f1"],
        "length": means["length"],
        "gold_length": fmean(item.gold for item in scores),
        "unrated": sum(item.unrated for item in scores) / facts if facts else 0.0,
    }


def harmonic_means(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the harmonic means of two rows of shares, one by one; 0 if both are 0."""
    total = first + second
    return np.divide(2 * first * second, total, out=np.zeros_like(total), where=total > 0)


def middle(values: NDArray[np.float64]) -> Interval:
    """Return the 2.5th and 97.5th percentiles of some values."""
    low, high = np.percentile(values, (2.5, 97.5))
    return float(low), float(high)
