"""Clauses of a sentence, and their finite verbs.

A clause is found by the words that join it, and its predicate by the words and the parse: *cats hunt mice and sleep by
day* has the clauses *cats hunt mice* and *cats sleep by day*. A phrase without a verb belongs to the clause before it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from explanans.language.analysis import AnalyzedSentence, Word
from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import AUXILIARIES, RELATIVES
from explanans.language.inflection import is_participle
from explanans.language.lexicon import word_set
from explanans.language.wordnet import is_word

_MARKS = frozenset({",", ";", "–", "—"})
"""Marks that may separate clauses."""
_RELATIVE = frozenset("if unless when whenever where wherever whether that which who whom whose how why what".split())
"""Words that introduce a subordinate clause."""
_JOINING = frozenset("and but while whereas so yet because although though".split())
_REASONS = frozenset("because although though so while whereas yet".split())
_STRONG = frozenset({";", "–", "—"})
_SUBORDINATE = _RELATIVE | frozenset(
    """
    while until till before after as since once because although though provided except including such than like not
    nor or
    """.split()
)
"""Words after which it is not certain whose predicate the next one is: *a train that takes cars and costs a franc*."""
_OPENING = 3  # words of a piece among which *which* stands where the piece only tells of the one before
_LIMITING = frozenset("if unless when whenever whether provided suppose assuming".split())
_STANDING_IN = word_set("language.clauses.standing-in")
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


class _Piece(NamedTuple):
    """Words between two joints: where they start and end, and the words of the joint before them."""

    start: int
    end: int
    joint: frozenset[str]


class _Whole(NamedTuple):
    """A piece with what it borrows: the numbers of all its words, and where the piece starts and ends."""

    words: tuple[int, ...]
    start: int
    end: int


@lru_cache(_READINGS)
def clauses(analysis: AnalyzedSentence) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, in order; one if it cannot be divided."""
    found: list[_Whole] = []
    for piece in _pieces(analysis):
        whole = _whole(analysis, piece, found[-1] if found else None)
        if found and (whole is None or _is_frame(analysis, piece, found[-1].words)):
            last = found[-1]
            found[-1] = last._replace(words=(*last.words, *range(last.end, piece.end)), end=piece.end)
        else:
            found.append(whole or _Whole(tuple(range(piece.start, piece.end)), piece.start, piece.end))
    return tuple(Clause(_text(analysis, words), start, end - 1, words) for words, start, end in found)


def standing_in(analysis: AnalyzedSentence, clause: Clause) -> Iterator[Word]:
    """Yield the words of a clause that may stand for a name of another clause: *she*, but not *each* of *each link*."""
    words = (analysis.words[number] for number in clause.words)
    return (word for word in words if word.lower in _STANDING_IN and word.label not in _CHOOSING)


def _pieces(analysis: AnalyzedSentence) -> Iterator[_Piece]:
    """Yield the words between joints: commas and the like, and the words that join clauses."""
    words = [word for word in analysis.words if word.text not in {".", "!", "?"}]
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


def _whole(analysis: AnalyzedSentence, piece: _Piece, before: _Whole | None) -> _Whole | None:
    """Return a piece as a clause, with the subject that it shares; None if it belongs to the clause before it."""
    own = _Whole(tuple(range(piece.start, piece.end)), piece.start, piece.end)
    if before is None:
        return own
    if _goes_on(analysis, piece, before.words):
        return None
    verb = verb_of(analysis, own.words)
    if (verb is not None and _has_subject(analysis, own.words, verb)) or _has_order(analysis, own.words):
        return own
    predicate = verb_of(analysis, before.words)
    if predicate is None or any(analysis.words[number].lower in RELATIVES for number in before.words):
        return None
    one, first = analysis.words[predicate], analysis.words[piece.start]
    is_joined = bool(piece.joint & {"and", "but"}) and verb in {None, first.number}
    if is_joined and _shares_subject(one, first, is_verb=verb is not None):
        return own._replace(words=(*_lent(analysis, before.words, predicate, first), *own.words))
    return None


def _has_order(analysis: AnalyzedSentence, words: Sequence[int]) -> bool:
    """Return whether a colon in some words leads to a verb that needs no subject: *with a rash: see a doctor*."""
    after = (analysis.words[number] for number in words if analysis.words[number - 1].text == ":")
    return any(word.tag in {"VB", "VBP"} for word in after)


def _goes_on(analysis: AnalyzedSentence, piece: _Piece, before: Sequence[int]) -> bool:
    """Return whether a piece goes on with the clause before it, or what limits that clause may go on in the piece."""
    opening = analysis.words[piece.start : min(piece.start + _OPENING, piece.end)]
    if any(word.lower in _RELATIVE for word in opening):
        return True
    is_strong = bool(piece.joint & (_STRONG | {"but"}))
    return not is_strong and (opening[0].lower in _SUBORDINATE or _is_open(analysis, before))


def _lent(analysis: AnalyzedSentence, before: tuple[int, ...], predicate: int, verb: Word) -> tuple[int, ...]:
    """Return the subject of a clause, with the verbs that help its predicate where they help the next one too."""
    start = before.index(_predicate_start(analysis, before, predicate))
    helping = analysis.words[predicate]
    if not helping.label.startswith("aux") or not _is_helped(helping, verb):
        return before[:start]
    end = before.index(predicate) + 1
    while analysis.words[before[end]].pos == "AUX":
        end += 1
    return before[:end]


def _is_frame(analysis: AnalyzedSentence, piece: _Piece, before: Sequence[int]) -> bool:
    """Return whether what stands before a piece says nothing without it: *on Mondays*, or the first of two subjects."""
    if verb_of(analysis, before) is not None:
        return False
    first = analysis.words[before[0]]
    return first.pos in {"ADP", "ADV"} or first.label == "case" or not piece.joint & _MARKS


def _is_open(analysis: AnalyzedSentence, words: Sequence[int]) -> bool:
    """Return whether a clause starts with a subordinator, or has a condition or a *that*-clause after it starts."""
    members = [analysis.words[number] for number in words]
    if members[0].lower in _SUBORDINATE:
        return True
    return any(
        word.lower in _LIMITING or (word.lower == "that" and members[place - 1].pos in {"VERB", "ADJ", "NOUN"})
        for place, word in enumerate(members)
        if place
    )


def _text(analysis: AnalyzedSentence, words: Sequence[int]) -> str:
    """Return words as a text, with the spaces of the sentence."""
    found = ""
    before = words[0]
    for number in words:
        word = analysis.words[number]
        joins = word.start > analysis.words[before].end if number == before + 1 else word.text not in _MARKS
        found += " " * joins + word.text
        before = number
    found = found.strip(" ,;")
    return found[:1].upper() + found[1:]


_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_HELPING = frozenset({"aux", "aux:pass", "cop", "advmod"})
_SHORT_FORMS = frozenset("'s 're 'm 've 'd 'll ca wo".split())
_NUMBERS = {"VBZ": "VBP", "VBP": "VBZ"}


def verb_of(analysis: AnalyzedSentence, words: Sequence[int]) -> int | None:
    """Return the number of the finite verb of some words of a sentence; None if there is none."""
    root = next(word for word in analysis.words if word.head < 0)
    end = next(
        (place for place, number in enumerate(words) if place and analysis.words[number].lower in _RELATIVE), None
    )
    members = [analysis.words[number] for number in words[:end]]
    parsed = next((word.number for word in members if _is_finite(word, root) or _measures(analysis, word)), None)
    # The month is no verb.
    texts = ["June" if word.text == "May" and word.number else word.text for word in members]
    place = finite_verb(texts, 1)
    found = [number for number in (parsed, None if place is None else words[place]) if number is not None]
    is_said = root.number in words and (_is_order(analysis, root, words) or analysis.is_predicate(root))
    return min(found, default=root.number if is_said else None)


def _has_subject(analysis: AnalyzedSentence, words: Sequence[int], verb: int) -> bool:
    """Return whether a verb has its subject before it among some words of a sentence."""
    before = [analysis.words[number] for number in words if number < verb]
    if any(word.label.startswith(("nsubj", "expl", "csubj")) for word in before):
        return True
    if not before or before[0].pos in {"ADP", "ADV", "SCONJ"}:
        return False
    return any(_is_named_by(word) for word in before)


def _predicate_start(analysis: AnalyzedSentence, words: Sequence[int], verb: int) -> int:
    """Return the number of the first word of a predicate: its verb, or the first of the verbs that help it."""
    start = verb
    for number in reversed([number for number in words if number < verb]):
        word = analysis.words[number]
        if word.label not in _HELPING or word.pos not in {"AUX", "ADV", "PART"}:
            break
        start = number
    return start


def _agree(one: Word, other: Word) -> bool:
    """Return whether two verbs may have one subject: *goes* and *costs*, *goes* and *went*; not *goes* and *glass*."""
    return _NUMBERS.get(one.tag) != other.tag


def _shares_subject(verb: Word, other: Word, *, is_verb: bool) -> bool:
    """Return whether a word after *and* is a second verb with the subject of the first.

    Args:
        is_verb: Whether the word looks like a finite verb; a participle such as *rebuilt* after *was built* does not.
    """
    if is_verb:
        return _agree(verb, other)
    return other.pos == "VERB" and verb.pos == "AUX" and _is_helped(verb, other)


def _is_helped(helping: Word, verb: Word) -> bool:
    """Return whether an auxiliary may help a verb: *was* helps *built*, *may* helps *build*."""
    return is_participle(verb.lower) if helping.lemma in {"be", "have"} else verb.tag == "VB"


def _is_order(analysis: AnalyzedSentence, root: Word, words: Sequence[int]) -> bool:
    """Return whether a word opens an order, whatever the parser takes it for; *lack of sleep* is none."""
    following = analysis.words[root.number + 1 : root.number + 2]
    return root.number == words[0] and not any(word.lower == "of" for word in following)


def _is_finite(word: Word, root: Word) -> bool:
    """Return whether a word is a finite verb, or the predicate, or the same again in another clause."""
    if word.pos == "AUX":
        return word.lower in AUXILIARIES or word.lower in _SHORT_FORMS
    if not _can_be_verb(word):
        return False
    if word.pos == "VERB":
        return word.tag in _FINITE or word is root
    return word is not root and word.lower == root.lower and root.pos == "VERB"


def _measures(analysis: AnalyzedSentence, word: Word) -> bool:
    """Return whether a word that is tagged as a noun is the verb before an amount: *the machines cost two euros*."""
    after = analysis.words[word.number + 1 : word.number + 3]
    if word.pos != "NOUN" or len(after) < 2 or not word.number or not _can_be_verb(word):
        return False
    return (
        after[0].pos == "NUM"
        and after[1].pos in {"NOUN", "PROPN"}
        and analysis.words[word.number - 1].pos in {"NOUN", "PROPN"}
    )


def _can_be_verb(word: Word) -> bool:
    """Return whether a word is one of the dictionary's verbs: parsers take *peas* for one."""
    return is_word(word.lemma, "VERB") or is_word(word.other, "VERB")


def _is_named_by(word: Word) -> bool:
    """Return whether something is named by a word; parsers take *wasps* for an auxiliary."""
    return word.is_content or word.pos in {"PRON", "DET"} or (word.pos == "AUX" and word.lower not in AUXILIARIES)
