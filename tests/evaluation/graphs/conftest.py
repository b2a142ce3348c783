"""Two small examples."""

import pytest

from explanans.formats import explagraphs
from explanans.structures.graphs import ExplanationGraph, Stance

ZOOS = ExplanationGraph(
    "Zoos should be banned.",
    "Animals suffer in cages.",
    Stance.SUPPORT,
    explagraphs.decode_graph(
        "(animals; desires; freedom)(freedom; not at location; cages)(cages; part of; zoos)"
        "(zoos; receives action; banned)",
        "zoos",
    ),
)
RAIN = ExplanationGraph(
    "Rain is bad weather.",
    "Gardens need rain to grow.",
    Stance.COUNTER,
    explagraphs.decode_graph(
        "(rain; causes; grow)(grow; has context; gardens)(gardens; not desires; bad weather)", "rain"
    ),
)


@pytest.fixture
def gold() -> list[tuple[ExplanationGraph, ...]]:
    """Return the gold graphs of two examples."""
    return [(ZOOS,), (RAIN,)]
