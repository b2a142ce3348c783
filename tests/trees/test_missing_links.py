from explanans.structures.facts import Fact
from explanans.trees.missing_links import covered, links, missing_links, missing_parts, share, sought_lemmas


def facts(*texts: str) -> list[Fact]:
    return [Fact(text, text) for text in texts]


def test_a_hypothesis_does_not_seek_its_light_verbs() -> None:
    assert sought_lemmas("a magnet can make iron move by use of force") == {"magnet", "iron", "move", "force"}
    assert share("use force", "force moves iron") == 1.0
    assert share("", "force") == 0.0


def test_nothing_is_missing_if_all_words_are_mentioned() -> None:
    assert missing_links("ice floats", facts("ice floats on water")) == ()


def test_that_no_fact_was_found_is_a_sentence() -> None:
    assert missing_links("ice floats", []) == ("No fact of the knowledge base bears on the hypothesis.",)


def test_a_single_fact_that_makes_no_tree_is_named() -> None:
    missing = missing_links("ice floats on water", facts("ice melts"), is_tree=False)
    assert missing == (
        "Only one fact, and so no tree: 'ice melts' alone bears on the hypothesis.",
        "No fact says that ice floats on water.",
    )


def test_the_class_of_a_member_of_an_enumeration_is_asked_for() -> None:
    chosen = facts("burning fossil fuels releases heat", "coal is a kind of fossil fuel")
    sentence = "No fact says that natural gas is a kind of fossil fuel."
    assert missing_links("burning coal and natural gas releases heat", chosen) == (sentence,)
    assert missing_parts("burning natural gas and coal releases heat", chosen) == (sentence,)
    assert missing_parts("burning coal releases heat", chosen) == ()


def test_a_cause_that_no_fact_states_is_named_whole() -> None:
    hypothesis = "the pan gets hot because metal conducts heat"
    assert missing_links(hypothesis, facts("a pan can get hot")) == ("No fact says that metal conducts heat.",)
    assert missing_parts(hypothesis, facts("metal is a good conductor", "a hot pan burns skin")) == ()


def test_what_the_question_says_is_not_missing() -> None:
    hypothesis = "a gate is painted because paint keeps water from the iron"
    leaves = facts("paint keeps water away")
    assert missing_parts(hypothesis, leaves) == ("No fact says that a gate is painted.",)
    assert missing_parts(hypothesis, leaves, "a gate is painted") == ()


def test_words_side_by_side_are_one_phrase_and_words_that_only_frame_are_left_out() -> None:
    hypothesis = "most leaves consist of cells that depend on table salt and of the best carbon compounds"
    missing = missing_links(hypothesis, facts("leaves have cells", "compounds are of carbon", "cells depend on salts"))
    assert missing == ("No fact says anything about ‘table’.",)
    missing = missing_links(hypothesis, facts("leaves have cells", "compounds are of carbon", "cells differ"))
    assert missing == ("No fact says anything about ‘depend’ or ‘table salt’.",)


def test_a_claim_most_of_which_is_missing_is_said_without_its_condition() -> None:
    hypothesis = "when a ball hits the floor, the energy of the ball becomes heat."
    assert missing_links(hypothesis, facts("a ball is a kind of object", "the floor is hard")) == (
        "No fact says that the energy of the ball becomes heat.",
    )


def test_a_synonym_or_another_name_at_hand_mentions_a_word() -> None:
    chosen, names = facts("autumn begins with rain"), facts("precipitation means rain", "to pour means to rain")
    assert missing_links("fall starts with rain", chosen) == ()
    assert missing_links("fall starts with precipitation", chosen) == ("No fact says anything about ‘precipitation’.",)
    assert missing_links("fall starts with precipitation", chosen, names) == ()


def test_names_of_things_link_facts_to_a_hypothesis_and_names_of_deeds_do_not() -> None:
    chosen, names = facts("autumn begins with rain"), facts("precipitation means rain", "to pour means to rain")
    assert links("autumn begins with precipitation", chosen, names) == (names[0],)
    assert links("it starts to pour", chosen, names) == ()
    assert links("autumn begins with rain", chosen, names) == ()


def test_the_share_of_a_claim_that_facts_mention() -> None:
    chosen = facts("copper conducts heat")
    assert covered(frozenset({"copper", "rust"}), chosen, ()) == 0.5
    assert covered(frozenset({"rust"}), chosen, facts("rust is similar to copper")) == 1.0
    assert covered(frozenset(), chosen, ()) == 1.0


def test_a_cause_that_is_no_clause_is_named_by_its_words() -> None:
    missing = missing_links("The match was called off because of rain.", facts("The match was called off"))
    assert missing == ("No fact says that the match was called off because of rain.",)
