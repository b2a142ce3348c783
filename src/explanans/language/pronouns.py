"""Resolve the pronouns of a sentence by the noun phrases of the sentences before it."""

import re
from collections.abc import Iterable
from functools import lru_cache

from explanans.language.inflection import singular
from explanans.language.wordnet import kinship
from explanans.structures.syntax import ROOT, Parse, Token

_THINGS = frozenset("it its".split())
_MANY = frozenset("they their them theirs".split())
_KINDS = (_THINGS, _MANY, frozenset("he his him".split()), frozenset("she her hers".split()))
PRONOUNS = frozenset().union(*_KINDS)
"""The pronouns that are resolved, in lower case."""
_POSSESSIVE = frozenset("his its their theirs hers".split())
_PLURAL = frozenset({"NNS", "NNPS"})
_ARTICLES = frozenset("the a an".split())
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_HER = frozenset({"obj", "iobj", "obl", "nmod:poss"})
"""The relations of *her* to its head in a correct parse."""
_MODIFIERS = frozenset({"compound", "flat", "amod", "nummod"})
_INNER = frozenset({"det", "compound", "amod", "flat", "nummod", "nmod:poss", "case"})
_TIMES = frozenset("second minute hour".split())
_CLEFT = re.compile(r"\bit (?:is|was) .*\b(?:who|that)\b", re.IGNORECASE)
"""*It was a student who found out*: the pronoun stands for nothing."""


def resolve(sentence: Parse, before: Iterable[Parse]) -> str | None:
    """Return a sentence with a noun phrase for its pronouns, or None if it is unclear what they stand for.

    They stand for the subject of a sentence before, or for its only noun that fits. A pronoun that may stand for a noun
    of its own sentence stays.

    Args:
        sentence: The sentence.
        before: The sentences before it, the nearest first; read one by one until a noun fits.
    """
    pronouns = _open_pronouns(sentence)
    if not pronouns:
        return None
    for other in before:
        fitting = [number for number in _nouns(other) if _fits(pronouns, other, number)]
        if not fitting:
            continue
        subject = next((number for number in fitting if _is_main_subject(other, number)), None)
        lemmas = {other.tokens[number].lemma.lower() for number in fitting}
        chosen = fitting[0] if subject is None and len(lemmas) == 1 else subject
        if chosen is None or any(other.arcs[child].label == "conj" for child in other.children()[chosen]):
            return None
        return _replaced(sentence, pronouns, other, chosen)
    return None


def _nouns(parse: Parse) -> list[int]:
    """Return the heads of the noun phrases of a sentence, in order."""
    return [
        number
        for number, token in enumerate(parse.tokens)
        if token.pos in {"NOUN", "PROPN"} and parse.arcs[number].label not in _MODIFIERS
    ]


def _open_pronouns(parse: Parse) -> frozenset[str]:
    """Return the pronouns of one kind that stand for nothing in their own sentence, if there are any.

    Only pronouns in the main subject or object count.
    """
    first = next((number for number, token in enumerate(parse.tokens) if token.text.lower() in PRONOUNS), None)
    if first is None or parse.arcs[first].label == "expl" or _CLEFT.search(parse.text):
        return frozenset()
    kind = next(kind for kind in _KINDS if parse.tokens[first].text.lower() in kind)
    arc = parse.arcs[first]
    place = arc.head if arc.label == "nmod:poss" and arc.head != ROOT else first
    head = parse.arcs[place].head
    is_object = parse.arcs[place].label in {"obj", "iobj"} and head != ROOT and parse.arcs[head].label == "root"
    if not (_is_main_subject(parse, place) or is_object):
        return frozenset()
    earlier = [number for number in _nouns(parse) if number < first and number != place]
    return frozenset() if any(_agrees(kind, parse.tokens[number]) for number in earlier) else kind


def _is_main_subject(parse: Parse, number: int) -> bool:
    arc = parse.arcs[number]
    return arc.label in _SUBJECTS and arc.head != ROOT and parse.arcs[arc.head].label == "root"


def _agrees(kind: frozenset[str], noun: Token) -> bool:
    return not _is_time(noun.lemma.lower()) and (noun.tag in _PLURAL) is (kind is _MANY)


def _fits(kind: frozenset[str], parse: Parse, number: int) -> bool:
    """Return whether a pronoun of a kind may stand for a noun."""
    noun = parse.tokens[number]
    if not _agrees(kind, noun) or noun.tag not in {"NN", "NNP", *_PLURAL}:
        return False
    if kind is _MANY:
        return True
    determiners = {parse.tokens[child].text.lower() for child in parse.children()[number]}
    is_name = noun.pos == "PROPN" and determiners.isdisjoint(_ARTICLES)
    if kind is not _THINGS:
        return is_name
    return not (is_name or _is_person(noun)) and "no" not in determiners


def _replaced(sentence: Parse, kind: frozenset[str], other: Parse, noun: int) -> str:
    """Return a sentence with a noun phrase of another sentence for its pronouns of a kind."""
    text, start = "", 0
    for token, arc in zip(sentence.tokens, sentence.arcs, strict=True):
        lower = token.text.lower()
        if lower in kind and not (lower == "her" and arc.label not in _HER):
            is_possessive = lower in _POSSESSIVE or arc.label == "nmod:poss"
            text += sentence.text[start : token.start] + _phrase(other, noun, is_possessive=is_possessive)
            start = token.end
    text += sentence.text[start:]
    return text[:1].upper() + text[1:]


def _phrase(parse: Parse, noun: int, *, is_possessive: bool) -> str:
    """Return the noun phrase of a noun without the modifiers after it."""
    first = last = noun
    while first > 0 and _is_inner(parse, first - 1, noun):
        first -= 1
    while last + 1 < len(parse.tokens) and parse.arcs[last + 1].label == "flat":
        last += 1
    text = parse.text[parse.tokens[first].start : parse.tokens[last].end]
    if parse.tokens[first].pos != "PROPN":
        text = text[:1].lower() + text[1:]
    if not is_possessive:
        return text
    return f"{text}'" if parse.tokens[last].tag in _PLURAL and text.endswith("s") else f"{text}'s"


def _is_inner(parse: Parse, number: int, head: int) -> bool:
    if parse.arcs[number].label not in _INNER or parse.tokens[number].pos == "ADP":
        return False
    for _ in parse.tokens:
        number = parse.arcs[number].head
        if number in {head, ROOT}:
            return number == head
    return False


@lru_cache(1 << 14)
def _is_time(lemma: str) -> bool:
    """Return whether a noun names a span of time, such as *June*, *evening* or *hour*."""
    return lemma in _TIMES or kinship(lemma, "period", "NOUN", levels=5) > 0.5


def _is_person(noun: Token) -> bool:
    lower = noun.lemma.lower()
    # The parser may leave *Children* as it is.
    return _names_person(lower) or (noun.tag == "NNS" and _names_person(singular(noun.text.lower())))


@lru_cache(1 << 14)
def _names_person(lemma: str) -> bool:
    return kinship(lemma, "person", "NOUN", levels=5) > 0.5
