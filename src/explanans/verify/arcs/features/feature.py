"""What a feature is."""

from typing import NamedTuple

Values = dict[str, float]
"""One number of an arc under the name of each feature."""


class Feature(NamedTuple):
    """One number that describes an arc of a claim.

    Attributes:
        name: Its name in model files.
        definition: What it is.
        trend: 1 where more of it never speaks against the arc, -1 where it never speaks for it, else 0.
    """

    name: str
    definition: str
    trend: int = 0


def of_both(stem: str, definition: str, trend: int = 0) -> tuple[Feature, Feature]:
    """Return one feature of the head of an arc and one of its child.

    Args:
        stem: The end of its name.
        definition: What it is, with ``{}`` where head or child is named.
        trend: As a feature has it.

    Example:
        >>> [feature.name for feature in of_both("found", "how alike the word is that is most like the {}", 1)]
        ['head_found', 'child_found']
    """
    head, child = (Feature(f"{end}_{stem}", definition.format(end), trend) for end in ("head", "child"))
    return head, child
