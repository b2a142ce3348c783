"""Facts about another kind of thing than the one that is explained: reptiles where frogs are asked about."""

from explanans.compose.conclusions.clause import clause, conditional, head
from explanans.text.grammar import bare
from explanans.text.lemmas import lemma, telling_lemmas
from explanans.text.wordnet import antonyms, hypernyms, is_word

_LEVELS = 3
"""How many kinds above two things are looked at for one that both are of."""
_WIDE = frozenset(
    """
    abstraction act action activity area artifact attribute being body cause change construction entity event
    happening instrumentality location magnitude matter measure object part person phenomenon place process property
    region relation state structure substance thing unit whole
    """.split()
)
"""Kinds of which nearly anything is."""


def topic(text: str) -> str:
    """Return the dictionary form of the noun that a fact is about; empty where none is found.

    Args:
        text: The fact.

    Example:
        >>> topic("most reptiles have dry skin"), topic("if hot soup loses heat then the soup cools")
        ('reptile', 'soup')
    """
    condition = conditional(text)
    said = clause(condition.condition if condition else text)
    words = head(said.subject) if said else ()
    found = lemma(bare(words[-1])) if words else ""
    return found if is_word(found, "NOUN") else ""


def contrasts(text: str, other: str, asked: frozenset[str]) -> bool:
    """Tell whether a fact says of another kind of thing what one that explains says of its own, or the opposite.

    Args:
        text: The fact.
        other: The fact that explains.
        asked: The lemmas of the hypothesis and the question.

    Example:
        >>> asked = frozenset("frog moist skin dry".split())
        >>> contrasts("reptiles have dry skin", "amphibians have moist skin", asked)
        True
        >>> contrasts("reptiles have dry skin", "amphibians have moist skin", asked | {"reptile"})
        False
    """
    own, thing = topic(text), topic(other)
    if not own or not thing or own in asked | _WIDE or not _are_siblings(own, thing):
        return False
    told, others = telling_lemmas(text) - {own}, telling_lemmas(other) - {thing}
    shared = told & others
    alike = bool(shared) and 2 * len(shared) >= len(told)
    return alike and all(any(_are_opposite(word, one) for one in others) for word in (told - others) & asked)


def _are_siblings(one: str, other: str) -> bool:
    above, over = hypernyms(one, "NOUN", _LEVELS), hypernyms(other, "NOUN", _LEVELS)
    if one == other or one in over or other in above:
        return False
    return bool((above.keys() & over.keys()) - _WIDE)


def _are_opposite(one: str, other: str) -> bool:
    return other in antonyms(one, "ADJ") or one in antonyms(other, "ADJ")
