from collections.abc import Callable

import pytest

from explanans.verify.exact.dates import Date, dates
from explanans.verify.exact.reading import Reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It fell in 1989.", ("year", 1989, 1989, "")),
        ("It has stood since 1989.", ("year", 1989, 1989, "since")),
        ("It fell in the 1920s.", ("year", 1920, 1929, "")),
        ("It was built in the 19th century.", ("year", 1800, 1900, "")),
        ("The show opens on 6 March.", ("day", 306, 306, "")),
        ("The shop is closed on Mondays.", ("weekday", 0, 0, "")),
        ("The train leaves at 21.40.", ("clock", 1300, 1300, "")),
        ("The shop closes before 8 p.m.", ("clock", 1200, 1200, "before")),
        ("Hoses are banned from June to August.", ("month", 6, 8, "")),
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
