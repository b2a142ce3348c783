"""Questions that ask when, where, why, how, how many, and for what follows a preposition."""

import re

from explanans.language.finite_verbs import has_finite_verb
from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    MONTHS,
    PREPOSITIONS,
    PRONOUNS,
    WEEKDAYS,
    bare,
    is_adverb,
    is_common_verb,
    is_past,
    is_plural_subject,
    is_third_person,
)
from explanans.language.inflection import base_form, gerund, is_participle, is_plural
from explanans.language.statements.amount_questions import MEASURES, approximate, counted_after, how_much
from explanans.language.statements.answers import Answer
from explanans.language.statements.declarative import Words
from explanans.language.statements.inversion import can_be_verb
from explanans.language.statements.polar_questions import stated
from explanans.language.wordnet import is_word

_WHY = re.compile(r"(?:how come|why (?:is|was) it that) (?P<statement>.+)$", re.IGNORECASE)
"""Questions for a reason whose words stand in the order of a statement."""
_UNTIL = re.compile(r" until [^,]+$")
"""Durations at the end of a statement; the answer is inserted before them."""
_SENSED = frozenset("feel look taste smell sound seem appear".split())
_WEAK = frozenset("not be have do can will would should must may could alike different".split())
_UNKNOWN = re.compile(r"\b(?:knows|know|is certain|can say)$")
_BY, _BY_DOING = "by -ing ", "by what they did "
_ACTORS = frozenset("they he she we i you".split())
_AGENT = re.compile(r" by (?P<agent>(?:the |a |an |these |those )?[\w-]+)$")
_TIMES = frozenset("spring summer autumn fall winter morning evening afternoon".split())
_HOURS = frozenset("noon midnight dawn dusk sunrise sunset night".split())
_LEADING = frozenset("next close far near deep high low halfway midway just right back out up down away".split())
"""Adverbs that a preposition follows, as in *next to the door*."""
_POINTING = frozenset("last next this that today yesterday tomorrow tonight now soon immediately whenever".split())
"""Words that tell a time by themselves or with their noun, without a preposition."""
_AROUND = frozenset("before after ago later earlier afterwards beforehand".split())
"""Words that make a stretch of time a time, as in *ten minutes before the end*."""
_MONTHS = tuple(month.lower() for month in MONTHS)
_WEEKDAYS, _MONTH_NAMES = "|".join(WEEKDAYS).lower(), "|".join(_MONTHS)
_DAY = re.compile(
    rf"^(?:{_WEEKDAYS})s?\b|\b(?:\d\d?(?:st|nd|rd|th)?(?: of)? (?:{_MONTH_NAMES})"
    rf"|(?:{_MONTH_NAMES}) \d\d?(?!\d))\b|\bday$|\bbirthday$"
    r"|^the (?:first|second|third|fourth|fifth|last|\d+\w\w) (?:day|of [a-z]+|mon|tues|wednes|thurs|fri|satur|sun)",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"^(?:the )?(?:(?:early|late|mid) )?\d{3,4}s?(?: (?:BC|AD|BCE|CE))?$|\bcentury\b|^the \d0s$|^(?:the )?spring of "
)
_CLOCK = re.compile(r"^(?:\d\d?(?::\d\d)?|\w+) ?(?:[ap]\.?m\.?|o['’]clock)\b|^\d\d?:\d\d", re.IGNORECASE)
_CHANGES = frozenset("differ different change changes affect affected similar alike vary compare benefit look".split())


def adverbial(words: Words, answer: Answer) -> str | None:
    """Answer *when*, *where*, *why* and *how*.

    Example:
        >>> adverbial("why do astronauts need oxygen".split(), Answer("to breathe"))
        'astronauts need oxygen to breathe'
    """
    words, _ = approximate(words)
    if [bare(word) for word in words[:2]] == ["what", "time"]:
        words = ["when", *words[4 if words[2:3] == ["of"] else 2 :]]
    if match := _WHY.match(" ".join(words)):
        return joined(match["statement"], "why", answer)
    asked = bare(words[0])
    if asked not in _JOINERS or len(words) < 3:
        return None
    if asked == "when" and _asks_within(words):
        return None
    words = _closed_up(words)
    auxiliary, rest = bare(words[1]), words[2:]
    if auxiliary not in AUXILIARIES or not rest:
        return _embedded(asked, words[1:], answer)
    return _placed(asked, auxiliary, rest, answer)


def _closed_up(words: Words) -> Words:
    """Put a phrase between *where* or *when* and its verb behind the rest, as in *where on the hull is the keel*."""
    if bare(words[0]) not in {"where", "when"} or bare(words[1]) not in PREPOSITIONS:
        return words
    verb = next((place for place in range(3, len(words)) if bare(words[place]) in AUXILIARIES), None)
    return words if verb is None else [words[0], *words[verb:], *words[1:verb]]


def _asks_within(words: Words) -> bool:
    """Return whether another phrase asks after the clause that *when* opens, as in *when it rains, it becomes what*."""
    ends = [place for place, word in enumerate(words) if word.endswith(",")]
    return bool(ends) and any(bare(word) in {"which", "what", "whom"} for word in words[ends[0] + 1 :])


def _placed(asked: str, auxiliary: str, rest: Words, answer: Answer) -> str:
    """Join an answer to the statement of a question, or return the answer if it is a whole statement."""
    clause = stated(auxiliary, rest, gap=_GAPS.get(asked, "good" if rest[-1] == "like" else ""))
    if asked == "how" and rest[-1] == "like":
        return " ".join([*clause.head, *clause.tail, answer.text])
    statement = " ".join([*clause.head, *clause.tail])
    if answer.is_clause and asked in {"when", "where", "how"}:
        verb = clause.head.index(auxiliary) if auxiliary in clause.head else len(clause.head) - 1
        subject = " ".join(clause.head[:verb])
        if _UNKNOWN.search(answer.text):
            return f"{answer.text} {asked} {statement}"
        said = {base_form(bare(word)) for word in clause.head[verb:]} - _WEAK
        if said & {base_form(bare(word)) for word in answer.words}:
            if answer.first not in {"it", "they", "he", "she"}:
                return answer.text
            agent = _AGENT.search(statement)
            if agent and is_plural_subject(subject.split()) != (answer.first == "they"):
                subject = agent["agent"]  # as in *energy is changed by trees*, said of the trees
            return f"{subject} {' '.join(answer.words[1:])}"
    if asked == "how" and len(answer.words) == 1 and base_form(bare(clause.head[-1])) in _SENSED:
        return " ".join([*clause.head, answer.text, *clause.tail])
    return joined(statement, asked, answer)


def _embedded(asked: str, rest: Words, answer: Answer) -> str | None:
    """Answer a question in the order of a statement, as after *explain why*."""
    if is_adverb(bare(rest[0])) or bare(rest[0]) in MEASURES:
        return None
    return joined(" ".join(rest), asked, answer) if has_finite_verb(rest) else None


def joined(statement: str, asked: str, answer: Answer) -> str:
    """Add an answer to a statement with the word that shows when, where, why or how.

    Example:
        >>> joined("leaves fall", "when", Answer("autumn")), joined("ice floats", "why", Answer("low density"))
        ('leaves fall in autumn', 'ice floats because of low density')
    """
    repeated = statement.split()[-2:]
    if answer.words[1:3] == repeated and len(answer.words) > 3 and not answer.is_clause:
        return " ".join([statement, *answer.words[3:]])
    if asked == "where" and (mark := re.search(r" (?:from|to|at) (?=to )", f"{statement} ")):
        place = answer.text.removeprefix(f"{mark[0].strip()} ")
        return f"{statement[: mark.end()]}{place} {statement[mark.end() :]}"
    link = _JOINERS[asked](statement, answer)
    if asked == "where" and not answer.is_clause and (late := _UNTIL.search(statement)):
        return f"{statement[: late.start()]} {link}{answer.text}{late[0]}"
    if link == _BY_DOING:
        return " ".join([statement, "by", gerund(base_form(bare(answer.words[1]))), *answer.words[2:]])
    if link == _BY:
        return " ".join([statement, "by", gerund(answer.first), *answer.words[1:]])
    thing = answer.of_kind([]) if asked == "where" and link == "in " else answer.text
    return f"{statement} {link}{thing}"


def _is_command(answer: Answer) -> bool:
    """Return whether an answer is a command, as *rub it with salt*: a verb in front of a noun phrase."""
    if len(answer.words) < 2 or not can_be_verb(answer.first):
        return False
    return bare(answer.words[1]) in DETERMINERS | PRONOUNS | {
        "them",
        "him",
        "me",
        "us",
        "on",
        "off",
        "out",
        "down",
        "up",
    }


def _when(_: str, answer: Answer) -> str:  # noqa: PLR0911 - one line a kind of time
    if answer.is_clause:
        return "when "
    if answer.is_adverbial or answer.first in {"every", "each", "once", "twice", "always", "daily", "never", "at"}:
        return ""
    if answer.first in _POINTING or _AROUND.intersection(map(bare, answer.words[1:])):
        return ""
    if answer.first in _HOURS or _CLOCK.search(answer.text) or answer.text.startswith("the age of"):
        return "at "
    if _DAY.search(answer.text):
        return "on "
    if answer.first in _TIMES.union(_MONTHS) or _YEAR.search(answer.text):
        return "in "
    return (
        "when " if answer.is_gerund or is_participle(answer.first) else "" if answer.first.endswith("ly") else "during "
    )


def _where(statement: str, answer: Answer) -> str:
    if answer.is_clause:
        return "this: " if statement.endswith(" from") else "where "
    stranded = statement.rsplit(maxsplit=1)[-1] in {"from", "to", "in", "at"}
    nowhere = answer.first in PREPOSITIONS | set(
        "everywhere here there nowhere anywhere somewhere abroad outside".split()
    )
    led = len(answer.words) > 2 and answer.first in _LEADING and bare(answer.words[1]) in PREPOSITIONS | {"from", "to"}
    return "" if answer.is_adverbial or answer.is_gerund or stranded or nowhere or led else "in "


def _why(_: str, answer: Answer) -> str:
    if answer.is_clause:
        return "because "
    if answer.is_infinitive or answer.first in CLAUSE_STARTS | {"because", "since", "so", "for", "due", "by"}:
        return ""
    return "to " if answer.is_verb_phrase else "because of "


def _how(statement: str, answer: Answer) -> str:  # noqa: PLR0911 - one line a kind of answer
    words = statement.split()
    if answer.is_clause:
        if _CHANGES.intersection(map(base_form, words)):
            return "in that "
        if answer.first in _ACTORS and is_past(bare(answer.words[1])) and bare(answer.words[1]) not in AUXILIARIES:
            return _BY_DOING
        return "when " if _is_passive(statement) else "because "
    if answer.is_gerund:
        return "by "
    if is_plural(bare(answer.words[-1])) and _is_short_phrase(answer, passive=_is_passive(statement)):
        return "with "
    if is_third_person(answer.first):
        return "in that it "
    if answer.is_verb_phrase or _is_command(answer) or (answer.is_sentence and can_be_verb(answer.first)):
        return _BY
    if answer.first in {"online", "offline", "abroad", "alone", "together", "overnight", "outdoors", "manually"}:
        return ""
    if answer.first in {"a", "an", "the"}:
        return "by means of "
    return "by means of " if answer.is_bare_noun and not answer.is_adjective else ""


def _is_passive(statement: str) -> bool:
    words = list(map(bare, statement.split()))
    return not BE.isdisjoint(words) and is_participle(words[-1])


def _is_short_phrase(answer: Answer, *, passive: bool) -> bool:
    """Return whether an answer is a noun of one word, or of two or three without a small one: *solar panels*."""
    # With an active verb, a phrase that may start with a verb does not count: *build nests*.
    words = list(map(bare, answer.words))
    small = PREPOSITIONS | DETERMINERS | {"and", "or"}
    if len(words) == 1:
        return True
    return len(words) < 4 and small.isdisjoint(words) and (passive or not _may_act(words[0]))


def _may_act(word: str) -> bool:
    """Return whether a word may be a verb, and is neither adjective nor noun: *wears*, *build*; not *warm*, *drip*."""
    rather_noun = is_word(word, "NOUN") and not is_common_verb(word) and not is_third_person(word)
    return (is_third_person(word) or can_be_verb(word)) and not is_word(word, "ADJ") and not rather_noun


_GAPS = {"when": "now", "where": "here"}
_JOINERS = {"when": _when, "where": _where, "why": _why, "how": _how}


def fronted(words: Words, answer: Answer) -> str | None:
    """Answer a question that starts with a preposition, as in *in which month does spring start*.

    Example:
        >>> fronted("from which source do plants get energy".split(), Answer("the Sun"))
        'plants get energy from the Sun'
    """
    low = [bare(word) for word in words]
    if low[0] in PREPOSITIONS and low[1:2] == ["how"]:
        return how_much(words[1:], answer) or counted_after(words[0], words[1:], answer)
    place = next((place for place in range(1, min(3, len(low))) if low[place] in {"which", "what", "whom"}), None)
    if place is None or low[0] not in PREPOSITIONS:
        return _since_when(words, answer)
    verb = next((spot for spot in range(place + 1, len(low)) if low[spot] in AUXILIARIES), None)
    if verb is None or verb + 1 >= len(low):
        return None
    clause = stated(low[verb], words[verb + 1 :], gap="here")
    statement = " ".join([*clause.head, *clause.tail])
    noun = words[place + 1 : verb]
    if noun and bare(noun[0]) in {"way", "ways", "manner"}:
        return joined(statement, "how", answer)
    if answer.is_clause:
        return f"{statement} {low[0]} this: {answer.text}"
    directions = {"north", "south", "east", "west", "up", "down", "upwards", "downwards"}
    opened = ["while"] if low[0] == "during" and answer.is_gerund else words[:place]
    preposition = "" if answer.is_adverbial or answer.first in directions else " ".join(opened) + " "
    thing = f"the age of {answer.text}" if noun == ["age"] and len(answer.words) == 1 else answer.of_kind(noun)
    return f"{statement} {preposition}{thing}"


def _since_when(words: Words, answer: Answer) -> str | None:
    """Answer *since when* and *by when*."""
    preposition, asked, auxiliary = (*map(bare, words[:3]), "", "", "")[:3]
    if preposition not in PREPOSITIONS or asked != "when" or auxiliary not in AUXILIARIES or len(words) < 5:
        return None
    clause = stated(auxiliary, words[3:], gap="here")
    led = [] if answer.is_adverbial else words[:1]
    return " ".join([*clause.head, *clause.tail, *led, answer.text])
