"""Lemmas: known ones, function words, and what holds for any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.tokens import (
    content_lemmas,
    informative_lemmas,
    is_function_word,
    lemma,
    lemmas,
    reads_like_english,
    stem,
    tokens,
)


@pytest.mark.parametrize(
    ("token", "base"),
    [
        ("melts", "melt"),
        ("melting", "melt"),
        ("Melted", "melt"),
        ("mice", "mouse"),
        ("children", "child"),
        ("frozen", "freeze"),
        ("rotates", "rotate"),
        ("Leaves", "leaf"),
        ("GLASSES", "glass"),
        ("bodies", "body"),
        ("was", "be"),
        ("better", "good"),
        ("frog's", "frog"),
        ("frog’s", "frog"),
        ("Earth's", "earth"),
        ("1,000", "1,000"),
        ("xyzzyfrob", "xyzzyfrob"),
        ("", ""),
        ("'s", ""),
    ],
)
def test_known_lemmas(token: str, base: str) -> None:
    assert lemma(token) == base


def test_inflections_meet() -> None:
    for forms in ("freeze freezes froze frozen freezing", "leaf leaves", "heat heats heated heating", "gas gases"):
        assert len(set(lemmas(forms))) == 1, forms


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", ()),
        ("it is what it is", ()),
        ("The leaves are falling, the leaves!", ("leaf", "fall", "leaf")),
        ("Because of gravity, it does not float", ("gravity", "float")),
        ("How long does a day last on Venus?", ("long", "day", "last", "venus")),
    ],
)
def test_content_lemmas(text: str, content: tuple[str, ...]) -> None:
    assert content_lemmas(text) == content


@pytest.mark.parametrize("word", ["the", "is", "because", "which", "not", "of", "will"])
def test_function_words(word: str) -> None:
    assert is_function_word(word)
    assert content_lemmas(word.upper()) == ()


@pytest.mark.parametrize("word", ["sun", "heat", "cause", "make", "kind", "no-thing", ""])
def test_words_that_name_something(word: str) -> None:
    assert not is_function_word(word)


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("ice is a kind of solid", {"ice", "solid"}),
        ("a leaf is part of a plant; leaves fall", {"leaf", "plant", "fall"}),
        ("what type of thing is it called", set()),
        ("", set()),
    ],
)
def test_telling_lemmas(text: str, telling: set[str]) -> None:
    assert informative_lemmas(text) == telling


@given(st.text())
def test_lemmas_of_any_text(text: str) -> None:
    found = lemmas(text)
    assert len(found) == len(tokens(text))
    assert all(base and base == base.lower() for base in found)


@given(st.text())
def test_content_lemmas_are_lemmas_in_order(text: str) -> None:
    rest = iter(lemmas(text))
    assert all(base in rest for base in content_lemmas(text))
    assert not any(is_function_word(base) for base in content_lemmas(text))


@given(st.lists(st.sampled_from("The Sun HEATS leaves frog's 3.5 is of".split())))
def test_case_does_not_matter(words: list[str]) -> None:
    text = " ".join(words)
    assert content_lemmas(text) == content_lemmas(text.upper()) == content_lemmas(text.lower())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        (" \n\t .,;!?()[]{}<>-–—/_&%$#*+= ", ()),
        ("The Sun is a star.", ("The", "Sun", "is", "a", "star")),
        ("cold-blooded rising/setting a_b", ("cold", "blooded", "rising", "setting", "a", "b")),
        ("the frog's eggs, the frogs' pond", ("the", "frog's", "eggs", "the", "frogs", "pond")),
        ("don’t 'quote' rock'n'roll", ("don’t", "quote", "rock'n", "roll")),
        ("3.5 m, 1,000,000 km. 24.", ("3.5", "m", "1,000,000", "km", "24")),
        ("H2O CO2 5kg 100%", ("H", "2", "O", "CO", "2", "5", "kg", "100")),
        ("1..2 .5 -3", ("1", "2", "5", "3")),
        ("Wärme größer naïve Ωμ 水", ("Wärme", "größer", "naïve", "Ωμ", "水")),
    ],
)
def test_known_splits(text: str, words: tuple[str, ...]) -> None:
    assert tokens(text) == words


@given(st.text())
def test_tokens_stand_in_the_text_in_order(text: str) -> None:
    position = 0
    for token in tokens(text):
        position = text.index(token, position) + len(token)
    assert position <= len(text)


@given(st.text())
def test_tokens_cannot_be_split_further(text: str) -> None:
    found = tokens(text)
    assert tokens(" ".join(found)) == found
    assert all(tokens(token) == (token,) for token in found)


@given(st.text())
def test_no_letter_and_no_digit_is_lost(text: str) -> None:
    def kept(text: str) -> list[str]:
        return [character for character in text if character.isalpha() or character.isdecimal()]

    assert kept("".join(tokens(text))) == kept(text)


@given(st.text(), st.text())
def test_a_line_end_separates(first: str, second: str) -> None:
    assert tokens(f"{first}\n{second}") == tokens(first) + tokens(second)


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


ENGLISH = (
    "The Moon orbits the Earth in about twenty-seven days and always shows it the same face.",
    "Dogs chase cats through muddy fields",
    "Zlatan Ibrahimovic scored twice for Paris Saint-Germain in the first half of the match.",
    "photosynthesis produces glucose",
    "Shah Jahan commissioned the Taj Mahal.",
    "Marie-Antoine Carême invented the chef's hat.",
    "Ja, nein, doch.",  # too short to tell
    "",
    "3.5 7 12 15 18 20 22",
)
OTHERS = {
    "German": "Der Mond umkreist die Erde in etwa siebenundzwanzig Tagen und wendet ihr immer dieselbe Seite zu.",
    "Dutch": "De maan draait in ongeveer zevenentwintig dagen om de aarde. Dit was in de oudheid al bekend.",
    "French": "La Lune tourne autour de la Terre en vingt-sept jours environ et lui montre toujours la même face.",
    "Spanish": "La Luna gira alrededor de la Tierra en unos veintisiete días y siempre le muestra la misma cara.",
    "Italian": "La Luna gira intorno alla Terra in circa ventisette giorni e le mostra sempre la stessa faccia.",
    "Portuguese": "A Lua gira em torno da Terra em cerca de vinte e sete dias e mostra sempre a mesma face.",
    "Danish": "Månen kredser om Jorden på omkring syvogtyve dage og vender altid den samme side mod den.",
    "Polish": "Księżyc okrąża Ziemię w ciągu około dwudziestu siedmiu dni i zawsze zwraca się tą samą stroną.",
    "Finnish": "Kuu kiertää Maan noin kahdessakymmenessäseitsemässä päivässä ja näyttää sille saman puolen.",
    "Turkish": "Ay, Dünya'nın çevresinde yaklaşık yirmi yedi günde döner ve ona hep aynı yüzünü gösterir.",
    "Indonesian": "Bulan mengelilingi Bumi dalam waktu sekitar dua puluh tujuh hari dan menunjukkan sisi yang sama.",
    "Chinese": "月球大约每二十七天绕地球一圈。",
    "Russian": "Луна обращается вокруг Земли примерно за двадцать семь дней.",
}


@pytest.mark.parametrize("text", ENGLISH)
def test_english(text: str) -> None:
    assert reads_like_english(text)


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_languages(text: str) -> None:
    assert not reads_like_english(text)


def test_the_start_of_a_long_text_decides() -> None:
    assert reads_like_english(ENGLISH[0] * 40 + OTHERS["German"] * 400)
