"""Values: found with their magnitude, respelt in one form, compared; and what is no value."""

import math
import time
import timeit
from datetime import date
from pathlib import Path

import pytest
import scipy.constants
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.values import ValueKind, canonical, compare_values, find_values
from explanans.language.values.units import unit_symbols, unit_words
from tests.data_sets import present

YEAR = 31_556_952.0  # seconds of a mean Gregorian year
EXPRESSIONS = [
    # expression, kind, magnitude, canonical spelling
    ("1,450 seats", "number", 1450, "1450 seats"),
    ("1 450 seats", "number", 1450, "1450 seats"),
    ("1\u202f450 seats", "number", 1450, "1450 seats"),
    ("1.450,00 euros", "money", 1450, "1450 euros"),
    ("1,5 km", "length", 1500, "1.5 km"),
    ("2.5 million people", "number", 2.5e6, "2500000 people"),
    ("two and a half million people", "number", 2.5e6, "2500000 people"),
    ("half a million people", "number", 5e5, "500000 people"),
    ("two hundred and twenty-one pages", "number", 221, "221 pages"),
    ("one thousand nine hundred steps", "number", 1900, "1900 steps"),
    ("a hundred islands", "number", 100, "100 islands"),
    ("a dozen eggs", "number", 12, "12 eggs"),
    ("half a dozen eggs", "number", 6, "6 eggs"),
    ("twenty-five thousand books", "number", 25000, "25000 books"),
    ("three cats", "number", 3, "3 cats"),
    ("1½ cups", "volume", 1.5 * 0.2365882365, "1.5 cups"),
    ("1 1/2 cups", "volume", 1.5 * 0.2365882365, "1.5 cups"),
    ("3/4 cup", "volume", 0.75 * 0.2365882365, "0.75 cups"),
    ("21st", "ordinal", 21, "21st"),
    ("twenty-first", "ordinal", 21, "21st"),
    ("the 5th floor", "ordinal", 5, "the fifth floor"),
    ("the eleventh hour", "ordinal", 11, "the 11th hour"),
    ("50%", "share", 0.5, "50 %"),
    ("50 per cent", "share", 0.5, "50 %"),
    ("fifty percent", "share", 0.5, "50 %"),
    ("half of the members", "share", 0.5, "50 % of the members"),
    ("half the members", "share", 0.5, "50 % of the members"),
    ("a quarter of the members", "share", 0.25, "25 % of the members"),
    ("three quarters of the members", "share", 0.75, "75 % of the members"),
    ("two thirds of the members", "share", 0.6667, "66.7 % of the members"),
    ("two-thirds of the members", "share", 0.6667, "66.7 % of the members"),
    ("one in five members", "share", 0.2, "20 % of members"),
    ("1 in 5 members", "share", 0.2, "20 % of members"),
    ("nine out of ten members", "share", 0.9, "90 % of members"),
    ("12.5 %", "share", 0.125, "12.5 %"),
    ("€20", "money", 20, "20 euros"),
    ("20 €", "money", 20, "20 euros"),
    ("EUR 20", "money", 20, "20 euros"),
    ("twenty euros", "money", 20, "20 euros"),
    ("a 20-euro note", "money", 20, "a 20-euro note"),
    ("$1,250.50", "money", 1250.5, "1250.5 dollars"),
    ("US$5", "money", 5, "5 dollars"),
    ("5 USD", "money", 5, "5 dollars"),
    ("£3.5 million", "money", 3.5e6, "3500000 pounds sterling"),
    ("$2.5m", "money", 2.5e6, "2500000 dollars"),
    ("$3bn", "money", 3e9, "3000000000 dollars"),
    ("50 cents", "money", 0.5, "50 cents"),
    ("50p", "money", 0.5, "0.5 pounds sterling"),
    ("1500 metres", "length", 1500, "1.5 km"),
    ("1.5 kilometers", "length", 1500, "1.5 km"),
    ("180 cm", "length", 1.8, "1.8 metres"),
    ("5 ft 11 in", "length", 71 * 0.0254, "71 inches"),
    ("6'2\"", "length", 74 * 0.0254, "74 inches"),
    ("six feet nine inches", "length", 81 * 0.0254, "6.75 feet"),
    ("26.2 miles", "length", 26.2 * 1609.344, "26.2 miles"),
    ("two kilos", "mass", 2000, "2 kg"),
    ("2000 g", "mass", 2000, "2 kg"),
    ("0.5 kg", "mass", 500, "500 grams"),
    ("half a kilo", "mass", 500, "500 grams"),
    ("3 tonnes", "mass", 3e6, "3 tonnes"),
    ("8 lb", "mass", 8 * 453.59237, "8 pounds"),
    ("1.5 litres", "volume", 1.5, "1.5 litres"),
    ("1500 millilitres", "volume", 1.5, "1.5 litres"),
    ("150 cl", "volume", 1.5, "1.5 litres"),
    ("half a litre", "volume", 0.5, "500 ml"),
    ("three gallons", "volume", 3 * 3.785411784, "3 gallons"),
    ("2 hectares", "area", 20000, "2 hectares"),
    ("20,000 m²", "area", 20000, "2 hectares"),
    ("60 km/h", "speed", 60, "60 km/h"),
    ("60 kilometres per hour", "speed", 60, "60 km/h"),
    ("60 miles an hour", "speed", 60 * 1.609344, "60 mph"),
    ("-5 °C", "temperature", -5, "-5 degrees Celsius"),
    ("minus five degrees Celsius", "temperature", -5, "-5 degrees Celsius"),
    ("20°C", "temperature", 20, "20 degrees Celsius"),
    ("68 °F", "temperature", 20, "68 degrees Fahrenheit"),
    ("68° F", "temperature", 20, "68 degrees Fahrenheit"),
    ("1,000 W", "power", 1000, "1 kW"),
    ("2 kWh", "energy", 7.2e6, "2 kWh"),
    ("230 volts", "voltage", 230, "230 volts"),
    ("2,400 MHz", "frequency", 2.4e9, "2.4 GHz"),
    ("16 GB", "data", 16e9, "16 GB"),
    ("16000 megabytes", "data", 16e9, "16 GB"),
    ("90 minutes", "duration", 5400, "1.5 hours"),
    ("ninety minutes", "duration", 5400, "1.5 hours"),
    ("an hour and a half", "duration", 5400, "1.5 hours"),
    ("one and a half hours", "duration", 5400, "1.5 hours"),
    ("1 h 30 min", "duration", 5400, "1.5 hours"),
    ("1 hour and 30 minutes", "duration", 5400, "1.5 hours"),
    ("half an hour", "duration", 1800, "30 minutes"),
    ("in an hour and 55 minutes", "duration", 6900, "in 115 minutes"),
    ("three quarters of an hour", "duration", 2700, "45 minutes"),
    ("fourteen days", "duration", 14 * 86400, "2 weeks"),
    ("12 months", "duration", YEAR, "1 year"),
    ("one year", "duration", YEAR, "1 year"),
    ("a two-year guarantee", "duration", 2 * YEAR, "a 2-year guarantee"),
    ("a 24-month guarantee", "duration", 2 * YEAR, "a 2-year guarantee"),
    ("three centuries", "duration", 300 * YEAR, "300 years"),
    ("2 pm", "clock", 840, "14:00"),
    ("2:00 p.m.", "clock", 840, "14:00"),
    ("14:00", "clock", 840, "14:00"),
    ("two o'clock in the afternoon", "clock", 840, "14:00"),
    ("half past six in the evening", "clock", 1110, "18:30"),
    ("half past six", "clock", 390, "6:30"),
    ("a quarter to nine", "clock", 525, "8:45"),
    ("ten minutes to nine", "clock", 530, "8:50"),
    ("noon", "clock", 720, "12:00"),
    ("midnight", "clock", 0, "0:00"),
    ("12 am", "clock", 0, "0:00"),
    ("3 May 2020", "date", date(2020, 5, 3), "3 May 2020"),
    ("May 3, 2020", "date", date(2020, 5, 3), "3 May 2020"),
    ("the 3rd of May 2020", "date", date(2020, 5, 3), "the 3 May 2020"),
    ("2020-05-03", "date", date(2020, 5, 3), "3 May 2020"),
    ("03.05.2020", "date", date(2020, 5, 3), "3 May 2020"),
    ("13/05/2020", "date", date(2020, 5, 13), "13 May 2020"),
    ("Sept. 9, 2001", "date", date(2001, 9, 9), "9 September 2001"),
]
RANGES = [
    ("5–10 km", 5000, 10000, "5 to 10 km"),
    ("five to ten minutes", 300, 600, "5 to 10 minutes"),
    ("between 5 and 10 km", 5000, 10000, "between 5 and 10 km"),
    ("500-1500 g", 500, 1500, "0.5 to 1.5 kg"),
    ("$10,000-$20,000", 10000, 20000, "10000 to 20000 dollars"),
    ("10 to 15 %", 0.10, 0.15, "10 to 15 %"),
    ("May 2020", date(2020, 5, 1), date(2020, 5, 31), "May 2020"),
    ("in 2020", date(2020, 1, 1), date(2020, 12, 31), "in 2020"),
    ("in nineteen eighty-four", date(1984, 1, 1), date(1984, 12, 31), "in 1984"),
    ("the 1990s", date(1990, 1, 1), date(1999, 12, 31), "the 1990s"),
    ("1990–1995", date(1990, 1, 1), date(1995, 12, 31), "1990–1995"),
    ("1990-95", date(1990, 1, 1), date(1995, 12, 31), "1990-1995"),
]
NO_VALUES = [
    "One of them may come; no one else, nor anyone, can.",
    "He drives a second-hand car and made a second attempt.",
    "It was a half-hearted, second-rate and one-sided try.",
    "One day he left, one by one the others did.",
    "May I march in? They may, she may not.",
    "Version 1.2.3 follows v2.0, and 10.0.0.1 is an address.",
    "Call 030 123 4567, +49 30 1234567 or 555-123-4567.",
    "See ISBN 978-3-16-148410-0, section 3.2, § 5 and page 12.",
    "This is known [12], [3, 4] and [^2].",
    "The A380, a B2B shop, 3D glasses, the MP3 file and H2O.",
    "A one-way street is a two-way street for bikes."[:24],
    "Write to max23@example.org or see https://example.org/2020/05/03.",
    "It is open 24/7.",
    "Hundreds of people, dozens of cats, several thousand birds.",
    "The second half of the game was the better half.",
    "No second chance, a minute detail, a quarter horse, the third man.",
    "She is a one-time winner; someone won once.",
]
UNCHANGED = [
    "A four-wheel drive, a two-faced man and a three-dimensional figure.",
    "The Twelve Apostles and Seven Samurai live on Fifth Avenue.",
    "The lift holds 8 persons, 2.50 was the mark.",
    "It is open 8 hours a day, 7 days a week.",
    "A 24-hour clock shows 14:00.",
    "They won 3-2 in 2010; the ratio is 16:9.",
    "John 3:16 is read on Mondays in May.",
    "The Brewster 200 replaces the Boeing 747 on 11 routes.",
    "We met on January 10-11.",
    "In the 90s they were young.",
    "Near zero g they float.",
    "It was written at 2015-01-29T22:10:51+00:00 by L.Smith, p. 10 L.Smith.",
]


@pytest.mark.parametrize(("text", "kind", "magnitude", "spelling"), EXPRESSIONS)
def test_expression_has_one_value(text: str, kind: str, magnitude: float | date, spelling: str) -> None:
    (value,) = find_values(text)
    expected = magnitude.toordinal() if isinstance(magnitude, date) else magnitude
    assert value.kind.value == kind
    assert [value.low, value.high] == pytest.approx([expected, expected])
    assert text[value.start : value.end] == value.text
    assert canonical(text) == spelling
    assert canonical(spelling) == spelling


@pytest.mark.parametrize(("text", "low", "high", "spelling"), RANGES)
def test_range_is_an_interval(text: str, low: float | date, high: float | date, spelling: str) -> None:
    (value,) = find_values(text)
    ends = [end.toordinal() if isinstance(end, date) else end for end in (low, high)]
    assert [value.low, value.high] == pytest.approx(ends)
    assert value.is_range
    assert canonical(text) == spelling
    assert canonical(spelling) == spelling


@pytest.mark.parametrize("text", NO_VALUES)
def test_ordinary_words_and_identifiers_are_no_values(text: str) -> None:
    assert find_values(text) == ()
    assert canonical(text) == text


@pytest.mark.parametrize("text", UNCHANGED)
def test_text_without_another_spelling_is_unchanged(text: str) -> None:
    assert canonical(text) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The guarantee is one year.", "The guarantee is 12 months."),
        ("It holds 1.5 litres.", "It holds 1500 millilitres."),
        ("It opens at 2 pm.", "It opens at 14:00."),
        ("Half of them sing.", "50% of them sing."),
        ("It has 1,450 seats.", "It has 1450 seats."),
        ("It lasts ninety minutes.", "It lasts 1.5 hours."),
        ("It takes an hour.", "It takes 60 minutes."),
        ("It has 1 million users.", "It has 1,000,000 users."),
        ("From 2 to 4 pm.", "From 14:00 to 16:00."),
        ("It costs €5.", "It costs five euros."),
    ],
)
def test_equal_values_have_equal_spellings(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("text", "beside", "spelling"),
    [
        ("It is 8 km long.", "A walk of 5 miles.", "It is 5 miles long."),
        ("It takes 365 days.", "It takes a year.", "It takes 1 year."),
        ("It closes at 18:30.", "It closes at half past six.", "It closes at 6:30."),
        ("It closes at six.", "It closes at 6 pm.", "It closes at 18:00."),
        ("It costs €0.50.", "It costs 50 cents.", "It costs 50 cents."),
        ("It is 9 km long.", "A walk of 5 miles.", "It is 9 km long."),
        ("It has six doors.", "It closes at 6 pm.", "It has 6 doors."),
    ],
)
def test_spelling_beside_another_text(text: str, beside: str, spelling: str) -> None:
    assert canonical(text, beside) == spelling


@pytest.mark.parametrize(
    ("premise", "claim", "relations"),
    [
        ("The guarantee is 12 months.", "The guarantee lasts one year.", ["equal"]),
        ("It opens at 2 pm.", "It opens at 14:00.", ["equal"]),
        ("It opens at 7 am.", "It opens at 7 pm.", ["same figure"]),
        ("It closes at six.", "It closes at 18:00.", ["equal"]),
        ("The walk is 5 miles.", "The walk is 8 km.", ["equal"]),
        ("The walk is 5 miles.", "The walk is 9 km.", ["different"]),
        ("Add one spoonful (about 7 g) of coffee per cup.", "Use 7 kg of coffee per cup.", ["same figure"]),
        ("Power: 1,000 W", "Power: 100 W", ["different"]),
        ("Power: 1,000 W", "Power: 1 kW", ["equal"]),
        ("It has 5 million users.", "It has 5 billion users.", ["same figure"]),
        ("The tank holds 1.25 l.", "The tank holds 12.5 litres.", ["different"]),
        ("Brewing ten cups takes nine minutes.", "Ten cups take 19 minutes.", ["equal", "different"]),
        ("Children under 8 years must not use it.", "Children younger than eight must not use it.", ["equal"]),
        ("Children under 8 must not use it.", "Children older than eight must not use it.", ["different"]),
        ("Pupils may help from the age of eleven.", "A ten-year-old may help.", ["different"]),
        ("Children over the age of ten may join.", "Nine-year-olds may join.", ["different"]),
        ("Pupils may help from the age of eleven.", "Pupils help for ten years.", ["none"]),
        ("At least 10 guests came.", "More than 5 guests came.", ["equal"]),
        ("12 guests came.", "At least 10 guests came.", ["equal"]),
        ("12 guests came.", "At most 10 guests came.", ["different"]),
        ("It began on 3 May 2020.", "It began in May 2020.", ["equal"]),
        ("It began on 3 May 2020.", "It began in June 2020.", ["different"]),
        ("It began in 2020.", "It began on 3 May 2020.", ["none"]),
        ("It costs 50 cents.", "It costs €0.50.", ["equal"]),
        ("It costs $5.", "It costs €5.", ["same figure"]),
        ("A disk of 2 GB.", "A disk of 2048 MB.", ["equal"]),
        ("A pint is 568 ml.", "It holds one pint.", ["equal"]),
        ("Two dogs bark.", "Three dogs bark.", ["different"]),
        ("Two dogs bark.", "Three cats meow.", ["none"]),
        ("Birch: floor 2", "Birch is on the 2nd floor.", ["equal"]),
        ("Birch: seats 30, floor 2", "Birch is on the second floor.", ["equal"]),
        ("Birch: seats 30, floor 2", "Birch is on the third floor.", ["different"]),
        ("Birch is on the second floor.", "Birch is on floor 2.", ["equal"]),
        ("The second dog barks.", "Two dogs bark.", ["none"]),
        ("The train leaves from platform 3.", "The train leaves from platform 4.", ["different"]),
        ("Make up to ten cups.", "Make up to 12 cups.", ["different"]),
        ("Stay at least three days.", "Stay at least 2 days.", ["different"]),
        ("Ice melts.", "Ice melts at 0 °C.", ["none"]),
        ("Half of the seats are taken.", "50 % of the seats are taken.", ["equal"]),
        ("The 20 °C room is warm.", "The room has 20 degrees.", ["equal"]),
        ("It takes about an hour.", "It takes 58 minutes.", ["equal"]),
        ("It takes an hour.", "It takes 58 minutes.", ["different"]),
    ],
)
def test_comparison_of_a_claim_with_a_premise(premise: str, claim: str, relations: list[str]) -> None:
    assert [found.relation.value for found in compare_values(premise, claim)] == relations


@pytest.mark.parametrize(
    ("premise", "claim", "relation"),
    [
        ("The park is open from March to October.", "The park is open in July.", "equal"),
        ("The park is open from March to October.", "The park is open in December.", "different"),
        ("Snow falls from November to March.", "Snow falls in January.", "equal"),
        ("Snow falls from November to March.", "Snow falls in June.", "different"),
        ("The office is open from 9 am to 5 pm.", "The office is open at noon.", "equal"),
        ("The office is open from 9:00 to 17:00.", "The office is open at noon.", "equal"),
        ("The office is open from 9:00 to 17:00.", "The office opens at 9 pm.", "different"),
        ("Office hours: 9:00–17:00.", "The office is open at noon.", "equal"),
        ("The bar is open 10 pm to 4 am.", "The bar is open at 2 am.", "equal"),
        ("The bar is open 10 pm to 4 am.", "The bar is open at 2 pm.", "different"),
        ("Monday–Friday: 8 am to 6 pm", "The office is open on Sunday.", "different"),
        ("The bar is open from 8 pm to 2 am.", "It is open at 7 pm.", "different"),
        ("Trains run from Monday to Friday.", "Trains run on Wednesday.", "equal"),
        ("He was mayor from 1919 to 1927.", "He was mayor in 1930.", "different"),
        ("He was mayor between 1919 and 1927.", "He was mayor in 1925.", "equal"),
    ],
)
def test_range_in_words_holds_what_lies_within(premise: str, claim: str, relation: str) -> None:
    (found,) = compare_values(premise, claim)
    assert found.relation.value == relation


@pytest.mark.parametrize(
    ("premise", "claim", "relation"),
    [
        ("She was born on 3 May 1950.", "She was born before 1960.", "equal"),
        ("She was born on 3 May 1950.", "She was born after 1960.", "different"),
        ("It opened in 1950.", "It had opened by 1955.", "equal"),
        ("It opened before 1940.", "It opened in 1950.", "different"),
        ("It opened before 1940.", "It opened in 1930.", "none"),
        ("It closes at 18:00.", "It closes before 7 pm.", "equal"),
        ("Tickets are sold until 17:30.", "Tickets are sold at 17:00.", "none"),
        ("Tickets are sold until 17:30.", "Tickets are sold at 18:00.", "different"),
        ("The shop is open until 17:30.", "The shop closes at 17:30.", "equal"),
        ("Forms must be in by 5 May.", "Forms must be in by 7 May.", "different"),
        ("Forms must be in by 5 May.", "Forms must be in no later than 5 May.", "equal"),
        ("He has lived here since 2010.", "He lived here in 2015.", "none"),
        ("No more than 20 people may enter.", "At most 20 people may enter.", "equal"),
        ("No more than 20 people may enter.", "25 people may enter.", "different"),
        ("No more than 20 people came.", "Fewer than 30 people came.", "equal"),
        ("Do not exceed 4 tablets a day.", "You may take 3 tablets a day.", "none"),
        ("Do not exceed 4 tablets a day.", "You may take 5 tablets a day.", "different"),
        ("It is no longer than 5 minutes.", "It is longer than 7 minutes.", "different"),
        ("It weighs 5 kg at most.", "It weighs 7 kg.", "different"),
        ("A third of the pupils walk.", "1/3 of the pupils walk.", "equal"),
    ],
)
def test_bounds_leave_open_what_lies_beyond_them(premise: str, claim: str, relation: str) -> None:
    (found,) = compare_values(premise, claim)
    assert found.relation.value == relation


def test_range_in_words_is_named_whole() -> None:
    (found,) = compare_values("The park is open from March to October.", "It is open in December.")
    assert found.premise is not None
    assert found.premise.text == "March to October"


def test_comparison_names_both_values() -> None:
    (found,) = compare_values("The museum opens at 9:30 a.m.", "The museum opens at ten.")
    assert found.premise is not None
    assert (found.claim.text, found.premise.text, found.relation.value) == ("ten", "9:30 a.m.", "different")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("inch", scipy.constants.inch),
        ("foot", scipy.constants.foot),
        ("yard", scipy.constants.yard),
        ("mile", scipy.constants.mile),
        ("nautical-mile", scipy.constants.nautical_mile),
        ("acre", scipy.constants.acre),
        ("hectare", scipy.constants.hectare),
        ("gallon", scipy.constants.gallon * 1000),
        ("fluid-ounce", scipy.constants.fluid_ounce * 1000),
        ("barrel", scipy.constants.barrel * 1000),
        ("pint", scipy.constants.gallon * 125),
        ("cup", scipy.constants.gallon * 62.5),
        ("quart", scipy.constants.gallon * 250),
        ("tablespoon", scipy.constants.gallon * 1000 / 256),
        ("teaspoon", scipy.constants.gallon * 1000 / 768),
        ("pound", scipy.constants.pound * 1000),
        ("ounce", scipy.constants.ounce * 1000),
        ("knot", scipy.constants.knot / scipy.constants.kmh),
        ("mile-per-hour", scipy.constants.mph / scipy.constants.kmh),
        ("horsepower", scipy.constants.hp),
        ("calorie", scipy.constants.calorie * 1000),
        ("bar", scipy.constants.bar),
        ("week", scipy.constants.week),
        ("square-mile", scipy.constants.mile**2),
        ("square-foot", scipy.constants.foot**2),
    ],
)
def test_unit_has_the_size_that_scipy_has(name: str, size: float) -> None:
    assert float(unit_words()[name].factor) == pytest.approx(size, rel=1e-9)


def test_psi_has_the_size_that_scipy_has() -> None:
    assert float(unit_symbols()["psi"].factor) == pytest.approx(scipy.constants.psi, rel=1e-12)


@pytest.mark.parametrize("celsius", [-40.0, 0.0, 37.0, 100.0])
def test_temperatures_are_converted(celsius: float) -> None:
    fahrenheit = scipy.constants.convert_temperature(celsius, "Celsius", "Fahrenheit")
    (value,) = find_values(f"It is {fahrenheit:.4f} °F.")
    assert value.low == pytest.approx(celsius, abs=1e-6)


def test_each_unit_is_read_back_from_its_canonical_spelling() -> None:
    for unit in {*unit_words().values(), *unit_symbols().values()}:
        text = canonical(f"It is 7 {unit.name} here.")
        (value,) = find_values(text)
        assert value.kind is unit.kind, text
        assert math.isclose(value.low, float(7 * unit.factor + unit.offset), rel_tol=2e-3, abs_tol=1e-9), text


_PIECES = st.sampled_from(
    """
    one two ten twenty-one half quarter third second hundred million dozen a an of the in and to past at by from
    between . , - – : / % € $ £ 1 2 7 12 20 45 100 1,450 2.5 0.333 1999 2020 am pm a.m. noon May March 3rd first
    fifth days day months year years hours h min minutes s m km mm g kg lb l ml miles feet ft in °C degrees euros
    cents pounds p k bn W kWh GB MB mph o'clock minus about Monday cups out every each per long old
    """.split()
)


@given(st.lists(st.tuples(_PIECES, st.sampled_from(["", " "])), max_size=14))
def test_canonical_is_idempotent(pieces: list[tuple[str, str]]) -> None:
    once = canonical("".join(map("".join, pieces)))
    assert canonical(once) == once


@given(st.text(max_size=40))
def test_values_of_any_text_are_in_order_and_apart(text: str) -> None:
    values = find_values(text)
    ends = [0, *(value.end for value in values)]
    assert all(end <= value.start < value.end for end, value in zip(ends, values, strict=False))
    assert all(text[value.start : value.end] == value.text for value in values)


@given(st.integers(0, 10**9), st.sampled_from(["minutes", "ml", "g", "metres", "months", "W", "MB"]))
def test_canonical_spelling_keeps_the_magnitude(number: int, unit: str) -> None:
    text = f"It is {number:,} {unit}."
    (before,), (after,) = find_values(text), find_values(canonical(text))
    assert before.kind is after.kind
    assert after.low == pytest.approx(before.low, rel=1e-3)


def test_treebank_sentences_are_respelt_once(data_folder: Path) -> None:
    treebank = present(data_folder / "ud-english-ewt/en_ewt-ud-dev.conllu")
    lines = treebank.read_text("utf-8").splitlines()
    sentences = [line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")]
    respelt = [canonical(sentence) for sentence in sentences]
    assert [canonical(sentence) for sentence in respelt] == respelt
    assert sum(one != other for one, other in zip(sentences, respelt, strict=True)) > 0.05 * len(sentences)


def test_a_sentence_is_read_in_a_few_milliseconds_at_most() -> None:
    sentence = "The 2.5 km walk from the old mill takes half an hour and starts at 2 pm on Sundays."
    canonical(sentence)
    seconds = timeit.repeat(lambda: canonical(sentence), time.process_time, number=50, repeat=5)
    assert min(seconds) / 50 < 5e-3  # a tenth of that on an idle machine


def test_kinds_are_spelt_as_words() -> None:
    assert {kind.value for kind in ValueKind} >= {"number", "share", "money", "duration", "date", "clock"}
