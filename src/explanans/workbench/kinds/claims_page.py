"""The page of claims: the words of the claim, its status, and the sentences of its source."""

from collections.abc import Set
from functools import partial

from nicegui import context, ui

from explanans.workbench.kinds.claims_work import (
    CONTRADICTED,
    FINE,
    MISSING,
    STATUS,
    STATUSES,
    WORDS,
    CheckedClaim,
    Corrections,
    sentence_row,
    word_row,
)
from explanans.workbench.kinds.rating import Row
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.widgets import Key, button, element, field, keys, text

_HINT = (
    "A click on a word goes from fine to not found to contradicted. By keyboard: left and right go from word to word, "
    "n, c and x mark the word at hand; 1 to 3 set the status; up and down go from sentence to sentence, e chooses it "
    "as evidence; u takes back."
)
_NAMES = {choice.value: choice.name for choice in WORDS}
_CLASSES = {FINE: "", MISSING: "missing", CONTRADICTED: "contradicted"}
_MARKS = {choice.key: choice.value for choice in WORDS}


def draw(desk: EditingSession[CheckedClaim, Corrections], wanted: Set[str]) -> None:
    """Draw the page."""
    _Page(desk, wanted)


class _Page:
    def __init__(self, desk: EditingSession[CheckedClaim, Corrections], wanted: Set[str]) -> None:
        self.desk, self.wanted, self.given = desk, wanted, desk.task.given
        self.client = context.client
        self.word = self.sentence = 0
        with element("section", "card"):
            text("h2", "Claim")
            self.claim = element("p", "claim", role="group", aria_label="Words of the claim")
            self.status = element("div", "grades", role="group", aria_label="Status of the claim")
            self.said = text("p", "", "aside", role="status")
            with element("details"):
                text("summary", "What the marks mean, and the keys")
                with element("dl", "facts"):
                    for choice in (*STATUSES, *WORDS):
                        with element("dt"):
                            text("kbd", choice.key)
                            text("span", f" {choice.name}")
                        text("dd", choice.meaning)
                text("p", _HINT, "aside")
        if desk.task.earlier:
            self._draw_differences()
        with element("section", "card"):
            text("h2", "Source")
            with element("ol", "sentences", aria_label="Sentences of the source"):
                self.sentences = [element("li", "sentence") for _ in self.given.sentences]
            if desk.may_edit:
                field("Remark, if there is one", desk.made.notes.get(STATUS, ""), self._note)
        self.words: list[ui.element] = []
        self._draw_claim()
        self._draw_status()
        self._draw_sentences()
        desk.on_replaced = self._replaced
        if desk.may_edit:
            keys(self._key)

    def _draw_claim(self) -> None:
        self.claim.clear()
        self.words, end = [], 0
        claim, made = self.given.claim, self.desk.made
        with self.claim:
            for place, (start, stop) in enumerate(self.given.words):
                if start > end:
                    text("span", claim[end:start])
                mark = made.grades.get(word_row(place), FINE)
                here = "here" if place == self.word and self.desk.may_edit else ""
                self.words.append(
                    button(
                        claim[start:stop],
                        partial(self._turn, place),
                        f"word {_CLASSES[mark]} {here}",
                        aria_label=f"{claim[start:stop]}: {_NAMES[mark]}",
                        disabled=not self.desk.may_edit,
                    )
                )
                end = stop
            if claim[end:]:
                text("span", claim[end:])
        at = f"Word at hand: “{self.given.word(self.word)}”, {_NAMES[made.grades.get(word_row(self.word), FINE)]}"
        self.said.text = at if self.desk.may_edit else ""

    def _draw_status(self) -> None:
        self.status.clear()
        with self.status:
            for choice in STATUSES:
                chosen = self.desk.made.grades.get(STATUS) == choice.value
                button(
                    f"{choice.key} {choice.name}",
                    partial(self._set, STATUS, choice.value, f"status: {choice.name.lower()}"),
                    "small chosen" if chosen else "small",
                    aria_pressed="true" if chosen else "false",
                    disabled=not self.desk.may_edit,
                )

    def _draw_sentence(self, place: int) -> None:
        row, at = self.sentences[place], self.sentences[place]
        here = place == self.sentence and self.desk.may_edit
        chosen = bool(self.desk.made.grades.get(sentence_row(place)))
        at.classes(add="here" if here else "", remove="" if here else "here")
        row.clear()
        with row:
            text("p", self.given.sentences[place], "quoted" if chosen else "")
            button(
                "e Evidence" if here else "Evidence",
                partial(self._choose, place),
                "small chosen" if chosen else "small",
                aria_pressed="true" if chosen else "false",
                aria_label=f"Evidence: {self.given.sentences[place]}",
                disabled=not self.desk.may_edit,
            )

    def _draw_sentences(self) -> None:
        for place in range(len(self.sentences)):
            self._draw_sentence(place)

    def _replaced(self) -> None:
        """Draw anew what changes; the word and the sentence at hand stay."""
        self._draw_claim()
        self._draw_status()
        self._draw_sentences()

    def _draw_differences(self) -> None:
        with element("section", "card"):
            text("h2", "Where raters differ")
            with element("ul", "list", aria_label="Where raters differ"):
                for row in self.given.rows():
                    if row.id in self.wanted:
                        what = "The claim" if row.id == STATUS else f"“{row.text}”"
                        text("li", f"{what}: {', '.join(self._said(row))}")

    def _said(self, row: Row) -> list[str]:
        names = {choice.value: choice.name.lower() for choice in row.scale}
        given = ((it.person, it.made.grades.get(row.id, 0)) for it in self.desk.task.earlier)
        return [f"{person} said {names.get(value, 'nothing')}" for person, value in given]

    def _turn(self, place: int) -> None:
        self.word = place
        mark = self.desk.made.grades.get(word_row(place), FINE)
        self._mark(place, (mark + 1) % len(WORDS))
        self.client.run_javascript("document.querySelector('.word.here')?.focus()")

    def _mark(self, place: int, mark: int) -> None:
        self._set(word_row(place), mark, f"“{self.given.word(place)}”: {_NAMES[mark]}")

    def _choose(self, place: int) -> None:
        before, self.sentence = self.sentence, place
        row = sentence_row(place)
        chosen = 0 if self.desk.made.grades.get(row) else 1
        self._set(row, chosen, f"sentence {place + 1}: {'evidence' if chosen else 'no evidence'}")
        for changed in {before, place}:
            self._draw_sentence(changed)

    def _set(self, row: str, value: int, action: str) -> None:
        self.desk.change(self.desk.made.marked(row, value), action, redraw=False)
        if row == STATUS:
            self._draw_status()
        elif row.startswith("w"):
            self._draw_claim()

    def _go(self, words: int, sentences: int) -> None:
        before = self.sentence
        self.word = max(0, min(self.word + words, len(self.given.words) - 1))
        self.sentence = max(0, min(self.sentence + sentences, len(self.given.sentences) - 1))
        if words:
            self._draw_claim()
        for changed in {before, self.sentence} if sentences else ():
            self._draw_sentence(changed)
        if sentences:
            self.client.run_javascript("document.querySelector('.sentence.here')?.scrollIntoView({block: 'nearest'})")

    def _note(self, note: str) -> None:
        self.desk.change(self.desk.made.noted(STATUS, note), "remarked", redraw=False)

    def _key(self, pressed: Key) -> None:
        key = pressed.plain
        status = next((choice for choice in STATUSES if choice.key == key), None)
        moves = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
        if key in moves:
            self._go(*moves[key])
        elif status is not None:
            self._set(STATUS, status.value, f"status: {status.name.lower()}")
        elif key in _MARKS:
            self._mark(self.word, _MARKS[key])
        elif key == "e":
            self._choose(self.sentence)
        elif key == "u":
            self.desk.undo()
