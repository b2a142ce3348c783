"""Teach a language model which premises are leaves and which conclusions are worth saying.

``explanans lab train language-premises`` goes on from the reader of choices that comes with the package, whose low-rank
matrices it changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans.lab.judge.examples import Pool, TrainingExample
from explanans.lab.networks.language_choices import mixed, take_up
from explanans.lab.networks.language_reader import ReaderTraining, learn, trainable_reader, write_language_reader
from explanans.lab.networks.mixture import MixtureSchedule
from explanans.learning.language_reader import CHOICES

SCHEDULE = MixtureSchedule(tokens=1_200_000, batch=1500, rate=4e-4)
_LEAVES, _CONCLUSIONS = 0.5, 0.5
"""Shares of the tokens."""


@dataclass(frozen=True, slots=True)
class PremiseLessons:
    """The training data of a language model that reads premises.

    Attributes:
        leaves: Hypotheses beside their premises; see `leaf_examples`.
        conclusions: Premises beside their graded conclusions; see `conclusion_examples`.
    """

    leaves: Sequence[TrainingExample]
    conclusions: Sequence[TrainingExample]

    def pools(self) -> tuple[Pool, ...]:
        """Return what it learns to read."""
        return Pool(self.leaves, _LEAVES), Pool(self.conclusions, _CONCLUSIONS)


def train_language_premises(
    training: ReaderTraining, lessons: PremiseLessons, folder: Path, start: Path = CHOICES
) -> dict[str, int | str]:
    """Teach a language model to read premises, and write it into a folder.

    Args:
        training: The training options.
        folder: A new or empty folder, or an older one to replace.
        start: The folder of the reader that it goes on from.

    Returns:
        What it was trained on: counts.

    Raises:
        InputError: The language model is not on this machine, or there is nothing to learn; or the folder holds
            something else.
        StorageError: The folder cannot be written.
    """
    reader = trainable_reader(training)
    take_up(reader, start)
    pools = lessons.pools()
    learn(reader, pools, training.schedule, lambda _: [], 0.0)
    data: dict[str, int | str] = {
        "trees": len(lessons.leaves),
        "conclusions": sum(len(example.claims) for example in lessons.conclusions),
        "tokens": training.schedule.tokens,
    }
    write_language_reader(reader, mixed(pools), folder, data, training.schedule.seed)
    return data
