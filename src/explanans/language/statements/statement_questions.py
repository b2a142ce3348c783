"""Questions about statements and events: which statement explains, what is true, what happens."""

import re
from itertools import takewhile

from explanans.language.grammar import AUXILIARIES, is_gerund, is_past, is_plural_subject, is_third_person
from explanans.language.statements.adverbial_questions import joined
from explanans.language.statements.answers import Answer
from explanans.language.statements.clauses import Words, finite_verb
from explanans.language.statements.embedded_questions import embedded
from explanans.language.tokens import content_lemmas

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
_THING = re.compile(r"an? [\w-]+(?: [\w-]+)?")
_TERM = re.compile(r"(?:the|this|that) [\w-]+")
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
    return f"{topic} {' '.join(answer.words[1:])}" if answer.first in {"it", "they"} else answer.text


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
        return answer.text
    if answer.first in {"it", "they"}:
        return _named(topic, answer)
    shared = verb.startswith("compare") or set(content_lemmas(topic)) & set(content_lemmas(answer.text))
    if verb.startswith("explain"):
        return f"{answer.text}, which explains {topic}"
    if verb.startswith("defin") and not answer.is_sentence:
        return f"{topic} {'are' if is_plural_subject(topic.split()) else 'is'} {answer.text}"
    if not shared and _THING.fullmatch(topic):
        return f"in {topic}, {answer.text}"
    return answer.text if shared else f"{topic} is that {answer.text}"


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
