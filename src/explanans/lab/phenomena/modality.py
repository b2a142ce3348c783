"""Possibility, duty and permission, attempts and near misses, past habits, change of state, tense."""

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon

PHENOMENA: dict[str, Phenomenon] = {
    "possibility": phenomenon("possibility"),
    "duty-and-permission": phenomenon("duty-and-permission"),
    "attempts-and-plans": phenomenon("attempts-and-plans"),
    "past-habits": phenomenon("past-habits"),
    "change-of-state": phenomenon("change-of-state"),
    "tense-and-aspect": phenomenon("tense-and-aspect"),
}
"""The phenomena by their names."""
