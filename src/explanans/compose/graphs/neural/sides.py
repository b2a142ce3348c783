"""From where the concepts of a graph must come (Saha et al. 2021, section 3)."""

from collections.abc import Collection
from dataclasses import dataclass

EACH = 2
"""Concepts that must stand in the belief, and in the argument."""
EITHER = 4
"""Concepts that must stand in either, since a concept counts for one of them only."""


@dataclass(frozen=True, slots=True)
class Sides:
    """A belief and an argument, two different concepts each of which must be in a graph.

    Attributes:
        belief: The belief, in lower case.
        argument: The argument, in lower case.
    """

    belief: str
    argument: str

    def place(self, concept: str) -> tuple[bool, bool]:
        """Return whether a concept stands in the belief, and in the argument.

        Args:
            concept: The concept, in lower case.
        """
        return concept in self.belief, concept in self.argument

    def lacking(self, concepts: Collection[str]) -> int:
        """Return how many more concepts of these texts are enough for a graph.

        Fewer may do where one stands in both texts.

        Args:
            concepts: The concepts that it has, in lower case.

        Example:
            >>> sides = Sides("zoos should be banned.", "animals suffer in cages.")
            >>> sides.lacking([]), sides.lacking(["zoos", "prison"]), sides.lacking(["zoos", "be", "cages", "animals"])
            (4, 3, 0)
        """
        places = [self.place(concept) for concept in concepts]
        ours, theirs = (sum(place[side] for place in places) for side in (0, 1))
        return max(EITHER - sum(map(any, places)), max(0, EACH - ours) + max(0, EACH - theirs))
