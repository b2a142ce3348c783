"""LambdaMART: it learns an order, the same one each time."""

from dataclasses import replace

import numpy as np

from explanans.lab.training.ranker import FIRST, Example, fit


def made_up(count: int, seed: int) -> list[Example]:
    """Make questions whose gold facts are those with a high first feature; the second says nothing."""
    generator = np.random.default_rng(seed)
    columns = generator.random((count, 60, 2)).astype(np.float32)
    return [Example(rows, rows[:, 0] > 0.9) for rows in columns]


def test_it_learns_what_tells_gold_facts() -> None:
    stage = fit(made_up(40, 0), ("telling", "noise"), seed=0, growth=replace(FIRST, trees=20))
    for example in made_up(10, 1):
        scores = stage.scores(example.columns)
        gold = example.columns[:, 0] > 0.95
        if gold.any():
            assert scores[gold].min() > scores[example.columns[:, 0] < 0.85].max()
    assert stage.features == ("telling", "noise")


def test_the_same_seed_gives_the_same_trees() -> None:
    texts = [
        fit(made_up(40, 0), ("a", "b"), seed, replace(FIRST, trees=5)).booster.model_to_string() for seed in (0, 0, 1)
    ]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]
