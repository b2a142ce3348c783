"""Judged texts: a text, claims marked ``+``, ``-`` or ``?``, and questions with a right answer and wrong ones.

A file looks so::

    # Trams
    Trams run until midnight. On Sundays they stop at ten.

    +paraphrase: The last tram leaves at midnight on a Friday.
    -number: On Sundays trams run until eleven.
    ?unmentioned: Trams are free for children.
    Q: When do trams stop on Sundays?
    = at ten
    x at midnight
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from explanans.formats.lines import Line
from explanans.structures.labelled import LabelledClaim, LabelledDocument, LabelledQuestion
from explanans.structures.verdicts import Status

_MARKS = {"+": Status.SUPPORTED, "-": Status.CONTRADICTED, "?": Status.UNKNOWN}
_CLAIM = re.compile(r"(?P<mark>[+?-])(?P<kind>[a-z]*): (?P<text>.*\S)")
_ACCEPTED = (
    "'# title', prose, '+kind: claim', '-kind: claim', '?kind: claim', 'Q: question', '= right answer', 'x wrong one'"
)


@dataclass
class _Draft:
    title: Line
    paragraphs: list[str] = field(default_factory=list)
    claims: list[LabelledClaim] = field(default_factory=list)
    questions: list[tuple[Line, list[str], list[str]]] = field(default_factory=list)
    closed: bool = True

    def finished(self) -> LabelledDocument:
        """Return the text; a question needs exactly one right answer."""
        if not self.paragraphs:
            raise self.title.error("a title without a text", _ACCEPTED)
        questions = []
        for line, right, wrong in self.questions:
            if len(right) != 1:
                raise line.error(f"a question with {len(right)} right answers", "one line '= answer' after it")
            questions.append(LabelledQuestion(line.text[3:].strip(), right[0], tuple(wrong)))
        title = self.title.text[2:].strip()
        return LabelledDocument(title, tuple(self.paragraphs), tuple(self.claims), tuple(questions))


def decode(lines: Iterable[str], source: str) -> Iterator[LabelledDocument]:
    """Yield the texts of a file.

    Args:
        lines: The lines of the file.
        source: Its name, for complaints.

    Raises:
        FormatError: A line stands before the first title, an answer before a question, a text is empty, or a question
            has not one right answer.

    Example:
        >>> lines = ["# Ice", "Ice floats.", "", "-antonym: Ice sinks.", "Q: What floats?", "= ice", "x iron"]
        >>> (text,) = decode(lines, "ice.txt")
        >>> text.claims[0].status, text.questions[0].wrong
        (<Status.CONTRADICTED: 'contradicted'>, ('iron',))
    """
    draft: _Draft | None = None
    for number, text in enumerate(lines, 1):
        line = Line(text.strip(), source, number)
        if line.text.startswith("# "):
            if draft is not None:
                yield draft.finished()
            draft = _Draft(line)
        elif draft is not None:
            _add(draft, line)
        elif line.text:
            raise line.error("text before the first title", _ACCEPTED)
    if draft is not None:
        yield draft.finished()


def _add(draft: _Draft, line: Line) -> None:
    text = line.text
    if not text:
        draft.closed = True  # an empty line ends a paragraph
    elif claim := _CLAIM.fullmatch(text):
        draft.claims.append(LabelledClaim(claim["text"], _MARKS[claim["mark"]], claim["kind"]))
    elif text.startswith("Q: "):
        draft.questions.append((line, [], []))
    elif text.startswith(("= ", "x ")) and draft.questions:
        _, right, wrong = draft.questions[-1]
        (right if text[0] == "=" else wrong).append(text[2:].strip())
    elif draft.claims or draft.questions:
        raise line.error("prose after claims or questions", _ACCEPTED)
    elif draft.closed:
        draft.paragraphs.append(text)
        draft.closed = False
    else:
        draft.paragraphs[-1] += f" {text}"
