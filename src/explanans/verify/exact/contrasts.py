"""Contrasts: what a sentence says of one thing and not of another, as two clauses.

Of *smoking is allowed on the balcony but not in the stairwell* the second clause is *smoking is not allowed in the
stairwell*, and of *he does not work in Bonn but in Trier* it is *he does work in Trier*.
"""

from collections.abc import Sequence

from explanans.verify.exact.reading import Reading, Word
from explanans.verify.exact.verbs import predicate_start, verb_of

_NOT = frozenset("not never".split())
_DENYING = frozenset("not n't".split())
_NAMING = frozenset({"DET", "ADJ", "NOUN", "PROPN"})
_NO_NAME = frozenset({"VERB", "AUX", "ADP", "SCONJ", "CCONJ", "PRON", "PUNCT"})
_SHARES = frozenset("all every each both much many more less fewer later before after until".split())
"""Words after *not* that say of how many, or since when, and not of what else."""
_WIDENING = frozenset("only just merely alone even :".split())
"""Words after *not* by which a phrase adds to what is said, or goes on to something else."""
_HELP = {"VBZ": "does", "VBP": "do", "VBD": "did"}


def contrasted(
    reading: Reading, words: Sequence[int], joint: frozenset[str], before: Sequence[int]
) -> tuple[int, ...] | None:
    """Return what a phrase says with what it borrows from the clause that it is contrasted with; None where it is none.

    Args:
        reading: The sentence.
        words: The numbers of the words of the phrase, with the *not* or *no* that it starts with.
        joint: The words and marks between the two, in lower case.
        before: The numbers of the words of the clause before.
    """
    predicate = verb_of(reading, before)
    if predicate is None or reading.words[predicate].pos not in {"VERB", "AUX"}:
        return None
    first = reading.words[words[0]].lower
    denial = next((number for number in before if reading.words[number].lower in _DENYING), None)
    if first == "no" and "but" in joint:
        replaced = _thing(reading, before, predicate) if _names(reading, words[1:]) else None
        return None if replaced is None else _in_place(before, replaced, words)
    if first in _NOT and denial is None:
        replaced = _replaced(reading, words[1:], before, predicate)
        return None if replaced is None else _denied(reading, _in_place(before, replaced, words[1:]), words[0])
    if "but" in joint and denial is not None:
        replaced = _replaced(reading, words, before, predicate)
        return _in_place([one for one in before if one != denial], replaced, words) if replaced else None
    return None


def helped(reading: Reading, words: Sequence[int], place: int) -> str | None:
    """Return a word as a borrowed verb needs it beside *not*: *does not*, *pay*; None where it stays as it is.

    Args:
        reading: The sentence.
        words: The numbers of the words of a clause, in order.
        place: The place of the word among them.
    """
    word = reading.words[words[place]]
    if word.lower == "not" and place + 1 < len(words):
        verb = reading.words[words[place + 1]]
        is_order = not place and verb.tag == "VB"
        return f"{_HELP.get(verb.tag, 'do')} not" if is_order or _is_finite_before(verb, word) else None
    after = reading.words[words[place - 1]] if place else word
    is_order = place == 1 and word.tag == "VB"
    return word.lemma if after.lower == "not" and (is_order or _is_finite_before(word, after)) else None


def _is_finite_before(verb: Word, negator: Word) -> bool:
    """Tell whether a word is a finite verb that stands before what denies it here, and so is borrowed."""
    return verb.number < negator.number and verb.pos == "VERB" and verb.tag in _HELP


def _denied(reading: Reading, words: tuple[int, ...], negator: int) -> tuple[int, ...]:
    """Return a clause with what denies it before its verb, or after the first verb that helps it."""
    predicate = verb_of(reading, [number for number in words if number < negator])
    place = 0 if predicate is None else words.index(predicate_start(reading, words, predicate))
    place += reading.words[words[place]].pos == "AUX"
    return (*words[:place], negator, *words[place:])


def _replaced(reading: Reading, words: Sequence[int], before: Sequence[int], predicate: int) -> tuple[int, ...] | None:
    """Return the words of a clause in whose place a phrase stands: a place for a place, a thing for a thing.

    None where nothing fits, and no words where the phrase only adds to the clause.
    """
    if not words:
        return None
    first = reading.words[words[0]]
    said = [reading.words[number].pos for number in words[1:]]
    lower = {reading.words[number].lower for number in words}
    if first.lower in _SHARES or lower & _WIDENING or first.pos == "SCONJ" or {"VERB", "AUX", "SCONJ"} & {*said}:
        return None
    if _is_case(first):
        return _phrase(reading, first, before, predicate)
    of_deed = next((number for number in reversed(before) if number >= predicate), predicate)
    if reading.words[predicate].label == "cop" and reading.words[of_deed].pos == first.pos == "ADJ" and not said:
        return (of_deed,)  # *is warm but not hot*
    return _thing(reading, before, predicate) if _names(reading, words) else None


def _is_case(word: Word) -> bool:
    """Tell whether a word is a preposition; parsers take *as* for an adverb."""
    return word.pos == "ADP" or word.lower == "as"


def _phrase(reading: Reading, preposition: Word, before: Sequence[int], predicate: int) -> tuple[int, ...]:
    """Return the last phrase after a verb with the same preposition, or what the clause ends in: a phrase, *here*."""
    after = [(place, reading.words[number]) for place, number in enumerate(before) if number > predicate]
    places = [place for place, word in after if _is_case(word) and word.lower != "of" and word.label != "compound:prt"]
    same = [place for place in places if reading.words[before[place]].lower == preposition.lower]
    if not places:
        last = reading.words[before[-1]]
        return (last.number,) if last.pos == "ADV" and last.number > predicate else ()
    start = (same or places)[-1]
    end = next((place for place in places if place > start), len(before))
    return tuple(before[start:end])


def _thing(reading: Reading, before: Sequence[int], predicate: int) -> tuple[int, ...] | None:
    """Return the object of the deed of a clause, or its subject where it has none."""
    deed = next((number for number in reversed(before) if reading.words[number].pos == "VERB"), predicate)
    parts = {child.label.partition(":")[0]: child for child in reversed(reading.children[deed])}
    replaced = parts.get("obj") or parts.get("nsubj")
    if replaced is None or replaced.number not in before:
        return None
    below = {word.number for word in reading.below(replaced)}
    return tuple(number for number in before if number in below)


def _names(reading: Reading, words: Sequence[int]) -> bool:
    """Tell whether words name a thing; after *not* what looks like the present of a verb is a noun in the plural."""
    first, *others = (reading.words[number] for number in words) if words else (None,)
    if first is None or (first.pos not in _NAMING and first.tag != "VBZ"):
        return False
    return not any(word.pos in _NO_NAME for word in others)


def _in_place(before: Sequence[int], replaced: Sequence[int], words: Sequence[int]) -> tuple[int, ...]:
    """Return a clause in which some words stand in the place of others."""
    place = before.index(replaced[0]) if replaced else len(before)
    kept = [number for number in before if number not in replaced]
    return (*kept[:place], *words, *kept[place:])
