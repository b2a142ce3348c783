import numpy as np

from explanans.compose.conclusions.fluency import Fluency
from explanans.train.fluency import train_fluency

SENTENCES = [
    f"a {thing} {verb} the {place}"
    for thing in ("frog", "dog", "fish")
    for verb in ("likes", "leaves", "needs")
    for place in ("pond", "river", "house")
]


def test_a_sentence_reads_better_than_its_words_in_disorder() -> None:
    model = train_fluency(SENTENCES, seed=0)
    assert model("a frog likes the river").total > model("frog a the likes river").total
    assert model("a frog likes the river").worst > model("frog a the likes river").worst


def test_the_same_seed_gives_the_same_model_and_a_record_keeps_it() -> None:
    model = train_fluency(SENTENCES, seed=1)
    assert np.array_equal(train_fluency(SENTENCES, seed=1).weights, model.weights)
    again = Fluency.decode(model.encode())
    assert np.array_equal(again.weights, model.weights)
    assert again.bias == model.bias
