"""How pairs are read: which subword stands for a word, what a long source loses, how labels are embedded."""

import logging
from dataclasses import replace
from pathlib import Path

import hypothesis.strategies as st
import pytest
import torch
from hypothesis import given
from transformers import BertConfig, BertModel

from explanans.errors import InputError
from explanans.neural.arcs.arc_encoder import ArcEncoder, ClaimEncoder
from explanans.neural.arcs.pair_encoder import PairEncoder, SourcedClaim, fitting, joined
from explanans.structures.syntax import Parse, Token
from tests.entailment.arcs.conftest import parsed
from tests.neural.trees.conftest import TOKENIZERS, make_t5
from tests.neural.trees.conftest import make_tokenizer as make_pairs

from .conftest import CHASE, SIZES, SLEEP, TURNED, make_tokenizer


@pytest.fixture(scope="module")
def network(tiny_encoder: Path) -> PairEncoder:
    return ArcEncoder.untrained(tiny_encoder)


def test_a_word_is_the_subword_in_which_it_begins(network: PairEncoder) -> None:
    """[CLS] the mouse sleep ##s [SEP] a cat chas ##es the old dog [SEP]."""
    assert network.states(network.read([SourcedClaim([SLEEP], TURNED)])).words == ((6, 7, 8, 10, 11, 12),)


def test_words_that_share_a_subword_share_its_state(network: PairEncoder) -> None:
    """[CLS] a cat [SEP] the cat cannot sleep [SEP]; and nothing stands for a character that the tokenizer drops."""
    spans = {"the": (0, 3), "cat": (4, 7), "can": (8, 11), "not": (11, 14), "\n": (14, 15), "sleep": (15, 20)}
    tokens = tuple(Token(text, text, "X", "", *span) for text, span in spans.items())
    claim = Parse("the cat cannot\nsleep", tokens, ())
    source = parsed("a/DET/2/det cat/NOUN/0/root")
    assert network.states(network.read([SourcedClaim([source], claim)])).words == ((4, 5, 6, 6, 7, 7),)
    ending = Parse("cat \n", (Token("cat", "cat", "X", "", 0, 3), Token("\n", "\n", "X", "", 4, 5)), ())
    assert network.states(network.read([SourcedClaim([source], ending)])).words == ((4, 4),)


@pytest.mark.parametrize("kind", ["pairs", "pieces", "words"])
def test_words_are_found_in_the_tokens_of_any_tokenizer(kind: str, tmp_path: Path) -> None:
    tokenizer = TOKENIZERS[kind]()
    BertModel(BertConfig(vocab_size=len(tokenizer), **SIZES)).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    network = ClaimEncoder.untrained(tmp_path)
    claim = parsed("the/X/0/root sun/X/0/root melts/X/0/root ice/X/0/root ./X/0/root")
    read = network.tokenizer("heat melts iron", claim.text, return_offsets_mapping=True)
    (words,) = network.states(network.read([SourcedClaim([Parse("heat melts iron", (), ())], claim)])).words
    for place, word in zip(words, claim.tokens, strict=True):
        start, end = read["offset_mapping"][place]
        assert read.sequence_ids(0)[place] == 1
        assert start <= word.start < end


def test_the_least_similar_sentences_of_a_long_source_are_not_read(
    network: PairEncoder, caplog: pytest.LogCaptureFixture
) -> None:
    """The window is 40 tokens; the claim and what is about it have 10, the sentences 4 and 7 each."""
    long = [SLEEP, *[CHASE] * 4, SLEEP]
    words = network.states(network.read([SourcedClaim(long, TURNED)])).words
    assert words == network.states(network.read([SourcedClaim([CHASE] * 4, TURNED)])).words
    assert "'a cat chases the old dog' the encoder does not read the 2 of 6 sentences" in caplog.text
    assert caplog.text.count("\n") == 1


def test_a_sentence_that_is_too_long_loses_its_beginning_and_never_the_claim(
    network: PairEncoder, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    ((*_, last),) = network.states(
        network.read([SourcedClaim([parsed(" ".join(["cat/X/0/root"] * 60))], TURNED)])
    ).words
    assert last == network.window - 2 == 38
    assert "does not read the beginning of 'cat cat" in caplog.text


def test_a_claim_that_is_too_long_is_refused(network: PairEncoder) -> None:
    claim = parsed(" ".join(["cat/X/0/root"] * 30))
    assert not network.reads(claim)
    assert network.reads(TURNED)
    with pytest.raises(InputError, match=r"the claim 'cat cat .* has 33 tokens; accepted: at most 20, half of what"):
        network.states(network.read([SourcedClaim([CHASE], claim)]))


def test_a_claim_that_holds_nothing_is_refused(network: PairEncoder) -> None:
    claim = Parse("\n", (Token("\n", "\n", "X", "", 0, 1),), ())
    with pytest.raises(InputError, match=r"the claim '\\n' has nothing that the encoder can read"):
        network.states(network.read([SourcedClaim([CHASE], claim)]))


def test_a_label_is_the_mean_of_the_embeddings_of_its_words(network: PairEncoder) -> None:
    embeddings = network.model.get_input_embeddings()
    numbers = network.tokenizer.convert_tokens_to_ids(["nmod", "of", "obj"])
    nmod, of, obj = embeddings(torch.tensor(numbers))
    vectors = network.label_vectors(["obj", "nmod:of", "obj"])
    torch.testing.assert_close(vectors, torch.stack([obj, (nmod + of) / 2, obj]))
    assert vectors.requires_grad


def test_a_pair_is_read_alike_alone_and_beside_others(network: PairEncoder) -> None:
    pairs = [SourcedClaim([CHASE], TURNED), SourcedClaim([SLEEP, CHASE, SLEEP], SLEEP)]
    with torch.inference_mode():
        together = network.states(network.read(pairs))
        for number, pair in enumerate(pairs):
            alone = network.states(network.read([pair]))
            assert alone.words == (together.words[number],)
            length = alone.vectors.shape[1]
            torch.testing.assert_close(alone.vectors[0], together.vectors[number, :length])


def test_the_layer_is_seeded_and_part_of_the_digest(tiny_encoder: Path) -> None:
    first, second, other = (ClaimEncoder.untrained(tiny_encoder, seed) for seed in (0, 0, 1))
    assert torch.equal(first.layer.weight, second.layer.weight)
    assert first.name == second.name != other.name


def test_weights_of_half_precision(tiny_encoder: Path, tmp_path: Path) -> None:
    BertModel.from_pretrained(tiny_encoder).bfloat16().save_pretrained(tmp_path)
    make_tokenizer().save_pretrained(tmp_path)
    network = ClaimEncoder.untrained(tmp_path)
    assert network.layer(network.states(network.read([SourcedClaim([CHASE], TURNED)])).vectors).dtype is torch.float32


def test_what_cannot_read_pairs(tmp_path: Path) -> None:
    make_t5().save_pretrained(tmp_path)
    make_pairs().save_pretrained(tmp_path)
    with pytest.raises(InputError, match="a network that writes cannot read pairs"):
        ClaimEncoder.untrained(tmp_path)


def test_a_tokenizer_that_does_not_tell_places(tmp_path: Path) -> None:
    tokenizer = TOKENIZERS["bytes"]()
    BertModel(BertConfig(vocab_size=len(tokenizer), **SIZES)).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(InputError, match="the tokenizer has no offsets of tokens"):
        ClaimEncoder.untrained(tmp_path)


def test_capitals_and_marks_do_not_move_words(network: PairEncoder) -> None:
    """Whatever is unknown to the tokenizer is still a token."""
    claim = parsed("Žofie/X/0/root ☃/X/0/root cat/X/0/root")
    assert network.states(network.read([SourcedClaim([replace(SLEEP, text="a cat")], claim)])).words == ((4, 5, 6),)


CLAIM = parsed("the/DET/2/det old/ADJ/3/amod dog/NOUN/4/nsubj sleeps/VERB/0/root")
SENTENCES = tuple(
    parsed(" ".join(f"{word}/X/0/root" for word in text.split()))
    for text in ("the mouse the mouse", "the dog sleeps", "an old mouse", "the old dog sleeps", "the mouse")
)


def shortened(words: int, source: tuple[Parse, ...] = SENTENCES) -> list[str]:
    kept = fitting(SourcedClaim(source, CLAIM), lambda text: len(text.split()) <= words)
    return [sentence.text for sentence in kept]


def test_the_sentences_least_like_the_claim_go_first() -> None:
    everything = [sentence.text for sentence in SENTENCES]
    assert shortened(16) == everything
    assert shortened(15) == everything[:4]
    assert shortened(13) == everything[1:4]
    assert shortened(9) == ["the dog sleeps", "the old dog sleeps"]
    assert shortened(5) == ["the old dog sleeps"]


def test_the_last_sentence_stays_whatever_its_length() -> None:
    assert shortened(1) == ["the old dog sleeps"]
    assert shortened(0, SENTENCES[:1]) == ["the mouse the mouse"]


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=8), st.integers(0, 30))
def test_what_stays_fits_and_one_more_would_not(source: list[Parse], words: int) -> None:
    kept = fitting(SourcedClaim(source, CLAIM), lambda text: len(text.split()) <= words)
    places = iter(source)
    assert all(any(sentence is other for other in places) for sentence in kept)  # in their order
    assert len(kept) == 1 or len(joined(kept).split()) <= words
    if len(kept) < len(source):
        longer = fitting(SourcedClaim(source, CLAIM), lambda text: len(text.split()) <= len(joined(source).split()) - 1)
        assert len(longer) == len(source) - 1
        assert set(kept) <= set(longer)
