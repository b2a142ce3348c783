"""Writers of statements for a question and its answer, and the check of what they write."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from explanans.language.grammar import AUXILIARIES, DETERMINERS, bare, denials, uncontracted
from explanans.language.statements.answers import Answer, decapitalize, has_subject
from explanans.language.statements.hypothesis import asking_sentence
from explanans.language.statements.validation import is_sound
from explanans.language.tokens import content_lemmas, informative_lemmas, is_function_word, stem
from explanans.registry import refusal
from explanans.trees.conclusions.clause import clause
from explanans.trees.conclusions.wellformed import faults, foreign

LEAST_KEPT = 0.5
"""Minimum share of the question's content words in a statement; words such as *which object* and *what property* are
replaced by the answer."""

_MARKS = re.compile(r"[“”\"?!*_`|<>{}\n]")
_BY_PARSER = frozenset(("two verbs",))
"""Faults that rules wrongly find in reduced relative clauses, as in *a can used in tests can be recycled*."""
_ASKS = frozenset("what which who whom whose when where why how".split())
_POINTING = frozenset("it they he she this that these those".split())
_MAY_START = frozenset("will may might can".split())


def kept(statement: str, question: str) -> float:
    """Return which share of the telling words of what is asked a statement has, repeats counted.

    Example:
        >>> kept("a tree frog survives", "Some frogs climb. Which tree frog survives?")
        1.0
    """
    asked, said = _stems(asking_sentence(question), is_telling=True), _stems(statement)
    return (asked & said).total() / asked.total() if asked else 1.0


def may_stand(statement: str, question: str, answer: str) -> bool:
    """Return whether a statement may stand for a question and its answer.

    It is one English sentence with a subject and a verb that agree, no question, and starts with no word that
    points elsewhere. Its content words are those of
    question and answer, none more often than there; the answer's are all there, in their order, and most of what is
    asked. It denies something just where what is asked, or the answer, does.

    Args:
        statement: The statement, without a full stop.

    Example:
        >>> asked = "Which object used in an experiment can be recycled?", "an aluminum can"
        >>> may_stand("an aluminum can used in an experiment can be recycled", *asked)
        True
        >>> may_stand("an aluminum can cannot be recycled", *asked), may_stand("a steel can can be recycled", *asked)
        (False, False)
    """
    asked = uncontracted(asking_sentence(question))
    reply = Answer.of(answer, question)
    first = bare((statement.split() or [""])[0])
    if not first or _MARKS.search(statement) or first in AUXILIARIES - _MAY_START or reply.text.startswith("“"):
        return False
    if first in _POINTING and first not in asked.lower().split():
        return False
    return (
        denials(statement) == denials(f"{asked} {answer}")
        and not foreign(statement, (question, answer))
        and _in_order(_stemmed(answer), _stemmed(statement))
        and _is_spare(statement, question, f"{asked} {answer}")
        and kept(statement, question) >= LEAST_KEPT
        and is_sound(statement, question, reply)
        and _starts_as(statement, asked)
        and _is_sentence(statement)
        and not _has_cause_clause(statement)
    )


def _is_sentence(statement: str) -> bool:
    """Return whether a statement has one subject and one verb that agree, by rules, or by the parser if it is long."""
    found = set(faults(statement))
    return not found or (found <= _BY_PARSER and has_subject(statement))


def _starts_as(statement: str, asked: str) -> bool:
    """Return whether a statement starts with what is asked about, where that stands before the word that asks.

    In *trout are fish because of what* the trout come first; the answer may not take their place.
    """
    first = bare(asked.split(maxsplit=1)[0]) if asked.split() else ""
    if first in _ASKS or (is_function_word(first) and first not in DETERMINERS):
        return True
    topic, said = _stemmed(asked), _stemmed(statement)
    return topic[:1] == said[:1]


def _has_cause_clause(statement: str) -> bool:
    """Return whether a clause follows *because of*, which wants a noun."""
    _, led, cause = statement.partition("because of ")
    return bool(led) and (has_subject(cause) or clause(cause) is not None)


def _is_spare(statement: str, question: str, source: str) -> bool:
    """Return whether no content word occurs more often than in the question and answer."""
    known, allowed = _stems(question), _stems(source)
    return all(count <= max(allowed[word], min(known[word], 1)) for word, count in _stems(statement).items())


def _in_order(wanted: Sequence[str], said: Sequence[str]) -> bool:
    left = iter(said)
    return all(word in left for word in wanted)


def _stemmed(text: str) -> list[str]:
    return [stem(base) for base in content_lemmas(text)]


def _stems(text: str, *, is_telling: bool = False) -> Counter[str]:
    """Return the counts of the stems of a text's content words, on demand of informative words only."""
    informative = informative_lemmas(text)
    return Counter(stem(base) for base in content_lemmas(text) if base in informative or not is_telling)


MOST = 6
"""Maximum number of statements of a writer that are tried."""


@runtime_checkable
class StatementWriter(Protocol):
    """Makes one statement of a question and its answer, in several ways, of which the guard chooses."""

    def statements(self, question: str, answer: str) -> Sequence[str]:
        """Return statements, the best first; there may be none."""
        ...


def written(writer: object, question: str, answer: str) -> str | None:
    """Return the statement of a writer that keeps most of what is asked; None if none of them may stand.

    Args:
        writer: The writer; one that is no ``StatementWriter`` writes nothing.

    Raises:
        InputError: The writer returns what is no text, or cannot be asked.

    Example:
        >>> class Twice:
        ...     def statements(self, question, answer):
        ...         return f"{answer} float", f"{answer} float on water."
        >>> written(Twice(), "Which of these float on water?", "Corks")
        'corks float on water'
    """
    if not isinstance(writer, StatementWriter):
        return None
    found: list[str] = []
    for text in [*writer.statements(question, answer)][:MOST]:
        if not isinstance(text, str):
            raise refusal("writer", writer, f"{type(text).__name__} as a statement", "texts")
        statement = decapitalize(" ".join(text.split()).rstrip(" ."), f"{question} {answer}")
        if may_stand(statement, question, answer):
            found.append(statement)
    return max(found, key=lambda statement: kept(statement, question), default=None)
