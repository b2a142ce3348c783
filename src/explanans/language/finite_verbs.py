"""Find the finite verb of a clause: by its form and the words beside it; where these do not tell, by the parser."""

from collections.abc import Sequence

from explanans.language.grammar import (
    AUXILIARIES,
    CLAUSE_STARTS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_past,
    is_plural_form,
    is_third_person,
    is_verb,
    wants_noun,
)
from explanans.language.inflection import base_form, is_participle, is_plural
from explanans.language.parser import parsed

# Determiners that can be subjects by themselves.
_POINTING = frozenset("this that these those both all some most many".split())


def finite_verb(words: Sequence[str], start: int, *, after_plural: bool = False) -> int | None:
    """Return where the verb phrase of a statement starts: at its verb, or at an adverb before it.

    Args:
        after_plural: Whether a plural noun must be passed first, as in *which of these planets*.

    Returns:
        The place, or None if no word looks like a finite verb.

    Example:
        >>> finite_verb("the roots of most plants absorb water".split(), 1)
        5
    """
    low = [bare(word) for word in words]
    waiting = after_plural
    for place in range(start, len(low)):
        if place and low[place - 1] in RELATIVES:
            waiting = False
            continue
        if _is_finite(low, place, waiting=waiting):
            return place
        if is_plural(low[place]) or words[place].endswith(","):
            waiting = False
    return None


def has_finite_verb(words: Sequence[str]) -> bool:
    """Return whether words are a clause in the order of a statement, by their forms, else by the parser.

    Example:
        >>> has_finite_verb("the train stopped".split()), has_finite_verb("the last train".split())
        (True, False)
    """
    if finite_verb(words, 1) is not None:
        return True
    parse = parsed(" ".join(words))
    root = parse.root
    return parse.tokens[root].tag in {"VBZ", "VBD", "VBP"} and any(
        arc.head == root and arc.label.startswith("nsubj") for arc in parse.arcs
    )


def _is_finite(low: Sequence[str], place: int, *, waiting: bool) -> bool:
    word, before = low[place], low[place - 1] if place else ""
    after = low[place + 1] if place + 1 < len(low) else ""
    if word in AUXILIARIES:
        return before != "to" and not (word == "can" and before in {"a", "the"})
    if is_adverb(word):
        return after in AUXILIARIES or (
            not wants_noun(before) and _looks_finite(low, place + 1, plural=is_plural(before))
        )
    pointing = place == 1 and points_at_subject(before, word)
    if waiting or (wants_noun(before) and not pointing):
        return False
    return _looks_finite(low, place, plural=pointing or is_plural_form(before) or before in PRONOUNS)


def points_at_subject(determiner: str, word: str) -> bool:
    """Return whether a determiner is a subject by itself, as in *this keeps* and *all need*."""
    return determiner in _POINTING and is_common_verb(base_form(word))


def _looks_finite(low: Sequence[str], place: int, *, plural: bool) -> bool:
    if place >= len(low):
        return False
    word, after = low[place], low[place + 1] if place + 1 < len(low) else ""
    if is_adverb(word):
        return _looks_finite(low, place + 1, plural=plural)
    if is_third_person(word):
        return _is_third_not_plural(word, after, first=place == 0)
    if is_past(word):
        return low[place - 1] not in CLAUSE_STARTS and not (is_participle(word) and _is_reduced(low, place))
    return plural and is_verb(word) and after not in AUXILIARIES | {"of"} and (is_common_verb(word) or bool(after))


def _is_third_not_plural(word: str, after: str, *, first: bool) -> bool:
    """Return whether a word such as *changes* is a verb, not a plural, by the word that follows."""
    if word == "consists" and after == "of":
        return True
    if after == "of" or after in AUXILIARIES or is_participle(after) or is_gerund(after):
        return False
    if is_common_verb(base_form(word)):
        return not (first and is_common_verb(base_form(after))) or word == "helps"
    if after in DETERMINERS:
        return True
    return not first and bool(after) and after not in PREPOSITIONS and not is_common_verb(base_form(after))


def _is_reduced(low: Sequence[str], place: int) -> bool:
    """Return whether a word is a participle after its noun, as in *the method used by farmers*, not a past."""
    after = low[place + 1] if place + 1 < len(low) else ""
    return after in {"by", "as"} or any(word in AUXILIARIES for word in low[place + 1 :])
