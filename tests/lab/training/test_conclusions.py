from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.lab.training.conclusions import Likeness, gold_steps, train_conclusions, train_fluency
from explanans.learning.model import MANIFEST
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.trees.conclusions.concluder import Concluder, ConclusionModel
from explanans.trees.conclusions.features import Fluency

THINGS = ("frog", "newt", "toad", "olm", "axolotl", "salamander")


def same_words(one: str, other: str) -> float:
    first, second = set(one.split()), set(other.split())
    return len(first & second) / len(first | second)


def problem(thing: str) -> Problem:
    facts = (
        Fact("sent1", f"a {thing} is a kind of amphibian"),
        Fact("sent2", "an amphibian has moist skin"),
        Fact("sent3", "moist skin takes in oxygen"),
    )
    steps = (
        Step(("sent1", "sent2"), "int1", f"a {thing} has moist skin"),
        Step(("int1", "sent3"), ROOT, f"a {thing} takes in oxygen"),
    )
    hypothesis = f"a {thing} takes in oxygen"
    return Problem(thing, hypothesis, facts, EntailmentTree(hypothesis, facts, steps, thing))


@pytest.fixture(scope="module")
def model() -> ConclusionModel:
    return train_conclusions(map(problem, THINGS), [Likeness(same_words, 0.5)], seed=0)


def test_only_intermediate_steps_are_learned_from() -> None:
    (step,) = gold_steps(problem("frog"))
    assert step.conclusion == "a frog has moist skin"
    assert gold_steps(Problem("q", "h", ())) == []


def test_too_few_trees_are_refused() -> None:
    with pytest.raises(InputError, match=r"2 trees .* 3 or more"):
        train_conclusions(map(problem, THINGS[:2]), [Likeness(same_words, 0.5)], seed=0)


def test_a_saved_model_chooses_the_same_and_is_the_same_file(model: ConclusionModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    again = ConclusionModel.load(tmp_path / "model")
    again.save(tmp_path / "again")
    premises = ("a frog is a kind of animal", "an animal eats")
    assert Concluder(again).conclusions(premises) == Concluder(model).conclusions(premises)
    for file in (tmp_path / "model").iterdir():
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()


def test_a_damaged_model_is_refused(model: ConclusionModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    (tmp_path / "model" / "known.json").write_text("{}")
    with pytest.raises(InputError, match=r"known.json: damaged"):
        ConclusionModel.load(tmp_path / "model")
    (tmp_path / "model" / MANIFEST).write_text("{}")
    with pytest.raises(InputError, match=r"manifest.json: damaged"):
        ConclusionModel.load(tmp_path / "model")


def test_a_folder_of_something_else_is_not_replaced(model: ConclusionModel, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other files"):
        model.save(tmp_path)


def test_the_shipped_model_says_what_it_learned_from() -> None:
    assert ConclusionModel.shipped().origin.data["steps"] == 2856


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
