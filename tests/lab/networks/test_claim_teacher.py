"""The teacher: a language model that reads claims beside premises and tells what they are."""

from pathlib import Path

import numpy as np
import pytest
import torch

from explanans.errors import InputError
from explanans.lab.judge.examples import TrainingExample
from explanans.lab.networks.claim_teacher import ClaimTeacher
from explanans.lab.networks.packing import Batch
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.language_models import load_language_model
from explanans.structures.verdicts import Status
from tests.lab.networks.small_model import language_model
from tests.lab.networks.small_reader import LESSONS


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return language_model(tmp_path_factory.mktemp("small"))


def teacher(small: Path) -> ClaimTeacher:
    return ClaimTeacher(*load_language_model(small)[:2])


def test_the_last_token_of_a_claim_tells_of_it(small: Path) -> None:
    reads = teacher(small)
    (row,) = reads.pack(LESSONS[0])
    premises = row.segments.count(0)
    assert reads.tokenizer.decode(row.ids[:premises]) == "Text : ice floats in water ."
    first = row.ids[premises : row.starts[0] + 1]
    assert reads.tokenizer.decode(first) == "Claim : ice floats . Verdict :"
    assert [row.segments[start] for start in row.starts] == [1, 2, 3, 4]
    assert row.positions[premises] == row.positions[row.segments.index(2)] == premises


def test_a_claim_is_told_the_same_alone_and_beside_others_whatever_follows(small: Path) -> None:
    reads = teacher(small)
    lessons = [TrainingExample((*LESSONS[0].premises, *LESSONS[1].premises), LESSONS[0].claims * 6), LESSONS[1]]
    together = reads.tell(lessons)
    alone = [np.concatenate(reads.tell([item._replace(claims=(claim,)) for claim in item.claims])) for item in lessons]
    assert [shares.shape for shares in together] == [(24, 3), (4, 3)]
    for shares, single in zip(together, alone, strict=True):
        assert np.allclose(shares, single, atol=0.03)  # half of the digits
        assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)


def test_a_sequence_is_one_row_in_its_order_in_which_what_follows_changes_nothing(small: Path) -> None:
    reads = teacher(small)
    claims = LESSONS[0].claims * 6
    lesson = TrainingExample(LESSONS[0].premises, claims, is_sequence=True)
    (row,) = reads.pack(lesson, np.random.default_rng(0))
    assert row.positions == [*range(len(row.ids))]
    (whole,), (first,) = reads.tell([lesson]), reads.tell([lesson._replace(claims=claims[:9])])
    assert np.allclose(whole[:9], first, atol=0.03)
    (alone,) = reads.tell([lesson._replace(is_sequence=False)])
    assert np.allclose(whole[0], alone[0], atol=0.03)
    assert not np.allclose(whole[1:], alone[1:], atol=1e-4)


def test_no_claims_no_shares(small: Path) -> None:
    assert [shares.shape for shares in teacher(small).tell([TrainingExample(("ice floats .",), ())])] == [(0, 3)]


def test_what_people_said_is_learnt(small: Path) -> None:
    reads = teacher(small)
    reads.learn(LESSONS, Schedule(epochs=40, batch=400, rate=3e-3))
    right = [
        list(Status)[int(shares.argmax())] in claim.statuses
        for lesson, told in zip(LESSONS, reads.tell(LESSONS), strict=True)
        for claim, shares in zip(lesson.claims, told, strict=True)
    ]
    assert np.mean(right) > 0.8
    with pytest.raises(InputError, match="no lessons to train the judge on"):
        reads.learn([])


def test_the_same_seed_gives_the_same_weights(small: Path) -> None:
    one, other = teacher(small), teacher(small)
    for reads in (one, other):
        reads.learn(LESSONS[:4], Schedule(epochs=1, batch=200, rate=1e-3, seed=2))
    rows = Batch.of(list(one.pack(LESSONS[5])))
    with torch.inference_mode():
        assert torch.equal(one(rows), other(rows))
