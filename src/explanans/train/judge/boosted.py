"""Train all of a judge but its network: what combines its readings with exact findings, and what weighs premises."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from explanans.learn.folds import draw_folds
from explanans.meaning.reader import Reader
from explanans.parser import open_parser
from explanans.train.judge import combination, weighing
from explanans.train.judge.curriculum import Curriculum
from explanans.train.judge.lessons import of_texts
from explanans.train.judge.table import Row, Table, teach
from explanans.verify.judge.combination import Combination
from explanans.verify.judge.describer import Describer
from explanans.verify.judge.trained import COMBINATION, PAIRS, WEIGHING, TrainedJudge
from explanans.verify.judge.weighing import Weighing

_FOLDS = 3
_WEIGHED = 2
"""Every how many texts one is weighed note by note, which takes many readings a claim."""


def train_boosted(folder: Path, taught: Curriculum, data: Mapping[str, int | str], seed: int) -> None:
    """Train what combines and what weighs, and write it beside the network that it is for.

    What weighs learns from judgements by combinations that have not seen the same texts.

    Args:
        folder: The folder of a judge, which has a network.
        taught: What to learn; the network has not seen its texts for the combination.
        data: What the network was trained on, for the manifests.
        seed: Seeds folds and trees.

    Raises:
        InputError: The folder has no network, or claims of one of the three kinds are missing.
    """
    describer = Describer(Reader.open(folder / PAIRS), open_parser())
    texts = taught.combination
    groups = [list(of_texts([text])) for text in texts]
    table = Table.of(combination.of_lessons(describer, groups))
    whole = teach(Combination, table, combination.GROWTH, data, seed)
    whole.write(_made(folder / COMBINATION))
    folds = draw_folds([text.title for text in texts], _FOLDS, np.random.default_rng(seed))
    rows: list[Row] = []
    for fold in range(_FOLDS):
        others = teach(Combination, table.where(folds[table.groups] != fold), combination.GROWTH, data, seed)
        unseen = [text for text, number in zip(texts, folds, strict=True) if number == fold]
        rows += weighing.of_notes(TrainedJudge(describer, others), unseen[::_WEIGHED])
    rows += weighing.of_choices(TrainedJudge(describer, whole), taught.questions, taught.knowledge)
    teach(Weighing, Table.of(rows), weighing.GROWTH, data, seed).write(_made(folder / WEIGHING))


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
