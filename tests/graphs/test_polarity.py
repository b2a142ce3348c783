"""What words say for and against."""

from pathlib import Path

import pytest

from explanans.graphs import polarity
from explanans.graphs.polarity import evaluations, is_negation, lexicon, signed_lemmas, turning
from explanans.language.tokens import lemma


def test_no_word_of_the_lexicon_speaks_both_ways() -> None:
    assert set(lexicon().values()) == {1, -1}
    assert lexicon()["good"] == 1
    assert lexicon()["ban"] == -1
    folder = Path(polarity.__file__).parent / "words"
    favour, against = (
        {lemma(word) for word in (folder / f"{name}.txt").read_text().split()} for name in ("for", "against")
    )
    assert not favour & against
    assert len(lexicon()) == len(favour) + len(against)


def test_whatever_turns_round_says_something_by_itself() -> None:
    assert turning() <= lexicon().keys()


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Dogs bite.", {"dog": 1, "bite": 1}),
        ("Dogs never bite.", {"dog": 1, "bite": -1}),
        ("Dogs do not bite because cats purr.", {"dog": 1, "bite": -1, "cat": 1, "purr": 1}),
        ("Dogs should not bite.", {"dog": 1, "should": -1, "bite": -1}),
        ("", {}),
    ],
)
def test_negation_turns_round_what_it_reaches(text: str, signs: dict[str, int]) -> None:
    assert dict(signed_lemmas(text)) == signs


def test_curled_apostrophes_deny_too() -> None:
    assert is_negation("don’t")
    assert not is_negation("note")


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Zoos are cruel.", -1),
        ("Zoos are not cruel.", 1),
        ("Zoos prevent cruelty.", 1),
        ("Zoos do not prevent cruelty.", -1),
        ("Zoos allow cruelty.", -1),
        ("Zoos help to end cruelty.", 1),
        ("Zoos prevent cruelty and suffering.", 0),
        ("Zoos prevent it because cruelty is bad.", -3),
        ("Zoos reduce the time that anybody has to spend near cruelty.", -2),
        ("Zoos have doors.", 0),
        ("", 0),
    ],
)
def test_words_act_on_what_follows_them_in_their_clause(text: str, total: int) -> None:
    assert sum(said.value for said in evaluations(text)) == total
