"""Notes with questions, which come with the package: what the notes make of each of their answers.

A file looks so::

    # The launderette
    A wash costs two euros. On Sundays the launderette is closed.

    Q: What does a wash cost?
    + two euros
    - one euro
    ? less than last year
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from explanans.formats.lines import Line
from explanans.io.files import read_lines
from explanans.structures.verdicts import Status

HOME = Path(__file__).parent / "examples" / "asked-notes"
HELD_OUT = HOME / "held-out"
"""The folder of the notes that the language model does not learn from."""
_MARKS = {"+ ": Status.SUPPORTED, "- ": Status.CONTRADICTED, "? ": Status.UNKNOWN}
_ACCEPTED = (
    "'# title', a line of notes, 'Q: question', '+ right answer', '- wrong answer', '? answer that is left open'"
)


class JudgedAnswer(NamedTuple):
    """An answer of a question about notes.

    Attributes:
        status: What the notes make of it: supported if it is right, contradicted if it is wrong, else unknown.
    """

    text: str
    status: Status


class JudgedQuestion(NamedTuple):
    """A question about notes; several of its answers may be right, or none."""

    text: str
    answers: tuple[JudgedAnswer, ...]


@dataclass(slots=True)
class AskedNotes:
    """Notes, and questions about them."""

    title: str
    text: str = ""
    questions: list[JudgedQuestion] = field(default_factory=list)


def asked_notes(folder: Path = HOME) -> list[AskedNotes]:
    """Return the notes of a folder, in the order of its files.

    Raises:
        FormatError: A file is damaged.

    Example:
        >>> notes = asked_notes()
        >>> len(notes) > 400, all(len(question.answers) > 1 for item in notes for question in item.questions)
        (True, True)
    """
    return [item for path in sorted(folder.glob("*.txt")) for item in decode(read_lines(path), path.name)]


def decode(lines: Iterable[str], source: str) -> Iterator[AskedNotes]:
    """Yield the notes of a file.

    Raises:
        FormatError: A line stands where it must not, or notes have no text or no question.

    Example:
        >>> (notes,) = decode(["# Ice", "Ice floats.", "", "Q: What floats?", "+ ice", "- iron"], "ice.txt")
        >>> notes.questions[0].answers[1]
        JudgedAnswer(text='iron', status=<Status.CONTRADICTED: 'contradicted'>)
    """
    draft: AskedNotes | None = None
    line = Line("", source, 1)
    for number, text in enumerate(lines, 1):
        line = Line(text.strip(), source, number)
        if line.text.startswith("# "):
            if draft is not None:
                yield _complete(draft, line)
            draft = AskedNotes(line.text[2:])
        elif line.text:
            _add(draft, line)
    if draft is not None:
        yield _complete(draft, line)


def _complete(draft: AskedNotes, line: Line) -> AskedNotes:
    if not draft.questions or not draft.questions[-1].answers:
        raise line.error(f"a question of {draft.title!r} without an answer", _ACCEPTED)
    return draft


def _add(draft: AskedNotes | None, line: Line) -> None:
    if draft is not None and line.text.startswith("Q: ") and draft.text:
        if draft.questions:
            _complete(draft, line)
        draft.questions.append(JudgedQuestion(line.text[3:], ()))
    elif draft is not None and draft.questions and (status := _MARKS.get(line.text[:2])):
        *_, asked = draft.questions
        answer = JudgedAnswer(line.text[2:].strip(), status)
        draft.questions[-1] = asked._replace(answers=(*asked.answers, answer))
    elif draft is not None and not draft.text and not line.text.startswith(("Q: ", *_MARKS)):
        draft.text = line.text
    else:
        raise line.error("a line that stands where it must not", _ACCEPTED)
