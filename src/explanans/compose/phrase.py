"""Put one noun phrase in the place of another."""

import re
from typing import NamedTuple

from explanans.text.grammar import BE, CLAUSE_STARTS, CONJUNCTIONS, PREPOSITIONS, is_third_person, is_verb
from explanans.text.inflection import is_plural, plural, singular
from explanans.text.lemmas import is_function_word

_ARTICLES = frozenset("a an the any that this each every all".split())
_NAMING_AGAIN = frozenset({"the", "that", "this"})
_OPENING = _ARTICLES | PREPOSITIONS | CLAUSE_STARTS | CONJUNCTIONS | {"then"}
_LEADING_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_EDGES = re.compile(r"^(\W*)(.*?)(\W*)$")


class _Name(NamedTuple):
    """A noun phrase with its article, and whether it is plural as it stands."""

    text: str
    plural: bool


def replace_phrase(text: str, old: str, new: str, *, new_is_plural: bool = False) -> str | None:
    """Return a text with a noun phrase in the place of another, in the number that each place asks for.

    The old phrase must stand as a whole phrase wherever it stands: not as part of a longer name, as ``metal`` in
    ``metal spoon``; not after *is*, where it says what something is; and not where the new one would disagree with its
    verb.

    Args:
        text: The text.
        old: The phrase to replace, in the singular and without an article.
        new: The phrase to put there, with its article if it has one.
        new_is_plural: Whether the new phrase is plural as it stands.

    Returns:
        The new text; None where the old phrase does not stand in the text, or somewhere not as a whole phrase.

    Example:
        >>> replace_phrase("all amphibians breathe through their skin", "amphibian", "a frog")
        'frogs breathe through their skin'
        >>> replace_phrase("if an object is pushed then the object moves", "object", "a ball")
        'if a ball is pushed then the ball moves'
        >>> replace_phrase("a metal spoon is shiny", "metal", "iron") is None
        True
    """
    words = text.split()
    if _find(new.split(), old.split()):
        return None
    for turn, start in enumerate(reversed(starts := _find(words, old.split()))):
        end = start + len(old.split())
        again = turn < len(starts) - 1
        if not _is_whole(words, start, end):
            return None
        replaced = _replaced(words, start, end, _Name(new, new_is_plural), again=again)
        if replaced is None:
            return None
        words = replaced
    return " ".join(words) if starts else None


def stands_whole(text: str, phrase: str) -> bool:
    """Tell whether a noun phrase stands in a text, and nowhere as part of a longer name.

    Args:
        text: The text.
        phrase: The phrase, in the singular; an article does not count.

    Example:
        >>> stands_whole("a tree frog has moist skin", "a tree"), stands_whole("a tree frog has skin", "a tree frog")
        (False, True)
    """
    words, name = text.split(), _LEADING_ARTICLE.sub("", phrase).split()
    starts = _find(words, name)
    return bool(starts) and all(_is_whole(words, start, start + len(name)) for start in starts)


def _find(words: list[str], phrase: list[str]) -> list[int]:
    """Return where a phrase starts, whether it stands in the singular or in the plural."""
    wanted = [word.lower() for word in phrase]
    cores = [_core(word).lower() for word in words]
    places = range(len(words) - len(wanted) + 1)
    return [
        place
        for place in places
        if cores[place : place + len(wanted) - 1] == wanted[:-1]
        and wanted[-1] in {cores[place + len(wanted) - 1], singular(cores[place + len(wanted) - 1])}
    ]


def _replaced(words: list[str], start: int, end: int, new: _Name, *, again: bool) -> list[str] | None:
    """Return the words with one place replaced; a thing named again keeps the place's own *the* or *that*."""
    article = _core(words[start - 1]).lower() if start else ""
    first = start - 1 if article in _ARTICLES else start
    if first and _core(words[first - 1]).lower() in BE:
        return None  # what something is, not what something does it to
    place_is_plural = is_plural(_core(words[end - 1]).lower())
    name = new.text
    if place_is_plural and name.lower().startswith(("a ", "an ")):
        *rest, head = name.split()[1:]
        name = " ".join([*rest, plural(head)])
    elif place_is_plural != new.plural and not _takes_any_number(words, first):
        return None
    if again and article in _NAMING_AGAIN:
        name = f"{article} {_LEADING_ARTICLE.sub('', name)}"
    opening, closing = _EDGES.sub(r"\1", words[first]), _EDGES.sub(r"\3", words[end - 1])
    return [*words[:first], *f"{opening}{name}{closing}".split(), *words[end:]]


def _is_whole(words: list[str], start: int, end: int) -> bool:
    """Tell whether words are a whole noun phrase, judged by the words around them."""
    before = _core(words[start - 1]).lower() if start else ""
    after = _core(words[end]).lower() if end < len(words) else ""
    if words[end - 1].endswith(("'s", "’s")):
        return False
    opens = not before or before in _OPENING or is_third_person(before)
    closes = not after or is_function_word(after) or is_third_person(after) or _ends_clause(words[end - 1])
    return opens and (closes or (is_plural(_core(words[end - 1]).lower()) and is_verb(after)))


def _takes_any_number(words: list[str], first: int) -> bool:
    """Tell whether a phrase is governed from its left, so that no verb after it has to agree with it."""
    before = _core(words[first - 1]).lower() if first else ""
    return before in PREPOSITIONS or is_third_person(before)


def _ends_clause(word: str) -> bool:
    return word[-1] in ",;:.!?"


def _core(word: str) -> str:
    return _EDGES.sub(r"\2", word)
