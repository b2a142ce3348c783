"""Questions that ask when, where, why, how, how many, and for what follows a preposition."""

import re

from explanans.text.answers import Answer
from explanans.text.clauses import Declared, Words, declared, filled, finite_verb
from explanans.text.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DO,
    PREPOSITIONS,
    bare,
    is_plural_form,
    is_third_person,
)
from explanans.text.inflection import is_participle
from explanans.text.polar_questions import stated

_MEASURES = frozenset(
    "long far often fast tall old deep high wide large big hot cold heavy quickly frequently close".split()
)
_TIMES = frozenset("spring summer autumn fall winter morning evening afternoon".split())
_HOURS = frozenset("noon midnight dawn dusk sunrise sunset night".split())
_MONTHS = frozenset("january february march april may june july august september october november december".split())
_CHANGES = frozenset("differ different change changes affect affected similar alike vary compare benefit look".split())


def how_many(words: Words, answer: Answer) -> str | None:
    """Answer *how many* and *how much*, as a subject or as an object.

    Example:
        >>> how_many("how many legs does an insect have".split(), Answer("six"))
        'an insect has six legs'
    """
    words, about = _approximate(words)
    if [bare(word) for word in words[:2]] not in (["how", "many"], ["how", "much"]):
        return None
    end = next((place for place in range(2, len(words)) if bare(words[place]) in AUXILIARIES), None)
    waiting = bare(words[1]) == "many" and not is_plural_form("".join(map(bare, words[2:3])))
    subject_end = finite_verb(words[2:], 1, after_plural=waiting)
    if subject_end is not None:
        end = subject_end + 2
    if end is None:
        return None
    noun, rest = words[2:end], words[end:]
    link = ["of"] if answer.words[-1] in {"number", "amount", "half"} else []
    amount = about + answer.text if _names(answer, noun) else " ".join([about + answer.text, *link, *noun])
    auxiliary = bare(rest[0])
    if auxiliary in DO or (auxiliary in AUXILIARIES - BE and _inverted(rest)):
        return filled(stated(auxiliary, rest[1:]), amount)
    return " ".join([amount, *rest])


def _names(answer: Answer, noun: Words) -> bool:
    """Tell whether an amount names its unit already: *three months* for *how much time*."""
    held = {bare(word) for word in answer.words}
    return not noun or bare(noun[0]) in held or bare(noun[-1]) in held or (len(answer.words) > 1 and noun[0] == "time")


def _inverted(rest: Words) -> bool:
    return len(rest) > 2 and bare(rest[1]) in {"the", "a", "an", "it", "they", "this", "that", "he", "she", "you", "we"}


def _approximate(words: Words) -> tuple[Words, str]:
    first = bare(words[0])
    return (words[1:], f"{first} ") if first in {"about", "approximately"} and len(words) > 1 else (words, "")


def adverbial(words: Words, answer: Answer) -> str | None:
    """Answer *when*, *where*, *why* and *how*.

    Example:
        >>> adverbial("why do astronauts need oxygen".split(), Answer("to breathe"))
        'astronauts need oxygen to breathe'
    """
    words, about = _approximate(words)
    if [bare(word) for word in words[:2]] == ["what", "time"]:
        words = ["when", *words[4 if words[2:3] == ["of"] else 2 :]]
    asked = bare(words[0])
    if asked not in _JOINERS or len(words) < 3:
        return None
    measure = asked == "how" and bare(words[1]) in _MEASURES
    place = 2 if measure else 1
    auxiliary, rest = bare(words[place]), words[place + 1 :]
    if auxiliary not in AUXILIARIES or not rest:
        return _embedded(asked, words[1:], answer)
    if measure:
        return _measured(_open(auxiliary, rest), auxiliary, about + answer.text)
    clause = (_open if asked in {"when", "where"} or rest[-1] == "like" else stated)(auxiliary, rest)
    if asked == "how" and rest[-1] == "like":
        return " ".join([*clause.head, *clause.tail, answer.text])
    return joined(" ".join([*clause.head, *clause.tail]), asked, answer)


def _open(auxiliary: str, rest: Words) -> Declared:
    """Undo the inversion of a question whose answer may be the complement of *be*, as in *where is the nucleus*."""
    clause = declared(auxiliary, rest)
    if clause or auxiliary not in BE:
        return clause or stated(auxiliary, rest)
    low = [bare(word) for word in rest]
    starts = [
        place for place in range(1, len(low)) if low[place] in {"from", "like", "a", "an"} and low[place - 1] != "of"
    ]
    end = min(starts, default=1 if low[0] in {"it", "there"} else len(low))
    return Declared([*rest[:end], auxiliary], rest[end:])


def _embedded(asked: str, rest: Words, answer: Answer) -> str | None:
    """Answer a question in the order of a statement, as after *explain why*."""
    if asked not in {"why", "how"}:
        return None
    return joined(" ".join(rest), asked, answer) if finite_verb(rest, 1) is not None else None


def _measured(clause: Declared, auxiliary: str, amount: str) -> str:
    words = [*clause.head, *clause.tail]
    low = [bare(word) for word in words]
    mark = next((mark for mark in ("to", "from") if mark in low[1:]), None)
    if mark and (auxiliary in BE or any(word in {"take", "takes", "took"} for word in low)):
        place = low.index(mark, 1)
        return " ".join([*words[:place], amount, *words[place:]])
    return " ".join([*words, amount])


def joined(statement: str, asked: str, answer: Answer) -> str:
    """Add an answer to a statement with the word that shows when, where, why or how.

    Args:
        statement: The statement.
        asked: The question word: ``when``, ``where``, ``why`` or ``how``.
        answer: The answer.

    Example:
        >>> joined("leaves fall", "when", Answer("autumn")), joined("ice floats", "why", Answer("low density"))
        ('leaves fall in autumn', 'ice floats because of low density')
    """
    repeated = statement.split()[-2:]
    if answer.words[1:3] == repeated and len(answer.words) > 3:
        return " ".join([statement, *answer.words[3:]])
    return f"{statement} {_JOINERS[asked](statement, answer)}{answer.text}"


def _when(_: str, answer: Answer) -> str:
    if answer.is_clause:
        return "when "
    if answer.is_adverbial or answer.first in {"every", "each", "once", "twice", "always", "daily", "never", "at"}:
        return ""
    if answer.first in _HOURS:
        return "at "
    if answer.first in _TIMES | _MONTHS or re.fullmatch(r"(?:the )?\d{4}s?", answer.text):
        return "in "
    return (
        "when " if answer.is_gerund or is_participle(answer.first) else "" if answer.first.endswith("ly") else "during "
    )


def _where(_: str, answer: Answer) -> str:
    if answer.is_clause:
        return "where "
    return "" if answer.is_adverbial or answer.first in PREPOSITIONS | {"everywhere", "here", "there"} else "in "


def _why(_: str, answer: Answer) -> str:
    if answer.is_clause:
        return "because "
    if answer.is_infinitive or answer.first in CLAUSE_STARTS | {"because", "since", "so", "for", "due", "by"}:
        return ""
    return "to " if answer.is_verb_phrase else "because of "


def _how(statement: str, answer: Answer) -> str:
    words = statement.split()
    if answer.is_clause:
        if _CHANGES.intersection(words):
            return "in that "
        return "when " if any(bare(word) in BE for word in words) and is_participle(bare(words[-1])) else "because "
    if is_third_person(answer.first):
        return "in that it "
    if answer.is_gerund:
        return "by "
    if answer.is_verb_phrase:
        return "if you "
    return "by means of " if answer.is_bare_noun and not answer.is_adjective else ""


_JOINERS = {"when": _when, "where": _where, "why": _why, "how": _how}


def fronted(words: Words, answer: Answer) -> str | None:
    """Answer a question that starts with a preposition, as in *in which month does spring start*.

    Example:
        >>> fronted("from which source do plants get energy".split(), Answer("the Sun"))
        'plants get energy from the Sun'
    """
    low = [bare(word) for word in words]
    place = next((place for place in range(1, min(3, len(low))) if low[place] in {"which", "what", "whom"}), None)
    if place is None or low[0] not in PREPOSITIONS:
        return None
    verb = next((spot for spot in range(place + 1, len(low)) if low[spot] in AUXILIARIES), None)
    if verb is None or verb + 1 >= len(low):
        return None
    clause = stated(low[verb], words[verb + 1 :])
    statement = " ".join([*clause.head, *clause.tail])
    noun = words[place + 1 : verb]
    if noun and bare(noun[0]) in {"way", "ways", "manner"}:
        return joined(statement, "how", answer)
    if answer.is_clause:
        return f"{statement} {low[0]} this: {answer.text}"
    preposition = "" if answer.is_adverbial else " ".join(words[:place]) + " "
    return f"{statement} {preposition}{answer.of_kind(noun)}"
