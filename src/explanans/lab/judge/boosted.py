"""Train all of a judge but its network: what combines its readings with exact findings."""

import random
from collections.abc import Mapping
from pathlib import Path

from explanans.entailment.judge.combination import Combination
from explanans.entailment.judge.observer import Describer
from explanans.entailment.judge.trained import COMBINATION, PAIRS
from explanans.lab.judge import combination
from explanans.lab.judge.curriculum import TrainingData
from explanans.lab.judge.examples import of_sentences, of_texts
from explanans.lab.judge.table import Table, teach
from explanans.language.parser import open_parser
from explanans.learning.nli import NliClassifier

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
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    groups = [
        [*of_texts([text]), *(item for item in of_sentences([text], _SHORT) if chance.random() < _DRAWN)]
        for text in taught.combination
    ]
    table = Table.of(combination.of_lessons(describer, [*groups, *([lesson] for lesson in taught.beside)]))
    home = folder / COMBINATION
    home.mkdir()
    teach(Combination, table, combination.GROWTH, data, seed).write(home)
