import math
from collections.abc import Callable

import pytest

from explanans.entailment.rules.numerals import value_of
from explanans.entailment.rules.quantities import Quantity, quantities
from explanans.entailment.rules.reading import Reading

Read = Callable[[str], Reading]


@pytest.mark.parametrize(
    ("text", "bounds", "dimension", "noun"),
    [
        ("Twelve people came.", (12, 12), "", "people"),
        ("A dozen people came.", (12, 12), "", "people"),
        ("Two hundred and five women came.", (205, 205), "", "women"),
        ("Twenty-one men came.", (21, 21), "", "men"),
        ("It cost €3,500 in all.", (3500, 3500), "euro", "€"),
        ("He waited two and a half hours.", (9000, 9000), "time", "hours"),
        ("He waited an hour and a half.", (5400, 5400), "time", "half"),
        ("It weighs at least 12.5 kg.", (12500, math.inf), "weight", "kg"),
        ("Wash it at up to 60 degrees.", (-math.inf, 60), "degree", "degrees"),
        ("Four to eight degrees is best.", (4, 8), "degree", "degrees"),
        ("They stayed for two weeks or more.", (1209600, math.inf), "time", "weeks"),
        ("A third of the novels are moving.", (1 / 3, 1 / 3), "share", "novels"),
        ("Half of them left.", (0.5, 0.5), "share", "Half"),
        ("40 per cent of them left.", (0.4, 0.4), "share", "cent"),
        ("A child of ten swims for free.", (120, 120), "months", "ten"),
        ("Members over 70 pay no fee.", (840.084, math.inf), "months", "70"),
        ("The owner of ten cats came.", (10, 10), "", "cats"),
        ("Anyone taller than 1.20 metres may slide.", (1.20012, math.inf), "length", "metres"),
        ("Skis shorter than two metres are free.", (-math.inf, 1.9998), "length", "metres"),
    ],
)
def test_a_number_its_range_and_what_it_counts(
    read: Read, text: str, bounds: tuple[float, float], dimension: str, noun: str
) -> None:
    sentence = read(text)
    (found,) = quantities(sentence)
    assert (found.low, found.high) == pytest.approx(bounds)
    assert found.dimension == dimension
    assert sentence.words[found.noun].text == noun


def test_a_change_is_two_numbers_and_no_range(read: Read) -> None:
    assert [found.value for found in quantities(read("The bill rose from 310 to 465."))] == [310, 465]


def test_more_than_ten_holds_of_twelve_and_not_of_ten() -> None:
    more = Quantity(10.001, math.inf, 10, "", 0, 0, 0)
    assert more.holds(Quantity(12, 12, 12, "", 0, 0, 0))
    assert not more.holds(Quantity(10, 10, 10, "", 0, 0, 0))
    assert not more.meets(Quantity(-math.inf, 9, 9, "", 0, 0, 0))


@pytest.mark.parametrize(("text", "value"), [("3,500", 3500), ("2,5", 2.5), ("½", 0.5), ("3/4", 0.75), ("many", None)])
def test_the_value_of_digits(text: str, value: float | None) -> None:
    assert value_of(text) == value
