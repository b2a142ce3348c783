from explanans.compose.selection import MOST_LEAVES, select, sought_lemmas
from explanans.explanation import ScoredFact
from explanans.fact import Fact


def facts(*texts: str) -> list[ScoredFact]:
    return [ScoredFact(Fact(text, text), 1.0 - 0.01 * place) for place, text in enumerate(texts)]


def chosen(hypothesis: str, *texts: str) -> list[str]:
    return [item.fact.text for item in select(hypothesis, facts(*texts), {})]


def test_probable_leaves_come_first_and_others_fall_out() -> None:
    first, second, third = facts("a mammal breathes air", "a whale is a kind of mammal", "a whale sings")
    third = third._replace(score=0.6)
    found = select("a whale breathes air", [first, second, third], {second.fact.id: 0.9})
    assert found == (second, first)
    assert select("a whale breathes air", [first, second, third], {third.fact.id: 0.9}) == (first, second, third)


def test_a_fact_must_share_a_word_with_the_hypothesis_or_a_chosen_fact() -> None:
    assert chosen("a whale breathes air", "a mammal breathes air", "rocks are hard") == ["a mammal breathes air"]
    linked = chosen("a whale breathes air", "mammals have lungs", "a whale is a kind of mammal")
    assert sorted(linked) == ["a whale is a kind of mammal", "mammals have lungs"]


def test_the_same_said_again_is_passed_over() -> None:
    kept = chosen("oil reduces friction", "oil reduces friction between parts", "between parts oil reduces friction")
    assert kept == ["oil reduces friction between parts"]


def test_no_more_leaves_than_a_reader_takes_in() -> None:
    texts = [f"alpha{n} beta{n}" for n in range(9)]
    assert len(chosen(" ".join(texts), *texts)) == MOST_LEAVES


def test_facts_that_share_nothing_are_worth_nothing() -> None:
    unrelated = [ScoredFact(Fact("f", "rain falls"), 0.0)]
    assert select("ice floats", unrelated, {}) == ()
    assert select("ice floats", [], {}) == ()


def test_a_hypothesis_does_not_seek_its_light_verbs() -> None:
    assert sought_lemmas("a magnet can make iron move by use of force") == {"magnet", "iron", "move", "force"}
