"""Judged texts with their claims and questions, and graded steps.

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
from dataclasses import dataclass, field, fields

import msgspec

from explanans.errors import amount
from explanans.formats.lines import Line, numbered
from explanans.lab.datasets.labels import GradedStep
from explanans.structures.labels import LabelledClaim, LabelledDocument, LabelledQuestion
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


_ACCEPTED_STEPS = f"one JSON object a line, with {', '.join(field.name for field in fields(GradedStep))}"


def decode_graded_steps(lines: Iterable[str], source: str) -> Iterator[GradedStep]:
    """Yield one graded step a line; blank lines are skipped.

    Raises:
        FormatError: A line is no such object, or a step has fewer than two premises or an empty sentence.

    Example:
        >>> line = '{"premises": ["ice melts", "snow melts"], "conclusion": "ice and snow melt", "root": false, ' + (
        ...     '"follows": true, "english": true, "copy": true, "source": "starter", "item": "q1 A", "seed": 0}'
        ... )
        >>> [(step.conclusion, step.is_bad) for step in decode_graded_steps([line], "steps.jsonl")]
        [('ice and snow melt', False)]
    """
    decoder = msgspec.json.Decoder(GradedStep)
    for line in numbered(lines, source):
        step = line.json(decoder, _ACCEPTED_STEPS)
        if len(step.premises) < 2:
            raise line.error(f"a step of {amount(len(step.premises), 'premise')}", "two premises or more")
        if not all(text.strip() for text in (*step.premises, step.conclusion)):
            raise line.error("an empty sentence", "premises and a conclusion in words")
        yield step
