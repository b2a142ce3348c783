from hypothesis import given
from hypothesis import strategies as st

from explanans.verify.sentence_index import SentenceIndex

WORDS = ("frog", "skin", "river", "stone", "wing", "the", "of")
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def test_rare_words_weigh_more_than_common_ones() -> None:
    index = SentenceIndex(["a frog and a stone", "a frog and a river", "a frog and a skin", "a wing", "a frog, a frog"])
    assert index.covering("frogs have wings", 1) == (3,)
    assert index.covering("a stone frog", 2) == (0,)


def test_function_words_and_repetitions_weigh_nothing() -> None:
    index = SentenceIndex(["the the of the", "stone", "frog frog frog frog", "a frog on a stone"])
    assert index.covering("the frog of the stone", 1) == (3,)


def test_a_sentence_whose_words_are_held_already_is_left_out() -> None:
    index = SentenceIndex(["a frog by a river", "a frog with skin", "a river", "a frog by a stone in a river"])
    assert index.covering("a frog by a stone in a river", 5) == (3,)
    assert index.covering("a frog with skin by a river", 5) == (0, 1)


def test_of_equals_the_one_that_shares_most_function_words_then_the_first() -> None:
    index = SentenceIndex(["wings of a frog", "a frog has wings", "a frog has wings", "a river"])
    assert index.covering("the frog has wings", 5) == (1,)
    assert index.covering("wings of the frog", 5) == (0,)


def test_where_nothing_is_shared_the_first_is_taken() -> None:
    index = SentenceIndex(["one wing", "one skin", "one river"])
    assert index.covering("stones", 2) == (0,)


@given(st.lists(SENTENCES, min_size=1, max_size=12), SENTENCES, st.integers(1, 8))
def test_all_words_are_held_that_can_be_and_no_sentence_is_in_vain(sentences: list[str], claim: str, most: int) -> None:
    found = SentenceIndex(sentences).covering(claim, most)
    assert 1 <= len(found) <= most
    assert list(found) == sorted(set(found))
    wanted = set(claim.split()) - {"the", "of"}
    held = [set(sentences[number].split()) & wanted for number in found]
    if len(found) < most:
        assert set().union(*held) == wanted & set(" ".join(sentences).split())
    if any(held):
        assert all(held)
