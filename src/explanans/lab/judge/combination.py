"""Train what combines a network's readings with exact findings, on claims that the network has not seen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import LANGUAGE, NAMES, RISING, describe
from explanans.entailment.judge.observer import Describer
from explanans.entailment.judge.trained import read_again
from explanans.lab.boosting import Growth
from explanans.lab.judge.examples import TrainingExample
from explanans.lab.judge.table import Row, trends
from explanans.learning.language_reader import LanguageReader
from explanans.runtime.progress import track

GROWTH = Growth(trees=300, leaves=7, rate=0.05, least_rows=30, features=0.5, rows=0.7, options=(trends(NAMES, RISING),))
"""Chosen by cross-validation over the texts that the network did not see."""


LANGUAGE_GROWTH = replace(
    GROWTH,
    options=(trends((*NAMES, *LANGUAGE), {**RISING, "language_supported": 1, "language_contradicted": -1}),),
)
"""The same with the readings of a language model."""


def of_lessons(
    describer: Describer, groups: Sequence[Sequence[TrainingExample]], reader: LanguageReader | None = None
) -> Iterator[Row]:
    """Yield the claims of lessons as numbers.

    Args:
        describer: What reads and compares.
        groups: Lessons, together where they were made from one text; the network of the describer has seen none.
        reader: A language model that reads them, too, and has seen none.
    """
    for number, lessons in enumerate(track(groups, "Judging", len(groups))):
        for lesson in lessons:
            for claim in lesson.claims:
                pair = Pair(lesson.premises, claim.text)
                (seen,) = describer.look([pair])
                features = describe(seen)
                if reader:
                    features = np.concatenate([features, read_again(reader, pair, seen)])
                yield Row(features, claim.statuses, lesson.weight, number)
