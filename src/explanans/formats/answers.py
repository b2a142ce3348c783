"""Judged answers as JSON: one question with its explanations, or many, one a line."""

from collections.abc import Iterable, Iterator

import msgspec

from explanans.formats.codec import Codec
from explanans.formats.lines import Id, numbered
from explanans.formats.records import explanation_record, rounded
from explanans.structures.explanations import Candidate, Candidates, JudgedAnswer, JudgedAnswers
from explanans.structures.verdicts import Status


def candidates_record(candidates: Candidates) -> dict[str, object]:
    """Return candidate answers as plain values, each with its explanation.

    Example:
        >>> candidates_record(Candidates("What melts ice?", (), "v1"))
        {'question': 'What melts ice?', 'answers': [], 'signature': 'v1'}
    """
    answers = [
        {
            **_candidate(item),
            "because": list(item.verdict.because),
            "falls": item.falls,
            "explanation": explanation_record(item.explanation),
        }
        for item in candidates.answers
    ]
    return {"question": candidates.question, "answers": answers, "signature": candidates.signature}


def _candidate(candidate: Candidate) -> dict[str, object]:
    verdict = candidate.verdict
    support = rounded(verdict.support)
    record: dict[str, object] = {
        "key": candidate.key,
        "answer": candidate.answer,
        "status": verdict.status.value,
        "support": support,
    }
    return record if candidate.chance is None else {**record, "chance": rounded(candidate.chance)}


def encode_answers(candidates: Candidates) -> str:
    """Return candidate answers as one line of JSON, without a line end and without explanations.

    Example:
        >>> encode_answers(Candidates("What melts ice?", (), "v1", "q1"))
        '{"id":"q1","answers":[],"signature":"v1"}'
    """
    answers = list(map(_candidate, candidates.answers))
    return msgspec.json.encode({"id": candidates.id, "answers": answers, "signature": candidates.signature}).decode()


class _Answer(msgspec.Struct):
    support: float
    key: str = ""
    answer: str = ""
    status: Status = Status.UNKNOWN
    chance: float | None = None


class _Line(msgspec.Struct):
    id: Id
    answers: tuple[_Answer, ...]


def decode(lines: Iterable[str], source: str) -> Iterator[JudgedAnswers]:
    """Yield the judged answers of questions, one question a line.

    Args:
        lines: The lines, as ``encode_answers`` makes them; of an answer only ``key`` and ``support`` are needed.

    Raises:
        FormatError: A line is of another shape.

    Example:
        >>> (found,) = decode(['{"id": "q1", "answers": [{"key": "B", "support": 0.9}]}'], "out.jsonl")
        >>> found.question, found.answers[0].key
        ('q1', 'B')
    """
    decoder = msgspec.json.Decoder(_Line)
    for line in numbered(lines, source):
        found = line.json(decoder, "the answers of one question a line, as 'answer --out' writes them")
        answers = (
            JudgedAnswer(item.key, item.answer, item.status, item.support, item.chance) for item in found.answers
        )
        yield JudgedAnswers(str(found.id), tuple(answers))


ANSWERS = Codec("jsonl", (".jsonl",), decode)
