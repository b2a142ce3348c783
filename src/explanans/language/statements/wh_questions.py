"""Questions that ask which, what or who, as a subject, an object or a complement."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    PARTICLES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_past,
    is_plural_subject,
    is_third_person,
    is_verb,
)
from explanans.language.inflection import base_form, gerund, is_participle, is_plural, past, third_person
from explanans.language.lexicon import word_set
from explanans.language.parser import parsed
from explanans.language.statements.answers import Answer
from explanans.language.statements.complements import complement
from explanans.language.statements.declarative import Declared, Words, declared, filled
from explanans.language.statements.inversion import can_be_verb
from explanans.language.tokens import content_lemmas
from explanans.language.wordnet import is_word
from explanans.structures.syntax import ROOT

_WH = frozenset("which what who whose whom".split())
_GROUP = re.compile(r"(?:one )?of (?:the following|these|those|the)\b(?: (?:two|three|four|\d+))?")
_YOU_THINK = re.compile(r"(?:what|who|which) do you (?:think|suppose|believe|guess) \w+s\b", re.IGNORECASE)
_IT_IS = re.compile(r"(?:it is|they are|it was|they were) (?P<thing>(?:an?|the) [^,;]+)$", re.IGNORECASE)
"""An answer that only classifies the thing asked for."""
_LEANT = frozenset("on upon for".split())
_FOCUS = frozenset("only also just even".split())
_TELLING = word_set("language.statements.wh-questions.telling")


class SplitQuestion(NamedTuple):
    """A question, split after the phrase that asks.

    Attributes:
        noun: The kind of thing that is asked for, as *weather instrument* in *which weather instrument*; may be empty.
    """

    noun: Words
    rest: Words


def split_question(words: Words) -> SplitQuestion | None:
    """Split a question that starts with *which*, *what* or *who*; None if no verb is found."""
    if bare(words[0]) not in _WH:
        return None
    after = " ".join(words[1:])
    group = _GROUP.match(after)
    rest = after[group.end() :].split() if group else words[1:]
    if not rest:
        return None
    if bare(words[0]) in {"who", "whom"} and not group:
        return SplitQuestion([], rest)
    place = finite_verb(rest, 0, after_plural=False) if not group else _after_group(rest)
    if not group and bare(words[0]) in {"what", "which"} and _is_verb_form(bare(rest[0])):
        place = 0 if place is None or _is_only_verb(bare(rest[0])) else place
    if not group and place is not None:
        only = (spot for spot in range(1, place) if _is_only_verb(bare(rest[spot])))
        place = next(only, place)  # as *represents* before *encoded*
    if place is None:
        place = _parsed_verb(rest)
    if place is None:
        place = _leaned_on(rest)
    return None if place is None else SplitQuestion(rest[:place], rest[place:])


def _leaned_on(rest: Words) -> int | None:
    """Return the place of a verb that may be a noun and is followed by its preposition, as in *accounts for*."""
    low = [bare(word) for word in rest]
    pairs = enumerate(pairwise(low))
    return next((place for place, (word, after) in pairs if place and after in _LEANT and _is_verb_form(word)), None)


def _parsed_verb(rest: Words) -> int | None:
    """Return the place of the verb by the parser, which reads *the law limits hours* better than *which law*."""
    parse = parsed(f"the {' '.join(rest)}")
    for arc in parse.arcs:
        token = parse.tokens[arc.child]
        if arc.head == ROOT and token.tag in {"VBZ", "VBP", "VBD"} and token.start > len("the "):
            return parse.text[: token.start].count(" ") - 1
    return None


def _is_verb_form(word: str) -> bool:
    return can_be_verb(base_form(word)) and base_form(word) != word


def _is_only_verb(word: str) -> bool:
    """Return whether a form in *-s* can be no plural, as *generates*."""
    base = base_form(word)
    return is_third_person(word) and is_word(base, "VERB") and not is_word(base, "NOUN") and not is_word(word, "NOUN")


def _after_group(rest: Words) -> int | None:
    first = bare(rest[0])
    later = finite_verb(rest, 1, after_plural=not is_plural(first))
    # As in *changes in the rain occurred*.
    is_noun = is_plural(first) and len(rest) > 1 and bare(rest[1]) == "in" and later is not None
    return 0 if finite_verb(rest, 0) == 0 and not is_noun else later


def wh(words: Words, answer: Answer) -> str | None:  # noqa: PLR0911 - one line a form
    """Answer *which*, *what* and *who*.

    Example:
        >>> wh("which weather instrument measures air pressure".split(), Answer("barometer"))
        'a barometer measures air pressure'
    """
    if bare(words[0]) == "whose":
        return _owned(words, answer)
    if _YOU_THINK.match(" ".join(words)):
        words = [words[0], *words[4:]]
    asked = split_question(words)
    if asked is None or not asked.rest:
        return None
    auxiliary, after = bare(asked.rest[0]), asked.rest[1:]
    thing = _of_kind(asked.noun or _named_kind(asked.rest), answer)
    if bare(words[0]) == "who" and _is_causative(auxiliary, after):
        return _as_subject(asked.rest, thing, answer)
    if after[-2:] in (["made", "of"], ["made", "from"]):
        thing = answer.text
    if _object_asked(asked.noun, auxiliary, after):
        return _as_object(asked, thing, answer)
    if auxiliary not in BE and (named := _IT_IS.match(answer.text)):
        return " ".join([named["thing"], *_agreed(asked.rest, plural=is_plural_subject(named["thing"].split()))])
    if after[:2] == ["be", "done"] and (done := _done_with(asked.rest, answer)):
        return done
    if auxiliary in BE or (auxiliary in MODALS and after[:1] == ["be"]):
        said = complement(asked.noun, asked.rest, thing, answer, defines=bare(words[0]) == "what")
        return said or _as_subject(asked.rest, thing, answer)
    return _as_subject(asked.rest, thing, answer, asked.noun)


def _is_causative(auxiliary: str, after: Words) -> bool:
    """Return whether *have* makes others do something, as in *who had the bridge built*."""
    low = [bare(word) for word in after]
    return auxiliary == "had" and len(low) > 2 and low[0] in DETERMINERS and is_participle(low[-1])


def _named_kind(rest: Words) -> Words:
    """Return the noun that a verb *be* ascribes to what is asked for, as *tool* in *is the best tool to use*."""
    ends = PREPOSITIONS | RELATIVES | {"to", "used", "part", "chances"}
    after = [bare(word) for word in rest[1:8]]
    end = next((place for place, word in enumerate(after) if word in ends), 0)
    return after[end - 1 : end] if end > 1 and bare(rest[0]) in BE and after[0] in DETERMINERS else []


def _of_kind(noun: Words, answer: Answer) -> str:
    """Return an answer as a thing of the kind that was asked for, or as what owns it: *which system's function is*."""
    owner = next((place for place, word in enumerate(noun[:-1]) if word.endswith(("'s", "’s"))), None)
    if owner is None or not answer.is_adjective:
        return answer.of_kind(noun)
    kind = [*noun[:owner], noun[owner][:-2]]
    return " ".join([f"{answer.of_kind(kind)}'s", *noun[owner + 1 :]])


def _object_asked(noun: Words, auxiliary: str, after: Words) -> bool:  # noqa: PLR0911 - one line an auxiliary
    """Return whether the verb has a subject of its own after the auxiliary, so that its object is asked for."""
    low = [bare(word) for word in after]
    if not low or low[0] == "not":
        return False
    if auxiliary in DO:
        return declared(auxiliary, after) is not None
    if auxiliary in MODALS:
        return _subject_follows(low)
    if (
        auxiliary in HAVE
        and low[0] == "the"
        and len(low) > 1
        and (low[1] in {"most", "least"} or low[1].endswith("est"))
    ):
        return False  # as in *has the greatest effect on what is tied to it*
    if auxiliary in BE and low[1:3] == ["example", "of"]:
        return False  # as in *is an example of an animal adapting to cold*
    if auxiliary in HAVE:
        named_plural = bool(noun) and is_plural(bare(noun[-1]))
        starts_subject = low[0] in DETERMINERS | PRONOUNS and _participle_is_free(low)
        return len(low) > 1 and (
            starts_subject or (auxiliary == "have" and not named_plural and any(map(is_participle, low[1:])))
        )
    if auxiliary in BE and low[0] in _PERSONS and len(low) > 1 and (is_participle(low[1]) or is_gerund(low[1])):
        return True
    opened = next((place for place, word in enumerate(low) if word in RELATIVES), None)
    if auxiliary in BE and opened is not None and low[0] in DETERMINERS:
        return False
    inverted = auxiliary in BE and declared(auxiliary, after) is not None
    return inverted and _subject_before_participle(low, named=bool(noun))


def _participle_is_free(low: Words) -> bool:
    """Distinguish *has the invention helped the most* from *has the most advanced tools*, which has a noun."""
    closed = PREPOSITIONS | DETERMINERS | CLAUSE_STARTS
    return any(
        is_participle(word) and (place == len(low) - 1 or low[place + 1] in closed or is_adverb(low[place + 1]))
        for place, word in enumerate(low)
        if place > 1 or low[0] in PRONOUNS
    )


def _subject_follows(low: Words) -> bool:
    place = next((place for place, word in enumerate(low) if not (is_adverb(word) or word in _FOCUS)), 0)
    word = low[place]
    if word in {"be", "have"} or is_common_verb(word):
        return False
    if word in DETERMINERS | PRONOUNS or is_plural(word):
        return True
    return any(is_common_verb(later) for later in low[place + 1 : place + 4] if later != "to")


def _subject_before_participle(low: Words, *, named: bool) -> bool:
    """Distinguish *what is a group of cells called* from *what is a gas found in air*: the former has nothing after."""
    if is_adverb(low[0]) or "being" in low or (is_participle(low[0]) and low[1:3] == ["rather", "than"]):
        return False
    opened = next((place for place, word in enumerate(low) if place > 1 and word in CLAUSE_STARTS), len(low))
    low = low[:opened]
    if named and any(map(is_gerund, low[1:])) and not (is_participle(low[0]) or is_adverb(low[0])):
        return True
    if low[0] not in DETERMINERS | PRONOUNS and not is_plural(low[0]):
        return len(low) > 1 and (is_participle(low[-1]) or (low[-1] in PREPOSITIONS and is_participle(low[-2])))
    if is_common_verb(low[-1]) and low[-2:-1] == ["to"]:
        return True
    return is_participle(low[-1]) or low[-1] in PREPOSITIONS or (is_gerund(low[-1]) and "of" not in low)


def _as_object(asked: SplitQuestion, thing: str, answer: Answer) -> str | None:  # noqa: PLR0911 - one line a kind of answer
    noun, auxiliary, after = asked.noun, bare(asked.rest[0]), asked.rest[1:]
    clause = declared(auxiliary, after)
    if clause is None:
        return None
    if clause.tail and base_form(bare(clause.head[-1])) in _OPINIONS and _is_finite_form(bare(clause.tail[0])):
        plural = is_plural_subject(thing.split())
        return " ".join([*clause.head, thing, *_agreed(clause.tail, plural=plural)])
    verb = base_form(bare(clause.head[-1]))
    if verb == "do" and not answer.is_clause and _is_deed(answer):
        return _done(clause, auxiliary, answer)
    if answer.first == "that":
        order = (
            (clause.tail, [answer.text])
            if clause.tail[:1] and clause.tail[0] in PARTICLES
            else ([answer.text], clause.tail)
        )
        return " ".join([*clause.head, *order[0], *order[1]])
    if answer.is_clause and verb in _TELLING:
        opener = bool(clause.tail) and bare(clause.tail[0]) in CLAUSE_STARTS
        statement = " ".join([*clause.head, *([] if opener else clause.tail), "that", answer.text])
        return f"{' '.join(clause.tail)}, {statement}" if opener else statement
    if answer.is_clause and noun and verb == "have":
        return f"{' '.join(clause.head)} the {' '.join(noun)} that {answer.text}"
    if answer.is_clause and clause.tail[:1] == ["as"]:
        return " ".join([*clause.head, *clause.tail, "that", answer.text])
    if answer.is_clause:
        return _clause_as_object(clause, after, answer)
    return filled(clause, thing)


def _is_finite_form(word: str) -> bool:
    return word in AUXILIARIES or is_past(word) or (word.endswith("s") and can_be_verb(base_form(word)))


def _owned(words: Words, answer: Answer) -> str | None:
    """Answer *whose*: the answer owns the thing that is named."""
    end = finite_verb(words, 2)
    if end is None or answer.is_clause:
        return None
    noun = words[1:end]
    owner = re.sub(r"(?<!['’]s)(?<!['’])$", "'s", answer.text) if answer.words[-1] not in _OWNERS else answer.text
    said = bare(noun[-1]) in {bare(word) for word in answer.words}
    thing = answer.text if said else " ".join([owner, *noun])
    if bare(words[end]) in BE and len(words) == end + 2 and bare(words[-1]) in {"this", "that", "it", "these", "those"}:
        return f"{words[-1]} {words[end]} {thing}"
    if bare(words[end]) in BE and words[end + 1 : end + 2] == ["it"]:
        return " ".join(["it", words[end], thing, *words[end + 2 :]])
    return wh(["which", *words[1:]], Answer(thing))


def _is_deed(answer: Answer) -> bool:
    return (
        answer.starts_with_verb
        or is_past(answer.first)
        or answer.is_gerund
        or is_verb(answer.first)
        or (len(answer.words) > 1 and can_be_verb(answer.first))
    )


def _done(clause: Declared, auxiliary: str, answer: Answer) -> str:
    """Put what someone does in the place of *do*: *what does the heart do* is answered by *pump blood*."""
    text = answer.text
    first, form = answer.first, _FORMS.get(auxiliary)
    if form and base_form(first) == first and can_be_verb(first):
        text = " ".join([form(first), *answer.words[1:]])
    if clause.tail[:1] == ["to"] and clause.head[-1] == "doing":
        return " ".join([*clause.head[:-1], text])
    if clause.tail[:1] == ["with"] or (clause.tail and bare(clause.tail[0]) in CLAUSE_STARTS):
        return f"{' '.join(clause.tail)}, {' '.join(clause.head[:-1])} {text}"
    return filled(clause._replace(head=clause.head[:-1]), text)


def _clause_as_object(clause: Declared, after: Words, answer: Answer) -> str | None:
    """Return a full answer to a question for an object, where it names the subject or stands for it by a pronoun."""
    subject = " ".join(clause.head[:-1])
    if answer.first in {"it", "they", "he", "she"}:
        both = subject.startswith("all ") and bare(answer.words[1]) == "all"
        return f"{subject} {' '.join(answer.words[1 + both :])}"
    return answer.text if set(content_lemmas(answer.text)) & set(content_lemmas(" ".join(after))) else None


_OPINIONS = frozenset("think believe say suppose claim know suggest hope expect assume argue estimate suspect".split())
_OWNERS = frozenset("mine yours his hers ours theirs nobody's".split())
_SETTINGS = frozenset("in on at during within inside".split())
_PERSONS = frozenset("i you he she it we they".split())
_FORMS = {"does": third_person, "did": past}


def _as_subject(rest: Words, thing: str, answer: Answer, noun: Sequence[str] = ()) -> str | None:
    if answer.is_clause and len(rest) == 2 and rest[1].endswith("er"):
        return answer.text
    if answer.is_clause and len(rest) == 1 and len(noun) > 3:
        return None  # the verb that was found stands in the phrase that asks
    if answer.is_clause and (setting := _setting(rest)):
        return f"{answer.text} {setting}"
    if answer.is_clause:
        return f"{answer.text}, which {' '.join(_agreed(rest, plural=False))}"
    if done := _done_with(rest, answer):
        return done
    thing, because, reason = thing.partition(" because ")
    thing = thing.rstrip(",") if because else thing
    if (answer.is_verb_phrase or answer.is_command) and len(answer.words) > 2:
        thing = f"to {answer.text}"
    elif _is_act(answer, noun):
        thing = " ".join([gerund(answer.first), *answer.words[1:]])
    elif answer.is_adjective and bare(rest[0]) in BE and {"property", "characteristic", "trait"} & {*map(bare, rest)}:
        thing = f"being {answer.text}"
    return " ".join([thing, *_agreed(rest, plural=is_plural_subject(thing.split()))]) + because + reason


def _is_act(answer: Answer, noun: Sequence[str]) -> bool:
    """Return whether an answer is a verb and its object, as *add heat*."""
    words = len(answer.words)
    if words > 1 and (answer.first == "have" or answer.is_verb_phrase) and not noun[2:]:
        return True
    other = is_word(answer.first, "NOUN") or is_word(answer.first, "ADJ") or answer.is_adverbial
    return words == 2 and is_word(answer.first, "VERB") and not other


def _setting(rest: Words) -> str:
    """Return where or when something is to happen, as *in the water cycle*; nothing if nothing of it is asked."""
    happens = next((place for place, word in enumerate(rest) if base_form(bare(word)) in {"happen", "occur"}), None)
    tail = [] if happens is None else rest[happens + 1 :]
    return " ".join(tail) if tail[:1] and bare(tail[0]) in _SETTINGS else ""


def _done_with(rest: Words, answer: Answer) -> str | None:
    """Answer *what should be done with empty jars* by a command: *return them* makes *you should return empty jars*."""
    match = re.match(
        r"(?P<modal>\w+) be done(?: (?:with|about) (?P<thing>.+?))?"
        r"(?P<aim> (?:to|if|when|for|in|at|before|after) .+)?$",
        " ".join(rest),
    )
    if not match or not can_be_verb(answer.first) or answer.first in DETERMINERS:
        return None
    thing, named = match["thing"], re.search(r"\b(?:them|it)\b", answer.text)
    aim = match["aim"] or ""
    if not thing:
        return f"you {match['modal']} {answer.text}{aim}"
    if named and len(thing.split()) > 4:
        return f"with {thing}, you {match['modal']} {answer.text}"
    if named:
        return f"you {match['modal']} {answer.text[: named.start()]}{thing}{answer.text[named.end() :]}{aim}"
    return f"you {match['modal']} {answer.text} with {thing}{aim}"


_NUMBERS = [("is", "are"), ("was", "were"), ("has", "have"), ("does", "do")]
_TO_PLURAL = dict(_NUMBERS)
_TO_SINGULAR = {plural: singular for singular, plural in _NUMBERS}


def _agreed(rest: Words, *, plural: bool) -> Words:
    """Give the verb at the start of a verb phrase the number of its new subject."""
    place = next((place for place, word in enumerate(rest) if not is_adverb(bare(word))), 0)
    verb = rest[place]
    if verb in _TO_PLURAL or verb in _TO_SINGULAR:
        verb = (_TO_PLURAL if plural else _TO_SINGULAR).get(verb, verb)
    elif plural and is_third_person(verb):
        verb = base_form(verb)
    elif not plural and verb not in AUXILIARIES and is_verb(verb) and (is_common_verb(verb) or not is_past(verb)):
        verb = third_person(verb)
    return [*rest[:place], verb, *rest[place + 1 :]]


def in_place(words: Words, answer: Answer) -> str | None:
    """Answer a question whose asking phrase stands within it, as in *plants are which kind of living thing*.

    Example:
        >>> in_place("earthquakes are caused by which of the following".split(), Answer("moving plates"))
        'earthquakes are caused by moving plates'
    """
    low = [bare(word) for word in words]
    place = next((place for place in range(len(low) - 1, 0, -1) if low[place] in {"which", "what", "whom"}), None)
    if place is None:
        return None
    after = words[place + 1 :]
    group = _GROUP.match(" ".join(after))
    start = len(group[0].split()) if group else 0
    end = start + _phrase_end(after[start:])
    noun = [] if group and end == start else after[start:end]
    if answer.first in {"they", "it"} and low[-2:] == ["in", "common"] and low[place - 1] in HAVE:
        return " ".join([*words[: place - 1], *answer.words[1:]])
    if answer.is_clause:
        return " ".join([*words[:place], "that", answer.text]) if low[place - 1].endswith("s") else None
    if low[place - 1 :] == ["do", "what"] and can_be_verb(answer.first):
        return " ".join([*words[: place - 1], answer.text])
    return " ".join([*words[:place], answer.of_kind(noun, complement=low[place - 1] in BE), *after[end:]])


def _phrase_end(words: Words) -> int:
    """Return where a noun phrase ends: before a verb, a preposition other than *of*, or a clause."""
    low = [bare(word) for word in words]
    verb = finite_verb(words, 1) if len(words) > 1 else None
    stops = (PREPOSITIONS - {"of"}) | CLAUSE_STARTS | AUXILIARIES | {"to", "and", "that"}
    ends = [place for place, word in enumerate(low) if word in stops]
    return min([*ends, len(words) if verb is None else verb])
