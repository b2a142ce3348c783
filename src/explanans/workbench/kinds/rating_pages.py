"""The pages of the rating kinds: rows that are rated one after the other, each by a single key."""

from collections.abc import Sequence
from functools import partial
from typing import Generic, TypeVar

from nicegui import context

from explanans.structures.grading import FAULTS, Part
from explanans.workbench.kinds.judgement_pools import Judgements, Pool
from explanans.workbench.kinds.rated import (
    FAULT_KEYS,
    WHOLE,
    Explained,
    Ratings,
    ReadExplanation,
    Reading,
    Shortlist,
    Verdict,
)
from explanans.workbench.kinds.rating import Choice, Grades, Row
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import Given
from explanans.workbench.widgets import Key, button, element, field, keys, text

HINT = "The keys grade what is at hand and go on; up and down, or k and j, move; u takes back."


Graded = TypeVar("Graded", bound=Grades)


class RowsPage(Generic[Given, Graded]):
    """The page of the rows of one item."""

    def __init__(
        self,
        desk: EditingSession[Given, Graded],
        rows: Sequence[Row],
        about: Sequence[tuple[str, str]],
        *,
        noun: str = "facts",
        agreed: str = "There is nothing to grade here: the raters agree.",
    ) -> None:
        self.desk, self.rows = desk, rows
        self._graded = [number for number, row in enumerate(rows) if row.scale]
        first = self._graded[0] if self._graded else 0
        self.at = next((n for n in self._graded if rows[n].id not in desk.made.grades), first)
        self.client = context.client
        self._noun, self._shown = noun, desk.made
        with element("section", "card"):
            if about:
                with element("dl", "facts"):
                    for name, words in about:
                        text("dt", name)
                        text("dd", words)
            self._draw_scales()
        if not rows:
            text("p", agreed, "empty")
        self.count = text("p", "", "aside", role="status")
        with element("ol", "ratings", aria_label=noun.capitalize()):
            self.places = [element("li", "rating") for _ in rows]
        for number in range(len(rows)):
            self.draw_row(number)
        self._tell()
        if desk.may_edit:
            keys(self._key)
        desk.on_replaced = self._replaced
        desk.on_changed.append(self._tell)

    def draw_more(self, row: Row) -> None:
        """Draw what a row has besides its grades, if it is at hand; for others to use."""

    def press(self, row: Row, key: str) -> bool:  # noqa: ARG002 - for others to use
        """Do what a key means beyond grading and moving; return whether it means anything."""
        return False

    def said_of(self, row: Row, made: Graded) -> str:
        """Return the grade and the remark of an earlier rater on a row; empty if there is none."""
        if row.id not in made.grades or not row.scale:
            return ""
        note = f", “{made.notes[row.id]}”" if row.id in made.notes else ""
        return f"{row.name_of(made.grades[row.id])}{note}"

    def draw_row(self, number: int) -> None:
        """Draw one row anew: a page of sixty that is drawn anew with every key would be slow for all."""
        place, row, here = self.places[number], self.rows[number], number == self.at
        place.classes(add="here" if here else "", remove="" if here else "here")
        place.clear()
        made = self.desk.made
        with place:
            if row.what:
                text("p", row.what, "aside")
            if row.because:
                text("p", row.because, "because")
            text("p", row.text, "fact")
            if row.scale:
                with element("div", "grades", role="group", aria_label=f"Grade of: {row.text}"):
                    for choice in row.scale:
                        self._draw_choice(number, choice)
            for work in self.desk.task.earlier:
                if said := self.said_of(row, work.made):
                    text("p", f"{work.person} gave {said}", "aside")
            if here and self.desk.may_edit:
                self.draw_more(row)
                if row.scale:
                    field(
                        "Remark, if there is one",
                        made.notes.get(row.id, ""),
                        partial(self._note, row),
                        id=f"note-{row.id}",
                    )
            elif row.id in made.notes:
                text("p", made.notes[row.id], "aside")

    def _draw_choice(self, number: int, choice: Choice) -> None:
        chosen = self.desk.made.grades.get(self.rows[number].id) == choice.value
        button(
            f"{choice.key} {choice.name}",
            partial(self._grade, number, choice),
            "small chosen" if chosen else "small",
            aria_pressed="true" if chosen else "false",
            disabled=not self.desk.may_edit,
        )

    def _draw_scales(self) -> None:
        scales = {row.scale: row.what for row in reversed(self.rows) if row.scale}
        with element("details", open=len(scales) < 2):
            text("summary", "The scale and its keys" if len(scales) < 2 else "The scales and their keys")
            for scale, what in reversed(scales.items()):
                if len(scales) > 1:
                    text("h3", what)
                with element("dl", "facts"):
                    for choice in scale:
                        with element("dt"):
                            text("kbd", choice.key)
                            text("span", f" {choice.name}")
                        text("dd", choice.meaning)
            text("p", HINT, "aside")

    def _tell(self) -> None:
        graded = [row for row in self.rows if row.scale]
        done = sum(row.id in self.desk.made.grades for row in graded)
        self.count.text = f"{done} of {len(graded)} {self._noun} graded"
        self._shown = self.desk.made

    def _replaced(self) -> None:
        """Go to what was taken back, or where one was."""
        before, now = self._shown.grades, self.desk.made.grades
        changed = (n for n, row in enumerate(self.rows) if before.get(row.id) != now.get(row.id))
        self._go(next(changed, self.at))
        for number in range(len(self.rows)):
            self.draw_row(number)

    def _grade(self, number: int, choice: Choice) -> None:
        row = self.rows[number]
        made = self.desk.made.graded(row.id, choice.value)
        self.desk.change(made, f"graded {row.id} {choice.value}", redraw=False)
        self.draw_row(number)
        self._step(number, 1)

    def _step(self, start: int, by: int) -> None:
        """Go to the next row that has a scale; stay if there is none."""
        on = [number for number in self._graded if (number > start if by > 0 else number < start)]
        self._go((on[0] if by > 0 else on[-1]) if on else start)

    def _go(self, number: int) -> None:
        if not self.rows:
            return
        before, self.at = self.at, number
        for changed in {before, self.at}:
            self.draw_row(changed)
        self.client.run_javascript("document.querySelector('.rating.here')?.scrollIntoView({block: 'nearest'})")

    def _note(self, row: Row, note: str) -> None:
        self.desk.change(self.desk.made.noted(row.id, note), f"remarked on {row.id}", redraw=False)

    def _key(self, pressed: Key) -> None:
        key = pressed.plain
        if not key or not self.rows:
            return
        row = self.rows[self.at]
        choice = next((it for it in row.scale if it.key == key), None)
        if choice is not None:
            self._grade(self.at, choice)
        elif key in {"ArrowDown", "j", "ArrowUp", "k"}:
            self._step(self.at, 1 if key in {"ArrowDown", "j"} else -1)
        elif key == "u":
            self.desk.undo()
        else:
            self.press(row, key)


def draw_completeness(desk: EditingSession[Explained, Verdict], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    given = desk.task.given
    _CompletenessPage(desk, rows, [("Question", given.question), ("Answer", given.answer)], noun="judgements")


class _CompletenessPage(RowsPage[Explained, Verdict]):
    def draw_more(self, row: Row) -> None:
        if row.id == WHOLE and row.scale:
            made = self.desk.made
            label = "What is missing, one gap a line (key g)"
            field(label, "\n".join(made.gaps), self._write, tag="textarea", typed=self._write, id="gaps", rows=3)
        elif row.id == WHOLE:
            text("p", "The raters agree on this.", "aside")

    def press(self, row: Row, key: str) -> bool:
        if key != "g" or row.id != WHOLE:
            return False
        self.client.run_javascript("document.getElementById('gaps')?.focus()")
        return True

    def said_of(self, row: Row, made: Verdict) -> str:
        said = super().said_of(row, made)
        gaps = f"; missing: {'; '.join(made.gaps)}" if row.id == WHOLE and made.gaps else ""
        return said + gaps

    def _write(self, words: str) -> None:
        self.desk.change(self.desk.made.with_gaps(words), "named gaps", redraw=False)


def draw_judgement(desk: EditingSession[Pool, Judgements], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    given = desk.task.given
    about = [("Question", given.heading), ("Answer", given.answer)] if given.answer else []
    RowsPage(desk, rows, about, noun="judgements")


def draw_reading(desk: EditingSession[ReadExplanation, Reading], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    _ReadingPage(desk, rows, [], noun="parts")


class _ReadingPage(RowsPage[ReadExplanation, Reading]):
    def draw_more(self, row: Row) -> None:
        if row.id != Part.WHOLE:
            return
        text("p", "Faults of the whole, by their keys", "aside")
        with element("div", "grades", role="group", aria_label="Faults of the whole"):
            for key, fault in FAULT_KEYS.items():
                named = fault in self.desk.made.faults
                button(
                    f"{key} {fault}",
                    partial(self._toggle, fault),
                    "small chosen" if named else "small",
                    aria_pressed="true" if named else "false",
                    title=FAULTS[fault],
                )

    def press(self, row: Row, key: str) -> bool:
        if row.id != Part.WHOLE or key not in FAULT_KEYS:
            return False
        self._toggle(FAULT_KEYS[key])
        return True

    def said_of(self, row: Row, made: Reading) -> str:
        said = super().said_of(row, made)
        return said + (f"; faults: {', '.join(made.faults)}" if row.id == Part.WHOLE and made.faults else "")

    def _toggle(self, fault: str) -> None:
        made = self.desk.made.toggled(fault)
        self.desk.change(made, f"{'named' if fault in made.faults else 'took back'} the fault {fault}", redraw=False)
        self.draw_row(self.at)


def draw_relevance(desk: EditingSession[Shortlist, Ratings], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    given = desk.task.given
    RowsPage(desk, rows, [("Question", given.question), ("Answer", given.answer)])
