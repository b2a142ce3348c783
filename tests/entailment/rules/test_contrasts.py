"""Contrasts: what is said of one thing and not of another becomes two clauses, and what only widens stays as it is."""

import pytest

from explanans.entailment.rules.clauses import filled

from .conftest import read


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        (
            "Smoking is allowed on the balcony but not in the stairwell",
            "Smoking is allowed on the balcony but smoking is not allowed in the stairwell",
        ),
        (
            "The tenant may sublet a single room with consent, but not the whole flat",
            "The tenant may sublet a single room with consent, but the tenant may not sublet the whole flat",
        ),
        (
            "Guests who arrive late get a sandwich but no warm meal",
            "Guests who arrive late get a sandwich but guests who arrive late get no warm meal",
        ),
        ("It pays for theft but not for damage", "It pays for theft but it does not pay for damage"),
        ("The key fits the front door, not the cellar", "The key fits the front door, the key does not fit the cellar"),
        ("Cats are allowed, but not dogs", "Cats are allowed, but dogs are not allowed"),
        ("The soup is warm but not hot", "The soup is warm but the soup is not hot"),
        (
            "We lend aprons and glasses, but not gloves",
            "We lend aprons and glasses, but we do not lend gloves",
        ),
        (
            "Bookings are written in the green book, never on loose paper",
            "Bookings are written in the green book, bookings are never written on loose paper",
        ),
        (
            "Pour the milk into the bowl, not the pan",
            "Pour the milk into the bowl, do not pour the pan into the bowl",
        ),
        (
            "Children are welcome to feed the rabbits, but not the geese",
            "Children are welcome to feed the rabbits, but children are not welcome to feed the geese",
        ),
        (
            "Poison is laid only in the cellar and not in the flats",
            "Poison is laid only in the cellar and poison is not laid in the flats",
        ),
        (
            "Mr Stern plays the organ but not on Sundays",
            "Mr Stern plays the organ but Mr Stern does not play the organ on Sundays",
        ),
    ],
)
def test_what_is_not_said_of_another(sentence: str, whole: str) -> None:
    assert filled(read(sentence)) == whole


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("He does not work in Bonn but in Trier", "He does not work in Bonn but he does work in Trier"),
        ("She did not come on Monday but on Tuesday", "She did not come on Monday but she did come on Tuesday"),
        (
            "Children are not vaccinated here but by Dr Sutton",
            "Children are not vaccinated here but children are vaccinated by Dr Sutton",
        ),
    ],
)
def test_what_is_said_of_another(sentence: str, whole: str) -> None:
    assert filled(read(sentence)) == whole


@pytest.mark.parametrize(
    "sentence",
    [
        "It rained, but not all day",
        "He came, but not before noon",
        "Bakers use salt, and not for taste alone",
        "Bakers use salt, and not only for taste",
        "If it rains, not on the lawn",
        "He took the bus because it was late, not in a hurry",
        "You have to be eighteen for the bar, not for anything else",
        "It begins on the day of delivery, not of purchase",
        "He is no fool, but not a teacher",
    ],
)
def test_what_is_no_contrast(sentence: str) -> None:
    assert filled(read(sentence)) == sentence
