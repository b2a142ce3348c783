"""The page of relevance rating: one fact after the other, graded by a single key."""

from functools import partial

from nicegui import context, events, ui

from explanans.workbench.kinds.desk import Desk
from explanans.workbench.kinds.relevance.work import SCALE, Candidate, Ratings, Shortlist
from explanans.workbench.widgets import button, element, field, text


def draw(desk: Desk[Shortlist, Ratings], facts: tuple[Candidate, ...]) -> None:
    """Draw the page.

    Args:
        desk: The desk.
        facts: The facts that are to be graded.
    """
    _Page(desk, facts)


class _Page:
    def __init__(self, desk: Desk[Shortlist, Ratings], facts: tuple[Candidate, ...]) -> None:
        self.desk, self.facts = desk, facts
        self.at = next((n for n, fact in enumerate(facts) if fact.id not in desk.made.grades), 0)
        self.client = context.client
        given = desk.task.given
        with element("section", "card"):
            with element("dl", "facts"):
                text("dt", "Question")
                text("dd", given.question)
                text("dt", "Answer")
                text("dd", given.answer)
            with element("details", open=True):
                text("summary", "The scale and its keys")
                with element("dl", "facts"):
                    for grade in SCALE:
                        with element("dt"):
                            text("kbd", str(grade.value))
                            text("span", f" {grade.name}")
                        text("dd", grade.meaning)
                hint = "Keys 0 to 3 grade the fact at hand and go on; up and down, or k and j, move; u takes back."
                text("p", hint, "aside")
        if not facts:
            text("p", "There is nothing to grade here: the raters agree.", "empty")
        self.count = text("p", "", "aside", role="status")
        with element("ol", "ratings", aria_label="Facts"):
            self.rows = [element("li", "rating") for _ in facts]
        for number in range(len(facts)):
            self._draw_row(number)
        self._tell()
        if desk.may_edit:
            ui.keyboard(on_key=self._key, ignore=["input", "textarea", "select"])
        desk.on_changed.append(self._tell)

    def _tell(self) -> None:
        done = sum(fact.id in self.desk.made.grades for fact in self.facts)
        self.count.text = f"{done} of {len(self.facts)} facts graded"

    def _draw_row(self, number: int) -> None:
        # One row at a time: a page of sixty facts that is drawn anew with every key would be slow for all.
        row, fact, here = self.rows[number], self.facts[number], number == self.at
        row.classes(add="here" if here else "", remove="" if here else "here")
        row.clear()
        made = self.desk.made
        with row:
            text("p", fact.text, "fact")
            with element("div", "grades", role="group", aria_label=f"Grade of: {fact.text}"):
                for grade in reversed(SCALE):
                    chosen = made.grades.get(fact.id) == grade.value
                    button(
                        f"{grade.value} {grade.name}",
                        partial(self._grade, number, grade.value),
                        "small chosen" if chosen else "small",
                        aria_pressed="true" if chosen else "false",
                        disabled=not self.desk.may_edit,
                    )
            self._draw_others(fact)
            if here and self.desk.may_edit:
                field("Remark, if there is one", made.notes.get(fact.id, ""), partial(self._note, fact))
            elif fact.id in made.notes:
                text("p", made.notes[fact.id], "aside")

    def _draw_others(self, fact: Candidate) -> None:
        for work in self.desk.task.earlier:
            if fact.id in work.made.grades:
                note = f", “{work.made.notes[fact.id]}”" if fact.id in work.made.notes else ""
                text("p", f"{work.person} gave {work.made.grades[fact.id]}{note}", "aside")

    def _grade(self, number: int, value: int) -> None:
        fact = self.facts[number]
        self.desk.change(self.desk.made.graded(fact.id, value), f"graded {fact.id} {value}", redraw=False)
        self._draw_row(number)
        self._go(min(number + 1, len(self.facts) - 1))

    def _go(self, number: int) -> None:
        before, self.at = self.at, number
        for changed in {before, number}:
            self._draw_row(changed)
        self.client.run_javascript("document.querySelector('.rating.here')?.scrollIntoView({block: 'nearest'})")

    def _note(self, fact: Candidate, note: str) -> None:
        self.desk.change(self.desk.made.noted(fact.id, note), f"remarked on {fact.id}", redraw=False)

    def _key(self, event: events.KeyEventArguments) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        key = event.key.name
        if key in "0123" and self.facts:
            self._grade(self.at, int(key))
        elif key in {"ArrowDown", "j", "ArrowUp", "k"}:
            step = 1 if key in {"ArrowDown", "j"} else -1
            self._go(max(0, min(self.at + step, len(self.facts) - 1)))
        elif key == "u":
            self.desk.undo()
