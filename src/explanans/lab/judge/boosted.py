"""Train all of a judge but its network: what combines its readings with exact findings."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from explanans.entailment.judge.combination import Combination, LanguageCombination
from explanans.entailment.judge.observer import Describer
from explanans.entailment.judge.trained import COMBINATION, PAIRS
from explanans.lab.judge import combination
from explanans.lab.judge.curriculum import TrainingData
from explanans.lab.judge.examples import TrainingExample, of_sentences, of_texts
from explanans.lab.judge.table import Table, teach
from explanans.language.parser import open_parser
from explanans.learning.language_reader import LanguageReader
from explanans.learning.nli import NliClassifier
from explanans.structures.labels import LabelledDocument

_SHORT, _DRAWN = 0.3, 0.12
"""Weight and share of the claims beside one or two sentences of the texts; most of them are easy."""


def train_boosted(folder: Path, taught: TrainingData, data: Mapping[str, int | str], seed: int) -> None:
    """Train what combines, and write it beside the network that it is for.

    Args:
        folder: The folder of a judge, which has a network.
        taught: What to learn; the network has not seen its texts and lessons for the combination.
        data: What the network was trained on, for the manifest.
        seed: Seeds the trees.

    Raises:
        InputError: The folder has no network, or claims of one of the three kinds are missing.
    """
    describer = Describer(NliClassifier.open(folder / PAIRS), open_parser())
    table = Table.of(combination.of_lessons(describer, _groups(taught.combination, taught.beside, seed)))
    home = folder / COMBINATION
    home.mkdir()
    teach(Combination, table, combination.GROWTH, data, seed).write(home)


def train_language_combination(
    reader: LanguageReader,
    texts: Sequence[LabelledDocument],
    beside: Sequence[TrainingExample],
    folder: Path,
    seed: int,
) -> None:
    """Train what combines the readings of the network and of a language model with exact findings.

    Args:
        texts: Texts that neither of them has seen.
        beside: Lessons that neither of them has seen.
        folder: A new folder.
        seed: Seeds the trees.

    Raises:
        InputError: Claims of one of the three kinds are missing.
    """
    describer = Describer(NliClassifier.shipped(), open_parser())
    table = Table.of(combination.of_lessons(describer, _groups(texts, beside, seed), reader))
    folder.mkdir()
    teach(LanguageCombination, table, combination.LANGUAGE_GROWTH, {"reader": reader.name}, seed).write(folder)


def _groups(
    texts: Sequence[LabelledDocument], beside: Sequence[TrainingExample], seed: int
) -> list[list[TrainingExample]]:
    """Return lessons of texts, together where they were made from one text, and others each by itself."""
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    groups = [
        [*of_texts([text]), *(item for item in of_sentences([text], _SHORT) if chance.random() < _DRAWN)]
        for text in texts
    ]
    return [*groups, *([lesson] for lesson in beside)]
