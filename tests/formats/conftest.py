"""Fixtures of what codecs write."""

from tests.rendering.conftest import spoon, spoon_by_arcs, treeless

__all__ = ["spoon", "spoon_by_arcs", "treeless"]
