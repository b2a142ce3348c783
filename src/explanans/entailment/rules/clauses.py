"""Clauses: what a sentence says one after the other, each as a sentence of its own.

Of *compost is ready after nine months, and leaf mould after two years* the second clause has no verb; it borrows that
of the first: *leaf mould is ready after two years*. What is parsed wrongly is often divided rightly all the same, since
a clause is found by the words that join it, and only its predicate by the parse.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from explanans.entailment.rules.contrasts import contrasted, helped
from explanans.entailment.rules.ellipsis import MARKS, agreeing, completed, lent_units
from explanans.entailment.rules.negation import NEGATORS
from explanans.entailment.rules.reading import TITLES, Reading, Word, reading
from explanans.entailment.rules.verbs import (
    RELATIVE,
    agree,
    has_subject,
    is_helped,
    may_go_on,
    predicate_start,
    shares_subject,
    verb_of,
)
from explanans.language.grammar import AUXILIARIES, is_verb
from explanans.language.parser import Parser
from explanans.language.sentences import sentence_spans, without_period

_JOINING = frozenset("and but while whereas so yet because although though".split())
_REASONS = frozenset("because although though so while whereas yet".split())
_STRONG = frozenset({";", "–", "—"})
_SUBORDINATE = RELATIVE | frozenset(
    """
    while until till before after as since once because although though provided except including such than like not
    nor or
    """.split()
)
_WHO = frozenset("that which who whom whose where".split())
"""Words after which it is not certain whose predicate the next one is: *a train that takes cars and costs a franc*."""
_DETERMINERS = frozenset("a an the this that these those his her its their your my our it them him".split())
_OPENING = 3  # words of a piece among which *which* stands where the piece only tells of the one before
_LIMITING = frozenset("if unless when whenever whether provided suppose assuming".split())
_STANDING_IN = frozenset(
    "it its he him his she her they them their none one ones some each both this that those so".split()
)
"""Words that stand for what another clause names."""
_CHOOSING = frozenset({"det", "nummod"})
_READINGS = 4096


class Clause(NamedTuple):
    """A clause of a sentence.

    Attributes:
        text: The clause, with what it borrows from the one before, without a full stop.
        first: The number of its own first word in the sentence.
        words: The numbers of all its words, those that it borrows included, in the order of the text.
    """

    text: str
    first: int
    last: int
    words: tuple[int, ...]
    lacks_verb: bool = False


class _Piece(NamedTuple):
    """Words between two joints: where they start and end, and the words of the joint before them."""

    start: int
    end: int
    joint: frozenset[str]


class _Whole(NamedTuple):
    """A piece with what it borrows: the numbers of all its words, where the piece starts and ends, and its verb."""

    words: tuple[int, ...]
    start: int
    end: int
    lacks_verb: bool = False


@lru_cache(_READINGS)
def clauses(reading: Reading) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, in order; one where it has but one, or cannot be divided."""
    found: list[_Whole] = []
    for piece in _pieces(reading):
        whole = _whole(reading, piece, found[-1] if found else None)
        if found and (whole is None or _is_frame(reading, piece, found[-1].words)):
            last = found[-1]
            found[-1] = last._replace(words=(*last.words, *range(last.end, piece.end)), end=piece.end)
        else:
            found.append(whole or _Whole(tuple(range(piece.start, piece.end)), piece.start, piece.end))
    return tuple(
        Clause(_text(reading, words, range(start, end)), start, end - 1, words, lacks_verb)
        for words, start, end, lacks_verb in found
    )


def filled(reading: Reading) -> str:
    """Return a sentence in which every clause has its verb, and every number its unit."""
    text = reading.parse.text
    for start, end, own in sorted([*_completed(reading), *_counted(reading)], reverse=True):
        text = text[:start] + own + text[end:]
    return text


def _completed(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Yield where clauses without a verb start and end, and what they say with it."""
    for clause in clauses(reading):
        if clause.lacks_verb:
            first = reading.words[clause.words[0]]
            is_titled = first.is_name or first.lower in TITLES
            is_named = is_titled and first.pos != "VERB" and first.label != "root"
            own = clause.text if is_named else clause.text[:1].lower() + clause.text[1:]
            yield reading.words[clause.first].start, reading.words[clause.last].end, own


def _counted(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Yield where numbers stand that borrow their unit in a list, outside of clauses that borrow more, and the unit."""
    borrowing = [range(clause.first, clause.last + 1) for clause in clauses(reading) if clause.lacks_verb]
    for number, unit in lent_units(reading):
        if not any(number.number in clause for clause in borrowing):
            yield number.end, number.end, f" {unit}"


def standing_in(reading: Reading, clause: Clause) -> Iterator[Word]:
    """Yield the words of a clause that may stand for a name of another clause: *she*, but not *each* of *each link*."""
    words = (reading.words[number] for number in clause.words)
    return (word for word in words if word.lower in _STANDING_IN and word.label not in _CHOOSING)


def leaves_out(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause leaves out its verb after an auxiliary: *the handle may not*."""
    words = (reading.words[number].lower for number in reversed(clause.words))
    return next((word for word in words if word not in NEGATORS), "") in AUXILIARIES


def _pieces(reading: Reading) -> Iterator[_Piece]:
    """Yield the words between joints: commas and the like, and the words that join clauses."""
    words = [word for word in reading.words if word.text not in {".", "!", "?"}]
    is_joint = [word.text in MARKS or _joins(words, word) for word in words]
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
    return word.lower not in _REASONS or words[word.number - 1].text in MARKS


def _whole(reading: Reading, piece: _Piece, before: _Whole | None) -> _Whole | None:
    """Return a piece as a clause, with what it borrows from the one before; None if it goes on with that one."""
    words = tuple(range(piece.start, piece.end))
    own = _Whole(words, piece.start, piece.end)
    if before is None:
        return own
    is_open = "but" not in piece.joint and _is_open(reading, before.words)
    if not is_open and (found := contrasted(reading, words, piece.joint, before.words)) is not None:
        return own._replace(words=found, lacks_verb=True)
    if _goes_on(reading, piece, before.words):
        return None
    verb = verb_of(reading, words)
    if (verb is not None and has_subject(reading, words, verb)) or _has_order(reading, words):
        return own
    predicate = verb_of(reading, before.words)
    if predicate is None or any(reading.words[number].lower in _WHO for number in before.words):
        return None
    return _borrowing(reading, piece, own, before, predicate)


def _has_order(reading: Reading, words: Sequence[int]) -> bool:
    """Return whether a colon in some words leads to a verb that needs no subject: *with a rash: see a doctor*."""
    after = (reading.words[number] for number in words if reading.words[number - 1].text == ":")
    return any(word.tag in {"VB", "VBP"} for word in after)


def _borrowing(reading: Reading, piece: _Piece, own: _Whole, before: _Whole, predicate: int) -> _Whole | None:
    """Return a piece without a subject of its own, or without a verb, with that of the clause before it."""
    first, one = reading.words[piece.start], reading.words[predicate]
    verb = verb_of(reading, own.words)
    is_joined = bool(piece.joint & {"and", "but"})
    if is_joined and verb in {None, first.number} and shares_subject(one, first, is_verb=verb is not None):
        return own._replace(words=(*_lent(reading, before.words, predicate, first), *own.words))
    if verb is not None and agree(one, reading.words[verb]):
        return None
    # After *rolls for one* *cakes for two* are no verb either.
    if is_joined and not before.lacks_verb and may_go_on(reading, one, reading.words[piece.start : piece.end]):
        return None
    # What is done to some end has no gap: *and shiver to keep her warm*, where a parser takes the verb for a noun.
    if any(reading.words[number].tag == "TO" for number in own.words) or _is_deed(reading, piece):
        return None
    found = completed(reading, own.words, before.words, predicate)
    return None if found is None else own._replace(words=found, lacks_verb=True)


def _is_deed(reading: Reading, piece: _Piece) -> bool:
    """Return whether a piece starts with a verb that the parser took for a noun: *and turn the key*."""
    first, *others = reading.words[piece.start : piece.end]
    return is_verb(first.lower) and any(word.lower in _DETERMINERS for word in others[:1])


def _goes_on(reading: Reading, piece: _Piece, before: Sequence[int]) -> bool:
    """Return whether a piece goes on with the clause before it, or what limits that clause may go on in the piece."""
    opening = reading.words[piece.start : min(piece.start + _OPENING, piece.end)]
    if any(word.lower in RELATIVE for word in opening):
        return True
    is_strong = bool(piece.joint & (_STRONG | {"but"}))
    return not is_strong and (opening[0].lower in _SUBORDINATE or _is_open(reading, before))


def _lent(reading: Reading, before: tuple[int, ...], predicate: int, verb: Word) -> tuple[int, ...]:
    """Return the subject of a clause, with the verbs that help its predicate where they help the next one too."""
    start = before.index(predicate_start(reading, before, predicate))
    helping = reading.words[predicate]
    if not helping.label.startswith("aux") or not is_helped(helping, verb):
        return before[:start]
    end = before.index(predicate) + 1
    while reading.words[before[end]].pos == "AUX":
        end += 1
    return before[:end]


def _is_frame(reading: Reading, piece: _Piece, before: Sequence[int]) -> bool:
    """Return whether what stands before a piece says nothing without it: *on Mondays*, or the first of two subjects."""
    if verb_of(reading, before) is not None:
        return False
    first = reading.words[before[0]]
    return first.pos in {"ADP", "ADV"} or first.label == "case" or not piece.joint & MARKS


def _is_open(reading: Reading, words: Sequence[int]) -> bool:
    """Return whether a clause starts with a subordinator, or has a condition or a *that*-clause after it starts."""
    members = [reading.words[number] for number in words]
    if members[0].lower in _SUBORDINATE:
        return True
    return any(
        word.lower in _LIMITING or (word.lower == "that" and members[place - 1].pos in {"VERB", "ADJ", "NOUN"})
        for place, word in enumerate(members)
        if place
    )


def _text(reading: Reading, words: Sequence[int], own: range) -> str:
    """Return words as a text; what stands together in the sentence stands so here, and what is borrowed agrees."""
    found = ""
    before = words[0]
    for place, number in enumerate(words):
        word = reading.words[number]
        joins = word.start > reading.words[before].end if number == before + 1 else word.text not in MARKS
        said = helped(reading, words, place) or (word.text if number in own else agreeing(reading, words, word))
        found += " " * joins + said
        before = number
    found = found.strip(" ,;")
    return found[:1].upper() + found[1:]


_JOINED = re.compile(r"[,;–—]| and | but ")
"""Marks and conjunctions that join clauses; a sentence without them is not parsed."""


def filled_texts(texts: Iterable[str], parser: Parser) -> list[str]:
    """Return texts in which no clause borrows its verb of another.

    Args:
        texts: Texts of a sentence or more.

    Example:
        >>> from explanans.language.parser import shared_parser
        >>> filled_texts(["The water is heated to 24 degrees, and the paddling pool to 30."], shared_parser())
        ['The water is heated to 24 degrees, and the paddling pool is heated to 30 degrees.']
    """
    return [_filled(text, parser) for text in texts]


def _filled(text: str, parser: Parser) -> str:
    line = " ".join(text.split())
    spans = [(start, end) for start, end in sentence_spans(line) if _JOINED.search(line, start, end)]
    sentences = [without_period(line[start:end]) for start, end in spans]
    for (start, _), sentence, parse in reversed(list(zip(spans, sentences, parser.parse(sentences), strict=True))):
        line = line[:start] + filled(reading(parse)) + line[start + len(sentence) :]
    return line
