"""Statistics of experts' ratings: how many facts, how relevant, and which of them are gold (Jansen et al. 2021)."""

from collections import Counter
from collections.abc import Sequence

from explanans.formats.ratings import RatedFact, grade
from explanans.lab.statistics.counting import by_number, counts, mean, share
from explanans.structures.statistics import DataPart, Distribution

_IMPORTANT = 2


def describe_ratings(name: str, rated: Sequence[RatedFact]) -> DataPart:
    """Describe ratings of facts, beside what the gold explanations have (Jansen et al. 2021, section 4, table 3).

    Args:
        rated: The rated facts; ratings are sums of two experts' grades, and become grades from 0 to 3.

    Raises:
        InputError: A rating is no such sum.

    Example:
        >>> part = describe_ratings("mine", [RatedFact("q1", "f1", 5, True), RatedFact("q1", "f2", 1, False)])
        >>> part.figures["gold_relevant"].value, part.distributions["grades_not_gold"].counts
        (100.0, {'0': 0, '1': 1, '2': 0, '3': 0})
    """
    grades = [(grade(item.rating), item.gold) for item in rated]
    gold = [value for value, is_gold in grades if is_gold]
    others = [value for value, is_gold in grades if not is_gold]
    questions = Counter(item.question for item in rated)
    figures = {
        **counts(
            questions=("questions", len(questions)),
            rated=("rated facts", len(rated)),
            gold=("gold facts among them", len(gold)),
        ),
        "shortlist": mean("rated facts of a question", questions.values()),
        "gold_relevant": share("gold facts that are relevant", (value > 0 for value in gold)),
        "gold_important": share("gold facts that are important or core", (value >= _IMPORTANT for value in gold)),
        **counts(
            relevant_not_gold=("relevant facts that are not gold", sum(value > 0 for value in others)),
            important_not_gold=("important facts that are not gold", sum(value >= _IMPORTANT for value in others)),
        ),
    }
    shortlist = by_number("Questions by rated facts", "rated facts", questions.values())
    return DataPart(
        name,
        figures,
        {"grades_gold": _by_grade("Gold", gold), "grades_not_gold": _by_grade("Other", others)}
        | {"shortlist": shortlist},
    )


def _by_grade(kind: str, grades: Sequence[int]) -> Distribution:
    found = Counter(grades)
    return Distribution(f"{kind} facts by grade", "grade", {str(value): found[value] for value in range(4)})
