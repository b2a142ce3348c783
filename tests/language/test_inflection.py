"""Inflection, by tables of regular and irregular words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.inflection import (
    base_form,
    gerund,
    indefinite_article,
    is_participle,
    is_plural,
    past,
    plural,
    singular,
    third_person,
)

NOUNS = [
    "axis/axes body/bodies box/boxes bus/buses child/children day/days deer/deer dish/dishes fish/fish foot/feet",
    "fungus/fungi gas/gases glass/glasses house/houses larva/larvae leaf/leaves lens/lenses life/lives mass/masses",
    "mosquito/mosquitoes mouse/mice movie/movies nucleus/nuclei person/people planet/planets potato/potatoes",
    "process/processes rock/rocks species/species tooth/teeth tornado/tornadoes wave/waves wolf/wolves zoo/zoos",
]


@pytest.mark.parametrize("pair", " ".join(NOUNS).split())
def test_a_noun_and_its_plural(pair: str) -> None:
    one, many = pair.split("/")
    assert plural(one) == many
    assert singular(many) == one
    assert singular(one) == one


@pytest.mark.parametrize("word", "gas glass mars virus basis photosynthesis physics lens its series news".split())
def test_these_are_no_plurals(word: str) -> None:
    assert not is_plural(word)


@pytest.mark.parametrize(
    ("base", "third", "simple_past", "ing"),
    [
        ("be", "is", "was", "being"),
        ("carry", "carries", "carried", "carrying"),
        ("cut", "cuts", "cut", "cutting"),
        ("die", "dies", "died", "dying"),
        ("do", "does", "did", "doing"),
        ("fly", "flies", "flew", "flying"),
        ("freeze", "freezes", "froze", "freezing"),
        ("go", "goes", "went", "going"),
        ("grow", "grows", "grew", "growing"),
        ("have", "has", "had", "having"),
        ("help", "helps", "helped", "helping"),
        ("melt", "melts", "melted", "melting"),
        ("move", "moves", "moved", "moving"),
        ("occur", "occurs", "occurred", "occurring"),
        ("pass", "passes", "passed", "passing"),
        ("play", "plays", "played", "playing"),
        ("stop", "stops", "stopped", "stopping"),
        ("travel", "travels", "traveled", "traveling"),
    ],
)
def test_the_forms_of_a_verb(base: str, third: str, simple_past: str, ing: str) -> None:
    assert third_person(base) == third
    assert past(base) == simple_past
    assert gerund(base) == ing
    assert base_form(third) == base
    assert base_form(simple_past) == base


@pytest.mark.parametrize(
    ("word", "expected"),
    [("eaten", True), ("used", True), ("struck", True), ("ate", False), ("weed", False), ("hundred", False)],
)
def test_participles(word: str, expected: bool) -> None:
    assert is_participle(word) is expected


@pytest.mark.parametrize("word", "apple egg hour honest ice oven unusual umbrella heir MRI X-ray 8 11 18 NGO".split())
def test_words_that_take_an(word: str) -> None:
    assert indefinite_article(word) == "an"


@pytest.mark.parametrize("word", "plant unit university European one-way hydrogen useful UV DNA 10 80th".split()[:-1])
def test_words_that_take_a(word: str) -> None:
    assert indefinite_article(word) == "a"


@given(st.text(max_size=12))
def test_any_text_goes_through(word: str) -> None:
    for inflect in (plural, singular, third_person, past, gerund, base_form, indefinite_article):
        assert isinstance(inflect(word), str)
