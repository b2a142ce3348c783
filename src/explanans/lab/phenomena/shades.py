"""Unreal events, implicative verbs, offers, purposes, corrections, nested places and times."""

from random import Random

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon
from explanans.lab.phenomena.matrix import Values
from explanans.lab.phenomena.spellings import DAYS


def _spans(random: Random) -> Values:
    """Draw a run of weekdays with the days around it, two prices, a floor and a part of a year."""
    first = random.randrange(1, 4)
    names = {"wa": first, "wb": first + 1, "wc": first + 2, "wafter": first + 3, "wbefore": first - 1}
    days = random.sample(DAYS, 2)
    low = random.randint(3, 80)
    high = low + random.choice((-2, 1, 3, 10, 25))
    season = random.choice(("spring", "summer", "autumn", "first half", "second half", "last weeks", "early months"))
    spans = {name: DAYS[day] for name, day in names.items()}
    return {
        **spans,
        "w1": days[0],
        "w2": days[1],
        "x": low,
        "y": high,
        "floor": random.choice(("first", "second", "third", "top")),
        "part": season,
    }


PHENOMENA: dict[str, Phenomenon] = {
    "not-real": phenomenon("not-real"),
    "implicative-verbs": phenomenon("implicative-verbs"),
    "purposes-and-promises": phenomenon("purposes-and-promises"),
    "corrections-and-headings": phenomenon("corrections-and-headings", _spans),
    "places-and-times-within": phenomenon("places-and-times-within", _spans),
    "until-and-since": phenomenon("until-and-since"),
    "other-wordings": phenomenon("other-wordings"),
}
"""The phenomena by their names."""
