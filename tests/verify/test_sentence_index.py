from hypothesis import given
from hypothesis import strategies as st

from explanans.verify.sentence_index import SentenceIndex

WORDS = ("frog", "skin", "river", "stone", "wing", "the", "of")
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def test_rare_words_count_more_than_common_ones() -> None:
    index = SentenceIndex(["a frog and a stone", "a frog and a river", "a frog and a skin", "a wing", "a frog, a frog"])
    assert index.nearest("frogs have wings", 1) == (3,)
    assert index.nearest("a stone frog", 2) == (0, 1)


def test_function_words_and_repetitions_count_nothing() -> None:
    index = SentenceIndex(["the the of the", "stone", "frog frog frog frog", "a frog on a stone"])
    assert index.nearest("the frog of the stone", 1) == (3,)


def test_where_nothing_is_shared_the_first_are_taken() -> None:
    index = SentenceIndex(["one wing", "one skin", "one river"])
    assert index.nearest("stones", 2) == (0, 1)


@given(st.lists(SENTENCES, min_size=1, max_size=12), SENTENCES, st.integers(1, 8))
def test_as_many_as_there_are_in_order_and_none_left_out_that_shares_more(
    sentences: list[str], claim: str, most: int
) -> None:
    found = SentenceIndex(sentences).nearest(claim, most)
    assert len(found) == min(most, len(sentences))
    assert list(found) == sorted(set(found))
    wanted = set(claim.split()) - {"the", "of"}
    left = [number for number in range(len(sentences)) if number not in found]
    assert not any(
        set(sentences[out].split()) & wanted > set(sentences[kept].split()) & wanted for out in left for kept in found
    )
