"""The pool of facts and the worksheet of a page of tree authoring, and how they change the sheet."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from nicegui import context, ui

from explanans.errors import ExplanansError, InputError
from explanans.structures.facts import Fact
from explanans.structures.trees import Inference
from explanans.workbench.kinds import trees_checks
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.trees_sheet import Conclusion, Part, Premise, Question, Sheet
from explanans.workbench.widgets import button, choice, draggable, drop_zone, element, field, text
from explanans.workbench.widgets import focus as go_to

if TYPE_CHECKING:
    from nicegui.elements.mixins.text_element import TextElement

_TITLES = {Part.CORE: "Core", Part.GROUNDING: "Grounding", Part.OTHER: "Other"}
_EMPTY = {
    Part.CORE: "The central ideas: drag facts here.",
    Part.GROUNDING: "What links them to the things in the question.",
    Part.OTHER: "Whatever else may be of use.",
}
_KEYS = {"c": Part.CORE, "g": Part.GROUNDING, "o": Part.OTHER}


class SheetEditor:
    """The sheet of one page, as pool and board change it."""

    def __init__(self, desk: EditingSession[Question, Sheet]) -> None:
        self.desk = desk
        self.client = context.client
        self.held: tuple[str, str] = ("", "")
        """The dragged item: ``pool`` or ``sheet``, and its id."""
        self.remarks: tuple[trees_checks.Remark, ...] = ()
        self.said: TextElement

    def look(self) -> None:
        """Show what words that changed lead to; a page has it in place of this."""

    def change(self, make: Callable[[Sheet], Sheet], action: str, focus: str = "") -> None:
        """Change the sheet, or show why the change is impossible."""
        try:
            self.desk.change(make(self.desk.made), action)
        except InputError as error:
            self.say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        if focus:
            # What was pressed is drawn anew; whoever works by keyboard goes on where they were.
            go_to(self.client, focus)

    def word(self, make: Callable[[Sheet], Sheet], action: str) -> None:
        """Change words that the page shows already, without redrawing the page."""
        try:
            self.desk.change(make(self.desk.made), action, redraw=False)
        except InputError as error:
            self.say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        self.look()

    def say(self, sentence: str) -> None:
        """Show the user a message."""
        self.said.text = sentence

    def add_from_pool(self, uid: str, part: Part) -> None:
        """Put a fact of the knowledge base onto the worksheet."""
        fact = self.desk.bases.open(self.desk.task.knowledge).fact(uid)
        if fact is not None:
            self.change(lambda sheet: sheet.add(fact.text, part, uid, "base"), f"added “{fact.text}”")


class Board:
    """The board of one page."""

    def __init__(self, page: SheetEditor) -> None:
        self._page, self._desk = page, page.desk
        self._picked: list[str] = []
        self._marks: dict[str, ui.element] = {}
        may = self._desk.may_edit
        # The field for the user's facts is not redrawn, so that a change from elsewhere loses no typed text.
        with element("section", "card", aria_label="Worksheet"):
            text("h2", "Worksheet")
            self._parts = element("div")
            if may:
                label = "A fact of your own (Enter adds it to core)"
                field(label, "", self._add_own, blank=True, maxlength=2000, id="own-fact")
        with element("section", "card", aria_label="Tree"):
            with element("div", "heading"):
                text("h2", "Tree")
                if may:
                    button("Join what is picked (J)", self.join_picked, id="join")
            self._steps = element("div")
        self.draw()

    def draw(self) -> None:
        """Draw worksheet and steps anew."""
        sheet = self._desk.made
        self._picked = [name for name in self._picked if name in sheet.texts()]
        self._parts.clear()
        self._steps.clear()
        self._marks = {}
        with self._parts:
            for part in Part:
                self._draw_part(part)
        with self._steps:
            if not sheet.conclusions:
                text("p", "No step yet. Pick two facts and join them, or drag one onto the other.", "empty")
            with element("ul", "steps"):
                for top in sheet.tops():
                    self._draw_step(top, frozenset())
        self.show_remarks()

    def show_remarks(self) -> None:
        """Show the remarks on each step next to it."""
        said: defaultdict[str, list[str]] = defaultdict(list)
        for remark in self._page.remarks:
            said[remark.about].append(remark.sentence)
        for name, place in self._marks.items():
            place.clear()
            with place:
                for sentence in said[name]:
                    text("p", sentence, "remark")

    def join_picked(self) -> None:
        """Make a step of what is picked."""
        picked, self._picked = tuple(self._picked), []
        following = f"words-C{self._desk.made.numbers[1] + 1}"
        self._page.change(lambda sheet: sheet.join(picked), f"joined {' and '.join(picked)}", following)

    def _draw_part(self, part: Part) -> None:
        facts = [fact for fact in self._desk.made.facts if fact.part == part]
        with element("div", "part") as zone:
            drop_zone(zone, partial(self._drop_on_part, part))
            text("h3", _TITLES[part])
            if not facts:
                text("p", _EMPTY[part], "aside")
            with element("ul", "facts-list", aria_label=_TITLES[part]):
                for fact in facts:
                    self._draw_fact(fact)

    def _draw_fact(self, fact: Premise) -> None:
        with element("li", f"fact {fact.origin}") as row:
            if not self._desk.may_edit:
                text("span", f"{fact.id} {fact.text}")
                return
            draggable(row, partial(self._pick_up, fact.id))
            drop_zone(row, partial(self._drop_on_fact, fact.id))
            self._draw_pick(fact.id, fact.text)
            with element("span", "words"):
                text("b", fact.id)
                text("span", f" {fact.text}")
                if fact.origin != "base":
                    text("span", f" {fact.origin}", "tag")
            with element("details", "menu"):
                text("summary", "⋯", aria_label=f"More for {fact.id}", tabindex="-1")
                with element("div", "card"):
                    change = partial(self._reword, fact.id)
                    field("In other words", fact.text, change, id=f"fact-{fact.id}")
                    with element("div", "buttons"):
                        button("Up", partial(self._shift, fact.id, -1), "tiny", aria_label=f"{fact.id} up")
                        button("Down", partial(self._shift, fact.id, 1), "tiny", aria_label=f"{fact.id} down")
                        for part in Part:
                            if part != fact.part:
                                button(f"To {part}", partial(self._put, fact.id, part), "tiny")
                        button("Remove", partial(self._drop, fact.id), "tiny", aria_label=f"Remove {fact.id}")

    def _draw_step(self, step: Conclusion, above: frozenset[str]) -> None:
        sheet = self._desk.made
        is_root = step.id == sheet.root
        with element("li", "step root" if is_root else "step") as card:
            if self._desk.may_edit:
                drop_zone(card, partial(self._drop_on_step, step.id))
            with element("div", "conclusion"):
                self._draw_conclusion(step, is_root)
            self._marks[step.id] = element("div", role="status")
            with element("ul", "steps", aria_label=f"Premises of {step.id}"):
                for name in step.premises:
                    below = sheet.conclusion(name)
                    if below is not None and name not in above | {step.id}:
                        self._draw_step(below, above | {step.id})
                    else:
                        self._draw_premise(step.id, name)

    def _draw_conclusion(self, step: Conclusion, is_root: bool) -> None:
        if not self._desk.may_edit:
            text("b", f"{step.id}{' (hypothesis)' if is_root else ''}: {step.text}")
            return
        with element("div", "line") as line:
            draggable(line, partial(self._pick_up, step.id))
            self._draw_pick(step.id, step.text)
            text("b", "Hypothesis" if is_root else step.id)
            if step.suggested:
                text("span", "suggested", "tag")
        words = partial(self._reword, step.id)
        label, name = f"What follows ({step.id})", f"words-{step.id}"
        field(label, step.text, words, hidden_label=True, placeholder="What follows from these?", id=name)
        with element("div", "buttons"):
            label = f"Inference of {step.id}"
            options = {"": "kind of inference"} | {str(it): str(it) for it in Inference}
            choice(label, options, step.inference, partial(self._infer, step.id), id=f"inference-{step.id}")
            root = "" if is_root else step.id
            button(
                "Not the hypothesis" if is_root else "Is the hypothesis",
                partial(self._root, step.id, root),
                "tiny",
                id=f"root-{step.id}",
            )
            button("Suggest words", partial(self._suggest, step.id), "tiny", aria_label=f"Suggest words for {step.id}")
            button("Add picked", partial(self._attach_picked, step.id), "tiny", aria_label=f"Add picked to {step.id}")
            button("Remove step", partial(self._drop, step.id), "tiny", aria_label=f"Remove {step.id}")

    def _draw_premise(self, step: str, name: str) -> None:
        fact = next((it for it in self._desk.made.facts if it.id == name), None)
        with element("li", f"fact premise {fact.origin if fact else ''}") as row:
            with element("span", "words"):
                text("b", name)
                text("span", f" {self._desk.made.texts().get(name, '')}")
            if self._desk.may_edit:
                draggable(row, partial(self._pick_up, name))
                out = partial(self._detach, step, name)
                button("✕", out, "tiny", aria_label=f"Take {name} out of {step}")

    def _draw_pick(self, name: str, words: str) -> None:
        made = ui.element("input")
        for key, value in {"id": f"pick-{name}", "type": "checkbox", "aria-label": f"Pick {name}: {words}"}.items():
            made._props[key] = value  # noqa: SLF001 - see widgets
        if name in self._picked:
            made._props["checked"] = True  # noqa: SLF001
        made.on("change", lambda _: self._pick(name), [])

    def _pick(self, name: str) -> None:
        if name in self._picked:
            self._picked.remove(name)
        else:
            self._picked.append(name)
        self._page.say(f"Picked: {', '.join(self._picked)}" if self._picked else "")

    def _pick_up(self, name: str) -> None:
        self._page.held = ("sheet", name)

    def _drop_on_part(self, part: Part) -> None:
        kind, name = self._page.held
        if kind == "pool":
            self._page.add_from_pool(name, part)
        elif name.startswith("F"):
            self._put(name, part)

    def _drop_on_fact(self, target: str) -> None:
        kind, name = self._page.held
        if kind == "pool":
            fact = next(it for it in self._desk.made.facts if it.id == target)
            self._page.add_from_pool(name, fact.part)
        elif name != target:
            following = f"words-C{self._desk.made.numbers[1] + 1}"
            self._page.change(lambda sheet: sheet.join((target, name)), f"joined {target} and {name}", following)

    def _drop_on_step(self, step: str) -> None:
        kind, name = self._page.held
        if kind == "pool":
            self._page.add_from_pool(name, Part.CORE)
            name = next((fact.id for fact in self._desk.made.facts if fact.uid == name), "")
        self._attach(step, name)

    def _attach(self, step: str, name: str) -> None:
        if name and name != step:
            self._page.change(lambda sheet: sheet.attach(step, name), f"added {name} to {step}", f"pick-{step}")

    def _attach_picked(self, step: str) -> None:
        picked, self._picked = tuple(self._picked), []
        for name in picked:
            self._attach(step, name)

    def _detach(self, step: str, name: str) -> None:
        self._page.change(lambda sheet: sheet.detach(step, name), f"took {name} out of {step}", f"pick-{step}")

    def _drop(self, name: str) -> None:
        self._page.change(lambda sheet: sheet.drop(name), f"removed {name}", "own-fact")

    def _put(self, name: str, part: Part) -> None:
        self._page.change(lambda sheet: sheet.put(name, part), f"moved {name} to {part}", f"pick-{name}")

    def _shift(self, name: str, by: int) -> None:
        self._page.change(
            lambda sheet: sheet.shift(name, by), f"moved {name} {'up' if by < 0 else 'down'}", f"pick-{name}"
        )

    def _reword(self, name: str, words: str) -> None:
        self._page.word(lambda sheet: sheet.reword(name, words), f"worded {name}")

    def _infer(self, name: str, inference: str) -> None:
        self._page.change(
            lambda sheet: sheet.inferred(name, inference), f"named the inference of {name}", f"inference-{name}"
        )

    def _root(self, step: str, name: str) -> None:
        self._page.change(lambda sheet: sheet.rooted(name), "marked the hypothesis", f"root-{step}")

    def _add_own(self, words: str) -> None:
        said = " ".join(words.split())
        if not said:
            return
        # Whoever types quickly has begun the next one by now.
        script = f"if (it.value.trim() === {json.dumps(words.strip())}) it.value = ''"
        place = "const it = document.getElementById('own-fact')"
        self._page.client.run_javascript(f"(() => {{ {place}; {script} }})()")
        # A browser that does not know that this was saved sends it again.
        if any(fact.text == said for fact in self._desk.made.facts):
            self._page.say("The worksheet has this fact already.")
        else:
            self._page.change(lambda sheet: sheet.add(words), f"added their own “{words.strip()[:80]}”")

    async def _suggest(self, name: str) -> None:
        sheet, base = self._desk.made, self._desk.bases.open(self._desk.task.knowledge)
        words = await asyncio.to_thread(lambda: base.using(lambda: trees_checks.suggest_conclusion(sheet, name)))
        if words:
            self._page.change(lambda it: it.suggested(name, words), f"took suggested words for {name}")
        else:
            self._page.say("No words were found for this step.")


class Pool:
    """The pool of one page."""

    def __init__(self, page: SheetEditor) -> None:
        self._page = page
        self._desk = page.desk
        self._query = ""
        self._shown: dict[str, ui.element] = {}
        text("h2", "Facts")
        self._search = field("Search in the knowledge base", "", self._ask, typed=self._ask, delay=0.4, type="search")
        self._note = text("p", "Looking for the best facts …", "aside", role="status")
        self._list = element("ul", "facts-list", aria_label="Facts of the knowledge base")
        ui.timer(0.05, self._rank, once=True)

    def focus(self) -> None:
        """Go to the field of the search."""
        self._search.run_method("focus")

    def mark(self) -> None:
        """Mark the facts that are on the worksheet."""
        on_sheet = {fact.uid for fact in self._desk.made.facts if fact.uid}
        for uid, row in self._shown.items():
            row.classes(add="used" if uid in on_sheet else "", remove="" if uid in on_sheet else "used")

    async def _rank(self) -> None:
        task = self._desk.task
        limit = int(task.settings.get("pool", 20))
        try:
            found = await asyncio.to_thread(
                lambda: self._desk.bases.open(task.knowledge).rank(task.given.question, task.given.answer, limit)
            )
        except ExplanansError as error:
            self._note.text = f"No facts: {error}"
            return
        if not self._query:
            self._draw([item.fact for item in found], f"The {len(found)} best for this answer")

    async def _ask(self, query: str) -> None:
        if query.strip() == self._query:
            return  # the list is being used already; drawn anew, it would lose the focus
        self._query = query.strip()
        if not self._query:
            await self._rank()
            return
        asked, limit = self._query, int(self._desk.task.settings.get("pool", 20))
        base = await asyncio.to_thread(self._desk.bases.open, self._desk.task.knowledge)
        found = await asyncio.to_thread(base.search, asked, limit)
        if asked == self._query:
            shown = f"{len(found)} found for “{asked}”" if found else f"No fact shares a word with “{asked}”."
            self._draw([item.fact for item in found], shown)

    def _draw(self, facts: list[Fact], note: str) -> None:
        self._note.text = note
        self._list.clear()
        self._shown = {}
        with self._list:
            for fact in facts:
                self._draw_fact(fact)
        self.mark()

    def _draw_fact(self, fact: Fact) -> None:
        may = self._desk.may_edit
        with element("li", "fact", **({"tabindex": "0"} if may else {})) as row:
            text("span", fact.text)
            if may:
                draggable(row, partial(self._pick_up, fact.id))
                row.on(
                    "keydown",
                    lambda event, uid=fact.id: self._page.add_from_pool(uid, _KEYS[str(event.args)]),
                    js_handler="(event) => 'cgo'.includes(event.key) && !event.ctrlKey && emit(event.key)",
                )
                with element("span", "adders"):
                    for part in Part:
                        label = f"Add to {part}: {fact.text}"
                        button(
                            str(part),
                            partial(self._page.add_from_pool, fact.id, part),
                            "tiny",
                            aria_label=label,
                            tabindex="-1",
                        )
        self._shown[fact.id] = row

    def _pick_up(self, uid: str) -> None:
        self._page.held = ("pool", uid)
