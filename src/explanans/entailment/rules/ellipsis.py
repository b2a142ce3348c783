"""Ellipsis: words without a verb that say something all the same, with what they borrow from the clause before them.

Of *the water is heated to 24 degrees, and the paddling pool to 30* the second clause borrows its verb and the unit of
its number: *the paddling pool is heated to 30 degrees*.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explanans.entailment.rules.dates import dates
from explanans.entailment.rules.quantities import Quantity, quantities
from explanans.entailment.rules.reading import Reading, Word
from explanans.entailment.rules.verbs import RELATIVE, predicate_start
from explanans.language.inflection import base_form, plural, singular, third_person

MARKS = frozenset({",", ";", "–", "—"})
"""Marks that may divide clauses."""

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_THINGS = frozenset({"NOUN", "PROPN"})
_DETERMINERS = frozenset("a an the no some any each every its his her their".split())
_PLURAL = frozenset({"NNS", "NNPS"})
_PRESENT = frozenset({"VBZ", "VBP"})
_FORMS = {
    **dict.fromkeys(("is", "are"), ("is", "are")),
    **dict.fromkeys(("was", "were"), ("was", "were")),
}
"""Forms of a verb beside one thing and beside several."""
_PAST = frozenset({"was", "were"})
_EACH = frozenset("a an per each every".split())
_SHORT = 3
"""Letters of a unit that is abbreviated, as *cm*, and has no plural."""
_FAR = 2
"""Words at most from a number to the noun that another number borrows."""


class _Match(NamedTuple):
    """A word of what is completed, by its place there, and the number of its counterpart in the clause before."""

    place: int
    counterpart: int


def completed(
    reading: Reading, words: tuple[int, ...], before: tuple[int, ...], predicate: int
) -> tuple[int, ...] | None:
    """Return words without a verb with what they borrow from the clause before them; None if nothing fits.

    The first word that is of the kind of one after the verb there, as the same preposition, starts what stands in the
    place of that: *after two years* for *after nine months*.

    Args:
        words: The numbers of the words without a verb.
        predicate: The number of the verb of that clause.
    """
    if any(reading.words[number].lower in RELATIVE for number in words):
        return None
    unit = _unit(reading, words, before, predicate)
    found = _framed(reading, words, before, predicate) if unit else None
    if found is None and not (unit and reading.words[words[0]].pos == "ADP"):
        found = _contrasted(reading, words, before, predicate)
    if found is None or not unit:
        return found
    return tuple(number for word in found for number in ((word, *unit[1]) if word == unit[0] else (word,)))


def lent_units(reading: Reading) -> Iterator[tuple[Word, str]]:
    """Yield the last word of each number that borrows its unit of one before it in a list, and the unit.

    Both stand before the same preposition: *two euros for a mug and four for a bowl*.
    """
    found = quantities(reading, _dated(reading))
    for place, bare in enumerate(found):
        if bare.is_ordinal or bare.noun != bare.last or not _is_listed(reading, bare):
            continue
        models = (one for one in reversed(found[:place]) if _has_unit(one) and _is_before_same(reading, one, bare))
        if (model := next(models, None)) is not None:
            last, unit = reading.words[bare.last], reading.words[model.noun]
            between = (word.text for word in reading.words[model.last + 1 : model.noun])
            yield last, " ".join([*between, _counted(unit, last)])


def _counted(unit: Word, number: Word) -> str:
    """Return a unit as it stands behind another number: *one week*, *two tablets*."""
    if number.lower in {"one", "1"}:
        return singular(unit.text) if unit.tag == "NNS" else unit.text
    return plural(unit.text) if unit.tag == "NN" and unit.text.isalpha() and len(unit.text) > _SHORT else unit.text


def _is_listed(reading: Reading, bare: Quantity) -> bool:
    """Return whether a number follows a comma or what joins it to the one before."""
    return bare.first > 0 and reading.words[bare.first - 1].lower in {",", ";", "and", "or", "but"}


def _is_before_same(reading: Reading, one: Quantity, bare: Quantity) -> bool:
    """Return whether a number with a unit precedes the same preposition as a bare number, or precedes a rate.

    A preposition other than *of* follows the bare number in both cases: *two euros for a mug and four for a bowl*,
    *sixty euros a term, or thirty for students*.
    """
    if bare.last + 1 >= len(reading.words):
        return False
    behind, other = reading.words[one.noun + 1].lower, reading.words[bare.last + 1]
    return other.pos == "ADP" and other.lower != "of" and (behind == other.lower or behind in _EACH)


def agreeing(reading: Reading, words: Sequence[int], word: Word) -> str:
    """Return a word that a clause borrows as it stands there: *need* beside *peas*, *day* beside *one*."""
    before = [reading.words[number] for number in words[: words.index(word.number)]]
    if word.tag == "NNS" and before and before[-1].lower in {"one", "1"}:
        return singular(word.text)
    if (word.tag not in _PRESENT and word.lower not in _PAST) or not before:
        return word.text
    named = next((one for one in reversed(before) if one.pos in _NOMINAL), None)
    if named is None or named.pos == "PRON":
        return word.text
    forms = _FORMS.get(word.lower) or (third_person(base_form(word.lower)), base_form(word.lower))
    return forms[named.tag in _PLURAL]


def _contrasted(
    reading: Reading, words: tuple[int, ...], before: tuple[int, ...], predicate: int
) -> tuple[int, ...] | None:
    """Return a clause of another subject or object, place or time: *leaf mould after two years*, *in May*."""
    # What starts with *the* is named, whatever there is after the verb.
    matches = list(_matches(reading, words, before, predicate, start=reading.words[words[0]].pos == "DET"))
    if not matches:
        return None
    place, counterpart = matches[0]
    if len(matches) == 1 and _is_divided(reading, before, predicate, counterpart):
        return None
    while place and reading.words[words[place - 1]].pos == "ADV":  # *only two*
        place -= 1
    named, rest = words[:place], words[place:]
    if not named:
        opens = reading.words[rest[0]].pos == "ADP"
        return (*before[: before.index(counterpart)], *rest) if opens else None
    if not _is_named(reading, named):
        return None
    start = before.index(predicate_start(reading, before, predicate))
    shared = before[start : before.index(counterpart)]
    if any(one > predicate and reading.words[one].pos in _THINGS for one in shared):
        # *lends books for three weeks and films for one*
        return (*before[: before.index(predicate) + 1], *words)
    return (*named, *shared, *rest)


def _framed(
    reading: Reading, words: tuple[int, ...], before: tuple[int, ...], predicate: int
) -> tuple[int, ...] | None:
    """Return a clause of another time or place before its subject: *in winter seven* after *in summer it takes four*.

    It must end in a number that stands for one there.
    """
    opening, frame = reading.words[words[0]], reading.words[before[0]]
    if opening.pos != "ADP" or opening.lower != frame.lower:
        return None
    subject = next((word for word in reading.children[predicate] if word.label.startswith("nsubj")), None)
    match = next(
        (
            match
            for match in _matches(reading, words, before, predicate)
            if reading.words[words[match.place]].pos == "NUM"
        ),
        None,
    )
    if subject is None or match is None:
        return None
    start = before.index(min(word.number for word in reading.below(subject)))
    shared = before[start : before.index(match.counterpart)]
    return (*words[: match.place], *shared, *words[match.place :])


def _matches(
    reading: Reading, words: Sequence[int], before: Sequence[int], predicate: int, *, start: int = 0
) -> Iterator[_Match]:
    """Yield words from a place on with their counterparts after a predicate, in the order of both."""
    last = predicate
    for place, number in enumerate(words[start:], start):
        word = reading.words[number]
        after = [reading.words[other] for other in before if other > last]
        found = [other for other in after if _are_alike(word, other, is_last=place + 1 == len(words))]
        # The same word goes before one that is only of its kind: *every week* for *every two weeks*.
        same = [other for other in found if other.lower == word.lower]
        for counterpart in (*same, *found)[:1]:
            last = counterpart.number
            yield _Match(place, last)


def _is_divided(reading: Reading, before: Sequence[int], predicate: int, counterpart: int) -> bool:
    return any(predicate < number < counterpart and reading.words[number].text in MARKS for number in before)


def _is_named(reading: Reading, words: Sequence[int]) -> bool:
    """Return whether words can be what a clause is about: a noun phrase."""
    first, *_, last = (reading.words[words[0]], reading.words[words[-1]])
    inner = [reading.words[number] for number in words if reading.words[number].pos == "ADP"]
    is_noun = last.pos in _NOMINAL or last.pos in {"VERB", "ADJ"}
    return first.pos not in {"ADP", "ADV", "SCONJ", "NUM"} and is_noun and all(word.lower == "of" for word in inner)


def _are_alike(one: Word, other: Word, *, is_last: bool) -> bool:
    """Return whether two words start phrases of one kind."""
    if one.lower == other.lower:
        return other.pos in {"ADP", "DET", "ADV"} or one.lower in _DETERMINERS
    if {one.lower, other.lower} <= _DETERMINERS:
        return True
    if one.pos == other.pos == "ADJ":  # *is white and the rear light red*
        return is_last and other.label in {"root", "conj"}
    return one.pos == other.pos == "NUM"


def _unit(
    reading: Reading, words: Sequence[int], before: Sequence[int], predicate: int
) -> tuple[int, tuple[int, ...]] | None:
    """Return the last word of a number that lacks its unit, and the words of the unit of one before; None for none."""
    found = quantities(reading, _dated(reading))
    bare = next((one for one in found if one.last in words and _is_bare(reading, one, words)), None)
    if bare is None:
        return None
    counted = [one for one in found if min(before) <= one.first < bare.first and _has_unit(one)]
    if not counted:
        return None
    lead = _lead(reading, bare)
    # *A tent with two people costs 18 pounds* gives the price of a child in pounds.
    model = min(counted, key=lambda one: (_lead(reading, one) != lead, one.first < predicate))
    last = model.noun
    measured = reading.words[last].head
    if measured == last + 1 and reading.words[measured].pos == "ADJ":  # *twelve years old*
        last = measured
    elif last + 2 in before and reading.words[last + 1].lower in _EACH and reading.words[last + 2].pos == "NOUN":
        last += 2  # *48 euros a year*
    return bare.last, tuple(range(model.last + 1, last + 1))


def _dated(reading: Reading) -> frozenset[int]:
    """Return the numbers of the words of dates."""
    return frozenset(number for date in dates(reading) for number in range(date.first, date.last + 1))


def _has_unit(quantity: Quantity) -> bool:
    return not quantity.is_ordinal and quantity.last < quantity.noun <= quantity.last + _FAR


def _is_bare(reading: Reading, quantity: Quantity, words: Sequence[int]) -> bool:
    """Return whether a number at the end of some words has no unit; *the green one* is no number."""
    before = reading.words[quantity.first - 1]
    is_pronoun = reading.words[quantity.last].lower == "one" and before.pos in {"DET", "ADJ"}
    return quantity.last == words[-1] and not is_pronoun and not quantity.is_ordinal


def _lead(reading: Reading, quantity: Quantity) -> str:
    return reading.words[quantity.first - 1].lower if quantity.first else ""
