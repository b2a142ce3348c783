from collections.abc import Callable

import pytest

from explanans.entailment.rules.dates import Date, dates
from explanans.entailment.rules.reading import Reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It fell in 1989.", ("year", 1989, 1989, "")),
        ("It has stood since 1989.", ("year", 1989, 1989, "since")),
        ("It fell in the 1920s.", ("year", 1920, 1929, "")),
        ("It was built in the 19th century.", ("year", 1800, 1900, "")),
        ("The show opens on 6 March.", ("day", 306, 306, "")),
        ("The shop is closed on Mondays.", ("weekday", 0, 0, "")),
        ("The mill can be visited on weekdays.", ("weekday", 0, 4, "")),
        ("The path is cleared by seven on working days.", ("weekday", 0, 4, "")),
        ("It is closed at weekends.", ("weekday", 5, 6, "")),
        ("The train leaves at 21.40.", ("clock", 1300, 1300, "")),
        ("The shop closes before 8 p.m.", ("clock", 1200, 1200, "before")),
        ("Hoses are banned from June to August.", ("month", 6, 8, "")),
        ("Dogs are allowed from October to March.", ("month", 10, 15, "")),
        ("It was written between 1890 and 1894.", ("year", 1890, 1894, "")),
    ],
)
def test_a_date_in_its_scale(
    read: Callable[[str], Reading], text: str, expected: tuple[str, float, float, str]
) -> None:
    (found,) = dates(read(text))
    assert (found.scale, found.low, found.high, found.bound) == expected


def test_a_number_that_counts_is_no_year(read: Callable[[str], Reading]) -> None:
    assert not dates(read("The hall seats 1900 people."))


@pytest.mark.parametrize("text", ["The coast is near -", "He came twentieth -", "It fell in -"])
def test_a_dash_that_ends_a_sentence_is_no_date(read: Callable[[str], Reading], text: str) -> None:
    assert not dates(read(text))


def test_a_decade_holds_of_its_years_and_since_names_one_year() -> None:
    year, decade = Date("year", 1924, 1924, 0, 0), Date("year", 1920, 1929, 0, 0)
    assert decade.holds(year)
    assert not year.holds(decade)
    assert not year._replace(bound="since").meets(decade._replace(low=1850, high=1850, bound="since"))
    assert year._replace(bound="before").holds(Date("year", 1911, 1911, 0, 0))


def test_what_is_so_throughout_a_span_is_so_at_any_time_in_it(read: Callable[[str], Reading]) -> None:
    (winter,) = dates(read("Dogs are allowed from October to March."))
    (span,) = dates(read("It was written between 1890 and 1894."))
    assert winter.throughout
    assert not span.throughout
    january, june = (Date("month", number, number, 0, 0) for number in (1, 6))
    assert january.holds(winter)
    assert not june.holds(winter)
    assert not june.meets(winter)
    # Whatever was written at some time between two years was not written in each of them.
    assert not Date("year", 1892, 1892, 0, 0).holds(span)
    assert Date("year", 1892, 1892, 0, 0).meets(span)
    # *Before June* is of the same year.
    assert not june._replace(bound="before").holds(Date("month", 7, 7, 0, 0))
