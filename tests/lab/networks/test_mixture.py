"""Training on pools of examples, and training a written network further."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from explanans.errors import InputError
from explanans.lab.judge.examples import Pool
from explanans.lab.networks import mixture
from explanans.lab.networks.mixture import MixtureSchedule, train_mixture
from explanans.lab.networks.onnx_graphs import trained_reader, write_reader
from explanans.lab.networks.packing import Batch
from explanans.lab.networks.pair_reader import TrainableNli, pack, reader_loss
from explanans.learning.nli import HOME, NliClassifier
from tests.lab.networks.small_reader import LESSONS, encoder

SCHEDULE = MixtureSchedule(tokens=4000, batch=300, rate=3e-3)


def train(reader: TrainableNli, pools: Sequence[Pool]) -> None:
    """Train a reader on pools of examples."""
    train_mixture(
        reader,
        pools,
        lambda example, chance: pack(reader.tokenizer, example, chance),
        lambda batch: reader_loss(reader, batch),
        SCHEDULE,
    )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return encoder(tmp_path_factory.mktemp("small"))


def test_pools_get_their_shares_of_tokens(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[mixture.Stream, Batch]] = []
    monkeypatch.setattr(mixture, "fit", lambda _network, draw, *_rest: read.extend(draw(np.random.default_rng(0))))
    pools = Pool(LESSONS[:1], 0.75), Pool(LESSONS[1:2], 0.25)
    train(TrainableNli.untrained(small), pools)
    sizes: dict[int, int] = {}
    for _, batch in read:
        sizes[batch.starts.shape[0]] = sizes.get(batch.starts.shape[0], 0) + batch.ids.size
    assert 4000 <= sum(sizes.values()) < 4300


def test_training_lowers_the_loss_and_can_be_repeated(small: Path) -> None:
    pools = [Pool(LESSONS, 1.0)]
    readers = [TrainableNli.untrained(small, 1) for _ in range(2)]
    (row,) = pack(readers[0].tokenizer, LESSONS[0], np.random.default_rng(0))
    batch = Batch.of([row])
    before = float(reader_loss(readers[0].eval(), batch).detach())
    for reader in readers:
        train(reader, pools)
    after = [float(reader_loss(reader.eval(), batch).detach()) for reader in readers]
    assert after[0] < before
    assert after[0] == after[1]


@pytest.mark.parametrize("pools", [[], [Pool((), 1.0)]])
def test_a_pool_without_examples_is_refused(small: Path, pools: list[Pool]) -> None:
    with pytest.raises(InputError, match=r"^a mixture without examples; accepted: at least one example in each pool$"):
        train(TrainableNli.untrained(small), pools)


def test_a_written_network_is_read_back(small: Path, tmp_path: Path) -> None:
    reader = TrainableNli.untrained(small, 5).eval()
    write_reader(reader, tmp_path, {}, 0)
    again = trained_reader(tmp_path, small).eval()
    for name, value in reader.state_dict().items():
        if "pooler" not in name:
            assert torch.allclose(value, again.state_dict()[name], atol=0.02), name


def test_the_shipped_network_judges_alike_after_being_read_back() -> None:
    reader = trained_reader(HOME).eval()
    assert isinstance(reader, TrainableNli)
    (row,) = pack(reader.tokenizer, LESSONS[0], np.random.default_rng(0))
    with torch.inference_mode():
        logits = reader(Batch.of([row]))[0].numpy()
    text = " ".join(LESSONS[0].premises)
    shipped = [NliClassifier.shipped().read(text, claim.text).logits for claim in LESSONS[0].claims]
    order = np.random.default_rng(0).permutation(len(LESSONS[0].claims))
    assert np.abs(logits - np.array(shipped)[order]).max() < 1.0


def test_an_encoder_of_another_shape_is_refused(small: Path) -> None:
    with pytest.raises(InputError, match=r"accepted: one of its kind$"):
        trained_reader(HOME, small)
