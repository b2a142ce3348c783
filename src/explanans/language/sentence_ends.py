"""Corrections of the sentence ends that ``sentencex`` finds: abbreviations before figures, and stops within quotes."""

import re
from collections.abc import Iterable, Iterator

_TITLES = "mr mrs ms dr prof st ste mt ft gen sen rep gov capt lt col sgt maj hon rev"
_FIRMS = "inc ltd co corp bros"
_BEFORE_FIGURES = (
    "approx ca incl excl max min est temp dept no nos fig figs vol vols sec sect ch art eq p pp par cf viz"
)
_DAYS = "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun"
_OTHERS = "jr sr vs al ed eds univ assn ave blvd rd ph"


def _words(*lists: str) -> str:
    return "|".join(word for words in lists for word in words.split())


_ABBREVIATION = re.compile(
    rf"(?:\b(?:{_words(_TITLES, _FIRMS, _BEFORE_FIGURES, _DAYS, _OTHERS)}|e\.g|i\.e|u\.s|u\.k|u\.n|a\.m|p\.m|ph\.d)"
    r"|\b[A-Z]|(?:\b[A-Za-z]\.)+[A-Za-z])\.$",
    re.IGNORECASE,
)
_OPEN_ABBREVIATION = re.compile(rf"\b(?:{_words(_BEFORE_FIGURES, _DAYS)}|[a-z])\.\s*$", re.IGNORECASE)
_STOP = re.compile(r"[.!?]+[\"”’)\]]*\s+(?=[\"“‘'(\[]?[A-Z])")
_ANSWER = re.compile(r"\s*(?:A:\s)?No\.\s+(?=[A-Z])")
_LONGEST = 12  # characters of an abbreviation


def corrected(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of a text, those parted behind an abbreviation joined and those that hold a stop parted.

    Args:
        pieces: The sentences, with the blanks around them.

    Example:
        >>> list(corrected(["It weighs approx. ", "3 kg. ", '"It is red. It is old," he said.']))
        ['It weighs approx. 3 kg. ', '"It is red. ', 'It is old," he said.']
    """
    held = ""
    for piece in pieces:
        if held and not (_OPEN_ABBREVIATION.search(held[-_LONGEST:]) and (piece[:1].isdigit() or piece[:1].islower())):
            yield from _parted(held)
            held = ""
        held += piece
    if held:
        yield from _parted(held)


def _parted(piece: str) -> Iterator[str]:
    """Yield a sentence in parts, ended by the stops within it and by the answer *No.*, which is no number there."""
    start = 0
    answer = _ANSWER.match(piece)
    if answer:
        yield answer[0]
        start = answer.end()
    for stop in _STOP.finditer(piece, start):
        mark = stop.start() + 1
        if piece[stop.start()] == "." and _ABBREVIATION.search(piece[max(start, mark - _LONGEST) : mark]):
            continue
        yield piece[start : stop.end()]
        start = stop.end()
    if start < len(piece):
        yield piece[start:]
