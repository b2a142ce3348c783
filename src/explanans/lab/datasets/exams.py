"""Questions of school exams without explanations: those of ARC (Clark et al. 2018)."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from explanans.formats.lines import numbered
from explanans.io.files import read_lines
from explanans.lab.datasets.catalogue import find
from explanans.structures.questions import Choice, Question

_PARTS = "arc-easy", "arc-challenge"
_LABELS = "ABCDEFGH"
_KEYS = f"a JSON object with question, choices (2 to {len(_LABELS)} texts) and answer (the number of one, from 0)"


class _Exam(msgspec.Struct):
    question: str
    choices: list[str]
    answer: int


def exam_questions(data: Path | None) -> list[Question]:
    """Return the training questions of ARC, each once.

    Two thirds of them are training questions of WorldTree, too, under other ids.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
    """
    folder = find("more-inference", data)
    paths = [folder / part / "train.jsonl" for part in _PARTS]
    found: dict[str, Question] = {}
    for path in paths:
        for question in decode_exams(read_lines(path), str(path)):
            found.setdefault(question.id, question)
    return list(found.values())


def decode_exams(lines: Iterable[str], source: str) -> Iterator[Question]:
    """Yield questions with the keys ``question``, ``choices`` and ``answer``; their ids are digests of their texts.

    Raises:
        FormatError: A line is of another shape, or its answer is none of the choices.

    Example:
        >>> line = '{"question": "What melts ice?", "choices": ["heat", "cold"], "answer": 0}'
        >>> (question,) = decode_exams([line], "exams.jsonl")
        >>> question.id, question.answer
        ('arc-796ff8fd', 'heat')
    """
    decoder = msgspec.json.Decoder(_Exam)
    for line in numbered(lines, source):
        row = line.json(decoder, _KEYS)
        count = len(row.choices)
        if not 2 <= count <= len(_LABELS) or not 0 <= row.answer < count:
            raise line.error(f"the answer {row.answer} of {count} choices", _KEYS)
        choices = tuple(Choice(label, text) for label, text in zip(_LABELS, row.choices, strict=False))
        yield Question(exam_id(row.question), row.question, choices, _LABELS[row.answer])


def exam_id(question: str) -> str:
    """Return the id of a question, which tells nothing of it but that it is the same."""
    return f"arc-{sha256(question.encode()).hexdigest()[:8]}"
