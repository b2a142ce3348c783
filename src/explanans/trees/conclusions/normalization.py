"""Put the wording of fact tables into plain sentences: one of several alternatives, no parentheses, tidy spaces."""

import re
from collections.abc import Sequence
from itertools import takewhile

from explanans.language.grammar import (
    AUXILIARIES,
    CLAUSE_STARTS,
    DETERMINERS,
    PREPOSITIONS,
    bare,
    is_gerund,
    is_third_person,
    is_verb,
)
from explanans.language.inflection import indefinite_article, is_participle
from explanans.language.statements.answers import decapitalize
from explanans.language.tokens import informative_lemmas, is_function_word, lemma

_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_LOOSE_MARK = re.compile(r"\s+([,.;:!?]|'s\b|’s\b|'(?=\s|$))")
_FINAL_MARK = re.compile(r"[\s.;,:]+$")
_ARTICLES = frozenset({"a", "an"})


def plain(text: str, beside: str = "") -> str:
    """Return a fact as a plain sentence.

    Of alternatives, as in ``magma / lava``, the one that another text mentions is kept, else the first.

    Args:
        text: The fact as a table words it.
        beside: The sentences that it stands beside.

    Example:
        >>> plain("a volcano is a source of magma / lava", "lava is hot")
        'a volcano is a source of lava'
        >>> plain("an object 's weight ( in newtons ) changes , but its mass does not")
        "an object's weight changes, but its mass does not"
    """
    words = " ".join(text.split())
    words = _LOOSE_MARK.sub(r"\1", _PARENTHESES.sub("", words) or words).replace(" ;", ";")
    words = _FINAL_MARK.sub("", decapitalize(words.split("; ")[0]))
    return _chosen(words.split(), informative_lemmas(beside))


def tidied(words: Sequence[str]) -> str:
    """Return words as a sentence, with *a* or *an* as the word that follows demands.

    Args:
        words: The words with the punctuation that is attached to them.

    Example:
        >>> tidied("if a apple falls , an book moves".split())
        'if an apple falls, a book moves'
    """
    found = _LOOSE_MARK.sub(r"\1", " ".join(words)).split()
    for place, word in enumerate(found[:-1]):
        if word in _ARTICLES and bare(found[place + 1]):
            found[place] = indefinite_article(found[place + 1])
    return " ".join(found)


def _chosen(words: list[str], wanted: frozenset[str]) -> str:
    """Return the words with one alternative for each slash."""
    while "/" in words:
        place = words.index("/")
        before, after = words[:place], words[place + 1 :]
        right = _size(before, after)
        left = min(right, _reach(before[::-1]))
        first, second = before[len(before) - left :], after[:right]
        if len(informative_lemmas(" ".join(second)) & wanted) > len(informative_lemmas(" ".join(first)) & wanted):
            words = before[: len(before) - left] + after
        else:
            mark = second[-1][-1] if second and before and second[-1][-1] in ",;:" else ""
            words = [*before[:-1], *(word + mark for word in before[-1:]), *after[right:]]
    return " ".join(words)


def _size(before: Sequence[str], after: Sequence[str]) -> int:
    """Return how many words after a slash are the alternative."""
    reach = _reach(after)
    if not before:
        return reach
    last, first = bare(before[-1]), bare(after[0])
    if last in [bare(word) for word in after[reach : reach + 1]]:
        return reach + 1  # as in "an impact on / effect on"
    if first in PREPOSITIONS:
        return (
            next((at + 1 for at, word in enumerate(after) if word[-1] in ",;:"), len(after))
            if "/" not in after
            else reach
        )
    if reach < 2:
        return reach
    likewise = bare(after[reach - 1]) == last or (len(before) >= reach and bare(before[-reach]) == first)
    if likewise or first in DETERMINERS or (is_gerund(first) and not is_gerund(last)):
        return reach
    closed = reach == len(after) or after[reach - 1][-1] in ",;:"
    return reach if closed and not _same_form(last, first) else 1


def _same_form(one: str, other: str) -> bool:
    return any(form(one) and form(other) for form in (is_third_person, is_gerund, is_participle, is_verb))


def _reach(words: Sequence[str]) -> int:
    """Return how many words from a slash on belong to the alternative beside it."""
    reach = 0
    for word in words:
        if word == "/" or (reach and _starts_elsewhere(word)):
            break
        reach += 1
        if word[-1] in ",;:":
            break
    return reach


def _starts_elsewhere(word: str) -> bool:
    low = bare(word)
    return not low or is_function_word(low) or low in AUXILIARIES or low in CLAUSE_STARTS


def same_lemmas(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words two phrases share at their start, by their lemmas.

    Example:
        >>> same_lemmas("the roots of plants absorb".split(), "the root of a plant".split())
        3
    """
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: lemma(bare(pair[0])) == lemma(bare(pair[1])), pairs))


def plain_premises(premises: Sequence[str], hypothesis: str = "") -> tuple[str, ...]:
    """Return premises as plain sentences; of alternatives, what the others or the hypothesis mention is kept.

    Args:
        premises: The premises.
        hypothesis: The hypothesis that they are to lead to; empty if there is none.

    Example:
        >>> plain_premises(["magma is hot / warm", "a volcano is a source of magma / lava"])
        ('magma is hot', 'a volcano is a source of magma')
    """
    beside = [" ".join([*premises[:place], *premises[place + 1 :], hypothesis]) for place in range(len(premises))]
    return tuple(plain(premise, others) for premise, others in zip(premises, beside, strict=True))
