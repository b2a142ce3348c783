"""Clauses: what a sentence says one after the other, each as a sentence of its own.

Of *compost is ready after nine months, and leaf mould after two years* the second clause has no verb; it borrows that
of the first: *leaf mould is ready after two years*. What is parsed wrongly is often divided rightly all the same, since
a clause is found by the words that join it, and only its predicate by the parse.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from explanans.text.clauses import finite_verb
from explanans.text.grammar import AUXILIARIES
from explanans.text.inflection import is_participle
from explanans.text.wordnet import is_word
from explanans.verify.exact.reading import Reading, Word

_JOINING = frozenset("and but while whereas so yet because although though".split())
_REASONS = frozenset("because although though so while whereas yet".split())
_MARKS = frozenset({",", ";", "–", "—"})
_STRONG = frozenset({";", "–", "—"})
_RELATIVE = frozenset("if unless when whenever where wherever whether that which who whom whose how why what".split())
_SUBORDINATE = _RELATIVE | frozenset(
    """
    while until till before after as since once because although though provided except including such than like not
    nor or
    """.split()
)
_WHO = frozenset("that which who whom whose where".split())
"""Words after which it is not certain whose predicate the next one is: *a train that takes cars and costs a franc*."""
_OPENING = 3  # words of a piece among which *which* stands where the piece only tells of the one before
_LIMITING = frozenset("if unless when whenever whether provided suppose assuming".split())
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_HELPING = frozenset({"aux", "aux:pass", "cop", "advmod"})
_SHORT_FORMS = frozenset("'s 're 'm 've 'd 'll ca wo".split())
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_DETERMINERS = frozenset("a an the no some any each every its his her their".split())
_READINGS = 4096


class Clause(NamedTuple):
    """What a sentence says in one of its clauses.

    Attributes:
        text: The clause, with what it borrows from the one before, without a full stop.
        first: The number of its own first word in the sentence.
        last: The number of its own last word.
        words: The numbers of all its words, those that it borrows included, in the order of the text.
    """

    text: str
    first: int
    last: int
    words: tuple[int, ...]


class _Piece(NamedTuple):
    """Words between two joints: where they start and end, and the words of the joint before them."""

    start: int
    end: int
    joint: frozenset[str]


@lru_cache(_READINGS)
def clauses(reading: Reading) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, in order; one where it has but one, or cannot be divided.

    Args:
        reading: The sentence.
    """
    found: list[tuple[int, ...]] = []
    own: list[tuple[int, int]] = []
    for piece in _pieces(reading):
        words = tuple(range(piece.start, piece.end))
        whole = _whole(reading, piece, words, found)
        if own and (whole is None or _is_frame(reading, piece, found[-1])):
            own[-1] = own[-1][0], piece.end - 1
            found[-1] = (*found[-1], *range(found[-1][-1] + 1, piece.end))
        else:
            own.append((piece.start, piece.end - 1))
            found.append(whole or words)
    return tuple(
        Clause(_text(reading, words), first, last, words) for words, (first, last) in zip(found, own, strict=True)
    )


def _pieces(reading: Reading) -> Iterator[_Piece]:
    """Yield the words between joints: commas and the like, and the words that join clauses."""
    words = [word for word in reading.words if word.text not in {".", "!", "?"}]
    is_joint = [word.text in _MARKS or _joins(words, word) for word in words]
    joint: frozenset[str] = frozenset()
    for joins, group in groupby(words, key=lambda word: is_joint[words.index(word)]):
        members = list(group)
        if joins:
            joint = frozenset(word.lower for word in members)
        else:
            yield _Piece(members[0].number, members[-1].number + 1, joint)


def _joins(words: Sequence[Word], word: Word) -> bool:
    if word.lower not in _JOINING or not word.number:
        return False
    return word.lower not in _REASONS or words[word.number - 1].text in _MARKS


def _whole(
    reading: Reading, piece: _Piece, words: tuple[int, ...], before: Sequence[tuple[int, ...]]
) -> tuple[int, ...] | None:
    """Return the words of a piece as a clause, with those that it borrows; None where it goes on with another."""
    if not before:
        return words
    last = before[-1]
    if _goes_on(reading, piece, last):
        return None
    verb = _verb(reading, words)
    predicate = _verb(reading, last)
    if verb is not None and _has_subject(reading, words, verb):
        return words
    if predicate is None or any(reading.words[number].lower in _WHO for number in last):
        return None
    if verb is None:
        return _completed(reading, words, last, predicate)
    is_joined = bool(piece.joint & {"and", "but"})
    return (*_lent(reading, last, predicate, verb), *words) if is_joined and verb == words[0] else None


def _goes_on(reading: Reading, piece: _Piece, before: Sequence[int]) -> bool:
    """Tell whether a piece goes on with the clause before it, or what limits that clause may go on in the piece."""
    opening = reading.words[piece.start : min(piece.start + _OPENING, piece.end)]
    if any(word.lower in _RELATIVE for word in opening):
        return True
    is_strong = bool(piece.joint & (_STRONG | {"but"}))
    return not is_strong and (opening[0].lower in _SUBORDINATE or _is_open(reading, before))


def _lent(reading: Reading, before: tuple[int, ...], predicate: int, verb: int) -> tuple[int, ...]:
    """Return the subject of a clause, with the verbs that help its predicate where they help the next one too."""
    start = before.index(_start(reading, before, predicate))
    helping = reading.words[predicate]
    if not helping.label.startswith("aux") or not _is_helped(helping, reading.words[verb]):
        return before[:start]
    end = before.index(predicate) + 1
    while reading.words[before[end]].pos == "AUX":
        end += 1
    return before[:end]


def _is_helped(helping: Word, verb: Word) -> bool:
    return is_participle(verb.lower) if helping.lemma in {"be", "have"} else verb.tag == "VB"


def _is_frame(reading: Reading, piece: _Piece, before: Sequence[int]) -> bool:
    """Tell whether what stands before a piece says nothing without it: *on Mondays*, or the first of two subjects."""
    if _verb(reading, before) is not None:
        return False
    first = reading.words[before[0]]
    return first.pos in {"ADP", "ADV"} or first.label == "case" or not piece.joint & _MARKS


def _is_open(reading: Reading, words: Sequence[int]) -> bool:
    """Tell whether what limits a clause may go on: a condition at its start, or what somebody says or thinks."""
    members = [reading.words[number] for number in words]
    if members[0].lower in _SUBORDINATE:
        return True
    return any(
        word.lower in _LIMITING or (word.lower == "that" and members[place - 1].pos in {"VERB", "ADJ", "NOUN"})
        for place, word in enumerate(members)
        if place
    )


def _verb(reading: Reading, words: Sequence[int]) -> int | None:
    """Return the finite verb of words, by the parse or else by their forms; None where there is none."""
    root = next(word for word in reading.words if word.head < 0)
    end = next(
        (place for place, number in enumerate(words) if place and reading.words[number].lower in _RELATIVE), None
    )
    parsed = next((number for number in words[:end] if _is_finite(reading.words[number], root)), None)
    place = finite_verb([reading.words[number].text for number in words[:end]], 1)
    found = [number for number in (parsed, None if place is None else words[place]) if number is not None]
    return min(found, default=root.number if root.number in words else None)


def _is_finite(word: Word, root: Word) -> bool:
    """Tell whether a word is a finite verb, or the predicate, or the same again in another clause."""
    if word.pos == "AUX":
        return word.lower in AUXILIARIES or word.lower in _SHORT_FORMS
    if not _can_be_verb(word):
        return False
    if word.pos == "VERB":
        return word.tag in _FINITE or word is root
    return word is not root and word.lower == root.lower and root.pos == "VERB"


def _can_be_verb(word: Word) -> bool:
    """Tell whether a word is one of the dictionary's verbs: parsers take *peas* for one."""
    return is_word(word.lemma, "VERB") or is_word(word.other, "VERB")


def _has_subject(reading: Reading, words: Sequence[int], verb: int) -> bool:
    before = [reading.words[number] for number in words if number < verb]
    if any(word.label.startswith(("nsubj", "expl", "csubj")) for word in before):
        return True
    if not before or before[0].pos in {"ADP", "ADV", "SCONJ"}:
        return False
    return any(_is_named_by(word) for word in before)


def _is_named_by(word: Word) -> bool:
    """Tell whether something is named by a word; parsers take *wasps* for an auxiliary."""
    return word.is_content or word.pos in {"PRON", "DET"} or (word.pos == "AUX" and word.lower not in AUXILIARIES)


def _start(reading: Reading, words: Sequence[int], predicate: int) -> int:
    """Return the first word of a predicate, with the verbs that help it before it."""
    start = predicate
    for number in reversed([number for number in words if number < predicate]):
        word = reading.words[number]
        if word.label not in _HELPING or word.pos not in {"AUX", "ADV", "PART"}:
            break
        start = number
    return start


def _completed(
    reading: Reading, words: tuple[int, ...], before: tuple[int, ...], predicate: int
) -> tuple[int, ...] | None:
    """Return words without a verb with what they borrow from the clause before them; None where nothing fits.

    The first word that is of the kind of one after the verb there, as the same preposition, starts what stands in the
    place of that: *after two years* for *after nine months*.
    """
    if any(reading.words[number].lower in _RELATIVE for number in words):
        return None
    start = _start(reading, before, predicate)
    for place, number in enumerate(words):
        counterpart = _counterpart(reading, reading.words[number], before, predicate)
        if counterpart is None:
            continue
        named, rest = words[:place], words[place:]
        if not named:
            opens = reading.words[rest[0]].pos == "ADP"
            return (*before[: before.index(counterpart)], *rest) if opens else None
        if len(rest) == 1 or not _is_named(reading, named):
            return None
        shared = before[before.index(start) : before.index(counterpart)]
        held = [one for one in shared if one > predicate and reading.words[one].pos in {"NOUN", "PROPN"}]
        if held:  # *lends books for three weeks and films for one*
            return (*before[: before.index(predicate) + 1], *words)
        return (*named, *shared, *rest)
    return None


def _counterpart(reading: Reading, word: Word, before: Sequence[int], predicate: int) -> int | None:
    """Return the first word after a predicate that starts a phrase of the same kind as a word does."""
    for number in before:
        if number > predicate:
            if reading.words[number].text in _MARKS:
                return None
            if _are_alike(word, reading.words[number]):
                return number
    return None


def _is_named(reading: Reading, words: Sequence[int]) -> bool:
    """Tell whether words can be what a clause is about: a noun phrase."""
    first, *_, last = (reading.words[words[0]], reading.words[words[-1]])
    inner = [reading.words[number] for number in words if reading.words[number].pos == "ADP"]
    is_noun = last.pos in _NOMINAL or last.pos in {"VERB", "ADJ"}
    return first.pos not in {"ADP", "ADV", "SCONJ"} and is_noun and all(word.lower == "of" for word in inner)


def _are_alike(one: Word, other: Word) -> bool:
    """Tell whether two words start phrases of one kind."""
    if one.lower == other.lower:
        return other.pos in {"ADP", "DET", "ADV"} or one.lower in _DETERMINERS
    if {one.lower, other.lower} <= _DETERMINERS:
        return True
    return one.pos == other.pos == "NUM"


def _text(reading: Reading, words: Sequence[int]) -> str:
    """Return words as a text; what stands together in the sentence stands so here."""
    runs: list[list[int]] = []
    for number in words:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    text = " ".join(reading.span(run[0], run[-1]).text for run in runs).strip(" ,;")
    return text[:1].upper() + text[1:]
