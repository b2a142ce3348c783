import pytest

from explanans.trees.conclusions.replacement import plain, plain_premises, tidied


@pytest.mark.parametrize(
    ("text", "beside", "expected"),
    [
        ("a volcano is a source of magma / lava", "", "a volcano is a source of magma"),
        ("a volcano is a source of magma / lava", "lava is hot", "a volcano is a source of lava"),
        ("stars / the moon may appear at night", "", "stars may appear at night"),
        ("an orbit / a path around a planet is round", "", "an orbit around a planet is round"),
        ("wood has an influence on / effect on fire", "", "wood has an influence on fire"),
        ("kettles melt / heat / cool things ; pots too.", "", "kettles melt things"),
        ("an object 's mass ( m ) stays , always", "", "an object's mass stays, always"),
        ("", "", ""),
    ],
)
def test_a_fact_becomes_one_plain_sentence(text: str, beside: str, expected: str) -> None:
    assert plain(text, beside) == expected


def test_premises_decide_on_one_anothers_alternatives() -> None:
    assert plain_premises(["a pan is hot / warm", "warm things melt wax"])[0] == "a pan is warm"


def test_articles_follow_the_sound_of_the_next_word() -> None:
    assert tidied("a hour and an unit , or a egg".split()) == "an hour and a unit, or an egg"
