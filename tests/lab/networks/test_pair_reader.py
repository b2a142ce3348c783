"""The network of the judge: how lessons are packed, that claims do not see one another, and its graph."""

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.networks.onnx_graphs import write_embedder, write_reader
from explanans.lab.networks.packing import IGNORED, Batch
from explanans.lab.networks.pair_reader import TrainableNli, pack, train_reader
from explanans.learning.embedder import Embedder
from explanans.learning.nli import NliClassifier
from explanans.neural.core.checkpoint import Schedule
from explanans.structures.verdicts import Status
from tests.lab.networks.small_reader import LESSONS, encoder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return encoder(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def reader(small: Path) -> TrainableNli:
    return TrainableNli.untrained(small).eval()


def test_a_lesson_is_packed_into_one_row(reader: TrainableNli) -> None:
    (row,) = pack(reader.tokenizer, LESSONS[0], np.random.default_rng(0))
    lengths = {len(row.ids), len(row.positions), len(row.segments), len(row.marked)}
    assert len(lengths) == 1
    assert sorted(set(row.segments)) == [0, 1, 2, 3, 4]
    premises = row.segments.count(0)
    assert [row.positions[start] for start in row.starts] == [premises] * 4
    assert [row.ids[start] for start in row.starts] == [reader.tokenizer.cls_token_id] * 4
    assert sorted(row.statuses) == [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)]
    contradicted = list(Status).index(Status.CONTRADICTED)
    assert row.marked.count(contradicted) == 1
    assert reader.tokenizer.decode(row.ids[row.marked.index(contradicted)]) == "sinks"
    assert set(row.marked[:premises]) == {IGNORED}


def test_many_claims_make_several_rows_and_none_is_lost(reader: TrainableNli) -> None:
    claims = LESSONS[0].claims * 12
    rows = list(pack(reader.tokenizer, TrainingExample(LESSONS[0].premises, claims), np.random.default_rng(0)))
    assert [len(row.starts) for row in rows] == [20, 20, 8]


def test_of_long_premises_the_sentences_with_words_of_claims_are_kept(reader: TrainableNli) -> None:
    filling = "iron sinks in water. " * 80
    claim = TrainingClaim("wax floats .", frozenset((Status.SUPPORTED,)), ())
    (row,) = pack(
        reader.tokenizer, TrainingExample((filling, "wax floats in water."), (claim,)), np.random.default_rng(0)
    )
    assert len(row.ids) < 260
    assert "wax floats" in reader.tokenizer.decode(row.ids[: row.segments.count(0)])


def test_a_claim_is_read_the_same_alone_and_beside_others(reader: TrainableNli) -> None:
    rows = [next(iter(pack(reader.tokenizer, lesson, np.random.default_rng(0)))) for lesson in LESSONS[:3]]
    single = [
        next(iter(pack(reader.tokenizer, lesson._replace(claims=(claim,)), np.random.default_rng(0))))
        for lesson in LESSONS[:3]
        for claim in (lesson.claims[number] for number in np.random.default_rng(0).permutation(4))
    ]
    with torch.inference_mode():
        together, _ = reader(Batch.of(rows))
        alone = torch.cat([reader(Batch.of([row]))[0] for row in single])
    assert together.shape == (12, 3)
    assert torch.allclose(together, alone, atol=1e-4)


def test_lessons_are_learnt_and_the_graph_says_what_torch_says(small: Path, tmp_path: Path) -> None:
    network = TrainableNli.untrained(small)
    train_reader(network, LESSONS, Schedule(epochs=60, batch=400, rate=3e-3))
    write_reader(network, tmp_path, {"lessons": len(LESSONS)}, 0)
    graph = NliClassifier.open(tmp_path)
    right, near = [], []
    for lesson in LESSONS:
        for claim in lesson.claims[:2]:
            (row,) = pack(network.tokenizer, lesson._replace(claims=(claim,)), np.random.default_rng(0))
            with torch.inference_mode():
                exact, _ = network(Batch.of([row]))
            reading = graph.read(lesson.premises[0], claim.text)
            right.append(list(Status)[int(reading.logits.argmax())] in claim.statuses)
            near.append(float(np.abs(torch.softmax(exact[0], 0).numpy() - _softmax(reading.logits)).max()))
            assert len(reading.pieces) == len(claim.text.split())
    assert np.mean(right) > 0.7
    assert np.mean(near) < 0.2  # weights of 8 bits


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max())
    shares: NDArray[np.float32] = powers / powers.sum()
    return shares


def test_the_graph_of_sentences_is_that_of_the_encoder(reader: TrainableNli, tmp_path: Path) -> None:
    write_embedder(reader.encoder, reader.tokenizer, tmp_path, "small")
    assert not reader.encoder.training
    (vector,) = Embedder.open(tmp_path).embed(["ice floats in water ."])
    ids = reader.tokenizer("ice floats in water .", return_tensors="pt").input_ids
    with torch.inference_mode():
        mean = reader.encoder(input_ids=ids).last_hidden_state[0].mean(dim=0)
    assert float(vector @ torch.nn.functional.normalize(mean, dim=0).numpy()) > 0.99  # weights of 8 bits


def test_what_cannot_be_trained(small: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^no lessons to train the judge on; accepted: at least one text or pair$"):
        train_reader(TrainableNli.untrained(small), [])
    with pytest.raises(InputError, match=r"an encoder that reads 120 tokens at once; accepted: at least 484$"):
        TrainableNli.untrained(encoder(tmp_path / "short", positions=120))
    with pytest.raises(InputError, match="a tokenizer that marks texts by <s> and </s>; accepted: by "):
        TrainableNli.untrained(encoder(tmp_path / "marks", marks=("<s>", "</s>")))
