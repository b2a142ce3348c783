"""The writer: a language model that writes claims beside premises, and texts."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.networks.claim_writer import ClaimRequest, ClaimWriter
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.language_models import load_language_model
from explanans.structures.verdicts import Status
from tests.lab.networks.small_model import TEXT, language_model
from tests.lab.networks.small_reader import LESSONS

SUPPORTED, CONTRADICTED, _ = Status


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return language_model(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def writer(small: Path) -> ClaimWriter:
    writes = ClaimWriter(*load_language_model(small)[:2])
    writes.learn(LESSONS, [TEXT], Schedule(epochs=30, batch=500, rate=5e-3))
    return writes


def test_what_is_asked_is_not_learnt_and_the_end_is(small: Path) -> None:
    writes = ClaimWriter(*load_language_model(small)[:2])
    asked = ClaimRequest("ice floats in water .", SUPPORTED, 1)
    ids, wanted = writes._line(asked.prompt, "ice floats .")
    assert writes._tokenizer.decode(ids) == ("Text : ice floats in water . Label : supported Claim : ice floats . </s>")
    assert writes._tokenizer.decode([number for number in wanted if number >= 0]) == "ice floats . </s>"
    assert len(ids) == len(wanted)


def test_claims_are_written_that_are_what_was_asked_for(writer: ClaimWriter) -> None:
    wanted = [
        ClaimRequest("ice floats in water .", SUPPORTED, 2),
        ClaimRequest("ice floats in water .", CONTRADICTED, 5),
    ]
    wanted.append(ClaimRequest("wood sinks in water .", SUPPORTED, 2))
    first, second, third = writer.claims(wanted, 0)
    assert [len(first), len(second), len(third)] == [2, 5, 2]
    assert "ice floats ." in first
    assert "ice sinks ." in second
    assert "wood sinks ." in third


def test_texts_are_written(writer: ClaimWriter) -> None:
    texts = writer.texts(3, 0)
    assert len(texts) == 3
    assert TEXT in texts


def test_the_same_seed_writes_the_same(small: Path) -> None:
    writer = ClaimWriter(*load_language_model(small)[:2])
    wanted = [ClaimRequest("cork floats in water .", status, 6) for status in Status]
    assert writer.claims(wanted, 4) == writer.claims(wanted, 4)
    assert writer.claims(wanted, 4) != writer.claims(wanted, 5)


def test_premises_of_like_length_are_read_together(writer: ClaimWriter) -> None:
    wanted = [ClaimRequest("ice", SUPPORTED, times) for times in (1, 700, 700, 1)]
    assert writer._parts(wanted, [50, 20, 10, 40]) == [[3, 0], [2], [1]]


def test_what_cannot_be_taught_to_write(small: Path) -> None:
    model, reads, _ = load_language_model(small)
    with pytest.raises(InputError, match=r"^no claims or texts to learn to write; accepted: at least one$"):
        ClaimWriter(model, reads).learn([], [])
    reads.eos_token = None
    with pytest.raises(InputError, match=r"^a tokenizer without an end of texts; accepted: "):
        ClaimWriter(model, reads)
