"""Facts of tables as sentences: of the alternatives in a cell one is said, the one that the question is about."""

import re
from collections.abc import Sequence
from dataclasses import replace

from explanans.language.inflection import indefinite_article
from explanans.language.tokens import informative_lemmas, stem, tokens
from explanans.structures.facts import Cell, Fact

_SKIPPED = "[SKIP]"
_PARTED = re.compile(r"\s*;\s*")
_LOOSE_MARK = re.compile(r"\s+([,:!?)]|\.(?!\d)|'s\b|’s\b)")
_LOOSE_BRACKET = re.compile(r"\(\s+")
_TWO_ARTICLES = re.compile(r"\b(?:an?) (?=(?:an?|the) )")
_NUMBER = re.compile(r"-?\d[\d.,]*")
_ANYTHING = frozenset("something someone somewhere".split())
_PLURAL_VERB = re.compile(r"(?:are|have|can|do|were|may|contain|need)\b")
"""The start of what is said of a plural subject, or of one of either number."""
_SCALES = 3
"""Minimum number of alternatives at which cells with numbers are one amount in several units."""


def worded(fact: Fact, *beside: str) -> Fact:
    """Return a fact of a table as one sentence; a fact whose text is not made of its cells as it is.

    A cell may hold several wordings, parted by semicolons. The one is said that shares most words with the first text
    beside it, then with the next; else the first one. Where the first text that names things of an enumeration names
    several, they are said together. Amounts that are given in several units are all said in the same one, and cells
    whose wordings name the same things in the same order are said of the same thing. All values of a scale are said.

    Args:
        beside: Texts that it is to explain, such as the hypothesis and the question, the most important first.

    Example:
        >>> cells = Cell("PROCESS", "freezing"), Cell("[FILL]", "means"), Cell("WHAT", "matter; a substance"), Cell(
        ...     "CHANGE", "becomes solid")
        >>> worded(Fact("f1", "freezing means matter; a substance becomes solid", "CHANGE", cells)).text
        'freezing means matter becomes solid'
        >>> worded(Fact("f1", "", "CHANGE", cells), "the substance becomes solid").text
        'freezing means a substance becomes solid'
        >>> killing = Cell("ACT", "eating an animal; eating a plant"), Cell("IS", "kills"), Cell(
        ...     "WHAT", "that animal; that plant")
        >>> worded(Fact("f2", "", "MEANS", killing), "the plant is killed").text
        'eating a plant kills that plant'
        >>> formed = Cell("WHAT", "hollows; caves"), Cell("IS", "are formed by"), Cell("HOW", "rain")
        >>> worded(Fact("f3", "", "FORMED", formed), "rain forms hollows and caves").text
        'hollows and caves are formed by rain'
    """
    if not fact.is_row:
        return fact
    said = [cell for cell in fact.cells if not cell.column.startswith(_SKIPPED)]
    wanted = [informative_lemmas(text) for text in beside]
    scale = _scale(said, beside)
    options = [_options(cell) for cell in said]
    places = _coupled(options, wanted)
    parts = [
        options[number][places[number]] if number in places else _choose(said, number, wanted, scale)
        for number in range(len(said))
    ]
    text = _tidied(" ".join(filter(None, parts)))
    return replace(fact, text=text) if text and text != fact.text else fact


def _options(cell: Cell) -> list[str]:
    return [option for option in _PARTED.split(cell.text) if option]


def _coupled(options: Sequence[Sequence[str]], wanted: Sequence[frozenset[str]]) -> dict[int, int]:
    """Return which wording is said of cells whose wordings name the same things in the same order, by their number."""
    groups: list[list[int]] = []
    for number, texts in enumerate(options):
        if len(texts) > 1:
            group = next((group for group in groups if _name_the_same(options[group[0]], texts)), None)
            groups.append([number]) if group is None else group.append(number)
    places: dict[int, int] = {}
    for group in groups:
        if len(group) > 1:
            said = zip(*(options[number] for number in group), strict=True)
            held = [informative_lemmas(" ".join(texts)) for texts in said]
            keys = [tuple(_share(lemmas, sought) for sought in wanted) for lemmas in held]
            places |= dict.fromkeys(group, max(range(len(keys)), key=lambda place: (keys[place], -place)))
    return places


def _name_the_same(one: Sequence[str], other: Sequence[str]) -> bool:
    if len(one) != len(other):
        return False
    pairs = [(_things(text), _things(beside)) for text, beside in zip(one, other, strict=True)]
    alike = all(left <= right or right <= left for left, right in pairs)
    return alike and all(left and right for left, right in pairs) and len({left & right for left, right in pairs}) > 1


def _things(text: str) -> frozenset[str]:
    """Return the content words of a wording, or *something* and the like."""
    return informative_lemmas(text) or frozenset(tokens(text.lower())) & _ANYTHING


def _choose(cells: Sequence[Cell], number: int, wanted: Sequence[frozenset[str]], scale: tuple[int, int]) -> str:
    """Return the chosen wording of a cell."""
    options = _options(cells[number])
    if len(options) < 2:
        return options[0] if options else ""
    if number and cells[number - 1].text.endswith("values of"):
        return f"{', '.join(options[:-1])} and {options[-1]}"
    units, place = scale
    if len(options) == units:
        return options[place]
    lemmas = [informative_lemmas(option) for option in options]
    listed = [
        [option for option, held in zip(options, lemmas, strict=True) if held and held <= all_] for all_ in wanted
    ]
    named = next(filter(None, listed), [])
    if any(one < other for one in lemmas for other in lemmas if one):
        named = []  # as of *year* and *Earth year*, which are one thing
    if len(named) > 1 and (number or _PLURAL_VERB.match(cells[1].text if cells[1:] else "")):
        return f"{', '.join(named[:-1])} and {named[-1]}"
    keys = [tuple(_share(held, sought) for sought in wanted) for held in lemmas]
    return options[max(range(len(options)), key=lambda place: (keys[place], -place))]


def _share(held: frozenset[str], sought: frozenset[str]) -> float:
    """Return the share of lemmas that are sought, or, counting less, whose stems are: *evaporation*, *evaporates*."""
    stems = set(map(stem, sought))
    return sum(1.0 if one in sought else 0.9 * (stem(one) in stems) for one in held) / max(1, len(held))


def _scale(cells: Sequence[Cell], beside: Sequence[str]) -> tuple[int, int]:
    """Return how many units amounts are given in, and which of them is said; no unit if there are none."""
    counts = [len(options) for cell in cells if _NUMBER.fullmatch((options := _PARTED.split(cell.text))[0])]
    units = next((count for count in counts if count >= _SCALES), 0)
    if not units:
        return 0, 0
    mentioned = {token for text in beside for token in tokens(text)}
    for cell in cells:
        options = _PARTED.split(cell.text)
        if len(options) == units:
            for place, option in enumerate(options):
                if option in mentioned and not _NUMBER.fullmatch(option):
                    return units, place
    return units, 0


def _tidied(text: str) -> str:
    """Return a text without loose spaces, and with *a* or *an* as the word that follows demands."""
    words = _LOOSE_BRACKET.sub("(", _LOOSE_MARK.sub(r"\1", _TWO_ARTICLES.sub("", text))).split()
    for place, word in enumerate(words[:-1]):
        if word in {"a", "an"} and words[place + 1][:1].isalpha():
            words[place] = indefinite_article(words[place + 1])
    return " ".join(words)
