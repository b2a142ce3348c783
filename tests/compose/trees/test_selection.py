from explanans.compose.trees.selection import MOST_LEAVES, select, sought_lemmas
from explanans.explanation import ScoredFact
from explanans.fact import Fact


def facts(*texts: str) -> list[ScoredFact]:
    return [ScoredFact(Fact(text, text), 1.0 - 0.01 * place) for place, text in enumerate(texts)]


def chosen(hypothesis: str, *texts: str) -> list[str]:
    return [item.fact.text for item in select(hypothesis, facts(*texts), lambda lemma: 1.0)]


def test_a_fact_without_a_new_word_or_a_bridge_is_left_out() -> None:
    assert chosen("ice floats on water", "ice floats on water", "ice floats") == ["ice floats on water"]


def test_only_the_second_fact_may_add_nothing_new() -> None:
    hypothesis = "salt dissolves in warm water"
    first, second, third = (
        "salt dissolves in warm water quickly",
        "warm water dissolves sugar",
        "warm water cleans hands",
    )
    assert chosen(hypothesis, first, second) == [first, second]
    assert chosen(hypothesis, first, second, third) == [first, second]


def test_a_bridge_is_kept() -> None:
    kept = chosen("a whale breathes air", "a mammal breathes air", "a whale is a kind of mammal")
    assert sorted(kept) == ["a mammal breathes air", "a whale is a kind of mammal"]


def test_the_same_said_again_is_passed_over() -> None:
    kept = chosen("oil reduces friction", "oil reduces friction between parts", "between parts oil reduces friction")
    assert kept == ["oil reduces friction between parts"]


def test_no_more_leaves_than_a_reader_takes_in() -> None:
    texts = [f"alpha{n} beta{n}" for n in range(9)]
    assert len(chosen(" ".join(texts), *texts)) == MOST_LEAVES


def test_facts_that_share_nothing_are_worth_nothing() -> None:
    unrelated = [ScoredFact(Fact("f", "rain falls"), 0.0)]
    assert select("ice floats", unrelated, lambda lemma: 1.0) == ()
    assert select("ice floats", [], lambda lemma: 1.0) == ()


def test_a_hypothesis_does_not_seek_its_light_verbs() -> None:
    assert sought_lemmas("a magnet can make iron move by use of force") == {"magnet", "iron", "move", "force"}
