"""Train what combines a network's readings with exact findings, on claims that the network has not seen."""

from collections.abc import Iterator, Sequence

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import NAMES, RISING
from explanans.entailment.judge.observer import Describer
from explanans.lab.judge.examples import TrainingExample
from explanans.lab.judge.table import Row, trends
from explanans.learning.boosted_trees import Growth
from explanans.runtime.progress import track

GROWTH = Growth(trees=300, leaves=7, rate=0.05, least_rows=30, features=0.5, rows=0.7, options=(trends(NAMES, RISING),))
"""Chosen by cross-validation over the texts that the network did not see."""


def of_lessons(describer: Describer, groups: Sequence[Sequence[TrainingExample]]) -> Iterator[Row]:
    """Yield the claims of lessons as numbers.

    Args:
        describer: What reads and compares.
        groups: Lessons, together where they were made from one text; the network of the describer has seen none.
    """
    for number, lessons in enumerate(track(groups, "Judging", len(groups))):
        for lesson in lessons:
            for claim in lesson.claims:
                yield Row(describer.describe(Pair(lesson.premises, claim.text)), claim.statuses, lesson.weight, number)
