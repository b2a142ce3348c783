"""Claims from premises to their file: written, chosen and labelled by a model of two layers."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.judge.premises import SCIENCE, Premise, Quotations
from explanans.lab.judge.written import WrittenClaims, digest
from explanans.lab.networks.claims import Making, Sources, make_claims
from explanans.neural.core.checkpoint import Schedule
from explanans.structures.labels import MODEL
from tests.lab.networks.small_model import TEXT, language_model
from tests.lab.networks.small_reader import LESSONS

REPEATED = "iron sinks ."
SOURCES = Sources(
    LESSONS,
    LESSONS,
    [f"{TEXT} {TEXT} {TEXT} {TEXT} {TEXT}"],
    [
        Premise("snli", ("ice floats in water .",), 3),
        Premise(SCIENCE, ("iron sinks in water .", "wood floats in water ."), 2),
    ],
    Quotations([REPEATED]),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return language_model(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def how(small: Path) -> Making:
    schedule = Schedule(epochs=25, batch=500, rate=5e-3)
    return Making(small, texts=4, teaching=schedule, writing=schedule)


@pytest.fixture(scope="module")
def made(how: Making) -> list[WrittenClaims]:
    return make_claims(how, SOURCES, 0)


def test_claims_stand_beside_digests_of_what_is_public(made: list[WrittenClaims]) -> None:
    first, second, *own = made
    assert (first.source, first.premises) == ("snli", (digest("ice floats in water ."),))
    assert second.premises == (digest("iron sinks in water ."), digest("wood floats in water ."))
    assert {item.source for item in own} <= {MODEL}
    assert all(item.premises == tuple(SOURCES.texts) for item in own)


def test_claims_are_whole_differ_and_repeat_nothing(made: list[WrittenClaims]) -> None:
    for item in made:
        texts = [claim.text for claim in item.claims]
        assert len(set(texts)) == len(texts)
        assert REPEATED not in texts
        assert all(len(text) > 8 for text in texts)
    told = {claim.text: claim for claim in made[0].claims}
    assert told["ice floats ."].supported > 50
    assert told["ice sinks ."].contradicted > 50


def test_the_same_seed_makes_the_same(how: Making, made: list[WrittenClaims]) -> None:
    assert make_claims(how, SOURCES, 0) == made


def test_no_more_than_was_asked_for(how: Making) -> None:
    short = Schedule(epochs=1, batch=500, rate=1e-3)
    few = how._replace(most=1, teaching=short, writing=short)
    assert {item.source for item in make_claims(few, SOURCES, 0)} <= {"snli", SCIENCE, MODEL}
    assert len([item for item in make_claims(few, SOURCES, 0) if item.source != MODEL]) <= 1


def test_the_model_has_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explanans.neural.core.language_models.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"^no language model 'SmolLM2-135M-Instruct' on this machine; install it"):
        make_claims(Making(), SOURCES, 0)
