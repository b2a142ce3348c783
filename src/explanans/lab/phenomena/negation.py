"""Negation, exceptions, and *only*."""

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon

PHENOMENA: dict[str, Phenomenon] = {
    "negation": phenomenon("negation"),
    "nobody-and-none": phenomenon("nobody-and-none"),
    "without-and-lack": phenomenon("without-and-lack"),
    "double-negation": phenomenon("double-negation"),
    "scope-of-negation": phenomenon("scope-of-negation"),
    "negative-prefixes": phenomenon("negative-prefixes"),
    "exceptions": phenomenon("exceptions"),
    "only": phenomenon("only"),
}
"""The phenomena by their names."""
