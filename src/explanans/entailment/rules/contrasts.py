"""Contrasts: what a sentence says of one thing and not of another, as two clauses.

Of *smoking is allowed on the balcony but not in the stairwell* the second clause is *smoking is not allowed in the
stairwell*, and of *he does not work in Bonn but in Trier* it is *he does work in Trier*.
"""

from collections.abc import Sequence

from explanans.entailment.rules.negation import NEGATORS, NOBODY
from explanans.entailment.rules.reading import Reading, Word
from explanans.entailment.rules.verbs import RELATIVE, predicate_start, verb_of

_NOT = frozenset("not never".split())
_DENYING = frozenset("not n't".split())
_NAMING = frozenset({"DET", "ADJ", "NOUN", "PROPN"})
_THINGS = frozenset({"NOUN", "PROPN"})
_NO_NAME = frozenset({"VERB", "AUX", "ADP", "SCONJ", "CCONJ", "PRON", "PUNCT"})
_SHARES = frozenset("all every each both much many later before after until of between".split())
"""Words at the start of a phrase after *not* that say of how many, or since when, and not of what else."""
_WIDENING = frozenset("only just merely alone even more less fewer than :".split())
"""Words after *not* by which a phrase adds to what is said, compares, or goes on to something else."""
_ONLY = frozenset("only just merely".split())
_HELP = {"VBZ": "does", "VBP": "do", "VBD": "did", "VB": "do"}
_ANYBODY = frozenset("whoever whatever whichever".split())
_HAVING = frozenset({"have", "need"})
"""Verbs that bind to something and do not forbid it if they are denied: *need not*."""


def contrasted(
    reading: Reading, words: Sequence[int], joint: frozenset[str], before: Sequence[int]
) -> tuple[int, ...] | None:
    """Return what a phrase says with what it borrows from the clause that it is contrasted with; None if it is none.

    Args:
        words: The numbers of the words of the phrase, with the *not* or *no* that it starts with.
        joint: The words and marks between the two, in lower case.
    """
    predicate = verb_of(reading, before)
    if predicate is None:
        return None
    first = reading.words[words[0]].lower
    if first == "no" and "but" in joint:
        replaced = _thing(reading, before, predicate) if _names(reading, words[1:]) else None
        return None if replaced is None else _in_place(reading, before, replaced, words)
    if not _is_plain(reading, before, predicate):
        return None
    denials = [number for number in before if reading.words[number].lower in NEGATORS | NOBODY]
    if first in _NOT and not denials:
        replaced = _replaced(reading, words[1:], before, predicate)
        found = None if replaced is None else _in_place(reading, before, replaced, words[1:])
        return None if found is None else _denied(reading, found, words[0])
    if "but" in joint and len(denials) == 1 and reading.words[denials[0]].lower in _DENYING:
        replaced = _replaced(reading, words, before, predicate)
        return _in_place(reading, [one for one in before if one != denials[0]], replaced, words) if replaced else None
    return None


def _is_plain(reading: Reading, before: Sequence[int], predicate: int) -> bool:
    """Return whether a clause is one that borrows nothing, holds no other, and is denied as a whole by *not*."""
    verb = reading.words[predicate]
    holds = any(
        reading.words[number].pos == "SCONJ" or reading.words[number].lower in RELATIVE | _ANYBODY for number in before
    )
    following = reading.words[predicate + 1 : predicate + 2]
    is_duty = verb.lemma in _HAVING and any(word.lower == "to" for word in following)
    is_whole = before[-1] - before[0] + 1 == len(before)
    return verb.pos in {"VERB", "AUX"} and is_whole and not holds and not is_duty


def helped(reading: Reading, words: Sequence[int], place: int) -> str | None:
    """Return a word as a borrowed verb needs it beside *not*: *does not*, *pay*; None if it stays as it is."""
    word = reading.words[words[place]]
    if word.lower == "not" and place + 1 < len(words):
        verb = reading.words[words[place + 1]]
        return f"{_HELP[verb.tag]} not" if _needs_help(reading, words, place) else None
    return word.lemma if place and _needs_help(reading, words, place - 1) else None


def _needs_help(reading: Reading, words: Sequence[int], place: int) -> bool:
    """Return whether *not* stands at a place, and behind it a verb that it was put before, and that nothing helps."""
    negator, verb = reading.words[words[place]], reading.words[words[place + 1]]
    is_helped = place > 0 and reading.words[words[place - 1]].pos == "AUX"
    is_moved = verb.number < negator.number and verb.pos == "VERB" and verb.tag in _HELP
    return negator.lower == "not" and is_moved and not is_helped


def _denied(reading: Reading, words: tuple[int, ...], negator: int) -> tuple[int, ...] | None:
    """Return a clause with what denies it before its verb, or after the first verb that helps it."""
    predicate = verb_of(reading, [number for number in words if number < negator])
    place = 0 if predicate is None else words.index(predicate_start(reading, words, predicate))
    verb = reading.words[words[place]]
    if verb.pos != "AUX" and (verb.pos != "VERB" or verb.tag not in _HELP):
        return None
    place += verb.pos == "AUX"
    return (*words[:place], negator, *words[place:])


def _replaced(reading: Reading, words: Sequence[int], before: Sequence[int], predicate: int) -> tuple[int, ...] | None:
    """Return the words of a clause in whose place a phrase stands: a place for a place, a thing for a thing.

    None if nothing fits, and no words where the phrase only adds to the clause.
    """
    if not words:
        return None
    first = reading.words[words[0]]
    said = [reading.words[number].pos for number in words[1:]]
    lower = [reading.words[number].lower for number in words]
    if (
        _SHARES.intersection(lower[:2])
        or _WIDENING.intersection(lower)
        or first.pos == "SCONJ"
        or {"VERB", "AUX", "SCONJ"} & {*said}
    ):
        return None
    if _is_case(first):
        return _phrase(reading, first, before, predicate)
    of_deed = next((number for number in reversed(before) if number >= predicate), predicate)
    if reading.words[predicate].label == "cop" and reading.words[of_deed].pos == first.pos == "ADJ" and not said:
        return (of_deed,)  # *is warm but not hot*
    return _thing(reading, before, predicate) if _names(reading, words) else None


def _is_case(word: Word) -> bool:
    """Return whether a word is a preposition; parsers take *as* for an adverb."""
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
    deed = reading.words[predicate]
    while deed.pos == "AUX" and deed.head in before:
        deed = reading.words[deed.head]
    found = {child.label.partition(":")[0]: child for child in reversed(reading.children[deed.number])}
    # *Are welcome to feed the rabbits* is a deed, too.
    inner = [found[label] for label in ("xcomp", "advcl", "ccomp", "acl") if label in found]
    inside = (child for verb in (deed, *inner) for child in reading.children[verb.number] if child.label == "obj")
    subject = found.get("nsubj")
    has_none = subject is not None and (
        subject.label == "nsubj:pass"
        or deed.pos == "ADJ"
        or not any(number > deed.number and reading.words[number].pos in _THINGS for number in before)
    )
    replaced = next(inside, subject if has_none and not inner else None)
    if replaced is None or replaced.number not in before:
        return None
    below = {word.number for word in reading.below(replaced)}
    return tuple(number for number in before if number in below)


def _names(reading: Reading, words: Sequence[int]) -> bool:
    """Return whether words name a thing; after *not* what looks like the present of a verb is a noun in the plural."""
    first, *others = (reading.words[number] for number in words) if words else (None,)
    if first is None or (first.pos not in _NAMING and first.tag != "VBZ"):
        return False
    return not any(word.pos in _NO_NAME for word in others)


def _in_place(
    reading: Reading, before: Sequence[int], replaced: Sequence[int], words: Sequence[int]
) -> tuple[int, ...]:
    """Return a clause in which some words stand in the place of others, and nothing is said to be all there is."""
    place = before.index(replaced[0]) if replaced else len(before)
    gone = {*replaced, *(number for number in before if reading.words[number].lower in _ONLY)}
    kept = [[number for number in part if number not in gone] for part in (before[:place], before[place:])]
    return (*kept[0], *words, *kept[1])
