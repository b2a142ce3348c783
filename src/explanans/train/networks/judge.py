"""Train a judge whole: its network, the sentence vectors of the same encoder, and what combines them."""

from pathlib import Path
from typing import NamedTuple

from explanans.files import write_folder
from explanans.learn.neural.checkpoint import Schedule
from explanans.learn.neural.pretrained import MINILM
from explanans.meaning.reader import Reader
from explanans.parser import open_parser
from explanans.train.judge.combination import tabulate, train_combination
from explanans.train.judge.curriculum import AGAINST, Curriculum
from explanans.train.judge.lessons import against_the_grain, of_texts
from explanans.train.networks.onnx_graphs import write_embedder, write_reader
from explanans.train.networks.pair_reader import SCHEDULE, PairReader, train_reader
from explanans.verify.judge.describer import Describer
from explanans.verify.judge.trained import COMBINATION, PAIRS

SENTENCES = "sentences"
"""The folder of what makes vectors of sentences."""


class JudgeTraining(NamedTuple):
    """How a judge is trained.

    Attributes:
        encoder: The encoder to start from; see ``locate_encoder``.
        schedule: How its network is fitted; its batch is counted in tokens.
    """

    encoder: str | Path = MINILM
    schedule: Schedule = SCHEDULE


def train_judge(how: JudgeTraining, taught: Curriculum, folder: Path) -> dict[str, int | str]:
    """Train a judge and write it into a folder, which takes its name only when it is complete.

    Args:
        how: How to train.
        taught: What to learn.
        folder: A new or empty folder, or an older judge to replace.

    Returns:
        What it was trained on: counts and digests.

    Raises:
        InputError: The encoder cannot be used, there is nothing to learn, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    seed = how.schedule.seed
    start = Path(how.encoder).name
    data: dict[str, int | str] = {"encoder": start, "epochs": how.schedule.epochs, **taught.origin()}
    network = PairReader.untrained(how.encoder, seed)
    with write_folder(folder, PAIRS, "a judge") as new:
        for name in (PAIRS, SENTENCES, COMBINATION):
            (new / name).mkdir()
        write_embedder(network.encoder, network.tokenizer, new / SENTENCES, start)
        train_reader(network, taught.network, how.schedule)
        write_reader(network, new / PAIRS, data, seed)
        describer = Describer(Reader.open(new / PAIRS), open_parser())
        lessons = [*of_texts(taught.combination), *against_the_grain(taught.combination, AGAINST, seed)]
        table = tabulate(describer, lessons)
        train_combination(table, data, seed).write(new / COMBINATION)
    return data
