"""Questions with fixed wordings: what a subject is doing, what it is likely to be, how it responds, what shows it."""

import re

from explanans.language.grammar import DETERMINERS
from explanans.language.inflection import past, third_person
from explanans.language.statements.adverbial_questions import joined
from explanans.language.statements.answers import BE_FORMS, Answer
from explanans.language.statements.clauses import Words, has_finite_verb
from explanans.language.statements.inversion import can_be_verb

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

    Args:
        words: The question, without its mark.
        answer: The answer.

    Example:
        >>> fixed("what is the cactus doing".split(), Answer("storing water"))
        'the cactus is storing water'
        >>> fixed("what is the animal most likely to be".split(), Answer("a fly"))
        'the animal is most likely to be a fly'
        >>> fixed("how do plants respond to light".split(), Answer("they grow towards it"))
        'in response to light, plants grow towards it'
        >>> fixed("what evidence is there that the Moon pulls on Earth".split(), Answer("changes in tides"))
        'changes in tides are evidence that the Moon pulls on Earth'
        >>> fixed("what do deserts have in common".split(), Answer("low rainfall"))
        'deserts have low rainfall in common'
        >>> fixed("what do fossils show about the place".split(), Answer("it was once warm"))
        'fossils show that the place was once warm'
        >>> fixed("which is the main reason water is treated".split(), Answer("to remove harmful substances"))
        'water is treated to remove harmful substances'
        >>> fixed("what do frogs and toads have in common".split(), Answer("they lay eggs"))
        'frogs and toads lay eggs'
        >>> fixed("what was Jo helping the plant do by watering it".split(), Answer("make food"))
        'Jo was helping the plant make food by watering it'
        >>> fixed("what should Jo do so that the result can be trusted".split(), Answer("measure twice"))
        'Jo should measure twice so that the result can be trusted'
    """
    question = " ".join(words)
    rules = (
        *((_DOING, _doing), (_LIKELY, _likely), (_RESPONDING, _responding), (_EVIDENCE, _evidence)),
        *((_COMMON, _common), (_SHOWING, _showing), (_REASON, _reason), (_LOOKING, _looking)),
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
