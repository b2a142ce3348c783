"""A language model of Llama's kind with the words of a few steps: two layers, 64 numbers wide; and the steps."""

from pathlib import Path

from explanans.lab.training.conclusions import GoldStep
from tests.lab.networks.small_model import write_model

_THINGS = (
    ("frog", "amphibian", "has moist skin"),
    ("robin", "bird", "has feathers"),
    ("oak", "tree", "has roots"),
    ("shark", "fish", "has gills"),
)
STEPS = tuple(
    GoldStep((f"a {one} is a kind of {kind}", f"a {kind} {does}"), f"a {one} {does}", f"it helps that a {one} {does}")
    for one, kind, does in _THINGS
)
_WORDS = "To show : Facts - So , to toad slimy"


def language_model(folder: Path) -> Path:
    """Write a language model with random weights and return its folder."""
    texts = " ".join((_WORDS, *(text for step in STEPS for text in (*step.premises, step.conclusion, step.hypothesis))))
    return write_model(texts, folder)
