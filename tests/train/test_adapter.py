"""Adapters learn where questions point, the same each time, and never from the questions that they are to read."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans import KnowledgeBase, Question
from explanans.fact import Role
from explanans.question import GoldFact
from explanans.train.adapter import AdaptedCosines, Pointers, fit_adapter, slope

WIDTH = 8


def unit(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    vectors: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return vectors


def pointers(count: int = 200) -> Pointers:
    """Make questions whose facts are where a turn of all numbers by one place would put them."""
    chance = np.random.default_rng(0)
    facts = unit(chance.normal(size=(count, WIDTH)))
    questions = np.tile(np.roll(facts, 1, axis=1), 4)
    return Pointers(questions, [np.array([number]) for number in range(count)], facts)


def first(made: Pointers, matrix: NDArray[np.floating]) -> float:
    """Return the share of the questions whose own fact is the nearest."""
    nearest = (made.questions @ matrix.astype(np.float32) @ made.facts.T).argmax(axis=1)
    return float((nearest == np.arange(len(nearest))).mean())


def test_it_learns_to_turn() -> None:
    made = pointers()
    before = np.vstack([share * np.eye(WIDTH) for share in (0.7, 0, 0, 0.3)])
    after = fit_adapter(made, np.arange(200), seed=0, epochs=150).matrix
    assert first(made, before) < 0.3
    assert first(made, after) > 0.9


def test_the_same_seed_gives_the_same_adapter() -> None:
    one, other, third = (fit_adapter(pointers(50), np.arange(40), seed).matrix.tobytes() for seed in (0, 0, 1))
    assert one == other != third


def test_the_slope_is_that_of_the_loss() -> None:
    """Compared with differences of the loss, which is written out here pair by pair."""
    made = pointers(12)
    read = made.questions[:3].astype(np.float64)
    explains = np.zeros((3, 12), dtype=bool)
    explains[0, [0, 5]] = explains[1, 1] = explains[2, 2] = True
    chance = np.random.default_rng(1)
    matrix = chance.normal(size=(4 * WIDTH, WIDTH))

    def loss(weights: NDArray[np.float64]) -> float:
        turned = read @ weights
        logits = 20 * turned / np.linalg.norm(turned, axis=1, keepdims=True) @ made.facts.astype(np.float64).T
        lost = [
            np.log(np.exp(logits[row, column]) + np.exp(logits[row][~explains[row]]).sum()) - logits[row, column]
            for row, column in np.argwhere(explains)
        ]
        return float(np.mean(lost))

    told = slope(read.astype(np.float32), matrix.astype(np.float32), made.facts, explains)
    for row, column in chance.integers((4 * WIDTH, WIDTH), size=(10, 2)).tolist():
        step = np.zeros_like(matrix)
        step[row, column] = 1e-5
        difference = (loss(matrix + step) - loss(matrix - step)) / 2e-5
        assert told[row, column] == pytest.approx(difference, abs=2e-4)


def test_no_question_is_read_by_an_adapter_that_has_seen_its_explanation() -> None:
    """Another explanation changes the adapters of other folds alone."""
    before, after = (AdaptedCosines.fitted(base(gold), np.arange(6) % 3, seed=0) for gold in ("012301", "312301"))
    same = [
        before.adapters[f"q{number}"].matrix.tobytes() == after.adapters[f"q{number}"].matrix.tobytes()
        for number in range(6)
    ]
    assert same == [True, False, False, True, False, False]
    assert before.whole.matrix.tobytes() != after.whole.matrix.tobytes()
    assert before.of(base("012301").questions[0]).shape == (4,)


def base(gold: str) -> KnowledgeBase:
    """Make a knowledge base whose questions are explained by the facts of these numbers."""
    facts = ["heat melts ice", "a frog hops", "rust is a kind of oxide", "a bus has wheels"]
    asked = (
        replace(
            Question.asked(f"What is thing {number}?", "a thing"),
            id=f"q{number}",
            explanation=(GoldFact(f"facts#{int(fact) + 1}", Role.CENTRAL),),
        )
        for number, fact in enumerate(gold)
    )
    return KnowledgeBase.of(facts, questions=asked)
