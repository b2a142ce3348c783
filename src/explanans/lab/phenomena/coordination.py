"""Conjunction and disjunction, *respectively*, excluded alternatives, contrast, figures with the wrong thing."""

from random import Random

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon
from explanans.lab.phenomena.matrix import Values


def _three(random: Random) -> Values:
    """Draw three different numbers in rising order."""
    first, second, third = sorted(random.sample(range(3, 80), 3))
    return {"x": first, "y": second, "z": third}


PHENOMENA: dict[str, Phenomenon] = {
    "and-or": phenomenon("and-or"),
    "respectively": phenomenon("respectively", _three),
    "instead": phenomenon("instead"),
    "contrast": phenomenon("contrast"),
    "crossed-numbers": phenomenon("crossed-numbers", _three),
}
"""The phenomena by their names."""
