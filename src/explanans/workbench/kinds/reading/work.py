"""The explanation to grade, its annotation, the grades, and the faults of the whole."""

from collections.abc import Iterator
from typing import Self

import msgspec

from explanans.structures.grading import FAULTS, GRADES, Mark, Part
from explanans.workbench.kinds.rating.scale import Choice, Grades

FAULT_KEYS = dict(zip("clinhwfrvsx", FAULTS, strict=True))
"""The keys that name faults of the whole."""


def scale_of(part: Part) -> tuple[Choice, ...]:
    """Return the scale of a part, its best grade first.

    Example:
        >>> [(choice.key, choice.name) for choice in scale_of(Part.WHOLE)]
        [('2', 'show'), ('1', 'edit'), ('0', 'no')]
    """
    grades = list(GRADES[part].items())
    values = range(len(grades) - 1, -1, -1)
    return tuple(Choice(str(it), it, name, meaning) for it, (name, meaning) in zip(values, grades, strict=True))


class Piece(msgspec.Struct, frozen=True):
    """A part of an explanation.

    Attributes:
        name: The id of the fact or conclusion; empty if there is only one such part.
        text: The part in words.
        because: Its premises, or the question.
    """

    part: Part
    name: str
    text: str
    because: str = ""

    @property
    def id(self) -> str:
        """Its id within the explanation."""
        return f"{self.part}:{self.name}" if self.name else str(self.part)


class ReadExplanation(msgspec.Struct, frozen=True):
    """An explanation to read.

    Attributes:
        pieces: Its parts, in the order of the sheet.
    """

    pieces: tuple[Piece, ...]


class Reading(Grades, frozen=True):
    """The annotation of an explanation.

    Attributes:
        grades: The grades by the ids of parts.
        notes: Remarks by the same ids.
        faults: The faults of the whole.
    """

    faults: tuple[str, ...] = ()

    def toggled(self, fault: str) -> Self:
        """Return the same with a fault named, or no longer.

        Args:
            fault: One of `FAULTS`.

        Example:
            >>> Reading().toggled("wording").toggled("central").faults
            ('central', 'wording')
        """
        named = {*self.faults} ^ {fault}
        return msgspec.structs.replace(self, faults=tuple(it for it in FAULTS if it in named))

    def marks(self, item: str, read: ReadExplanation, grader: str) -> Iterator[Mark]:
        """Yield the marks that a sheet has of it, graded or not."""
        for piece in read.pieces:
            value = self.grades.get(piece.id)
            grade = next((it.name for it in scale_of(piece.part) if it.value == value), "")
            faults = self.faults if piece.part is Part.WHOLE and grade else ()
            who = grader if grade else ""
            yield Mark(item, piece.part, piece.name, piece.text, piece.because, who, grade, faults)
