"""Graded steps in JSON Lines: composed steps with a reader's grades."""

from collections.abc import Iterable, Iterator
from dataclasses import fields

import msgspec

from explanans.formats.lines import numbered
from explanans.structures.labelled import GradedStep

_ACCEPTED = f"one JSON object a line, with {', '.join(field.name for field in fields(GradedStep))}"


def decode(lines: Iterable[str], source: str) -> Iterator[GradedStep]:
    """Yield one graded step a line; blank lines are skipped.

    Args:
        lines: The lines.
        source: The name of their file, for complaints.

    Raises:
        FormatError: A line is no such object, or a step has fewer than two premises or an empty sentence.

    Example:
        >>> line = '{"premises": ["ice melts", "snow melts"], "conclusion": "ice and snow melt", "root": false, ' + (
        ...     '"follows": true, "english": true, "copy": true, "source": "starter", "item": "q1 A", "seed": 0}'
        ... )
        >>> [(step.conclusion, step.is_bad) for step in decode([line], "steps.jsonl")]
        [('ice and snow melt', False)]
    """
    decoder = msgspec.json.Decoder(GradedStep)
    for line in numbered(lines, source):
        step = line.json(decoder, _ACCEPTED)
        if len(step.premises) < 2:
            raise line.error(f"a step of {len(step.premises)} premises", "two premises or more")
        if not all(text.strip() for text in (*step.premises, step.conclusion)):
            raise line.error("an empty sentence", "premises and a conclusion in words")
        yield step
