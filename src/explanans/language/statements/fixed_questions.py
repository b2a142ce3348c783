"""Questions with fixed wordings: inside a request, about statements and events, and about what a subject is doing."""

import re
from itertools import takewhile

from explanans.language.finite_verbs import finite_verb, has_finite_verb
from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    bare,
    is_gerund,
    is_past,
    is_plural_subject,
    is_third_person,
    wants_noun,
)
from explanans.language.inflection import base_form, past, third_person
from explanans.language.statements.adverbial_questions import joined
from explanans.language.statements.amount_questions import counted
from explanans.language.statements.answers import BE_FORMS, Answer
from explanans.language.statements.declarative import Declared, Words, filled
from explanans.language.statements.inversion import can_be_verb
from explanans.language.tokens import content_lemmas

_DOING = re.compile(r"what (?P<be>is|are|was|were|am) (?P<subject>.+?) doing(?P<rest> .+)?")
_LIKELY = re.compile(
    r"what (?P<be>is|are|was|were) (?P<subject>(?!(?:most|more|very|likely) ).+?) "
    r"(?P<likely>(?:most |more |very )?(?:un)?likely to be)(?P<rest> .+)?"
)
_RESPONDING = re.compile(
    r"how (?:do|does|did|will|would|can|could|might|should) (?P<subject>.+?) (?:respond|react)(?P<to> to .+)?"
)
_EVIDENCE = re.compile(
    r"what (?P<noun>evidence|proof|signs?) (?P<be>is|are|was|were) there (?P<rest>(?:that|of|for) .+)"
)
_ACTING = re.compile(
    r"what (?P<modal>can|could|may|might|must|should|will|would) (?P<subject>[^,]+?) do (?P<rest>so that .+)"
)
_HELPING = re.compile(r"what (?P<do>do|does|did) (?P<subject>.+?) (?P<verb>help|let|make) (?P<object>.+?) do")
_BEING_HELPED = re.compile(
    r"what (?P<be>is|are|was|were) (?P<subject>.+?) (?P<verb>helping|letting|making) (?P<object>.+?) do(?P<rest> .+)?"
)
_COMMON = re.compile(r"what (?:do|does) (?P<subject>.+?) (?P<have>(?:all |both )?have) in common(?P<rest> .+)?")
_SHOWING = re.compile(
    r"what (?P<do>do|does|did) (?P<subject>[^,]+?) (?P<verb>show|tell|prove|suggest|reveal|indicate)(?: us| you)?"
    r" about (?P<matter>[^,]+)"
)
_CLASSIFYING = re.compile(
    r"how (?:would|can|could|should|do|might) (?:you|we|one|scientists|people) (?:best )?"
    r"(?:categorize|classify|characterize|describe) (?P<subject>.+)"
)
_REASON = re.compile(
    r"(?:which|what)(?: of (?:these|the following))? (?:is|was) (?:the|a|one) (?:\w+ ){0,2}reason "
    r"(?!(?:why|for|that|to|is|was)\b)(?P<effect>.+)"
)
_LOOKING = re.compile(r"what (?P<modal>would|will|could|might|do|does|did) (?P<subject>.+?) look like(?P<rest> .+)?")
_PRONOUNS = frozenset("it they he she".split())
_ALL = frozenset("they all both each".split())
_WORDS_OF_QUESTIONS = frozenset("how what why whether when where which who".split())


def fixed(words: Words, answer: Answer) -> str | None:
    """Answer a question in words that other rules would take for something else.

    Example:
        >>> fixed("what is the cactus doing".split(), Answer("storing water"))
        'the cactus is storing water'
    """
    question = " ".join(words)
    rules = (
        *((_DOING, _doing), (_LIKELY, _likely), (_RESPONDING, _responding), (_EVIDENCE, _evidence)),
        *((_COMMON, _common), (_SHOWING, _showing), (_REASON, _reason), (_LOOKING, _looking)),
        (_CLASSIFYING, _classified),
    )
    for pattern, rule in rules:
        if match := pattern.fullmatch(question):
            return rule(match, answer)
    match = _HELPING.fullmatch(question)
    if match and can_be_verb(answer.first) and not answer.is_clause:
        return f"{match['subject']} {_inflected(match)} {match['object']} {answer.text}"
    match = _BEING_HELPED.fullmatch(question)
    if match and can_be_verb(answer.first) and not answer.is_clause:
        statement = f"{match['subject']} {match['be']} {match['verb']} {match['object']} {answer.text}"
        return statement + (match["rest"] or "")
    match = _ACTING.fullmatch(question)
    if match and can_be_verb(answer.first) and not answer.is_clause:
        return f"{match['subject']} {match['modal']} {answer.text} {match['rest']}"
    return None


def _inflected(match: re.Match[str]) -> str:
    """Return the verb of a question in the form that its *do* has."""
    base = match["verb"]
    return {"do": base, "does": third_person(base), "did": past(base)}[match["do"]]


def _doing(match: re.Match[str], answer: Answer) -> str | None:
    if not answer.is_gerund:
        return None
    return f"{match['subject']} {match['be']} {answer.text}{match['rest'] or ''}"


def _likely(match: re.Match[str], answer: Answer) -> str | None:
    if answer.is_clause or answer.is_infinitive or answer.starts_with_verb:
        return None
    return f"{match['subject']} {match['be']} {match['likely']} {answer.text}{match['rest'] or ''}"


def _responding(match: re.Match[str], answer: Answer) -> str | None:
    if not answer.is_clause or answer.first not in _PRONOUNS:
        return None
    said = f"{match['subject']} {' '.join(answer.words[1:])}"
    return f"in response{match['to']}, {said}" if match["to"] else said


def _common(match: re.Match[str], answer: Answer) -> str | None:
    if answer.first in _ALL and len(answer.words) > 2 and (answer.is_clause or answer.is_sentence):
        return " ".join([match["subject"], *answer.words[answer.first == "they" :]])
    if answer.is_clause or answer.starts_with_verb or answer.is_infinitive:
        return None
    return f"{match['subject']} {match['have']} {answer.text} in common{match['rest'] or ''}"


def _showing(match: re.Match[str], answer: Answer) -> str | None:
    if answer.first == "that" or not (answer.is_clause or answer.first in _PRONOUNS):
        return None
    object_ = "us " if match["verb"] == "tell" else ""
    said, matter = answer.text, match["matter"]
    if answer.first in {"it", "they"} and matter.split()[0] not in _WORDS_OF_QUESTIONS:
        said = f"{matter} {' '.join(answer.words[1:])}"
    return f"{match['subject']} {_inflected(match)} {object_}that {said}"


def _classified(match: re.Match[str], answer: Answer) -> str | None:
    """State of what kind something is, if the answer is a sentence about it."""
    if not answer.is_clause:
        return None
    if answer.first in {"it", "they"}:
        return _named(match["subject"], answer)
    if answer.first in {"both", "all"} and bare(answer.words[1]) in BE:
        return " ".join([match["subject"], answer.words[1], answer.words[0], *answer.words[2:]])
    return answer.text


def _reason(match: re.Match[str], answer: Answer) -> str | None:
    return joined(match["effect"], "why", answer) if has_finite_verb(match["effect"].split()) else None


def _looking(match: re.Match[str], answer: Answer) -> str | None:
    """State what something looks like, if the answer is a sentence about it."""
    if answer.first not in {"it", "they"} or not answer.is_clause:
        return None
    return " ".join([match["subject"], *answer.words[1:]]) + (match["rest"] or "")


def _evidence(match: re.Match[str], answer: Answer) -> str | None:
    if answer.is_clause or answer.first == "that" or not (answer.first in DETERMINERS or answer.text[0].isalpha()):
        return None
    be = BE_FORMS[match["be"] in {"was", "were"}, answer.is_plural]
    noun = "evidence" if match["noun"] != "proof" else "proof"
    return f"{answer.text} {be} {noun} {match['rest']}"


_REQUEST = re.compile(
    r"^(?:please )?(?:(?:do|does|did|can|could|would|will|may) (?:you|we|anyone|i) (?:please |happen to |perhaps )?)?"
    r"(?:know|tell|say|explain|remember|guess|find out|ask|state|describe|wonder|i wonder|i want to know|"
    r"i would like to know|have any idea|let me know|show)(?: me| us)?,? "
    r"(?P<inner>(?:(?:in|at|on|from|by|for|to) )?(?:who|whom|whose|what|which|when|where|why|how|whether|if) .+)$",
    re.IGNORECASE,
)


def requested(asked: str) -> str | None:
    """Return the question inside a request, in the order in which it stands there; None if there is none.

    Example:
        >>> requested("can you tell me what the tallest mammal is")
        'what the tallest mammal is'
    """
    match = _REQUEST.match(asked)
    return match["inner"] if match else None


def embedded(words: Words, answer: Answer) -> str | None:  # noqa: PLR0911 - one line a question word
    """Answer a question in the order of a statement.

    Example:
        >>> embedded("where the fuse box is".split(), Answer("in the cellar"))
        'the fuse box is in the cellar'
        >>> embedded("whether the shop opens on Sundays".split(), Answer("no"))
        'the shop does not open on Sundays'
    """
    asked, rest = bare(words[0]), words[1:]
    if not rest or (bare(rest[0]) in AUXILIARIES and asked != "what"):
        return None
    if asked in {"whether", "if"}:
        return None if answer.polarity is None else _confirm_or_deny(rest, answer)
    if asked == "how" and bare(rest[0]) in {"many", "much"}:
        return counted(words, answer)
    if asked in {"when", "where", "why", "how"}:
        return joined(" ".join(rest), asked, answer) if len(rest) > 1 else None
    if asked not in {"what", "who", "whom"} or bare(rest[0]) in AUXILIARIES or answer.is_clause:
        return None
    verb = finite_verb(rest, 1)
    if verb is None or finite_verb(rest, 0) == 0:
        return None
    if bare(rest[-1]) in DO:
        return " ".join([*rest[:-1], answer.text])
    if bare(rest[-1]) in BE:
        return f"{' '.join(rest)} {answer.text}"
    return filled(Declared(rest[: verb + 1], rest[verb + 1 :]), answer.text)


def _confirm_or_deny(rest: Words, answer: Answer) -> str:
    """Confirm or deny a statement."""
    place = finite_verb(rest, 1)
    if place is None:
        low = [bare(word) for word in rest]
        forms = (spot for spot in range(1, len(low)) if low[spot].endswith("s") and not wants_noun(low[spot - 1]))
        place = next((spot for spot in forms if can_be_verb(base_form(low[spot]))), None)
    if answer.polarity or place is None:
        return f"{' '.join(rest)}{answer.remark}" if answer.polarity else f"it is not true that {' '.join(rest)}"
    verb = bare(rest[place])
    if verb in AUXILIARIES - DO:
        words = [*rest[: place + 1], "not", *rest[place + 1 :]]
    else:
        form = (
            "does"
            if is_third_person(verb) or (verb.endswith("s") and base_form(verb) != verb)
            else "do"
            if base_form(verb) == verb
            else "did"
        )
        words = [*rest[:place], form, "not", base_form(verb), *rest[place + 1 :]]
    return f"{' '.join(words)}{answer.remark}"


_SAYING = (
    "statement|sentence|phrase|choice|fact|reason|observation|conclusion|generalization|explanation|claim|hypothesis|"
    "prediction|inference|description|term|word|example|idea|option|answer|information|evidence"
)
_META = re.compile(
    rf"^(?:which|what)(?: one)?(?: of (?:the following|these|those))?(?: (?P<noun>{_SAYING})s?)?"
    r"(?: (?:would|could|can|most|best|correctly|accurately|completely|clearly))* "
    r"(?P<verb>describes?|explains?|compares?|summarizes?|defines?|characterizes?) (?P<rest>.+)$",
    re.IGNORECASE,
)
_TRUTH = re.compile(
    r"\b(?:true|correct|accurate|conclusions?|statements?|inference|generalization|claim|conclude|predict)\b"
)
_ABOUT = re.compile(
    r"\b(?:about|of|for|regarding) (?P<topic>(?!the following|these)(?:the|a|an|this|that)? ?[\w\s'-]+)$"
)
_ABOUT_TRUE = re.compile(
    r"\b(?:about|of|for|regarding) (?P<topic>(?!the following|these)[\w\s'-]+?) (?:is|are) (?:true|correct|accurate)$"
)
_LITTLE = 1
"""Maximum number of lemmas that a sentence shares with what it tells the manner of, without stating it."""
_THING = re.compile(r"an? [\w-]+(?: [\w-]+)?|(?:both|all) [\w-]+")
_TERM = re.compile(r"(?:the|this|that) [\w-]+")
_REASONED = re.compile(r"(?:the|an?) (?:advantage|benefit|purpose|importance|use|value)s? of ")
_ROLE = re.compile(r"(?:the|an?) (?:\w+ )?(?:role|function|purpose|job) of (?P<topic>.+)")
_HAPPENS = re.compile(
    r"^(?:what|which)(?: of (?:the following|these))?(?P<noun> (?:changes?|events?|situations?|actions?|effects?))?"
    r"(?: (?P<modal>will|would|could|can|might|may|must|should|had|has|(?:is|are) (?:most )?likely to))?(?: \w+ly)? "
    r"(?P<verb>happen|occur|result(?! of\b.*\b(?:will|would|can|could|may|might)\b)|become|became)"
    r"(?P<ending>s|ed|red)?(?: (?:first|next))?(?: (?:to|of) (?P<topic>.+?))?"
    r"(?:,? (?P<opener>(?:if|when|as|after|before|because|while|once|during|for(?= .+ to ))\b.+))?$",
    re.IGNORECASE,
)


def true_statement(words: Words, answer: Answer) -> str | None:
    """Answer *which statement is true* by the statement, which names the topic where it had a pronoun.

    Example:
        >>> true_statement("which statement is true about metals".split(), Answer("they conduct heat"))
        'metals conduct heat'
    """
    question = " ".join(words)
    if words[0] not in {"which", "what"} or not answer.is_clause or not _TRUTH.search(question):
        return None
    about = _ABOUT_TRUE.search(question) or _ABOUT.search(question)
    return _named(about["topic"].strip(), answer) if about else answer.text


def _named(topic: str, answer: Answer) -> str:
    if answer.first not in {"it", "they"} or len(answer.words) == 1:
        return answer.text
    verb, *rest = answer.words[1:]
    if answer.first == "it" and is_plural_subject(topic.split()):
        if verb in {"is", "was"}:
            verb = BE_FORMS[verb == "was", True]
        elif is_third_person(verb):
            verb = base_form(verb)
    return " ".join([topic, verb, *rest])


def reported(words: Words, answer: Answer) -> str | None:
    """Answer *which statement best explains why ...* and its like by what the statement says.

    Example:
        >>> reported("which best explains why ice floats".split(), Answer("it is less dense than water"))
        'ice floats because it is less dense than water'
    """
    match = _META.match(" ".join(words))
    if not match:
        return None
    topic = match["rest"]
    first, *others = topic.split()
    if first == "what":
        return happening([first, *others], answer) or embedded([first, *others], answer)
    if first == "why" or (first == "how" and not answer.is_clause):
        return joined(" ".join(others), first, answer) if others else None
    return _clause_about(topic, answer, match["verb"]) if answer.is_clause else _described(match, answer)


def _clause_about(topic: str, answer: Answer, verb: str) -> str:
    if topic.startswith("how "):
        return _in_this_way(topic.removeprefix("how "), answer)
    if answer.first in {"it", "they"}:
        return _named(topic, answer)
    shared = verb.startswith("compare") or set(content_lemmas(topic)) & set(content_lemmas(answer.text))
    if verb.startswith("explain"):
        return answer.text if shared and _REASONED.match(topic) else f"{answer.text}, which explains {topic}"
    if verb.startswith("defin") and not answer.is_sentence:
        return f"{topic} {'are' if is_plural_subject(topic.split()) else 'is'} {answer.text}"
    if not shared and _THING.fullmatch(topic):
        return f"in {topic}, {answer.text}"
    return answer.text if shared else f"{topic} is that {answer.text}"


def _in_this_way(stated: str, answer: Answer) -> str:
    """Return a sentence that tells how something happens, with what happens unless the sentence says it."""
    shared = len(set(content_lemmas(answer.text)) & set(content_lemmas(stated)))
    if answer.first in {"it", "they"} and shared:
        words = stated.split()
        return _named(" ".join(words[: finite_verb(words, 1)]), answer)
    return joined(stated, "how", answer) if shared <= _LITTLE else answer.text


def _described(match: re.Match[str], answer: Answer) -> str | None:
    topic = match["rest"].split()
    if not match["verb"].startswith("describe") or match["noun"] == "example":
        return None
    if match["noun"] in {"term", "word"} and not (_TERM.fullmatch(match["rest"]) and answer.first in {"a", "an"}):
        return None
    if answer.is_gerund or answer.is_adverbial:
        return None
    role = _ROLE.fullmatch(match["rest"])
    if role and is_third_person(answer.first) and not answer.is_clause and len(answer.words) > 1:
        return f"{role['topic']} {answer.text}"
    thing = takewhile(lambda word: not is_gerund(word), topic)
    return f"{match['rest']} {'are' if is_plural_subject([*thing]) else 'is'} {answer.text}"


def happening(words: Words, answer: Answer) -> str | None:
    """Answer *what happens to ... when ...*.

    Example:
        >>> happening("what happens to water when it is cooled".split(), Answer("it freezes"))
        'when it is cooled, water freezes'
    """
    match = _HAPPENS.match(" ".join(words))
    if not match:
        return None
    opener, topic = f"{match['opener']}, " if match["opener"] else "", match["topic"]
    if opener.startswith("as ") and finite_verb(match["opener"].split(), 2) is None:
        if not topic:
            return None
        opener, topic = "", f"{topic} {match['opener']}"  # as in *the species that are used as fossils*
    if topic:
        return opener + _changed(topic, answer, match)
    if answer.is_clause:
        return opener + answer.text
    return None if match["noun"] else f"{opener}{answer.text} {_verb(match, match['verb'])}"


def _verb(match: re.Match[str], verb: str) -> str:
    return f"{match['modal']} {verb}" if match["modal"] else verb + (match["ending"] or "")


def _changed(topic: str, answer: Answer, match: re.Match[str]) -> str:
    if answer.is_clause:
        return _named(topic, answer)
    if answer.first in AUXILIARIES or is_third_person(answer.first) or is_past(answer.first):
        return f"{topic} {answer.text}"
    if answer.is_verb_phrase:
        return f"{topic} {match['modal'] or ''} {answer.text}".replace("  ", " ")
    return f"{answer.text} {_verb(match, 'happen')} to {topic}"
