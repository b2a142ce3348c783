"""Characters that steer a terminal, written out instead of sent."""

import re

# Control characters but tabs and line feeds, marks that turn the direction of all text after them, other line ends,
# and lone surrogates.
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Return a text in which characters that steer a terminal are written out; line feeds and tabs stay.

    Example:
        >>> print(visible("ice \x1b[31mis cold\n\u202e"))
        ice \x1b[31mis cold
        \u202e
    """
    return _OBEYED.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def visible_line(text: str) -> str:
    r"""Return a text on one line in which characters that steer a terminal are written out.

    Example:
        >>> print(visible_line("notes\n\x07.txt"))
        notes\n\x07.txt
    """
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")
