"""Answers to questions whose verb is a form of *be*, in the order that reads well."""

from explanans.language.grammar import (
    BE,
    DETERMINERS,
    PARTICLES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_gerund,
)
from explanans.language.inflection import is_participle, is_plural
from explanans.language.statements.answers import Answer
from explanans.language.statements.declarative import Words
from explanans.language.statements.inversion import can_be_verb
from explanans.language.tokens import lemma
from explanans.language.wordnet import hypernyms, is_word

_PURPOSES = frozenset("function functions job purpose role way goal use task".split())
_ATTRIBUTES = frozenset("color colour shape size state season phase type kind class temperature time form".split())
_ONE = frozenset("a an one another".split())
_SIMPLE_MACHINES = frozenset("lever pulley wedge screw plane axle".split())
"""The last words of the six simple machines, of one of which every other machine is made."""
_LEVELS = 6
"""Number of hypernym levels that are searched."""


def complement(  # noqa: PLR0911 - one line a form
    noun: Words, rest: Words, thing: str, answer: Answer, *, defines: bool
) -> str | None:
    """Join a thing and what it is, in the order that reads well; None if the answer is the subject.

    Args:
        noun: The kind of thing that is asked for; may be empty.

    Example:
        >>> complement([], "is the job of a stem".split(), "carry water", Answer("carry water"), defines=True)
        'the job of a stem is to carry water'
    """
    be = rest[0] if bare(rest[0]) in BE else " ".join(rest[:2])
    after = rest[1:] if bare(rest[0]) in BE else rest[2:]
    low = [bare(word) for word in after]
    if not after:
        return f"{thing} {be} {' '.join(noun)}".rstrip()
    named = noun[:2] in (["kind", "of"], ["type", "of"], ["sort", "of"]) and rest[1][:1].isupper()
    if named or _is_attribute(noun, low):
        end = 1 if low[0] == "it" else len(after)
        return " ".join([*after[:end], be, answer.text, *after[end:]])
    if low[-1] in PREPOSITIONS and not (low[-1] in PARTICLES and RELATIVES.intersection(low)):
        return " ".join([*after[:-1], be, after[-1], answer.text])
    is_name = defines and not noun and len(after) == 1 and _names_a_thing(after[0], answer)
    if is_name or (not defines and _is_of_kind(after, noun, answer)):
        return f"{' '.join(after)} {be} {thing}"
    kinds = {"example", "kind", "type", "form", "property", "characteristic", "part", "way"}
    counted = answer.first in {"neither", "none", "nobody", "nothing", "both"}
    indefinite = (low[0] in _ONE and (len(low) > 2 or not defines)) or bool(kinds.intersection(low))
    if (
        defines
        and answer.words[0] in {"a", "an", "one", "the"}
        and low[0] in {"a", "an"}
        and len(answer.words) > 3
        and not kinds.intersection(low)
    ):
        indefinite = False
    quality = not defines and len(low) == 1 and low[0] not in DETERMINERS | PRONOUNS and not is_plural(low[0])
    late = not _follows_be(answer, low) and (noun or indefinite)
    if low[0] in _ONE and (link := _link(answer)) is not None:
        return f"{' '.join(after)} {be} {link}{answer.text}"
    if counted or quality or late or not _is_noun_phrase(low):
        return None
    return _with_phrase(" ".join(after), be, thing, answer)


def _link(answer: Answer) -> str | None:
    """Return the link to an answer that cannot be a subject: *what color it is*, *has a hard shell*; else None."""
    if answer.first in {"what", "how", "whether"}:
        return ""
    return "that it " if answer.first in {"has", "is"} and len(answer.words) > 1 and not answer.is_clause else None


def _is_of_kind(after: Words, noun: Words, answer: Answer) -> bool:
    """Distinguish *which simple machine is a seesaw* from *which animal is a mammal*; the former asks for a class."""
    # The answer is the wider of the two if it is a kind above the thing, where it names the kind that is asked for, as
    # *a winter sport*, or where only one of them is of that kind: of *simple machines* the lever, of *tools* the
    # chisel.
    low = [bare(word) for word in after]
    counted = len(low) == 2 and low[0] in {"a", "an", "the"}
    if not noun or not (counted or len(low) == 1) or answer.is_clause or answer.words[-1][:1].isupper():
        return False
    thing, kind, given = low[-1], bare(noun[-1]), bare(answer.words[-1])
    if thing in {kind, given} or not is_word(thing, "NOUN") or is_plural(thing):
        return False
    if [bare(word) for word in noun] == ["simple", "machine"] and given in _SIMPLE_MACHINES:
        return thing not in _SIMPLE_MACHINES
    above, over = hypernyms(thing, "NOUN", _LEVELS), hypernyms(given, "NOUN", _LEVELS)
    if thing in over or given in above or given == kind:
        return thing not in over
    if not counted or answer.first not in {"a", "an"}:
        return False
    only_answer = len(noun) > 1 and kind in over and kind not in above and "artifact" in above
    return only_answer or (kind in above and kind not in over)


def _names_a_thing(word: str, answer: Answer) -> bool:
    """Distinguish *what is ice* from *what is brittle*: the word is a noun, or the answer is a kind of its referent."""
    known = bare(word)
    if answer.is_clause and answer.first not in DETERMINERS:
        return False
    if word[:1].isupper() and not is_word(known, "ADJ"):
        return True
    kind = bare(answer.words[-1]) in hypernyms(known, "NOUN")
    return kind or (is_word(known, "NOUN") and not is_word(known, "ADJ"))


def _follows_be(answer: Answer, low: Words) -> bool:
    """Return whether an answer can only follow *be*: a clause, an infinitive, a bare verb for a purpose."""
    return answer.is_clause or answer.is_infinitive or _is_told(answer, low)


def _is_told(answer: Answer, low: Words) -> bool:
    """Return whether an answer is a bare verb for a purpose or a way, be it a command."""
    commands = len(answer.words) > 1 and bare(answer.words[1]) in {"a", "an", "the"} and can_be_verb(answer.first)
    verb = answer.is_verb_phrase or (answer.is_sentence and len(answer.words) > 1 and can_be_verb(answer.first))
    return (commands or (verb and not answer.is_clause)) and bool(_PURPOSES.intersection(low))


def _with_phrase(phrase: str, be: str, thing: str, answer: Answer) -> str:
    """Join a noun phrase and what it is: another noun phrase, an infinitive or a clause."""
    low = phrase.split()
    if answer.is_clause and not _is_told(answer, low):
        about_it = answer.first in {"it", "they"} or low[0] in {"the", "another"}
        return f"{phrase} {be} that {answer.text}" if about_it else f"{answer.text}, which {be} {phrase}"
    if _is_told(answer, low):
        return f"{phrase} {be} to {answer.text}"
    return f"{phrase} {be} {thing}"


def _is_attribute(noun: Words, low: Words) -> bool:
    """Return whether a kind or quality of the subject is asked for, as in *what color is the sky*."""
    if not noun or not _ATTRIBUTES.intersection(bare(word) for word in noun):
        return False
    if (low[0] == "the" and low[-1].endswith("est")) or low[0] in {"most", "least"}:
        return False
    return low[0] in DETERMINERS | PRONOUNS or (len(low) == 1 and not is_participle(low[0]))


def _is_noun_phrase(low: Words) -> bool:
    """Return whether what follows *be* is a noun phrase, so that subject and complement may change places."""
    if len(low) == 1 and low[0] not in DETERMINERS | PRONOUNS and not is_plural(low[0]):
        return False
    if low[0] in {"most", "least", "more", "less"} or (
        len(low) == 1 and low[0].endswith("er") and lemma(low[0]) != low[0]
    ):
        return False
    if low[0] in DETERMINERS or low[0] in PRONOUNS:
        return True
    if low[0] in {"not", "responsible", "necessary", "true", "needed", "common"} or low[0] in PREPOSITIONS:
        return False
    return not (is_participle(low[0]) or is_adverb(low[0]) or is_gerund(low[0]) or low[1:2] in (["for"], ["to"]))
