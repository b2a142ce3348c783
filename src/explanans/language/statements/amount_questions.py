"""Questions that ask for an amount: how many, how much, how long, how often, how old."""

import re

from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    DO,
    PREPOSITIONS,
    PRONOUNS,
    bare,
    is_plural_form,
)
from explanans.language.inflection import is_participle, singular
from explanans.language.lexicon import word_set
from explanans.language.statements.answers import Answer
from explanans.language.statements.declarative import Declared, Words, declared, filled
from explanans.language.statements.inversion import can_be_verb, subject_first
from explanans.language.statements.polar_questions import stated

MEASURES = word_set("language.statements.amount-questions.measures")
_NAMED_BEHIND = frozenset("long tall high deep wide thick old".split())
_UNITS_ONLY = re.compile(
    r"^(?:(?:about|around|over|under|almost|nearly|roughly|approximately|only|up to|at least) )?[\d.,]+$"
)
_TIME_UNITS = frozenset("second minute hour day night week month year decade century".split())
_LASTING = frozenset("last lasts lasted take takes took live lives lived spend spends spent".split())
_MASS_LINK = frozenset("number amount half most part third quarter".split())
_NONE = frozenset("none zero nothing".split())
_COMPARED = re.compile(
    r"^(?:later|earlier|longer|shorter|higher|lower|older|younger|faster|slower|heavier|lighter|bigger|larger|smaller|"
    r"further|farther|deeper|taller|cheaper|warmer|colder|hotter|better|worse|stronger|(?:more|less)(?= \w+ than|$))\b"
)
_SINGULAR = {"are": "is", "were": "was", "have": "has"}
_TIMES = re.compile(r"times(?P<rest> (?:a|an|per|each|every) \w+)?")
_PERIOD = re.compile(
    r"(?P<before>.+) (?P<period>(?:(?:in|during|per) (?:an?|one|each|every)|each|every) "
    r"(?:second|minute|hour|day|night|week|month|year|lifetime))$"
)
_RATES = frozenset("a an per each every".split())
_ABOUT = frozenset("about approximately around nearly almost roughly".split())
_MULTIPLES = frozenset("once twice never".split())


def how_many(words: Words, answer: Answer) -> str | None:  # noqa: PLR0911 - one line a form
    """Answer *how many* and *how much*, as a subject or as an object.

    Example:
        >>> how_many("how many legs does an insect have".split(), Answer("six"))
        'an insect has six legs'
        >>> how_many("how much flour do you need".split(), Answer("two cups"))
        'you need two cups of flour'
    """
    words, about = approximate(words)
    if [bare(word) for word in words[:2]] not in (["how", "many"], ["how", "much"]):
        return None
    end = _noun_end(words)
    if end is None:
        return None
    noun, rest = words[2:end], words[end:]
    auxiliary = bare(rest[0])
    if noun and _COMPARED.match(" ".join(noun)) and auxiliary in AUXILIARIES and len(rest) > 1:
        clause = stated(auxiliary, rest[1:], gap="so")
        end = clause.tail.index("than") if "than" in clause.tail else len(clause.tail)
        return " ".join([*clause.head, *clause.tail[:end], about + answer.text, *noun, *clause.tail[end:]])
    if noun and answer.text.lower() in {"one", "1", "only one", "just one"}:
        noun = [*noun[:-1], singular(noun[-1])]
        rest = [_SINGULAR.get(rest[0], rest[0]), *rest[1:]]
    about = "" if answer.first in _ABOUT else about
    amount = _amount(answer, noun, about)
    if len(rest) > 1 and auxiliary in BE and bare(rest[1]) == "there":
        return " ".join(["there", rest[0], amount, *rest[2:]])
    if auxiliary in DO or (auxiliary in AUXILIARIES - BE and _inverted(rest)):
        return _counted_object(stated(auxiliary, rest[1:]), noun, amount, answer)
    if not noun and auxiliary in BE and len(rest) > 1 and not is_participle(bare(rest[1])):
        return f"{' '.join(rest[1:])} {rest[0]} {amount}"
    return " ".join([amount, *rest])


def _counted_object(clause: Declared, noun: Words, amount: str, answer: Answer) -> str:
    """Put an amount where it belongs in a statement of which it is no subject."""
    statement = [*clause.head, *clause.tail]
    if bare(statement[0]) == "it" and (place := _before_infinitive([bare(word) for word in statement])) is not None:
        return " ".join([*statement[:place], amount, *statement[place:]])
    if clause.tail and bare(clause.tail[-1]) in {"together", "altogether"}:
        return " ".join([*clause.head, amount, *clause.tail])
    if noun and bare(noun[-1]) in {"time", "times"} and not _leads_in(answer, clause.tail):
        period = _PERIOD.search(" ".join(statement))
        if period:
            return f"{period['before']} {amount} {period['period']}"
        return " ".join([*statement, amount])
    return filled(clause, amount)


def counted_after(preposition: str, words: Words, answer: Answer) -> str | None:
    """Answer *how many* after a preposition, as in *for how many years is a patent valid*.

    Example:
        >>> counted_after("for", "how many years is a patent valid".split(), Answer("20 years"))
        'a patent is valid for 20 years'
    """
    end = _noun_end(words)
    if end is None or bare(words[end]) not in AUXILIARIES or end + 1 >= len(words):
        return None
    clause = stated(bare(words[end]), words[end + 1 :], gap="so")
    amount = _amount(answer, words[2:end], "") if words[2:end] else answer.text
    link = [] if answer.first == preposition else [preposition]
    return " ".join([*clause.head, *clause.tail, *link, amount])


def counted(words: Words, answer: Answer) -> str | None:
    """Answer *how many* in the order of a statement, as in *do you know how many legs a spider has*.

    Example:
        >>> counted("how many legs a spider has".split(), Answer("eight"))
        'a spider has eight legs'
    """
    start = next((place for place in range(3, len(words)) if bare(words[place]) in DETERMINERS | PRONOUNS), None)
    if start is None and bare(words[2]) in DETERMINERS | PRONOUNS:
        start = 2
    verb = None if start is None else finite_verb(words[start:], 1)
    if start is None or verb is None:
        return how_many(words, answer)
    end = start + verb + 1
    return " ".join([*words[start:end], _amount(answer, words[2:start], ""), *words[end:]])


def _leads_in(answer: Answer, tail: Words) -> bool:
    """Return whether *once* goes before what follows the verb, as in *turns once on its axis*."""
    return answer.first in _MULTIPLES and bool(tail) and bare(tail[0]) in PREPOSITIONS


def _noun_end(words: Words) -> int | None:
    """Return where the noun that is counted ends: at the verb."""
    end = next((place for place in range(2, len(words)) if bare(words[place]) in AUXILIARIES), None)
    if end is not None and bare(words[1]) == "much" and end == 2:
        return end
    waiting = bare(words[1]) == "many" and not is_plural_form("".join(map(bare, words[2:3])))
    verb = finite_verb(words[2:], 1, after_plural=waiting)
    return end if verb is None else verb + 2


def _amount(answer: Answer, noun: Words, about: str) -> str:
    text = about + answer.text
    if answer.text.lower() in _NONE and noun:
        return f"none {' '.join(noun)}" if bare(noun[0]) == "of" else f"no {' '.join(noun)}"
    if answer.first in _MULTIPLES and (often := _TIMES.fullmatch(" ".join(noun))):
        return f"{text}{often['rest'] or ''}"
    if _names(answer, noun):
        return text
    head = next((place for place in range(1, len(noun)) if bare(noun[place]) in _RATES), len(noun))
    plural = is_plural_form(bare(noun[head - 1]))
    counted = answer.words[-1] in _MASS_LINK or (
        not plural and len(answer.words) > 1 and answer.words[-1].isalpha() and _is_measure(answer)
    )
    link = ["of"] if counted and bare(noun[0]) != "of" else []
    return " ".join([text, *link, *noun])


def _is_measure(answer: Answer) -> bool:
    """Return whether an amount ends in a unit, as *300 grams* does and *two hundred* does not."""
    last = answer.words[-1]
    return last not in {"hundred", "thousand", "million", "billion", "dozen", "more", "many", "few", "less", "fewer"}


def _names(answer: Answer, noun: Words) -> bool:
    """Return whether an amount names its unit already: *three months* for *how much time*."""
    held = {bare(word) for word in answer.words} | {singular(bare(word)) for word in answer.words}
    if not noun or bare(noun[0]) in held or bare(noun[-1]) in held or singular(bare(noun[-1])) in held:
        return True
    return len(answer.words) > 1 and noun[0] in {"time", "money"}


def _inverted(rest: Words) -> bool:
    """Distinguish *how much weight can steel carry* from *how many teams can score*."""
    first = bare(rest[1]) if len(rest) > 1 else ""
    if len(rest) < 3 or first in {"be", "have", "not", "been"} or declared(bare(rest[0]), rest[1:]) is None:
        return False
    if first in DETERMINERS | PRONOUNS or not can_be_verb(first) or rest[1][:1].isupper():
        return True
    return not subject_first(bare(rest[0]), rest[1:])


def approximate(words: Words) -> tuple[Words, str]:
    """Split *about* and *approximately* from the start of a question."""
    first = bare(words[0])
    return (words[1:], f"{first} ") if first in {"about", "approximately"} and len(words) > 1 else (words, "")


def how_much(words: Words, answer: Answer) -> str | None:  # noqa: PLR0911 - one line a form
    """Answer *how long*, *how far*, *how often*, *how old* and their like.

    Example:
        >>> how_much("how old is the universe".split(), Answer("13.8 billion years"))
        'the universe is 13.8 billion years old'
        >>> how_much("how far is the Moon from Earth".split(), Answer("384,400 km"))
        'the Moon is 384,400 km from Earth'
        >>> how_much("how long was Mandela in prison".split(), Answer("27 years"))
        'Mandela was in prison for 27 years'
    """
    words, about = approximate(words)
    low = [bare(word) for word in words]
    verb = next((place for place in range(3, len(low)) if low[place] in BE), None)
    if low[:3] == ["how", "far", "from"] and verb is not None:
        return " ".join([*words[verb + 1 :], words[verb], about + answer.text, *words[2:verb]])
    if low[:1] == ["how"] and low[1:2] and low[1] in MEASURES and low[2] in {"after", "before", "from", "until"}:
        return _shifted(words, low, answer)
    if low[:1] == ["how"] and low[2:3] and low[2] in {"apart", "away", "ahead", "up", "down"}:
        shifted = how_much([*words[:2], *words[3:]], answer)
        return shifted and shifted.replace(answer.text, f"{answer.text} {low[2]}", 1)
    if len(words) < 4 or low[0] != "how" or low[2] not in AUXILIARIES or low[1] in AUXILIARIES | {"many", "much"}:
        return None
    measure, auxiliary, rest = low[1], low[2], words[3:]
    if answer.is_clause:
        return None
    amount = ("" if answer.first in _ABOUT else about) + answer.text
    if answer.words[-1] in {"very", "extremely", "quite", "fairly", "rather", "so"}:
        amount = f"{amount} {measure}"
    if auxiliary in BE:
        return _being(measure, auxiliary, rest, amount, answer)
    clause = stated(auxiliary, rest)
    statement = [*clause.head, *clause.tail]
    if bare(clause.head[-1]) == "be" and clause.tail and not is_participle(bare(clause.tail[0])):
        named = (
            bare(clause.tail[0]) != "until"
            and measure in _NAMED_BEHIND
            and len(answer.words) > 1
            and measure not in answer.words
        )
        return " ".join([*clause.head, amount, *([measure] if named else []), *clause.tail])
    place = _before_infinitive([bare(word) for word in statement])
    if place is not None:
        return " ".join([*statement[:place], amount, *statement[place:]])
    return _behind(measure, statement, amount, answer)


def _shifted(words: Words, low: Words, answer: Answer) -> str | None:
    """Answer *how long after ... can ...*, whose phrase stands between the measure and the verb."""
    if low[2] == "until" and not answer.is_clause:
        return f"it is {answer.text} until {' '.join(words[3:])}" if words[3:] else None
    verb = next((place for place in range(3, len(low)) if low[place] in AUXILIARIES), None)
    if verb is None or verb + 2 >= len(words):
        return None
    clause = stated(low[verb], words[verb + 1 :], gap="so")
    return " ".join([*clause.head, *clause.tail, answer.text, *words[2:verb]])


def _being(measure: str, auxiliary: str, rest: Words, amount: str, answer: Answer) -> str:
    clause = stated(auxiliary, rest, gap=measure)
    statement = [*clause.head, *clause.tail]
    low = [bare(word) for word in statement]
    verb = len(low) - 1 - low[::-1].index(auxiliary) if auxiliary in low else len(low) - 1
    after = low[verb + 1 :]
    opens = {"to", "from"} | CLAUSE_STARTS
    lasting = measure == "long" and singular(bare(answer.words[-1])) in _TIME_UNITS
    if after[:1] == ["until"] and lasting:
        return " ".join([*statement[: verb + 1], amount, *statement[verb + 1 :]])
    opens |= PREPOSITIONS if measure in _NAMED_BEHIND and not lasting else set()
    if not after or after[0] in opens:
        named = measure in _NAMED_BEHIND and measure not in answer.words and not _UNITS_ONLY.match(answer.text)
        named = named and answer.words[0][:1].isdigit() | (len(answer.words) > 1) and "from" not in after
        behind = [measure] if named else []
        return " ".join([*statement[: verb + 1], amount, *behind, *statement[verb + 1 :]])
    mark = next((place for place in range(verb + 1, len(low)) if low[place] == "from"), None)
    if mark is not None and measure in {"far", "close"}:
        return " ".join([*statement[:mark], amount, *statement[mark:]])
    return _behind(measure, statement, amount, answer)


def _before_infinitive(low: Words) -> int | None:
    """Return the place of *to* after *it takes*, which the time stands before."""
    takes = any(word in {"take", "takes", "took", "taken"} for word in low)
    if not takes or "to" not in low[1:]:
        return None
    return low.index("for" if "for" in low[1 : low.index("to", 1)] else "to", 1)


def _behind(measure: str, statement: Words, amount: str, answer: Answer) -> str:
    """Put an amount behind a statement, or behind its verb where *when* or *in* follows, with the word that joins."""
    text = " ".join(statement)
    if measure == "long" and _needs_for(statement, answer):
        return f"{text} for {amount}"
    if measure == "late" and answer.first not in PREPOSITIONS:
        return f"{text} until {amount}"
    if measure == "fast" and re.search(r"\b(?:per|an hour|km/h|mph|m/s|a second)\b", amount) and answer.first != "at":
        return f"{text} at {amount}"
    return f"{text} {amount}"


def _needs_for(statement: Words, answer: Answer) -> bool:
    last = singular(bare(answer.words[-1]))
    if (
        answer.first
        in (PREPOSITIONS - {"about", "over", "under", "around"}) | CLAUSE_STARTS | {"all", "every", "forever"}
        or last not in _TIME_UNITS
    ):
        return False
    low = {bare(word) for word in statement}
    return _LASTING.isdisjoint(low)
