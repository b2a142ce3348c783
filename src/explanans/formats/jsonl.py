"""JSON Lines: one noun a line, for every noun."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import TypeVar

import msgspec

from explanans.errors import FormatError
from explanans.formats.codec import Codec
from explanans.formats.lines import Id, Line, numbered, read_record
from explanans.structures.facts import Cell, Fact
from explanans.structures.questions import Choice, Question
from explanans.structures.trees import EntailmentTree

Noun = TypeVar("Noun")


def decode(lines: Iterable[str], noun: type[Noun], source: str) -> Iterator[Noun]:
    """Yield one noun a line; blank lines are skipped and unknown keys ignored.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
        noun: The class to decode, such as ``Fact`` or ``EntailmentTree``.

    Raises:
        FormatError: A line is no JSON, or not of the noun's shape.

    Example:
        >>> list(decode(['{"id": "f1", "text": "ice is a solid"}'], Fact, "facts.jsonl"))
        [Fact(id='f1', text='ice is a solid', table='', cells=(), source='')]
    """
    decoder = msgspec.json.Decoder(noun)
    return (read_record(line, decoder, _keys(noun.__name__)) for line in numbered(lines, source))


def _keys(noun: str) -> str:
    return f"one JSON object a line, with the keys of {noun}"


def encode(noun: object) -> str:
    """Return a noun as one line of JSON, without a line end.

    Example:
        >>> from explanans.structures.rankings import Ranking
        >>> encode(Ranking("q1", ("f2", "f1"), (0.5, 0.25)))
        '{"question":"q1","facts":["f2","f1"],"scores":[0.5,0.25]}'
    """
    return msgspec.json.encode(noun).decode()


class _Fact(msgspec.Struct):
    text: str
    id: Id = ""
    table: str = ""
    cells: tuple[Cell, ...] = ()
    source: str = ""


def decode_facts(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield one fact a line; an absent id becomes the file's name and the line's number, an absent source the place.

    Args:
        lines: The lines; of the keys of ``Fact`` only ``text`` must be there.

    Raises:
        FormatError: A line is no JSON, or not of that shape.

    Example:
        >>> [fact.id for fact in decode_facts(['{"text": "ice is a solid"}'], "facts.jsonl")]
        ['facts.jsonl#1']
    """
    decoder = msgspec.json.Decoder(_Fact)
    for line in numbered(lines, source):
        fact = line.json(decoder, _keys("Fact"))
        uid = str(fact.id) or f"{source}#{line.number}"
        yield Fact(uid, fact.text, fact.table, fact.cells, fact.source or line.place)


class _QuestionRecord(msgspec.Struct):
    question: str
    answer: str
    id: Id = ""


def decode_questions(lines: Iterable[str], source: str) -> Iterator[Question]:
    """Yield one question a line, with the keys of ``Question``, or ``question``, ``answer`` and, where wanted, ``id``.

    An absent id becomes the file's name and the line's number.

    Raises:
        FormatError: A line is no JSON, or of neither shape.

    Example:
        >>> [asked.answer for asked in decode_questions(['{"question": "What melts ice?", "answer": "heat"}'], "x")]
        ['heat']
    """
    decoder, plain = msgspec.json.Decoder(Question), msgspec.json.Decoder(_QuestionRecord)
    for line in numbered(lines, source):
        try:
            yield read_record(line, decoder, _keys("Question"))
        except FormatError as error:
            yield _decode_question(line, plain, error)


def _decode_question(line: Line, decoder: "msgspec.json.Decoder[_QuestionRecord]", error: FormatError) -> Question:
    try:
        asked = line.json(decoder, "")
    except FormatError:
        raise error from None
    if not asked.question.strip() or not asked.answer.strip():
        raise line.error("an empty question or answer", "words in both")
    uid = str(asked.id) or f"{PurePath(line.source).name}#{line.number}"
    return Question(uid, asked.question.strip(), (Choice("A", asked.answer.strip()),), "A")


TREES = Codec(
    "jsonl", (".jsonl",), lambda lines, source: decode(lines, EntailmentTree, source), lambda trees: map(encode, trees)
)
FACTS = Codec("jsonl", (".jsonl",), decode_facts, lambda facts: map(encode, facts))
QUESTIONS = Codec("jsonl", (".jsonl",), decode_questions, lambda questions: map(encode, questions))
