"""The pool: the facts that rank best for the answer, and what a search in the knowledge base finds."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from explanans.errors import ExplanansError
from explanans.structures.facts import Fact
from explanans.workbench.kinds.trees.sheet import Part
from explanans.workbench.widgets import button, draggable, element, field, text

if TYPE_CHECKING:
    from explanans.workbench.kinds.trees.page import TreePage

_KEYS = {"c": Part.CORE, "g": Part.GROUNDING, "o": Part.OTHER}


class Pool:
    """The pool of one page."""

    def __init__(self, page: "TreePage") -> None:
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
