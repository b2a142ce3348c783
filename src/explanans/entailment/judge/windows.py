"""Windows: parts of premises that a network can read at once, of whole sentences where that is possible."""

from collections.abc import Callable, Sequence

from explanans.errors import InputError
from explanans.language.sentences import sentence_spans, tidy


def windows(premises: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """Return premises as one text, or in windows where they do not fit; every word is in one.

    A window starts with the last sentence of the one before, where that leaves room, so that what belongs together is
    seldom torn. A sentence that does not fit is read in halves, or in halves of them.

    Raises:
        InputError: Not even one word fits.

    Example:
        >>> windows(["Ice floats. Iron sinks. Wood floats."], lambda text: len(text.split()) < 5)
        ['Ice floats. Iron sinks.', 'Iron sinks. Wood floats.']
    """
    whole = " ".join(filter(None, map(tidy, premises)))
    if fits(whole):
        return [whole]
    starts = [start for start, _ in sentence_spans(whole)]
    edges = zip([0, *starts[1:]], [*starts[1:], len(whole)], strict=True)
    units = [part for start, end in edges for part in _halves(whole[start:end].strip(), fits)]
    found, window = [], [units[0]]
    for unit in units[1:]:
        if not fits(" ".join([*window, unit])):
            found.append(" ".join(window))
            window = window[-1:] if len(window) > 1 and fits(f"{window[-1]} {unit}") else []
        window.append(unit)
    return [*found, " ".join(window)]


def _halves(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return a text, or its halves where it does not fit, or halves of these."""
    if fits(text):
        return [text]
    if len(text) < 2:
        raise InputError("a claim that leaves no room for its premises; accepted: a shorter one")
    words = text.split()
    if len(words) == 1:
        parts = [text[: len(text) // 2], text[len(text) // 2 :]]
    else:
        parts = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    return [half for part in parts for half in _halves(part, fits)]
