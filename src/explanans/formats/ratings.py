"""Expert ratings of facts, the JSON file of the TextGraphs 2021 shared task (Thayaparan et al. 2021)."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec

from explanans.errors import FormatError, InputError
from explanans.structures.facts import Role
from explanans.structures.rankings import RelevanceJudgment

HIGHEST_RATING = 6
HIGHEST_GRADE = 3
ROLES = {3: Role.CENTRAL, 2: Role.GROUNDING, 1: Role.BACKGROUND}
"""Roles of facts by their grade: core, important and extra ones on the scale of 2021."""

_ACCEPTED = '{"rankingProblems": [{"qid": …, "documents": [{"uuid": …, "relevance": 0 or more}, …]}, …]}'


class RatedFact(NamedTuple):
    """A fact that experts rated for a question.

    Attributes:
        gold: Whether the gold explanation has the fact.
        text: The fact; empty if the file does not tell.
    """

    question: str
    fact: str
    rating: int
    gold: bool
    text: str = ""


class RatedQuestion(NamedTuple):
    """A question with the facts that experts rated for it.

    Attributes:
        text: The question; empty if the file does not tell.
        answer: Its right answer; empty if the file does not tell.
    """

    id: str
    text: str
    answer: str
    facts: tuple[RatedFact, ...]


class _Document(msgspec.Struct, omit_defaults=True):
    uuid: str
    relevance: Annotated[int, msgspec.Meta(ge=0)]
    is_gold: bool | int | str = msgspec.field(default="0", name="isGoldWT21")
    text: str = msgspec.field(default="", name="docText")


class _Problem(msgspec.Struct, omit_defaults=True, rename="camel"):
    qid: str
    documents: list[_Document]
    question_text: str = ""
    answer_text: str = ""


class _Ratings(msgspec.Struct, rename="camel"):
    ranking_problems: list[_Problem]


def decode(lines: Iterable[str], source: str) -> Iterator[RelevanceJudgment]:
    """Yield one judgment a rated fact, in the order of the file.

    The texts of questions and facts, which the file repeats, are passed over.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape.

    Example:
        >>> text = '{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": 6}]}]}'
        >>> [(judgment.question, judgment.fact, judgment.relevance) for judgment in decode([text], "dev.json")]
        [('q1', 'f1', 6)]
    """
    for rated in decode_rated(lines, source):
        yield RelevanceJudgment(rated.question, rated.fact, rated.rating)


def decode_rated(lines: Iterable[str], source: str) -> Iterator[RatedFact]:
    """Yield each rated fact with whether the gold explanation has it, in the order of the file.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape.

    Example:
        >>> text = '{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": 6, '
        >>> text += '"isGoldWT21": "1"}]}]}'
        >>> [rated.gold for rated in decode_rated([text], "dev.json")]
        [True]
    """
    for question in decode_questions(lines, source):
        yield from question.facts


def decode_questions(lines: Iterable[str], source: str) -> Iterator[RatedQuestion]:
    """Yield each question with its rated facts and their texts, in the order of the file.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape.

    Example:
        >>> text = '{"rankingProblems": [{"qid": "q1", "questionText": "What melts ice?", "documents": []}]}'
        >>> next(decode_questions([text], "dev.json")).text
        'What melts ice?'
    """
    text = "\n".join(lines)
    try:
        ratings = msgspec.json.decode(text, type=_Ratings)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, _line(text, str(error)), _ACCEPTED) from None
    for problem in ratings.ranking_problems:
        facts = (
            RatedFact(problem.qid, it.uuid, it.relevance, str(it.is_gold).lower() in {"1", "true"}, it.text)
            for it in problem.documents
        )
        yield RatedQuestion(problem.qid, problem.question_text, problem.answer_text, tuple(facts))


def _line(text: str, complaint: str) -> int:
    """Return the line that a complaint about the text is about; 0 if it does not tell."""
    found = re.search(r"\(byte (\d+)\)", complaint)
    return text.encode()[: int(found[1])].count(b"\n") + 1 if found else 0


def encode_questions(questions: Iterable[RatedQuestion]) -> str:
    """Return questions with their rated facts as one line of JSON, without a line end.

    Example:
        >>> encode_questions([RatedQuestion("q1", "What melts ice?", "heat", ())])
        '{"rankingProblems":[{"qid":"q1","documents":[],"questionText":"What melts ice?","answerText":"heat"}]}'
    """
    problems = [
        _Problem(
            it.id,
            [_Document(fact.fact, fact.rating, "1" if fact.gold else "0", fact.text) for fact in it.facts],
            it.text,
            it.answer,
        )
        for it in questions
    ]
    return msgspec.json.encode(_Ratings(problems)).decode()


def grade(rating: int) -> int:
    """Return the grade from 0, irrelevant, to 3, core, of a rating in the file of the 2021 shared task.

    That file adds up the grades of two experts; the grade is their mean, rounded up (Jansen et al. 2021, section 3).

    Raises:
        InputError: The rating is not from 0 to 6.

    Example:
        >>> [grade(rating) for rating in range(7)]
        [0, 1, 1, 2, 2, 3, 3]
    """
    if not 0 <= rating <= HIGHEST_RATING:
        raise InputError(f"a rating of {rating}; accepted: 0 to {HIGHEST_RATING}, the sum of two grades from 0 to 3")
    return (rating + 1) // 2


def grade_of(role: Role) -> int:
    """Return the grade that the role of a fact amounts to; roles that stand for no grade are of extra facts.

    Example:
        >>> [grade_of(role) for role in (Role.CENTRAL, Role.GROUNDING, Role.BACKGROUND, Role.LEXGLUE)]
        [3, 2, 1, 1]
    """
    return next((grade for grade, known in ROLES.items() if known == role), 1)
