"""Generators: explanations learnt by heart, and how lines are put together."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.generator import GeneratorTraining, gather_examples, train_generator
from explanans.neural.core import sequences
from explanans.neural.core.checkpoint import Schedule, read_manifest
from explanans.neural.core.continuations import open_sequences
from explanans.neural.generator import Generator, Search, Subtask
from explanans.structures.rankings import RelevanceJudgment

from .conftest import QUESTIONS

RATINGS = [
    *(
        RelevanceJudgment("q1", "k1", 6),
        RelevanceJudgment("Q1", "K2", 3),
        RelevanceJudgment("q1", "k3", 2),
        RelevanceJudgment("q1", "k9", 0),
    ),
    *(RelevanceJudgment("q2", "k4", 1), RelevanceJudgment("q9", "k4", 6), RelevanceJudgment("q2", "nowhere", 6)),
]
SHORT = GeneratorTraining("", Schedule(epochs=1, batch=8, rate=1e-3))


def test_explanations_are_learnt_by_heart(knowledge: KnowledgeBase, tiny_t5: Path, tmp_path: Path) -> None:
    learnt_by_heart(knowledge, GeneratorTraining(str(tiny_t5), Schedule(epochs=60, batch=8, rate=5e-3)), tmp_path)


def test_a_language_model_learns_explanations_by_heart(
    knowledge: KnowledgeBase, tiny_llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    learnt_by_heart(knowledge, GeneratorTraining(str(tiny_llama), Schedule(epochs=120, batch=400, rate=2e-2)), tmp_path)


def learnt_by_heart(knowledge: KnowledgeBase, training: GeneratorTraining, tmp_path: Path) -> None:
    """Make sure that a network that sees three explanations often enough gives them back."""
    examples = gather_examples(knowledge, QUESTIONS)
    training = replace(training, pretraining=2, permutations=2)
    trained = train_generator(training, Split(examples), tmp_path / "generator")
    assert (trained.examples, trained.held_out) == (3, 0)
    generator = Generator.open(str(tmp_path / "generator"), knowledge, Search(beams=2, merged=1))
    for question in QUESTIONS:
        explained = generator(question)
        assert {found.fact.id for found in explained} == {gold.fact for gold in question.explanation}
        scores = [found.score for found in explained]
        assert scores == sorted(scores, reverse=True)
        assert 0 < scores[-1] <= scores[0] == 2


def test_without_ratings_gold_explanations_are_core(knowledge: KnowledgeBase) -> None:
    first, *_ = examples = gather_examples(knowledge, QUESTIONS)
    assert [example.subtask for example in examples] == [Subtask.CORE] * 3
    assert first.cue == "explanation: What melts ice? [ANSWER] the sun [CORE]"
    assert first.facts == ("ice is a kind of solid", "heat is a kind of energy", "the sun is a kind of star")


def test_ratings_tell_core_from_extra_detail(knowledge: KnowledgeBase) -> None:
    found = {(example.cue[-6:], example.facts) for example in gather_examples(knowledge, QUESTIONS, RATINGS)}
    core = ("ice is a kind of solid", "heat is a kind of energy")
    assert found == {
        ("[CORE]", core),
        (" [EXT]", ("the sun is a kind of star",)),
        (" [EXT]", ("a frog is a kind of animal",)),
    }


def test_both_subtasks_vote(knowledge: KnowledgeBase, tiny_t5: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = {
        Subtask.CORE: [("ice is a kind of solid", "Ice: a kind of solid"), ("iron is a kind of metal", "ice is green")],
        Subtask.EXT: [("iron is a kind of metal",), ("iron is a kind of metal", "frogs rarely sing")],
    }
    monkeypatch.setattr(Generator, "_lines", lambda self, questions, subtask: [written[subtask] for _ in questions])
    network = open_sequences(tiny_t5, "generator")
    both, core = Generator(network, knowledge), Generator(network, knowledge, [Subtask.CORE])
    assert [(found.fact.id, found.score) for found in both(QUESTIONS[0])] == [("k7", 2.0), ("k1", 1.0)]
    assert [(found.fact.id, found.score) for found in core(QUESTIONS[0])] == [("k1", 1.0), ("k7", 1.0)]


def test_a_network_with_random_weights_explains_with_facts_or_nothing(knowledge: KnowledgeBase, tiny_t5: Path) -> None:
    network = open_sequences(tiny_t5, "generator")
    network.model.config.n_positions = 20
    generator = Generator(network, knowledge, search=Search(beams=4, merged=3))
    assert len(generator.lines(QUESTIONS[0], Subtask.EXT)) == 3
    assert all(found.fact in knowledge.facts for found in generator(QUESTIONS[0]))


def test_the_same_seed_gives_the_same_files(knowledge: KnowledgeBase, tiny_t5: Path, tmp_path: Path) -> None:
    examples = gather_examples(knowledge, QUESTIONS, RATINGS)
    training = replace(SHORT, checkpoint=str(tiny_t5))
    for name in ("one", "two"):
        trained = train_generator(training, Split(examples, examples[:1]), tmp_path / name, "ten facts")
        assert (trained.held_out, len(trained.losses)) == (1, 1)
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    manifest = read_manifest(tmp_path / "one")
    assert (manifest.network, manifest.data, manifest.examples) == ("generator:core+ext", "ten facts", 3)
    assert Generator.open(f"ext:{tmp_path}/one", knowledge)


def test_long_explanations_lose_their_last_facts(
    knowledge: KnowledgeBase,
    tiny_t5: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sequences, "WINDOW", 150)
    (example, *_) = gather_examples(knowledge, QUESTIONS)
    many = replace(example, facts=tuple(f"{text} {number}" for number in range(12) for text in example.facts))
    caplog.set_level(logging.WARNING, "explanans")
    train_generator(replace(SHORT, checkpoint=str(tiny_t5), pretraining=0), Split([many]), tmp_path / "generator")
    assert "5 of 5 lines are learnt without their last facts, for they are longer than 150 tokens" in caplog.text


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("nowhere", "no generator 'nowhere' on this machine"),
        ("ext:GENERATOR", "has not learnt ext; accepted: core"),
        ("TINY", "no manifest of a checkpoint"),
    ],
)
def test_what_cannot_be_opened(
    knowledge: KnowledgeBase, tiny_t5: Path, tmp_path: Path, name: str, complaint: str
) -> None:
    folder = tmp_path / "generator"
    train_generator(
        replace(SHORT, checkpoint=str(tiny_t5), permutations=1),
        Split(gather_examples(knowledge, QUESTIONS[:1])),
        folder,
    )
    with pytest.raises(InputError, match=complaint):
        Generator.open(name.replace("GENERATOR", str(folder)).replace("TINY", str(tiny_t5)), knowledge)


def test_what_cannot_be(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="accepted: 1 or more lines to put together, as many beams"):
        Search(beams=4)
    with pytest.raises(InputError, match="accepted: 0 or more epochs of single facts"):
        GeneratorTraining("t5", pretraining=-1)
    with pytest.raises(InputError, match=r"no fact of .* explains any of the questions"):
        gather_examples(knowledge, [replace(QUESTIONS[0], explanation=())])
    with pytest.raises(InputError, match="a rating of 7"):
        gather_examples(knowledge, QUESTIONS, [RelevanceJudgment("q1", "k1", 7)])
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(InputError, match="holds other files"):
        train_generator(GeneratorTraining("nowhere"), Split([]), tmp_path)
