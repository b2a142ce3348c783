"""Sentences before a question: what a pronoun of the question stands for."""

from explanans.language.grammar import DETERMINERS, PREPOSITIONS, bare, is_plural_subject
from explanans.language.statements.answers import decapitalize
from explanans.language.statements.clauses import Words, finite_verb
from explanans.language.tokens import is_function_word

_THINGS = {"it": False, "they": True}
_QUESTION_WORDS = frozenset("what which who whom when where why how do does did is are was were can could will".split())
_BEFORE = frozenset(
    "soon then now later today yesterday finally suddenly afterwards meanwhile next once often usually".split()
)
"""Words that may stand before the subject of a sentence."""
_LONGEST = 6


def resolve_context(before: str, asked: str, beside: str) -> str:
    """Return a question with the subject that was just named in the place of *it* or *they*, if that is plain.

    Args:
        before: The sentence before the question.
        asked: The question.
        beside: The whole text, which shows what is a name.

    Example:
        >>> resolve_context("Ice floats on a pond.", "why does it float?", "")
        'why does ice float?'
        >>> resolve_context("Tom put the ball into a box.", "what color is it?", "")
        'what color is it?'
    """
    words = asked.split()
    low = [bare(word) for word in words]
    places = [place for place, word in enumerate(low[:6]) if word in _THINGS]
    if not places or low[0] in {"if", "when"} or sum(word in _THINGS for word in low) > 1:
        return asked
    subject = _subject(before)
    plural = _THINGS[low[places[0]]]
    if subject is None or is_plural_subject(subject) != plural or low[places[0] - 1] in PREPOSITIONS:
        return asked
    if places[0] and not _QUESTION_WORDS.intersection(low[: places[0]]):
        return asked
    phrase = decapitalize(" ".join(subject), beside)
    if bare(subject[0]) in {"a", "an", "some"}:
        phrase = " ".join(["the", *phrase.split()[1:]])
    mark = words[places[0]][len(low[places[0]]) :]
    return " ".join([*words[: places[0]], phrase + mark, *words[places[0] + 1 :]])


def _subject(before: str) -> Words | None:
    """Return the subject of a sentence that names one thing only, and starts with it."""
    words = before.rstrip(".!").split()
    while words and bare(words[0]) in _BEFORE:
        words = words[1:]
    if not words or bare(words[0]) in PREPOSITIONS or any(word.endswith(",") for word in words):
        return None
    end = finite_verb(words, 1)
    if end is None or end > _LONGEST:
        return None
    subject, rest = words[:end], words[end:]
    if bare(subject[0]) in {"it", "they", "he", "she", "we", "i", "you", "there", "this", "these", "those"}:
        return None
    return subject if _only(subject, rest) else None


def _only(subject: Words, rest: Words) -> bool:
    """Return whether nothing after a verb can be what a pronoun stands for: only what a preposition leads in."""
    if bare(rest[0]) in {"is", "are", "was", "were"}:
        return True
    low = [bare(word) for word in rest[1:]]
    person = len(subject) == 1 and subject[0][:1].isupper() and is_function_word(subject[0].lower())
    direct = bool(low) and (low[0] in DETERMINERS or low[0] not in PREPOSITIONS)
    objects = direct and low[0] not in {"to", "off", "out", "up", "down", "away"} and not low[0].endswith("ly")
    return not person and (not objects or is_plural_subject(low) != is_plural_subject(subject))
