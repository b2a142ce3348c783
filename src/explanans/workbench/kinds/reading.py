"""The reading sheet as a kind of task: grades of the parts of an explanation, and faults of the whole."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from explanans.formats import annotations
from explanans.io.files import read_lines
from explanans.structures.grading import FAULTS, GRADES, Mark, Part
from explanans.workbench.kinds.rated import Piece, ReadExplanation, Reading, scale_of
from explanans.workbench.kinds.rating import RATERS, SETTLED, RatedKind, Row, raters_of, settled_of
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import DoneItem, Format, Task, Writer
from explanans.workbench.store.projects import NewItem


class ReadingSheet(RatedKind[ReadExplanation, Reading]):
    """Read explanations part by part, grade each part and the whole, and name the faults of the whole."""

    name = "reading"
    title = "Reading sheet"
    about = "Read explanations part by part: would a teacher show them, are the parts good, which faults do they have?"
    reads = "a sheet of 'lab bench reading' (.tsv, .jsonl); grades that it holds already are passed over"
    given = ReadExplanation
    made = Reading
    settings = (RATERS, SETTLED)
    formats = (
        Format("sheet", "sheet.tsv", "The sheet with all grades, for explanans evaluate reading"),
        Format("settled", "settled.tsv", "One grade of each part: what was settled, else what most said"),
        Format("jsonl", "sheet.jsonl", "The sheet as JSON lines"),
    )
    guidelines = """\
Grade every part by itself, then the whole: **would a teacher show it as it is, after a small edit, or not at all?**

- The scales stand on the page; what a part has to follow from stands above it.
- Of a whole that is not shown as it is, name the faults.
- You do not see which system made an explanation, nor what others say.
"""
    highest = max(map(len, GRADES.values())) - 1

    def rows(self, given: ReadExplanation) -> tuple[Row, ...]:
        """Return the parts."""
        return tuple(
            Row(it.id, it.text or "–", scale_of(it.part), str(it.part).capitalize(), it.because) for it in given.pieces
        )

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:  # noqa: ARG002
        """Yield the explanations of a sheet, in its order."""
        by_item: dict[str, list[Piece]] = {}
        for mark in annotations.decode_sheet(read_lines(path), str(path), as_jsonl=path.suffix == ".jsonl"):
            piece = Piece(mark.part, mark.name, mark.text, mark.because)
            pieces = by_item.setdefault(mark.item, [])
            if piece.id not in {it.id for it in pieces}:  # a sheet of several graders has each part several times
                pieces.append(piece)
        for item, pieces in by_item.items():
            yield NewItem(item, msgspec.to_builtins(ReadExplanation(tuple(pieces))))

    def heading(self, given: ReadExplanation) -> str:
        """Return the question with its answer, which are shown with the hypothesis."""
        asked = next((it.because or it.text for it in given.pieces if it.part is Part.HYPOTHESIS), "")
        return asked or next((it.text for it in given.pieces if it.text), "An explanation")

    def begin(self, task: Task[ReadExplanation, Reading]) -> Reading:
        """Return an empty annotation; in the settling stage, the faults that any rater named."""
        named = {fault for work in task.earlier for fault in work.made.faults}
        return Reading(faults=tuple(fault for fault in FAULTS if fault in named))

    def draw(self, desk: EditingSession[ReadExplanation, Reading]) -> None:
        """Draw the parts with their grades."""
        from explanans.workbench.kinds import rating_pages  # noqa: PLC0415 - the web framework takes seconds

        rating_pages.draw_reading(desk, self.wanted(desk.task))

    def lines(self, made: Reading) -> list[str]:
        """Return one line a grade and one a fault."""
        return [*super().lines(made), *(f"fault: {fault}" for fault in made.faults)]

    def writers(self) -> Mapping[str, Writer[ReadExplanation, Reading]]:
        """Return what writes the sheet, with each part once for each rater, and the settled one."""
        return {
            "sheet": lambda items: annotations.encode_marks(_marks(items), as_jsonl=False),
            "jsonl": lambda items: annotations.encode_marks(_marks(items), as_jsonl=True),
            "settled": lambda items: annotations.encode_marks(self._settled(items), as_jsonl=False),
        }

    def _settled(self, items: Iterable[DoneItem[ReadExplanation, Reading]]) -> Iterator[Mark]:
        for item in items:
            settled, said = settled_of(item), [work.made.faults for work in raters_of(item)]
            most = tuple(fault for fault in FAULTS if 2 * sum(fault in one for one in said) > len(said))
            faults = settled.faults if settled else most
            yield from Reading(self.final(item), faults=faults).marks(item.key, item.given, "settled")


def _marks(items: Iterable[DoneItem[ReadExplanation, Reading]]) -> Iterator[Mark]:
    for item in items:
        works = raters_of(item)
        for work in works:
            yield from work.made.marks(item.key, item.given, work.person)
        if not works:  # the sheet stays whole, so that what is left can be graded elsewhere
            yield from Reading().marks(item.key, item.given, "")
