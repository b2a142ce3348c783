"""Words that deny."""

import re

_DENIAL = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without)\b|n['’]t\b", re.IGNORECASE
)


def denials(text: str) -> int:
    """Return how many words of a text deny something.

    Args:
        text: The text.

    Example:
        >>> denials("Ice isn't warm, and no lava is cold"), denials("the knot is nowhere to be seen"), denials("a note")
        (2, 1, 0)
    """
    return len(_DENIAL.findall(text))
