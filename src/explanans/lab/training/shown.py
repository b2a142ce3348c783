"""Facts that a teacher would show: what the choice of leaves learns from."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from explanans.lab.training.written import rows

TRAINING = Path(__file__).parent / "examples" / "shown-facts.tsv"
"""Facts of WorldTree's training questions and of the starter base's."""
DEV = Path(__file__).parents[1] / "benchmarks" / "shown-facts-dev.tsv"
"""Facts of 120 of WorldTree's development questions, to measure on."""
_NONE = "-"
_GRADES = ("show", "edit", "no")


class ShownFacts(NamedTuple):
    """The facts that explain an answer best, chosen among the 25 that a ranker put first.

    Attributes:
        shown: The ids of the facts to show, the most important first.
        harmless: The ids of others that would not disturb: true and to the point, but not needed.
        grade: The grade of an explanation of the shown facts: ``show``, ``edit`` or ``no``.
    """

    shown: tuple[str, ...]
    harmless: tuple[str, ...]
    grade: str


def shown_facts(file: Path = TRAINING) -> Mapping[str, ShownFacts]:
    """Return the facts to show by the id of their question.

    Language models that had not worked on the package chose them, by the rubric of ``evaluate reading``.

    Args:
        file: `TRAINING` or `DEV`.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> found = shown_facts()
        >>> len(found) > 2000, max(len(facts.shown) for facts in found.values())
        (True, 6)
    """
    found = {}
    accepted = "a question, the ids of facts to show and of harmless ones, and show, edit or no"
    for question, shown, others, grade in rows(file, 4, accepted, _GRADES):
        harmless = () if others == _NONE else tuple(others.split())
        found[question] = ShownFacts(tuple(shown.split()), harmless, grade)
    return found
