"""Expert ratings of facts, the JSON file of the TextGraphs 2021 shared task (Thayaparan et al. 2021)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec

from explanans.exceptions import FormatError, InputError
from explanans.ranking import Judgment

HIGHEST_RATING = 6

_ACCEPTED = '{"rankingProblems": [{"qid": …, "documents": [{"uuid": …, "relevance": 0 or more}, …]}, …]}'


class RatedFact(NamedTuple):
    """A fact that experts rated for a question.

    Attributes:
        question: The question's id.
        fact: The fact's id.
        rating: The rating, as the file has it.
        gold: Whether the gold explanation has the fact.
    """

    question: str
    fact: str
    rating: int
    gold: bool


class _Document(msgspec.Struct, omit_defaults=True):
    uuid: str
    relevance: Annotated[int, msgspec.Meta(ge=0)]
    is_gold: bool | int | str = msgspec.field(default="0", name="isGoldWT21")


class _Problem(msgspec.Struct):
    qid: str
    documents: list[_Document]


class _Ratings(msgspec.Struct, rename="camel"):
    ranking_problems: list[_Problem]


def decode(lines: Iterable[str], source: str) -> Iterator[Judgment]:
    """Yield one judgment a rated fact, in the order of the file.

    The texts of questions and facts, which the file repeats, are passed over.

    Args:
        lines: The lines of the file, in whatever way the JSON is broken into lines.
        source: The file's name, for complaints.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape.

    Example:
        >>> text = '{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": 6}]}]}'
        >>> [(judgment.question, judgment.fact, judgment.relevance) for judgment in decode([text], "dev.json")]
        [('q1', 'f1', 6)]
    """
    for rated in decode_rated(lines, source):
        yield Judgment(rated.question, rated.fact, rated.rating)


def decode_rated(lines: Iterable[str], source: str) -> Iterator[RatedFact]:
    """Yield each rated fact with whether the gold explanation has it, in the order of the file.

    Args:
        lines: The lines of the file, in whatever way the JSON is broken into lines.
        source: The file's name, for complaints.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape.

    Example:
        >>> text = '{"rankingProblems": [{"qid": "q1", "documents": [{"uuid": "f1", "relevance": 6, '
        >>> text += '"isGoldWT21": "1"}]}]}'
        >>> [rated.gold for rated in decode_rated([text], "dev.json")]
        [True]
    """
    try:
        ratings = msgspec.json.decode("\n".join(lines), type=_Ratings)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, accepted=_ACCEPTED) from None
    for problem in ratings.ranking_problems:
        for document in problem.documents:
            gold = str(document.is_gold).lower() in {"1", "true"}
            yield RatedFact(problem.qid, document.uuid, document.relevance, gold)


def encode(judgments: Iterable[Judgment]) -> str:
    """Return judgments as one line of JSON, without a line end.

    Questions stand in the order of their first judgment. Roles are left out, since the format has no place for them.

    Args:
        judgments: The judgments of any number of questions; their grades are 0 or more.

    Example:
        >>> encode([Judgment("q1", "f1", 6)])
        '{"rankingProblems":[{"qid":"q1","documents":[{"uuid":"f1","relevance":6}]}]}'
    """
    problems: dict[str, _Problem] = {}
    for judgment in judgments:
        problem = problems.setdefault(judgment.question, _Problem(judgment.question, []))
        problem.documents.append(_Document(judgment.fact, judgment.relevance))
    return msgspec.json.encode(_Ratings(list(problems.values()))).decode()


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
