"""What words say for and against."""

import pytest

from explanans.compose.graphs.stance.polarity import is_negation, lexicon, signed_lemmas


def test_no_word_of_the_lexicon_speaks_both_ways() -> None:
    assert set(lexicon().values()) == {1, -1}
    assert lexicon()["good"] == 1
    assert lexicon()["ban"] == -1


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
