"""Find noun phrases that occur in a text by themselves, not only as part of a longer name."""

import re

from explanans.language.grammar import CLAUSE_STARTS, CONJUNCTIONS, PREPOSITIONS, is_gerund, is_third_person, is_verb
from explanans.language.inflection import is_plural, singular
from explanans.language.tokens import is_function_word

_OPENING = frozenset("a an the any that this each every all then".split()) | PREPOSITIONS | CLAUSE_STARTS | CONJUNCTIONS
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_EDGES = re.compile(r"^(\W*)(.*?)(\W*)$")


def stands_whole(text: str, phrase: str) -> bool:
    """Return whether a noun phrase stands in a text, and nowhere as part of a longer name.

    Args:
        text: The text.
        phrase: The phrase, in the singular; an article does not count.

    Example:
        >>> stands_whole("a tree frog has moist skin", "a tree"), stands_whole("a tree frog has skin", "a tree frog")
        (False, True)
    """
    words, name = text.split(), _ARTICLE.sub("", phrase).split()
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


def _is_whole(words: list[str], start: int, end: int) -> bool:
    """Return whether words are a whole noun phrase, judged by the words around them."""
    before = _core(words[start - 1]).lower() if start else ""
    after = _core(words[end]).lower() if end < len(words) else ""
    if words[end - 1].endswith(("'s", "’s")):
        return False
    # As in *burning fuel causes heat*, where *flowing* before *water* would be part of a longer name.
    doing = is_gerund(before) and (start == 1 or _core(words[start - 2]).lower() in PREPOSITIONS)
    # As in *planets orbit stars*, where a plural is what the verb belongs to.
    acting = start > 1 and is_verb(before) and is_plural(_core(words[start - 2]).lower())
    opens = not before or before in _OPENING or is_third_person(before) or doing or acting
    opens = opens or _ends_clause(words[start - 1])
    closes = not after or is_function_word(after) or is_third_person(after) or _ends_clause(words[end - 1])
    return opens and (closes or (is_plural(_core(words[end - 1]).lower()) and is_verb(after)))


def _ends_clause(word: str) -> bool:
    return word[-1] in ",;:.!?"


def _core(word: str) -> str:
    return _EDGES.sub(r"\2", word)
