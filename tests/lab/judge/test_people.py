"""Examples of public data sets: shares, and what is kept for the combination."""

from pathlib import Path

import pytest

from explanans.lab.judge import people
from explanans.lab.judge.people import People, examples_of_people
from explanans.structures.verdicts import Status
from tests.data_sets import present


@pytest.fixture
def drawn(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> People:
    present(data_folder / "more-inference")
    shares = {part: people.SHARES[part]._replace(pairs=200) for part in ("breaking-nli", "scone", "comve")}
    monkeypatch.setattr(people, "SHARES", shares)
    return examples_of_people(data_folder, 0)


def test_kept_premises_are_not_learnt(drawn: People) -> None:
    learnt = {example.premises for example in drawn.learnt}
    assert drawn.kept
    assert learnt.isdisjoint(example.premises for example in drawn.kept)


def test_contradictions_of_breaking_nli_are_limited(drawn: People) -> None:
    claims = [claim for example in drawn.learnt if example.weight == 1.0 for claim in example.claims]
    contradicted = sum(claim.statuses == {Status.CONTRADICTED} for claim in claims)
    assert contradicted <= 80
    assert len(claims) == 400


def test_the_same_seed_draws_the_same_examples(drawn: People, data_folder: Path) -> None:
    assert examples_of_people(data_folder, 0) == drawn
    assert examples_of_people(data_folder, 1) != drawn
