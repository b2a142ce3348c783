import pytest

from explanans.text.language import reads_like_english

ENGLISH = (
    "The Moon orbits the Earth in about twenty-seven days and always shows it the same face.",
    "Dogs chase cats through muddy fields",
    "Zlatan Ibrahimovic scored twice for Paris Saint-Germain in the first half of the match.",
    "photosynthesis produces glucose",
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
