"""Labels by people: known values of Fleiss' kappa, majorities, and what is automatic beside them."""

import pytest

from explanans.errors import InputError
from explanans.evaluation.labels import evaluate_labels
from explanans.structures.labels import Label, Threshold

# Fleiss 1971, as worked out in textbooks: ten subjects, fourteen raters, five categories; kappa is .210.
COUNTS = (
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
)


def labels(counts: tuple[tuple[int, ...], ...]) -> list[Label]:
    return [
        Label("topic", f"i{item}", f"r{rater}", "abcde"[category])
        for item, row in enumerate(counts)
        for rater, category in enumerate(number for number, often in enumerate(row) for _ in range(often))
    ]


def test_fleiss_kappa_of_the_textbook() -> None:
    found = evaluate_labels(labels(COUNTS)).kinds["topic"]
    assert found.fleiss == pytest.approx(0.2099, abs=1e-4)
    low, high = found.fleiss_interval or (1.0, 0.0)
    assert low < 0.2099 < high
    assert (found.items, found.labels, found.compared, len(found.raters)) == (10, 140, 10, 14)
    assert found.undecided == 1
    assert found.majority["e"].items == 3


def test_two_people_who_always_agree() -> None:
    found = evaluate_labels(labels(((2, 0), (0, 2), (2, 0)))).kinds["topic"]
    assert (found.fleiss, found.alpha, found.percent) == (1.0, 1.0, 1.0)
    assert found.kappas == {"r0 and r1": 1.0}


def test_one_label_leaves_no_room_to_agree_beyond_chance() -> None:
    found = evaluate_labels(labels(((2,), (2,)))).kinds["topic"]
    assert (found.fleiss, found.alpha, found.percent) == (None, None, 1.0)


def test_items_of_one_rater_are_counted_and_not_compared() -> None:
    found = evaluate_labels(labels(((1, 0), (0, 1)))).kinds["topic"]
    assert (found.items, found.compared, found.fleiss, found.percent) == (2, 0, None, None)
    assert found.majority["a"].share == 0.5


def test_labels_without_people_are_held_against_the_majority() -> None:
    people = [
        Label("arc", f"a{item}", rater, said)
        for item, said in enumerate(("entailed", "entailed", "not entailed", "entailed"))
        for rater in ("ann", "bob")
    ]
    machine = [Label("arc", f"a{item}", "auto", "entailed") for item in range(3)]
    found = evaluate_labels(people, machine).kinds["arc"].automatic
    assert found
    assert found.items == 3
    assert found.agreement == pytest.approx(2 / 3)
    assert found.confusion == {"entailed": {"entailed": 2, "not entailed": 1}}


def test_scores_get_a_correlation_and_a_threshold() -> None:
    said = ("same", "same", "different", "same", "different")
    people = [Label("same", f"p{item}", "ann", label) for item, label in enumerate(said)]
    machine = [Label("same", f"p{item}", "bleurt", score) for item, score in enumerate((".9", ".4", ".3", ".5", ".1"))]
    found = evaluate_labels(people, machine).kinds["same"].automatic
    assert found
    assert (found.agreement, found.auc) == (None, 1.0)
    # Deviations from the means .44 and .6: products add up to .48, squares to .352 and 1.2.
    assert found.correlation == pytest.approx(0.48 / (0.352 * 1.2) ** 0.5)
    assert found.threshold == Threshold(0.4, 1.0, 1.0, 1.0)


def test_what_cannot_be_evaluated_is_told() -> None:
    with pytest.raises(InputError, match="no labels"):
        evaluate_labels([])
    with pytest.raises(InputError, match="ann labelled step s1 twice"):
        evaluate_labels([Label("step", "s1", "ann", "correct")] * 2)
