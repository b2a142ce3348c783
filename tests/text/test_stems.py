"""Stems, against the examples of the paper."""

import pytest

from explanans.text.stems import stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        # Porter 1980, steps 1a to 5b; each word as it leaves the last step.
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("cats", "cat"),
        ("feed", "feed"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("bled", "bled"),
        ("motoring", "motor"),
        ("sing", "sing"),
        ("conflated", "conflat"),
        ("troubled", "troubl"),
        ("sized", "size"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("hissing", "hiss"),
        ("failing", "fail"),
        ("filing", "file"),
        ("happy", "happi"),
        ("sky", "sky"),
        ("relational", "relat"),
        ("conditional", "condit"),
        ("rational", "ration"),
        ("vietnamization", "vietnam"),
        ("operator", "oper"),
        ("sensibiliti", "sensibl"),
        ("triplicate", "triplic"),
        ("formative", "form"),
        ("goodness", "good"),
        ("adjustable", "adjust"),
        ("replacement", "replac"),
        ("adoption", "adopt"),
        ("probate", "probat"),
        ("rate", "rate"),
        ("cease", "ceas"),
        ("controll", "control"),
        ("roll", "roll"),
        ("is", "is"),
    ],
)
def test_words_are_cut_as_in_the_paper(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_forms_of_a_word_share_their_stem() -> None:
    assert len({stem(word) for word in ("connect", "connected", "connecting", "connection", "connections")}) == 1
