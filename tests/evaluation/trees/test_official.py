"""The official mode reads proofs as the released scorer does, faults included."""

import pytest

from explanans.evaluation.trees.official import judged_steps, proof_slot, score_by_ids, score_by_text
from explanans.evaluation.trees.scored import Counts

HYPOTHESIS = "the sun melts ice"
GOLD = "sent1 & sent2 -> int1: ice melts; int1 & sent3 -> hypothesis; "


@pytest.mark.parametrize(
    ("found", "leaves", "steps"),
    [
        (GOLD, Counts(3, 3, 3, 3), Counts(2, 2, 2, 2)),
        (f"$proof$ = {GOLD}", Counts(3, 3, 3, 3), Counts(2, 2, 2, 2)),
        ("", Counts(0, 0, 0, 3), Counts(0, 0, 0, 2)),
        # Commas are read, and so are steps that use what comes later; its leaves are then unknown.
        ("sent1, sent2 -> int1: x; int1, sent3 -> hypothesis", Counts(3, 3, 3, 3), Counts(2, 2, 2, 2)),
        ("int1 & sent3 -> hypothesis; sent1 & sent2 -> int1: x", Counts(3, 3, 3, 3), Counts(2, 2, 2, 2)),
        # Without spaces the leaves are read and the steps are not; an unknown id passes for the gold one.
        ("sent1&sent2 -> int1: x; int1&sent3 -> hypothesis", Counts(3, 3, 3, 3), Counts(0, 2, 0, 2)),
        ("sent1 & sent2->int1: x; int1 & sent3 -> hypothesis", Counts(1, 1, 1, 3), Counts(1, 1, 1, 2)),
        # Without a space after the semicolon there is one step, to which the second reading gives one conclusion.
        ("sent1 & sent2 -> int1: x;int1 & sent3 -> hypothesis", Counts(3, 3, 3, 3), Counts(1, 1, 1, 2)),
        # A step that stands twice costs precision; one with two arrows ends at the first colon.
        (f"{GOLD}sent1 & sent2 -> int1: x;", Counts(3, 3, 3, 3), Counts(2, 3, 2, 2)),
        ("sent1 & sent2 -> int1: x -> int2: y; int2 & sent3 -> hypothesis", Counts(3, 3, 3, 3), Counts(1, 2, 1, 2)),
        # Whatever holds "sent" is a leaf.
        ("sentence & sent2 -> hypothesis", Counts(1, 2, 1, 3), Counts(0, 1, 0, 2)),
        # The hypothesis may be aligned to another conclusion.
        ("sent1 & sent2 -> hypothesis", Counts(2, 2, 2, 3), Counts(1, 1, 1, 2)),
    ],
)
def test_readings(found: str, leaves: Counts, steps: Counts) -> None:
    scored = score_by_ids(found, GOLD, HYPOTHESIS)
    assert (scored.leaves, scored.steps) == (leaves, steps)


@pytest.mark.parametrize(
    ("line", "proof"),
    [
        ("$proof$ = a -> b;", "a -> b"),
        ("$PROOF$ =a -> b ; ", "a -> b"),
        ("a -> b;", "a -> b"),
        ("$question$ = why ; $proof$ = a -> b ; $answer$ = so", "a -> b"),
        ("$proof$ = ", ""),
        ("", ""),
    ],
)
def test_slots(line: str, proof: str) -> None:
    assert proof_slot(line) == proof


def test_conclusions_are_plain_and_keyed_by_their_words() -> None:
    found = "sent1 & sent2 -> int1: ( Ice ) melts.; int1 & sent3 -> hypothesis"
    conclusions = score_by_ids(found, GOLD, HYPOTHESIS).conclusions
    assert conclusions.pairs == (("ice melts", "ice melts"), (HYPOTHESIS, HYPOTHESIS))
    assert (conclusions.predicted, conclusions.gold) == (2, 2)
    repeated = f"sent1 & sent2 -> int1: {HYPOTHESIS}; int1 & sent3 -> hypothesis"
    conclusions = score_by_ids(repeated, GOLD, HYPOTHESIS).conclusions
    assert conclusions.pairs == ((HYPOTHESIS, HYPOTHESIS),)
    assert conclusions.counts([True]) == Counts(1, 2, 1, 2)
    colon = "sent1 & sent2 -> int1: ice: melts; int1 & sent3 -> hypothesis"
    assert score_by_ids(colon, GOLD, HYPOTHESIS).conclusions.pairs[0] == ("", "ice melts")
    unaligned = "sent8 & sent9 -> int1: ice melts; int1 & sent3 -> hypothesis"
    assert score_by_ids(unaligned, GOLD, HYPOTHESIS).conclusions.pairs[0] == ("ice melts", "")


@pytest.mark.parametrize(
    ("sentences", "leaves", "steps"),
    [
        ({"sent4": "a", "sent5": "b", "sent6": "c"}, Counts(3, 3, 3, 3), Counts(2, 2, 2, 2)),
        ({"sent4": "A", "sent5": "b", "sent6": "c"}, Counts(2, 3, 2, 3), Counts(1, 2, 1, 2)),
        ({"sent4": "a", "sent6": "c"}, Counts(2, 3, 2, 3), Counts(1, 2, 1, 2)),  # an unknown sentence
        ({"sent4": "a", "sent5": "a", "sent6": "c"}, Counts(2, 2, 2, 3), Counts(1, 2, 1, 2)),  # twins
    ],
)
def test_task_3_compares_words(sentences: dict[str, str], leaves: Counts, steps: Counts) -> None:
    gold = {"sent1": "a", "sent2": "b", "sent3": "c"}
    found = "sent4 & sent5 -> int1: frogs jump; int1 & sent6 -> hypothesis"
    scored = score_by_text(found, sentences, GOLD, gold, HYPOTHESIS)
    assert (scored.leaves, scored.steps) == (leaves, steps)


def test_steps_are_judged_by_their_premises_whatever_they_conclude() -> None:
    gold = "sent1 & sent2 -> int1: ice melts; int1 & sent3 -> hypothesis; "
    predicted = "$proof$ = sent2 & sent1 -> int7: anything; sent3 & sent1 -> int8: more; int7 & sent3 -> hypothesis;"
    first, second, last = judged_steps(predicted, gold, "Ice floats")
    assert (first.premises, first.text, first.is_right) == (("sent2", "sent1"), "anything", True)
    assert not second.is_right
    assert (last.conclusion, last.text, last.is_right) == ("hypothesis", "ice floats", True)
    assert judged_steps("", gold, "ice floats") == ()
