"""Networks that are small enough to be trained in a test, and a few trees for them to learn."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from tokenizers.processors import TemplateProcessing
from transformers import (
    BertModel,
    ByT5Tokenizer,
    LlamaForCausalLM,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

from explanans.neural.trees.automaton import ProofAutomaton
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from tests.small_networks import bert, llama, random_network, written

PROOFS = (
    ("ice is a solid", "heat melts a solid", "heat melts ice", "the sun gives heat", "the sun melts ice"),
    ("a frog is an animal", "an animal needs air", "a frog needs air", "a pond has little air", "a frog leaves a pond"),
    ("iron is a metal", "a metal conducts heat", "iron conducts heat", "a pan is made of iron", "a pan conducts heat"),
)


def problem(number: int, texts: Sequence[str]) -> Problem:
    """Return a problem with a distractor and a tree of two steps."""
    first, second, conclusion, third, hypothesis = texts
    facts = tuple(
        Fact(f"sent{place}", text) for place, text in enumerate((third, first, "rocks are hard", second), start=1)
    )
    steps = (Step(("sent2", "sent4"), "int1", conclusion), Step(("int1", "sent1"), ROOT, hypothesis))
    leaves = tuple(fact for fact in facts if fact.id != "sent3")
    tree = EntailmentTree(hypothesis, leaves, steps, f"q{number}")
    return Problem(f"q{number}", hypothesis, facts, tree, f"What is shown by proof {number}?", conclusion)


PROBLEMS = tuple(problem(number, texts) for number, texts in enumerate(PROOFS, start=1))


SENTENCES = [f" {text}" for texts in PROOFS for text in texts]
PAD, END, UNKNOWN = SPECIAL = ["<pad>", "</s>", "<unk>"]


def whole(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    """Return a tokenizer that ends every line."""
    tokenizer.post_processor = TemplateProcessing(
        single=f"$A {END}", special_tokens=[(END, tokenizer.token_to_id(END))]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token=PAD, eos_token=END, unk_token=UNKNOWN, clean_up_tokenization_spaces=False
    )


def make_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer of bytes and pairs of them, as GPT-2 and BART have; spaces belong to the words after them."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=400, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    return whole(tokenizer)


def make_pieces() -> PreTrainedTokenizerFast:
    """Return a tokenizer of word pieces with a sign for spaces, as T5 has."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=150,
        special_tokens=SPECIAL,
        unk_token=UNKNOWN,
        initial_alphabet=[chr(number) for number in range(33, 127)],
        show_progress=False,
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    return whole(tokenizer)


def make_words() -> PreTrainedTokenizerFast:
    """Return a tokenizer of words and the digits after them, as BERT's vocabulary has them."""
    words = sorted({word for text in SENTENCES for word in text.split()})
    marks = ["$", "proof", "=", "&", "-", ">", ":", ";", "sent", "int", "hypothesis"]
    return word_pieces([*marks, *words, *map(str, range(10)), *(f"##{digit}" for digit in range(10))])


def word_pieces(pieces: Sequence[str]) -> PreTrainedTokenizerFast:
    """Return a tokenizer of given pieces of words."""
    numbers = {piece: number for number, piece in enumerate(dict.fromkeys((*SPECIAL, *pieces)))}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(cleanup=False)
    return whole(tokenizer)


def make_bytes() -> ByT5Tokenizer:
    """Return the tokenizer of ByT5, of bytes alone."""
    return ByT5Tokenizer()


TOKENIZERS: dict[str, Callable[[], PreTrainedTokenizerBase]] = {
    "pairs": make_tokenizer,
    "pieces": make_pieces,
    "words": make_words,
    "bytes": make_bytes,
}


def make_t5(seed: int = 0) -> T5ForConditionalGeneration:
    """Return a T5 with random weights: two layers a side, 64 numbers wide."""
    configuration = T5Config(
        vocab_size=len(make_tokenizer()),
        d_model=64,
        d_kv=16,
        d_ff=128,
        num_layers=2,
        num_heads=4,
        dropout_rate=0.0,
        pad_token_id=0,
        eos_token_id=1,
    )
    configuration.decoder_start_token_id, configuration.n_positions = 0, 150
    model = random_network(T5ForConditionalGeneration, configuration, seed)
    model.eval()
    return model


@pytest.fixture(scope="session")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a T5 with random weights, as a published checkpoint would be."""
    return written(make_t5(), make_tokenizer(), tmp_path_factory.mktemp("tiny-t5"))


@pytest.fixture(scope="session")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a causal language model with random weights: three layers, 64 numbers wide."""
    tokenizer = make_tokenizer()
    configuration = llama(tokenizer, num_hidden_layers=3, max_position_embeddings=600)
    return written(random_network(LlamaForCausalLM, configuration), tokenizer, tmp_path_factory.mktemp("tiny-llama"))


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an encoder with random weights, such as BERT's."""
    tokenizer = make_words()
    tokenizer.add_special_tokens({"cls_token": "<cls>", "sep_token": "<sep>"})
    configuration = bert(tokenizer, max_position_embeddings=120)
    return written(random_network(BertModel, configuration), tokenizer, tmp_path_factory.mktemp("tiny-encoder"))


def wander(automaton: ProofAutomaton, chance: random.Random) -> list[int]:
    """Follow any allowed tokens to the end."""
    state, line = automaton.start, []
    while not state.over:
        allowed = automaton.allowed(state)
        token = chance.choice(allowed.nonzero().flatten().tolist())
        assert automaton.follow(state, chance.choice((~allowed).nonzero().flatten().tolist())) is None
        line.append(token)
        following = automaton.follow(state, token)
        assert following is not None
        state = following
    assert not automaton.allowed(state).any()
    return line
