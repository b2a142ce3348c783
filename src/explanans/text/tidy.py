"""Text as a reader sees it."""

import re

# Control characters, lone surrogates, non-characters, and the marks that turn the direction of all text after them.
# A terminal would obey some of them, XML forbids others, and none of them can be seen.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


def tidy(text: str) -> str:
    r"""Return a text on one line, without characters that a reader cannot see.

    Args:
        text: Any text.

    Example:
        >>> tidy("ice\n is \x1b[31mcold\x00 ")
        'ice is [31mcold'
    """
    return " ".join(_UNSEEN.sub("", text).split())
