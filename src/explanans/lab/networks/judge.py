"""Train a judge whole: its network, the sentence vectors of the same encoder, and the boosted trees around it."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import torch

from explanans.entailment.judge.trained import PAIRS
from explanans.io.files import write_folder
from explanans.lab.judge.boosted import train_boosted
from explanans.lab.judge.curriculum import TrainingData
from explanans.lab.networks.mixture import MixtureSchedule, train_mixture
from explanans.lab.networks.onnx_graphs import trained_reader, write_embedder, write_reader
from explanans.lab.networks.pair_reader import REFINING, SCHEDULE, TrainableNli, pack, reader_loss, train_reader
from explanans.learning import embedder
from explanans.learning import nli as reader
from explanans.learning.model import read_manifest
from explanans.learning.onnx import GRAPH
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.pretrained import MINILM

SENTENCES = "sentences"
"""The folder of what makes vectors of sentences."""


class JudgeTraining(NamedTuple):
    """How a judge is trained.

    Attributes:
        encoder: The encoder to start from; see ``locate_encoder``.
        schedule: How its network is fitted; its batch is counted in tokens.
        network: The folder of a judge whose network is taken as it is; None to train one.
        start: The folder of a judge whose network is trained further on the mixture; None to start from the encoder.
        mixture: How it is trained on the mixture.
        kept: The share of the weights of that network in the mean of weights before and after (Wortsman et al. 2022:
            Robust fine-tuning of zero-shot models), which forgets less.
    """

    encoder: str | Path = MINILM
    schedule: Schedule = SCHEDULE
    network: Path | None = None
    start: Path | None = None
    mixture: MixtureSchedule = MixtureSchedule()
    kept: float = 0.5


def train_judge(how: JudgeTraining, taught: TrainingData, folder: Path) -> dict[str, int | str]:
    """Train a judge and write it into a folder, which takes its name only when it is complete.

    Args:
        folder: A new or empty folder, or an older judge to replace.

    Returns:
        What its network was trained on: counts and digests.
    """
    seed = how.schedule.seed
    with write_folder(folder, PAIRS, "a judge") as new:
        if how.network is None:
            data = _train_network(how, taught, new)
        else:
            data = read_manifest(how.network / PAIRS, reader.KIND).data
            read_manifest(how.network / SENTENCES, embedder.KIND)
            for name in (PAIRS, SENTENCES):
                shutil.copytree(how.network / name, new / name)
        train_boosted(new, taught, data, seed)
    return data


def _train_network(how: JudgeTraining, taught: TrainingData, folder: Path) -> dict[str, int | str]:
    """Train the network, and write it and the sentence vectors of its encoder."""
    name, seed = Path(how.encoder).name, how.schedule.seed
    data: dict[str, int | str] = {"encoder": name, "epochs": how.schedule.epochs, **taught.origin()}
    network = TrainableNli.untrained(how.encoder, seed)
    for part in (PAIRS, SENTENCES):
        (folder / part).mkdir()
    write_embedder(network.encoder, network.tokenizer, folder / SENTENCES, name)
    if how.start is None:
        train_reader(network, taught.network, how.schedule)
        train_reader(network, taught.refining, replace(REFINING, seed=seed))
    else:
        data["start"] = read_manifest(how.start / PAIRS, reader.KIND).files[GRAPH]
        network = trained_reader(how.start / PAIRS, how.encoder)
    if taught.mixture:
        data["mixture_tokens"] = how.mixture.tokens
        before = {name: value.clone() for name, value in network.state_dict().items()}
        train_mixture(
            network,
            taught.mixture,
            lambda example, chance: pack(network.tokenizer, example, chance),
            lambda batch: reader_loss(network, batch),
            replace(how.mixture, seed=seed),
        )
        after = network.state_dict()
        network.load_state_dict({name: _mean(value, before[name], how.kept) for name, value in after.items()})
    write_reader(network, folder / PAIRS, data, seed)
    return data


def _mean(value: torch.Tensor, other: torch.Tensor, share: float) -> torch.Tensor:
    """Return the weighted mean of two tensors of numbers; of others the first."""
    return torch.lerp(value, other, share) if value.is_floating_point() else value
