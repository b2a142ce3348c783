"""Conditions and whether they are met, questions with and without answers, instructions and rules."""

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon

PHENOMENA: dict[str, Phenomenon] = {
    "conditions": phenomenon("conditions"),
    "conditions-together": phenomenon("conditions-together"),
    "questions": phenomenon("questions"),
    "questions-with-answers": phenomenon("questions-with-answers"),
    "instructions-and-rules": phenomenon(
        "instructions-and-rules", lambda random: {"k": (k := str(random.randint(1, 6))), "k1": str(int(k) + 1)}
    ),
}
"""The phenomena by their names."""
