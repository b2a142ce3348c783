"""Measure one explanation: what it has that is relevant, and what it lacks."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from explanans.exceptions import InputError
from explanans.fact_report import FactScores

TEXT = "text"
EQUATION = "equation"
COMPLETENESS = (TEXT, EQUATION)
RELEVANT = 1
IMPORTANT = 2
HIGHEST_OF_ONE = 3
"""The highest rating of one person; where grades are higher, they are the sum of two."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How to measure explanations.

    Attributes:
        completeness: ``text``, over the gold facts, as the text of the paper has it, or ``equation``, over the facts of
            the explanation, as its equation 4 is printed.
        relevant: The lowest grade that makes a rated fact relevant; 1 or more.
        important: The lowest grade that makes a rated gold fact important; 1 or more.
        top: How many facts of each explanation count, from the first on; all of them where None.
        seed: Seeds the bootstrap.
    """

    completeness: str = TEXT
    relevant: int = RELEVANT
    important: int = IMPORTANT
    top: int | None = None
    seed: int = 0

    def check(self) -> None:
        """Complain of what cannot be.

        Raises:
            InputError: There is no such completeness, or a bar or number of facts is below 1.
        """
        if self.completeness not in COMPLETENESS:
            raise InputError(
                f"completeness {self.completeness!r}: no such reading; accepted: {' or '.join(COMPLETENESS)}"
            )
        for name, value in (("relevant", self.relevant), ("important", self.important), ("top", self.top)):
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; accepted: 1 or more")


def important_bar(highest: int) -> int:
    """Return the lowest grade that stands for *important*, where nobody says which.

    Jansen et al. 2021 (section 4) average two ratings from 0 to 3 and round up, and 2 is important. Where grades go up
    to 6, they are the sum of the two, and a sum of 3 or more has a mean that rounds up to 2 or more.

    Args:
        highest: The highest grade that occurs.

    Example:
        >>> important_bar(3), important_bar(6)
        (2, 3)
    """
    return IMPORTANT if highest <= HIGHEST_OF_ONE else HIGHEST_OF_ONE


def harmonic_mean(first: float, second: float) -> float:
    """Return the harmonic mean of two shares; 0 where both are 0.

    Example:
        >>> harmonic_mean(0.5, 1.0), harmonic_mean(0.0, 0.0)
        (0.6666666666666666, 0.0)
    """
    return 2 * first * second / (first + second) if first + second else 0.0


def score(
    question: str, facts: Sequence[str], gold: Set[str], grades: Mapping[str, int] | None, rules: Rules
) -> FactScores:
    """Measure an explanation (Jansen et al. 2021, section 6.2 and appendix A.3.2).

    The undefined cases are decided here: an explanation without facts scores 0 throughout; where no gold fact is
    important, the explanation is complete if it has all gold facts.

    Args:
        question: The question's id.
        facts: The ids of the explanation's facts, best first; repeats count once, and case makes no difference.
        gold: The ids of the gold facts in lower case; one or more.
        grades: The ratings of facts by id in lower case, where facts that are not there count as irrelevant; None where
            there are no ratings, and the gold facts, all of them, are what is relevant and important.
        rules: How to measure.

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
        rules: How to measure.
    """
    return {fact for fact in gold if grades.get(fact, 0) >= rules.important}


def _share(part: Set[str], whole: Set[str]) -> float:
    return len(part) / len(whole) if whole else 0.0
