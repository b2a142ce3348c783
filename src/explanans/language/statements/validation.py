"""Check that a statement is grammatical and keeps the content of question and answer."""

import re
from itertools import pairwise

from explanans.language.dictionary import is_known
from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import ASKING, AUXILIARIES, BE, MODALS, bare, is_past
from explanans.language.inflection import base_form, gerund
from explanans.language.statements.answers import Answer, has_subject
from explanans.language.statements.inversion import can_be_verb
from explanans.language.tokens import content_lemmas, is_function_word, tokens

_ARTICLES = frozenset("a an the my your his its our their of".split())
_MAY_DOUBLE = frozenset("had very so".split())
_BROKEN = re.compile(
    r"\b(?:because of (?:it|they|he|she|we|I|you) |(?:from|of|at|on) in (?!which|particular|front)|"
    r"because (?:because|to|by)\b|"
    r"during (?:during|after|before|when|in|on|at)\b|in (?:in|at|on|under|near)\b|to to\b|is is\b|does not not)"
    r"|, and (?:when|where|why|how|what|who|which) |\b(?:and|or) (?:when|where|why|how|what|who|which)$"
    r"|[a-z]{3}\. [a-z]|^not (?!all|every|only|both|always|one|many|much)(?!.* but )"
)
_STRAY = AUXILIARIES - {"can", "will", "may", "might", "must", "do"}


def is_sound(statement: str, question: str, answer: Answer) -> bool:
    """Return whether a statement may be shown.

    Example:
        >>> is_sound("ice floats on water", "What does ice float on?", Answer("water"))
        True
        >>> is_sound("the chicken cross thed road", "Did the chicken cross the road?", Answer("yes"))
        False
    """
    words = statement.split()
    low = [bare(word) for word in words]
    given = f"{question} {answer.text}".lower()
    return (
        _keeps(statement, answer)
        and _starts_well(low, answer)
        and not _BROKEN.search(statement)
        and not any(_clash(*pair, given) for pair in pairwise(low))
        and all(_is_word(word, given) for word in words)
        and (any(map(_is_finite, low)) or finite_verb(words, 1) is not None or has_subject(statement))
    )


def _keeps(statement: str, answer: Answer) -> bool:
    """Return whether a statement holds every content word of the answer, in whatever form."""
    if answer.polarity is not None:
        return True
    held = {form for token in tokens(statement) for form in (token.lower(), base_form(token.lower()))}
    held |= set(content_lemmas(statement))
    wanted = [token.lower() for token in tokens(answer.text)]
    return all(
        {word, base_form(word), gerund(base_form(word))} & held or is_function_word(word) or word in {"none", "zero"}
        for word in wanted
    )


def _starts_well(low: list[str], answer: Answer) -> bool:
    """Return whether no question word and no auxiliary stands first, unless the answer put it there."""
    if answer.words and low[0] == answer.first:
        return True
    if low[0] in AUXILIARIES - {"will", "may", "might", "can"}:
        return False
    return low[0] not in ASKING or (len(low) > 1 and low[1] not in AUXILIARIES and low[0] in {"what", "how", "who"})


def _is_finite(word: str) -> bool:
    """Return whether a word can be a finite verb by its form alone."""
    return word in AUXILIARIES or is_past(word) or can_be_verb(base_form(word)) or can_be_verb(word.removesuffix("s"))


def _clash(before: str, word: str, given: str) -> bool:
    """Return whether two words that meet cannot do so."""
    if before == word:
        return word not in _MAY_DOUBLE and f"{word} {word}" not in given and not word.isdigit()
    if before in _ARTICLES and word in _STRAY:
        return f"{before} {word}" not in given
    if before in BE | {"do", "does", "did"} and word in BE | MODALS | {"does", "did", "has"}:
        return f"{before} {word}" not in given
    return before in MODALS and word in BE | MODALS | {"does", "did", "has", "had"}


def _is_word(word: str, given: str) -> bool:
    """Return whether a word was given or stands in the dictionary."""
    clean = bare(word)
    return not clean.isalpha() or clean in given or is_function_word(clean) or is_known(clean)
