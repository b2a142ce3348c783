"""Writers: what they write whatever their weights, what they do not see, and what they refuse."""

import random
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from transformers import BartConfig, BartForConditionalGeneration

from explanans.errors import InputError
from explanans.neural.core.checkpoint import Manifest, Schedule, save_checkpoint
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.core.warm_start import warm_started
from explanans.neural.trees import partial_proof
from explanans.neural.trees.automaton import ProofAutomaton, State
from explanans.neural.trees.partial_proof import Kind
from explanans.neural.trees.writer import Writer
from explanans.structures.facts import Fact
from explanans.structures.trees import Problem
from tests.small_networks import random_network

from .conftest import PROBLEMS, make_t5, make_tokenizer, wander


def untrained(kind: Kind, seed: int = 0, window: int = 90, beams: int = 3) -> Writer:
    model = make_t5(seed)
    model.config.n_positions = window
    return Writer(SequenceNetwork(model, make_tokenizer()), kind, beams)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("seed", range(2))
def test_with_random_weights_all_alternatives_are_trees(kind: Kind, seed: int) -> None:
    bare = replace(PROBLEMS[seed], question="", answer="")
    trees = untrained(kind, seed).trees(bare, 3)
    assert 1 <= len(trees) == len(set(trees)) <= 3
    for tree in trees:
        assert tree.faults() == ()
        assert tree.hypothesis == bare.hypothesis
        given = {(premise.id, premise.text) for premise in bare.premises}
        made = [leaf for leaf in tree.leaves if (leaf.id, leaf.text) not in given]
        assert kind is not Kind.ALL_AT_ONCE or not made
        assert {leaf.source for leaf in made} <= {"written by a network"}
    assert untrained(kind, seed).trees(bare, 3) == trees


@pytest.mark.parametrize("kind", Kind)
def test_trees_that_are_written_side_by_side(kind: Kind) -> None:
    writer = untrained(kind, window=150, beams=1)
    asked = [replace(problem, question="", answer="") for problem in PROBLEMS]
    assert writer.each(asked) == [writer(problem) for problem in asked]
    assert writer.each([]) == []


def test_a_step_that_says_nothing_new_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that writes at random says nothing twice; here all that is said counts as the same."""
    writer, chance = untrained(Kind.ALL_AT_ONCE, window=150, beams=1), random.Random(0)

    def at_random(_: object, automata: Sequence[ProofAutomaton], *__: int) -> list[list[State | None]]:
        return [[automaton.end(wander(automaton, chance))] for automaton in automata]

    monkeypatch.setattr(writer.network, "write_each", at_random)
    asked = [replace(problem, question="", answer="") for problem in PROBLEMS] * 5
    free = writer.each(asked)
    monkeypatch.setattr(partial_proof, "_words", lambda _: Counter[str]())
    kept = writer.each(asked)
    assert all(tree.faults() == () for tree in kept)
    assert sum(len(tree.steps) - 1 for tree in kept) < sum(len(tree.steps) - 1 for tree in free) / 2


def test_weights_that_are_no_numbers() -> None:
    writer = untrained(Kind.ALL_AT_ONCE, window=120)
    for weights in writer.network.model.parameters():
        torch.nn.init.constant_(weights, float("nan"))
    assert [tree.faults() for tree in writer.trees(PROBLEMS[0], 2)] in ([()], [(), ()])


def test_another_family_of_networks() -> None:
    """BART has positions that end, another start, and tokens that T5 lacks."""
    tokenizer = make_tokenizer()
    configuration = BartConfig(
        vocab_size=len(tokenizer),
        d_model=32,
        max_position_embeddings=100,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=1,
        forced_eos_token_id=1,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
    )
    model = random_network(BartForConditionalGeneration, configuration)
    model.eval()
    writer = Writer(SequenceNetwork(model, tokenizer))
    assert writer.network.window == 100
    assert [tree.faults() for tree in writer.trees(replace(PROBLEMS[0], question="", answer=""), 2)] == [(), ()]


def test_a_network_that_starts_as_an_encoder(tiny_encoder: Path) -> None:
    for kind in Kind:
        writer = Writer(SequenceNetwork(*warm_started(tiny_encoder)), kind)
        assert writer.network.window == 120
        assert writer(PROBLEMS[0]).faults() == ()


def test_the_ids_of_the_user_stay() -> None:
    facts = Fact("tables/KINDOF.tsv:7", "ice is a solid"), Fact("x y", "heat melts a solid")
    tree = untrained(Kind.ALL_AT_ONCE)(Problem("q1", "heat melts ice", facts))
    assert set(tree.leaves) <= set(facts)
    assert tree.faults() == ()


@pytest.mark.parametrize("name", ["int1", "hypothesis"])
def test_premises_called_as_conclusions_are(name: str) -> None:
    facts = Fact(name, "ice is a solid"), Fact("f2", "heat melts a solid")
    with pytest.raises(InputError, match=f"problem q1: the premise {name} is called as conclusions are; rename it"):
        untrained(Kind.ALL_AT_ONCE)(Problem("q1", "heat melts ice", facts))


def test_the_last_premises_of_a_long_problem_are_not_read(caplog: pytest.LogCaptureFixture) -> None:
    facts = tuple(Fact(f"f{number}", "ice is a solid, and the sun melts it") for number in range(1, 10))
    problem = Problem("q7", "the sun melts ice", facts)
    tree = untrained(Kind.ALL_AT_ONCE)(problem)
    (warning,) = caplog.messages
    assert warning.startswith("problem q7 is longer than the 90 tokens that the writer reads: ")
    assert warning.endswith("it does not see the last 7 of 9 premises, from f3 on")
    assert {leaf.id for leaf in tree.leaves} == {"f1", "f2"}


def test_ten_thousand_premises(caplog: pytest.LogCaptureFixture) -> None:
    facts = tuple(Fact(f"f{number}", "ice is a solid") for number in range(10_000))
    assert untrained(Kind.ALL_AT_ONCE)(Problem("q7", "the sun melts ice", facts)).faults() == ()
    assert "of 10000 premises, from f" in caplog.text


@pytest.mark.parametrize("kind", Kind)
def test_a_hypothesis_longer_than_the_window(kind: Kind) -> None:
    problem = replace(PROBLEMS[0], hypothesis="the sun melts ice " * 40)
    with pytest.raises(InputError, match="problem q1: question, answer and hypothesis are too long for the 90 tokens"):
        untrained(kind)(problem)


def test_expanding() -> None:
    writer = untrained(Kind.ONE_STEP, window=120)
    problem = replace(PROBLEMS[0], question="", answer="")
    first = writer.expand(problem)
    assert (first.hypothesis, len(first.steps)) == ("the sun melts ice", 1)
    second = writer.expand(problem, "Ice is a solid")
    assert second.hypothesis == second.steps[0].text == "Ice is a solid"
    assert "ice is a solid" not in {leaf.text for leaf in second.leaves}  # it would show itself
    bare = writer.expand(replace(problem, premises=()), "ice is a solid")
    assert {leaf.source for leaf in bare.leaves} == {"written by a network"}
    with pytest.raises(InputError, match="of the kind all-at-once; accepted: one trained with --kind one-step"):
        untrained(Kind.ALL_AT_ONCE).expand(problem)


def test_too_few_premises() -> None:
    with pytest.raises(InputError, match="premises: 0; accepted: two or more"):
        untrained(Kind.ALL_AT_ONCE)(replace(PROBLEMS[0], premises=()))


@pytest.mark.parametrize(("beams", "alternatives"), [(0, 1), (1, 0)])
def test_numbers_below_one(beams: int, alternatives: int) -> None:
    with pytest.raises(InputError, match="accepted: 1 or more"):
        untrained(Kind.ALL_AT_ONCE, beams=beams).trees(PROBLEMS[0], alternatives)


def test_any_checkpoint_by_path(tiny_t5: Path) -> None:
    assert Writer.open(tiny_t5).kind is Kind.ALL_AT_ONCE
    assert Writer.open(tiny_t5, Kind.ONE_STEP).kind is Kind.ONE_STEP


def test_what_is_no_writer(tiny_t5: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no writer 'nowhere/at-all' on this machine; accepted: a folder with config"):
        Writer.open("nowhere/at-all")
    with pytest.raises(InputError, match=r"no writer; accepted: a folder with config\.json"):
        Writer.open(tmp_path)
    with pytest.raises(InputError, match="no writer that can be loaded"):
        Writer.open(tiny_encoder)
    pickled = shutil.copytree(tiny_t5, tmp_path / "pickled")
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    with pytest.raises(InputError, match=r"pickled: no writer; accepted: .*model\.safetensors"):
        Writer.open(pickled)


def test_a_ranker_is_no_writer(tiny_t5: Path, tmp_path: Path) -> None:
    schedule = Schedule(epochs=1, batch=1, rate=1.0)
    manifest = Manifest(network="bi-encoder", start="", data="", examples=0, schedule=schedule, versions={})
    save_checkpoint(Writer.open(tiny_t5).network, tmp_path / "ranker", manifest)
    with pytest.raises(
        InputError, match="ranker: a bi-encoder; accepted: a writer of trees made by 'explanans lab train writer'"
    ):
        Writer.open(tmp_path / "ranker")
