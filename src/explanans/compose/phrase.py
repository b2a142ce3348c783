"""Put one noun phrase in the place of another."""

import re

from explanans.text.grammar import BE, DETERMINERS, PREPOSITIONS, is_third_person, is_verb
from explanans.text.inflection import is_plural, plural
from explanans.text.lemmas import is_function_word, lemma

_ARTICLES = frozenset("a an the any that this each every all".split())
_EDGES = re.compile(r"^(\W*)(.*?)(\W*)$")


def replace_phrase(text: str, old: str, new: str, *, new_is_plural: bool = False) -> str | None:
    """Return a text with a noun phrase in the place of another, in the number that its place asks for.

    Only the first place is taken where the old phrase stands as a whole phrase: not as part of a longer name, as
    ``metal`` in ``metal spoon``; not after *is*, where it says what something is; and not where the new one would
    disagree with its verb.

    Args:
        text: The text.
        old: The phrase to replace, in the singular and without an article.
        new: The phrase to put there, with its article if it has one.
        new_is_plural: Whether the new phrase is plural as it stands.

    Returns:
        The new text; None where the old phrase does not stand in the text, or not as a whole phrase.

    Example:
        >>> replace_phrase("all amphibians breathe through their skin", "amphibian", "a frog")
        'frogs breathe through their skin'
        >>> replace_phrase("heat melts a solid", "solid", "ice")
        'heat melts ice'
        >>> replace_phrase("a metal spoon is shiny", "metal", "iron") is None
        True
    """
    words = text.split()
    wanted = [lemma(word) for word in old.split()]
    for start in range(len(words) - len(wanted) + 1):
        end = start + len(wanted)
        if [lemma(_core(word)) for word in words[start:end]] == wanted and _is_whole(words, start, end):
            return _replaced(words, start, end, new, new_is_plural=new_is_plural)
    return None


def _replaced(words: list[str], start: int, end: int, new: str, *, new_is_plural: bool) -> str | None:
    first = start - 1 if start and _core(words[start - 1]).lower() in _ARTICLES else start
    if first and _core(words[first - 1]).lower() in BE:
        return None  # what something is, not what something does it to
    names_one_thing = new.lower().startswith(("a ", "an "))
    place_is_plural = is_plural(_core(words[end - 1]).lower())
    if place_is_plural and names_one_thing:
        *rest, head = new.split()[1:]
        new = " ".join([*rest, plural(head)])
    elif place_is_plural != new_is_plural and not _takes_any_number(words, first):
        return None
    before, after = words[:first], words[end:]
    opening, closing = _EDGES.sub(r"\1", words[first]), _EDGES.sub(r"\3", words[end - 1])
    return " ".join([*before, f"{opening}{new}{closing}", *after])


def _is_whole(words: list[str], start: int, end: int) -> bool:
    """Tell whether words are a whole noun phrase, judged by the words around them."""
    before = _core(words[start - 1]).lower() if start else ""
    after = _core(words[end]).lower() if end < len(words) else ""
    if words[end - 1].endswith(("'s", "’s")) or before.endswith(("'s", "’s")):
        return False
    opens = not before or is_function_word(before) or before in DETERMINERS or is_third_person(before)
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
