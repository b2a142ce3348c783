"""Split text into word tokens."""

import re

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+", re.UNICODE)


def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, in order and in their own case.

    Hyphens and slashes separate words, so that ``cold-blooded`` and
    ``rising/setting`` match their parts; an apostrophe inside a word does not.

    Args:
        text: Any text.

    Returns:
        The tokens; empty when the text holds no letter and no digit.

    Example:
        >>> tokens("The cold-blooded frog's pond is 3.5 m deep.")
        ('The', 'cold', 'blooded', "frog's", 'pond', 'is', '3.5', 'm', 'deep')
    """
    return tuple(_WORD.findall(text))
