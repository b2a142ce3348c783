"""Coreference: the antecedents of pronouns, appositions and definite nouns."""

from collections.abc import Sequence
from functools import lru_cache

from explanans.language.analysis import AnalyzedSentence, Word
from explanans.language.inflection import singular
from explanans.language.values.units import unit_words
from explanans.language.values.value import ValueKind
from explanans.language.wordnet import kinship

_PERSONS = frozenset("he him his himself she her hers herself who".split())
_THINGS = frozenset("it its itself this that which".split())
_MANY = frozenset("they them their theirs themselves these those".split())
_DEFINITE = frozenset("the this that these those".split())
_FAR = 3
"""How many sentences back what a pronoun stands for may be."""

_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
Place = tuple[int, int]
"""The number of a sentence and of a word in it."""


def antecedents(analyses: Sequence[AnalyzedSentence]) -> dict[Place, Place]:
    """Return what words of some sentences stand for.

    A pronoun stands for the nearest noun before it that fits, subjects first; an apposition for the name beside it; and
    a noun with *the* for an earlier noun that names a kind of it.

    Returns:
        The place of the head of the noun phrase, by the place of the word that stands for it.
    """
    found: dict[Place, Place] = {}
    for number, analysis in enumerate(analyses):
        for word in analysis.words:
            if word.label == "appos" and word.is_content:
                head = analysis.words[word.head]
                if head.is_name or word.is_name:
                    found[number, word.number] = (number, head.number)
            elif word.pos == "NOUN" and (place := _named_before(analyses, number, word)):
                found[number, word.number] = place
            elif word.pos in {"PRON", "DET"} and (place := _antecedent(analyses, number, word)):
                found[number, word.number] = found.get(place, place)
    return found


def _antecedent(analyses: Sequence[AnalyzedSentence], number: int, pronoun: Word) -> Place | None:
    kind = pronoun.lower
    if not is_pronoun(kind) or (pronoun.label == "expl") or pronoun.label in {"det", "mark"}:
        return None
    for back in range(min(_FAR, number + 1)):
        analysis = analyses[number - back]
        before = [word for word in analysis.nouns if back or word.number < pronoun.number]
        fitting = [word for word in before if fits(kind, word) and (back or _may_be(word, pronoun))]
        subjects = [word for word in fitting if word.label in _SUBJECTS]
        if subjects or fitting:
            # Within a sentence the nearest subject is meant, in an earlier one its first.
            chosen = (subjects or fitting)[0 if back else -1]
            return number - back, chosen.number
    return None


def _named_before(analyses: Sequence[AnalyzedSentence], number: int, noun: Word) -> Place | None:
    """Return an earlier noun for a kind of what a noun with *the* or *this* names: *the dog* after *a spaniel*."""
    analysis = analyses[number]
    if not any(child.lower in _DEFINITE for child in analysis.dependents[noun.number]):
        return None
    for back in range(1, min(_FAR, number + 1)):
        for other in reversed(analyses[number - back].nouns):
            if other.lemma == noun.lemma:
                return None
            if not other.is_name and _is_kind(other.lemma, noun.lemma):
                return number - back, other.number
    return None


@lru_cache(1 << 15)
def _is_kind(lemma: str, kind: str) -> bool:
    return kinship(lemma, kind, "NOUN", levels=4) > 0.5


def _may_be(noun: Word, pronoun: Word) -> bool:
    """Return whether a noun before a pronoun in its sentence may be meant: what takes part in the same deed is not."""
    possessive = pronoun.label == "nmod:poss"
    return possessive or pronoun.head != noun.head


def is_pronoun(word: str) -> bool:
    """Return whether a word may stand for a noun, of persons, of things or of several.

    Args:
        word: The word in lower case.
    """
    return word in _PERSONS | _THINGS | _MANY


def fits(pronoun: str, noun: Word) -> bool:
    """Return whether a pronoun may stand for a noun.

    Args:
        pronoun: The pronoun in lower case.
    """
    if is_time(noun.lemma):  # *in June it opens at seven*
        return False
    if pronoun in _MANY:
        return noun.tag in {"NNS", "NNPS"} or not noun.is_name
    if noun.tag in {"NNS", "NNPS"}:
        return False
    person = noun.is_name or is_person(noun)
    return person if pronoun in _PERSONS else not is_person(noun)


@lru_cache(1 << 14)
def is_time(lemma: str) -> bool:
    """Return whether a noun names a stretch of time: *June*, *evening*, *hour*.

    Args:
        lemma: Its dictionary form in lower case.
    """
    unit = unit_words().get(lemma)
    return (unit is not None and unit.kind is ValueKind.DURATION) or kinship(lemma, "period", "NOUN", levels=5) > 0.5


def is_person(noun: Word) -> bool:
    """Return whether a noun names persons by what they are."""
    # The parser may leave *Children* as it is.
    return _is_person(noun.lemma) or (noun.tag == "NNS" and _is_person(singular(noun.lower)))


@lru_cache(1 << 14)
def _is_person(lemma: str) -> bool:
    return kinship(lemma, "person", "NOUN", levels=5) > 0.5


PRONOUNS = frozenset("he him his she her hers it its they them their theirs".split())
_POSSESSIVE = frozenset("his its their theirs hers".split())
_INNER = frozenset({"det", "compound", "amod", "flat", "nummod", "nmod:poss", "case"})


def phrase(analysis: AnalyzedSentence, number: int, pronoun: Word) -> str:
    """Return the noun phrase of a noun, without what follows it, as it stands for a pronoun."""
    first = last = number
    while first > 0 and _is_inner(analysis, first - 1, number):
        first -= 1
    while last + 1 < len(analysis.words) and analysis.words[last + 1].label == "flat":
        last += 1
    text = analysis.span(first, last).text
    if not analysis.words[first].is_name:
        text = text[:1].lower() + text[1:]
    possessive = pronoun.lower in _POSSESSIVE or pronoun.label == "nmod:poss"
    if not possessive:
        return text
    return f"{text}'" if analysis.words[last].tag in {"NNS", "NNPS"} and text.endswith("s") else f"{text}'s"


def _is_inner(analysis: AnalyzedSentence, place: int, head: int) -> bool:
    word = analysis.words[place]
    return word.label in _INNER and word.pos != "ADP" and any(above.number == head for above in analysis.above(word))
