"""Superlatives and comparisons, degrees, sufficiency, thresholds, sameness, completeness."""

from random import Random

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon
from explanans.lab.phenomena.matrix import Values


def _ordered(random: Random) -> Values:
    """Draw two numbers with one between and their difference."""
    low = random.randint(4, 60)
    high = low + random.randint(4, 40)
    return {"x": low, "y": high, "mid": random.randint(low + 1, high - 1), "diff": high - low}


PHENOMENA: dict[str, Phenomenon] = {
    "superlatives": phenomenon("superlatives"),
    "comparisons-of-quantities": phenomenon("comparisons-of-quantities", _ordered),
    "missing-standard": phenomenon("missing-standard", _ordered),
    "enough-and-too": phenomenon("enough-and-too", _ordered),
    "thresholds": phenomenon("thresholds", _ordered),
    "same-and-whole": phenomenon("same-and-whole"),
}
"""The phenomena by their names."""
