from explanans.compose.trees.selection import MOST_LEAVES, missing_links, select, share, sought_lemmas
from explanans.explanation import ScoredFact
from explanans.fact import Fact


def facts(*texts: str, probable: float = 0.9) -> list[ScoredFact]:
    return [ScoredFact(Fact(text, text), probable - 0.01 * place) for place, text in enumerate(texts)]


def chosen(hypothesis: str, *texts: str, probable: float = 0.9, question: str = "") -> list[str]:
    given = facts(*texts, probable=probable)
    return [item.fact.text for item in select(hypothesis, given, lambda lemma: 1.0, question)]


def test_the_same_said_again_is_passed_over() -> None:
    kept = chosen("oil reduces friction", "oil reduces friction between parts", "between parts oil reduces friction")
    assert kept == ["oil reduces friction between parts"]
    assert chosen("ice floats on water", "ice floats on water", "ice floats") == ["ice floats on water"]


def test_a_kind_is_a_leaf_where_it_links() -> None:
    kept = chosen("a whale breathes air", "a mammal breathes air", "a whale is a kind of mammal")
    assert sorted(kept) == ["a mammal breathes air", "a whale is a kind of mammal"]
    assert chosen("a whale breathes air", "a whale breathes air", "a whale is a kind of predator") == [
        "a whale breathes air"
    ]


def test_a_kind_that_ties_nothing_is_no_leaf() -> None:
    texts = "tension stresses a cable", "tension is a kind of force"
    assert chosen("a cable is stressed by tension", *texts) == [texts[0]]
    assert chosen("the force of tension stresses a cable", *texts) == list(texts)
    name = "a steel cable is a kind of cable"
    assert chosen("a steel cable is stressed by tension", "tension stresses a cable", name) == [texts[0]]
    longer = "a telescope shows far celestial objects", "the Moon is a kind of object"
    assert chosen("a telescope shows the Moon", *longer) == [longer[0]]


def test_a_synonym_is_a_leaf_where_it_links() -> None:
    texts = "a plain has a flat surface", "flat means level"
    assert chosen("a plain has a level surface", *texts) == list(texts)
    assert chosen("a plain has a flat surface", *texts) == [texts[0]]
    assert chosen("heat results in melting", "heat causes melting", "to cause means to result in") == [
        "heat causes melting"
    ]


def test_opposites_and_what_holds_of_anything_are_no_leaves() -> None:
    texts = "a source of something produces that something", "dark is the opposite of light", "the Sun is hot"
    assert chosen("the Sun is a source of light", *texts) == ["the Sun is hot"]


def test_what_holds_of_anything_is_a_second_leaf_where_it_has_wanted_words() -> None:
    texts = "plants are a source of oxygen", "a source of something increases the amount of that something"
    assert chosen("the amount of oxygen in the jar increased", *texts) == list(texts)


def test_what_only_the_question_mentions_is_tied() -> None:
    texts = "habitat loss decreases a population", "a beach is a kind of habitat", "a beach is a kind of place"
    hypothesis, question = "the cause of this decrease is habitat loss", "People moved to the beach. Why this decrease?"
    assert chosen(hypothesis, *texts, question=question) == list(texts[:2])
    assert chosen(hypothesis, *texts) == [texts[0]]


def test_a_second_leaf_stands_beside_one_that_says_little() -> None:
    first, second = "salt dissolves in water", "warm water dissolves more sugar"
    assert chosen("salt dissolves in warm water in a hot pan on fire", first, second, probable=0.4) == [first, second]
    assert chosen("salt dissolves in water", first, second, probable=0.4) == [first]


def test_no_more_leaves_than_a_reader_takes_in() -> None:
    texts = [f"alpha{n} beta{n}" for n in range(9)]
    assert len(chosen(" ".join(texts), *texts)) == MOST_LEAVES


def test_facts_that_share_nothing_are_no_leaves() -> None:
    assert chosen("ice floats", "rain falls") == []
    assert select("ice floats", [], lambda lemma: 1.0) == ()


def test_a_hypothesis_does_not_seek_its_light_verbs() -> None:
    assert sought_lemmas("a magnet can make iron move by use of force") == {"magnet", "iron", "move", "force"}
    assert share("use force", "force moves iron") == 1.0
    assert share("", "force") == 0.0


def test_what_is_missing_is_named() -> None:
    assert missing_links("ice floats", []) == ("No fact of the knowledge base bears on the hypothesis.",)


def test_what_says_the_same_of_two_things_that_are_asked_about_is_said_of_both() -> None:
    texts = "melting is caused by an increase of heat", "boiling is caused by an increase of heat"
    assert chosen("heat causes melting and boiling", *texts) == list(texts)
    assert chosen("heat causes melting", *texts) == [texts[0]]


def test_what_meets_the_condition_of_a_rule_is_no_repetition() -> None:
    rule, case = "if plants share a pot then the plants get less water", "crowded plants share a pot"
    assert chosen("crowded plants in a pot get less water", rule, case) == [rule, case]


def test_what_ties_a_leaf_to_a_third_is_no_repetition() -> None:
    texts = (
        "a cream guards the skin from a burn",
        "ultraviolet light causes a burn",
        "a cream guards the skin from light",
    )
    assert chosen("a cream guards the skin of a child from a burn", *texts) == list(texts)


def test_a_definition_is_a_leaf_where_the_hypothesis_has_its_word_and_a_leaf_shares_its_meaning() -> None:
    texts = "hunting lowers a population of animals", "endangered means low in population", "rare means few in number"
    assert chosen("hunting makes an animal endangered", *texts) == list(texts[:2])


def test_what_is_said_of_anything_is_a_leaf_where_most_of_it_is_asked_about() -> None:
    text = "if a technology that studies something is new then that something is discovered late"
    assert chosen("genes were discovered late because the technology that studies them is new", text) == [text]


def test_two_things_of_a_kind_that_nobody_asks_about_tie_each_other_to_nothing() -> None:
    texts = "water is a renewable resource", "soil is a kind of renewable resource"
    assert chosen("water carries soil away", *texts) == [texts[0]]
    assert chosen("water and soil are a renewable resource", *texts) == list(texts)


def test_what_another_kind_of_thing_does_is_no_leaf() -> None:
    texts = "amphibians have moist skin", "reptiles have dry skin", "a frog is a kind of amphibian"
    assert chosen("a moist place keeps the skin of a frog from getting dry", *texts) == [texts[0], texts[2]]
    drinks = "if a warm drink loses heat then the drink cools", "if hot soup loses heat then the soup cools"
    assert chosen("hot cocoa loses heat and cools", *drinks) == [drinks[0]]
