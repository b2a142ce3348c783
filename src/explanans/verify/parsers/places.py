"""Where what a parser saw of a sentence stands in the sentence as written."""

from collections.abc import Callable

Span = tuple[int, int]


def squeeze(text: str) -> tuple[str, Callable[[int, int], Span]]:
    r"""Return a text with one space for blanks of any kind and none at its ends, and what leads back.

    Args:
        text: The text as written.

    Returns:
        The text that a parser sees, and a function from the start and the end of a word there to those in the text as
        written; all in characters.

    Example:
        >>> seen, back = squeeze(" ice\n melts")
        >>> seen, back(4, 9)
        ('ice melts', (6, 11))
    """
    seen = " ".join(text.split())
    if seen == text:
        return seen, lambda start, end: (start, end)
    blanks = [character.isspace() for character in text]
    # A character that is no blank was seen, and the first blank after one.
    kept = [place for place, blank in enumerate(blanks) if not blank or (place > 0 and not blanks[place - 1])]
    return seen, lambda start, end: (kept[start], kept[end - 1] + 1)
