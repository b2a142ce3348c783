"""What is said of claims before they are judged, however long they and their premises are."""

import numpy as np
import pytest

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import NAMES, describe
from explanans.entailment.judge.observer import Describer, parts_of
from explanans.language.parser import open_parser
from explanans.learning.nli import LONGEST_CLAIM, LONGEST_PREMISE, NliClassifier, softmax

LONG = " ".join(f"House number {number} has a red door and {number * 7} windows." for number in range(60))


@pytest.fixture(scope="module")
def describer() -> Describer:
    return Describer(NliClassifier.shipped(), open_parser())


def test_parts_hold_every_word_and_none_is_too_long() -> None:
    reader = NliClassifier.shipped()
    assert parts_of(reader, "Ice floats.", 9) == ["Ice floats."]
    parts = parts_of(reader, LONG, LONGEST_PREMISE)
    assert len(parts) > 1
    assert " ".join(parts) == LONG
    assert max(map(reader.length, parts)) <= LONGEST_PREMISE
    endless = "x1y2" * 500
    parts = parts_of(reader, endless, LONGEST_CLAIM)
    assert "".join(parts) == endless
    assert max(map(reader.length, parts)) <= LONGEST_CLAIM


def test_of_long_premises_the_part_that_says_most_counts(describer: Describer) -> None:
    reader, claim = NliClassifier.shipped(), "The museum is closed on Mondays."
    parts = parts_of(reader, f"{LONG} {claim}", LONGEST_PREMISE)
    told = [reader.read(part, claim).logits for part in parts]
    found = describer.read(Pair((LONG, claim), claim)).logits
    assert (found == min(told, key=lambda logits: softmax(logits)[2])).all()
    assert not (found == told[0]).all()


def test_a_long_claim_is_as_good_as_its_worst_part(describer: Describer) -> None:
    claim = f"{LONG} The museum is open on Mondays."
    found = describer.describe(Pair(("The museum is closed on Mondays.",), claim))
    assert found.shape == (len(NAMES),)
    assert np.isfinite(found).all()


def test_features_are_the_same_in_any_order(describer: Describer) -> None:
    pairs = [Pair(("Ice floats.",), claim) for claim in ("Ice floats on water.", "Ice sinks.", "!", "2")]
    forth = [describer.describe(pair) for pair in pairs]
    back = [describer.describe(pair) for pair in reversed(pairs)][::-1]
    assert all((one == other).all() for one, other in zip(forth, back, strict=True))


def test_facts_without_full_stops_do_not_run_on_into_each_other(describer: Describer) -> None:
    claim = "a copper wire conducts electricity"
    facts = ("if something is made of metal then it conducts electricity", "a copper wire is made of metal")
    (bare,) = describer.look([Pair(facts, claim)])
    (stopped,) = describer.look([Pair(tuple(f"{fact}." for fact in facts), claim)])
    assert np.array_equal(describe(bare), describe(stopped))
