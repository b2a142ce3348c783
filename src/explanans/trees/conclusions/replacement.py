"""Put one noun phrase in the place of another, and the wording of fact tables into plain sentences."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    bare,
    is_gerund,
    is_past,
    is_plural_subject,
    is_third_person,
    is_verb,
)
from explanans.language.inflection import base_form, indefinite_article, is_participle, is_plural, plural, third_person
from explanans.language.lexicon import word_set
from explanans.language.statements.answers import decapitalize
from explanans.language.tokens import informative_lemmas, is_function_word, lemma

_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_LOOSE_MARK = re.compile(r"\s+([,;:!?]|\.(?!\d)|'s\b|’s\b|'(?=\s|$))")
_FINAL_MARK = re.compile(r"[\s.;,:]+$")
_ARTICLES = frozenset({"a", "an"})


def plain(text: str, beside: str = "") -> str:
    """Return a fact as a plain sentence.

    Of alternatives, as in ``magma / lava``, the one that another text mentions is kept, else the first.

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
        hypothesis: The hypothesis that they are to lead to; empty if there is none.

    Example:
        >>> plain_premises(["magma is hot / warm", "a volcano is a source of magma / lava"])
        ('magma is hot', 'a volcano is a source of magma')
    """
    beside = [" ".join([*premises[:place], *premises[place + 1 :], hypothesis]) for place in range(len(premises))]
    return tuple(plain(premise, others) for premise, others in zip(premises, beside, strict=True))


_NAMING = frozenset("a an the any that this each every all these those".split())
_AGAIN = frozenset({"the", "that", "this"})
_OPENING = DETERMINERS | PREPOSITIONS | CLAUSE_STARTS | CONJUNCTIONS | {"then"}
_MARKS = ",;:"
MASSES = word_set("trees.conclusions.replacement.masses")
"""Nouns that need no article in the singular."""
_PLURAL_OF = {"is": "are", "was": "were", "has": "have", "does": "do", "means": "mean"}
_SINGULAR_OF = {plural_form: form for form, plural_form in _PLURAL_OF.items()}


class Replaced(NamedTuple):
    """A sentence with a phrase in the place of another.

    Attributes:
        loose: Whether the old phrase was part of a longer name somewhere.
    """

    text: str
    loose: bool


def without_article(words: Sequence[str]) -> tuple[str, ...]:
    """Return a noun phrase without the article or other determiner that it starts with.

    Example:
        >>> without_article(("the", "Sun"))
        ('Sun',)
    """
    return tuple(words[1:]) if len(words) > 1 and words[0].lower() in _NAMING else tuple(words)


def places(words: Sequence[str], phrase: Sequence[str]) -> list[int]:
    """Return where a phrase starts in a sentence, whatever the number or form of its words.

    Args:
        phrase: The phrase without its article.

    Example:
        >>> places("all frogs eat insects".split(), ("insect",))
        [3]
    """
    wanted = [lemma(bare(word)) for word in phrase]
    found = [lemma(bare(word)) for word in words]
    return [start for start in range(len(found) - len(wanted) + 1) if found[start : start + len(wanted)] == wanted]


def replace(
    text: str, old: Sequence[str], new: Sequence[str], *, once: bool = False, longer: bool = False
) -> Replaced | None:
    """Return a sentence with one noun phrase in the place of another, its verb made to agree.

    Args:
        old: The phrase to replace; its article does not count.
        new: The phrase to put there, with its article if it has one.
        once: Whether to replace only the first place.

    Returns:
        The new sentence; None if the old phrase does not stand in it, or the new one holds the old one and may not.

    Example:
        >>> replace("all amphibians breathe through their skin", ["amphibian"], ["a", "frog"]).text
        'frogs breathe through their skin'
        >>> replace("if an object is pushed then the object moves", ["object"], ["a", "ball"]).text
        'if a ball is pushed then the ball moves'
        >>> replace("solids have a shape", ["solid"], ["ice"]).text
        'ice has a shape'
    """
    words, name = text.split(), without_article(old)
    starts = [start for start in places(words, name) if words[start - 1 : start] not in (["something"], ["someone"])]
    if not starts or (not longer and places(without_article(new), name)):
        return None
    if once:
        starts = starts[:1]
    loose = False
    for turn, start in enumerate(reversed(starts)):
        end = start + len(name)
        loose = loose or not _is_whole(words, start, end)
        words = _replaced(words, start, end, list(new), again=turn < len(starts) - 1)
    return Replaced(tidied(words), loose)


def put(words: Sequence[str], start: int, end: int, new: Sequence[str]) -> list[str]:
    """Return words with a noun phrase in the place of some of them, the verb made to agree.

    Example:
        >>> put("a dog needs water".split(), 0, 2, ["plants"])
        ['plants', 'need', 'water']
    """
    article = words[start].lower()
    first = start + 1 if article in _NAMING and end - start > 1 else start
    counted = article in {"a", "an"} and new[0].lower() not in DETERMINERS and not is_plural(bare(new[-1]))
    named = ["a", *new] if counted and bare(new[-1]) not in MASSES else list(new)
    return _replaced(list(words), first, end, named, again=False)


def _replaced(words: list[str], start: int, end: int, new: list[str], *, again: bool) -> list[str]:
    article = bare(words[start - 1]) if start else ""
    modified = bool(start) and not _opens(words, start)
    last = words[end - 1]
    first = start - 1 if article in _NAMING else start
    was_plural = is_plural(bare(last))
    if again and article in _AGAIN:
        new = [article, *new[1:]] if new[0].lower() in {"a", "an"} else new
    elif modified:
        new = list(without_article(new))
    counted = new[0].lower() in {"a", "an"}
    if was_plural and (counted or modified) and not is_plural(bare(new[-1])):
        new = [*without_article(new)[:-1], plural(bare(new[-1]))] if len(new[-1]) > 1 else new
    mark = last[-1] if last[-1] in _MARKS else ""
    owner = "'s" if last.rstrip(_MARKS).endswith(("'s", "’s")) else ""
    owner = "'" if owner and new[-1].endswith("s") and is_plural(bare(new[-1])) else owner
    put = [*new[:-1], new[-1].rstrip(_MARKS) + owner + mark]
    rest = words[end:]
    is_subject = not mark and not owner and not _is_governed(words, first)
    if rest and is_subject:
        rest = [agreeing(rest[0], is_plural=counts_as_plural(put)), *rest[1:]]
    return [*words[:first], *put, *rest]


def counts_as_plural(phrase: Sequence[str]) -> bool:
    """Return whether a noun phrase, taken as a subject, wants a plural verb.

    Example:
        >>> counts_as_plural(["salt", "and", "water"]), counts_as_plural(["a", "lens"])
        (True, False)
    """
    return is_plural_subject([word.rstrip(_MARKS) for word in phrase])


def agreeing(verb: str, *, is_plural: bool) -> str:
    """Return a verb in the present tense in the number of its subject; any other word as it is.

    Example:
        >>> agreeing("is", is_plural=True), agreeing("need", is_plural=False), agreeing("can", is_plural=False)
        ('are', 'needs', 'can')
    """
    if is_plural:
        return _PLURAL_OF.get(verb) or (base_form(verb) if is_third_person(verb) else verb)
    if verb in _SINGULAR_OF:
        return _SINGULAR_OF[verb]
    finite = is_verb(verb) and not is_participle(verb) and not is_function_word(verb)
    return third_person(verb) if finite else verb


def _is_governed(words: Sequence[str], first: int) -> bool:
    """Return whether a phrase follows a preposition or a verb, so that no verb after it has to agree with it."""
    before = bare(words[first - 1]) if first else ""
    opens = not before or words[first - 1][-1] in _MARKS
    return not opens and before not in CLAUSE_STARTS and before not in {"then", "that", "when"}


def _is_whole(words: Sequence[str], start: int, end: int) -> bool:
    """Return whether words are a whole noun phrase, judged by the words around them."""
    return _opens(words, start) and _closes(words, end)


def _opens(words: Sequence[str], start: int) -> bool:
    before = bare(words[start - 1]) if start else ""
    if not before or words[start - 1][-1] in _MARKS or before in _OPENING or is_function_word(before):
        return True
    return is_third_person(before) or is_gerund(before) or (is_verb(before) and _wants_object(words, start - 1))


def _wants_object(words: Sequence[str], place: int) -> bool:
    """Return whether a base form is a verb here: after *to*, a modal or a plural subject."""
    before = bare(words[place - 1]) if place else ""
    return (
        before == "to" or is_plural(before) or (is_function_word(before) and before not in DETERMINERS | PREPOSITIONS)
    )


def _closes(words: Sequence[str], end: int) -> bool:
    after = bare(words[end]) if end < len(words) else ""
    last = words[end - 1]
    if not after or last[-1] in _MARKS or last.endswith(("'s", "’s")) or is_function_word(after) or after in BE:
        return True
    if is_third_person(after) or is_gerund(after) or is_past(after):
        return True
    return is_plural(bare(last)) and is_verb(after)
