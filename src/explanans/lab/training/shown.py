"""Facts that a teacher would show: what the choice of leaves learns from."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from explanans.io.files import read_lines
from explanans.lab.training.written import HOME, rows

TRAINING = HOME / "shown-facts.tsv"
"""Facts of questions of WorldTree's training split, of the starter base, of ARC's training split, and of questions that
were written for this purpose."""
DEV = Path(__file__).parents[1] / "benchmarks" / "shown-facts-dev.tsv"
"""Facts of 120 of WorldTree's development questions, to measure on."""
_HELD_OUT = HOME / "held-out.txt"
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


def held_out() -> frozenset[str]:
    """Return the ids of questions that do not teach the language model.

    How its readings are weighed is fitted on them.

    Example:
        >>> held_out() <= set(shown_facts())
        True
    """
    return frozenset(line.strip() for line in read_lines(_HELD_OUT))
