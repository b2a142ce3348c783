"""The page of tree authoring: the pool of facts, the worksheet, the tree, its drawing, its prose and its checks."""

import asyncio
from collections.abc import Callable

from nicegui import context, ui

from explanans.errors import ExplanansError, InputError
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.trees import checks
from explanans.workbench.kinds.trees.board import Board
from explanans.workbench.kinds.trees.drawing import drawing
from explanans.workbench.kinds.trees.pool import Pool
from explanans.workbench.kinds.trees.sheet import Part, Question, Sheet
from explanans.workbench.kinds.trees.suggestions import suggest_step, suggest_tree
from explanans.workbench.widgets import Key, button, element, field, keys, text
from explanans.workbench.widgets import focus as go_to

_HINT = (
    "Drag facts from the pool onto the worksheet, one fact onto another to join them, and facts onto a step. "
    "By keyboard: in the pool c, g and o put a fact into a part; Space picks a fact or a conclusion; "
    "J joins what is picked, / goes to the search, Ctrl-Z takes back."
)


def draw(desk: EditingSession[Question, Sheet]) -> None:
    """Draw the page."""
    TreePage(desk)


class TreePage:
    """The page of one sheet."""

    def __init__(self, desk: EditingSession[Question, Sheet]) -> None:
        self.desk = desk
        self.client = context.client
        self.held: tuple[str, str] = ("", "")
        """The dragged item: ``pool`` or ``sheet``, and its id."""
        self.remarks: tuple[checks.Remark, ...] = ()
        self._looking = 0
        self._stated = ""
        self._thought: asyncio.Task[None] | None = None
        given = desk.task.given
        with element("section", "card"):
            with element("dl", "facts"):
                text("dt", "Question")  # in full: the heading shows one line of it on a phone
                text("dd", given.question)
                text("dt", "Answer")
                text("dd", given.answer)
            self.statement = element("div")
            self._draw_statement()
        with element("div", "tree-desk"):
            with element("section", "card pool", aria_label="Pool of facts"):
                self.pool = Pool(self)
            with element("div"):
                self.top = element("div")
                self.board = Board(self)
                self._draw_tools()
        desk.on_replaced = self._replaced_within(desk.on_replaced)
        self._look()

    def _replaced_within(self, outer: Callable[[], None]) -> Callable[[], None]:
        """Return the function that redraws the changing parts of the page; the search pool stays."""
        del outer

        def replaced() -> None:
            self._draw_statement()
            self.board.draw()
            self.pool.mark()
            self._draw_below()
            self._look()

        return replaced

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
        self._draw_below()
        self._look()

    def say(self, sentence: str) -> None:
        """Show the user a message."""
        self.said.text = sentence

    def add_from_pool(self, uid: str, part: Part) -> None:
        """Put a fact of the knowledge base onto the worksheet."""
        fact = self.desk.bases.open(self.desk.task.knowledge).fact(uid)
        if fact is not None:
            self.change(lambda sheet: sheet.add(fact.text, part, uid, "base"), f"added “{fact.text}”")

    def _draw_statement(self) -> None:
        sheet = self.desk.made
        if sheet.hypothesis == self._stated:
            return  # a redraw would lose text that is being typed
        self._stated = sheet.hypothesis
        self.statement.clear()
        with self.statement:
            field(
                "Hypothesis: question and answer as one statement",
                sheet.hypothesis,
                self._state,
                disabled=not self.desk.may_edit,
            )

    def _state(self, words: str) -> None:
        self._stated = " ".join(words.split())  # the field shows it already
        self.change(lambda sheet: sheet.hypothesized(words), "reworded the hypothesis")

    def _draw_tools(self) -> None:
        with element("section", "card", aria_label="Drawing and suggestions"):
            self.said = text("p", "", "said", role="status")
            if self.desk.may_edit:
                with element("div", "buttons"):
                    button("Suggest the next step", self._suggest_step)
                    button("Suggest a whole tree", self._suggest_tree)
                text("p", _HINT, "aside")
            self.offer = element("div")
            self.below = element("div")
            self._draw_below()
        if self.desk.may_edit:
            keys(self._key)

    def _draw_below(self) -> None:
        self.below.clear()
        self.top.clear()
        sheet = self.desk.made
        if sheet.conclusions:
            with (
                self.top,
                element("section", "card drawing", aria_label="Drawing"),
                element("div", "scroll drawn", tabindex="0", role="region", aria_label="Drawing of the tree"),
            ):
                for svg in drawing(sheet):
                    ui.html(svg, sanitize=False)
        with self.below:
            if sheet.conclusions:
                text("h2", "Read out")
                text("p", checks.prose(sheet), "prose")

    def _look(self) -> None:
        """Show the checks by words at once, and those by models when they are ready."""
        self._looking += 1
        self.remarks = checks.quick(self.desk.made)
        self.board.show_remarks()
        if self.desk.made.conclusions:
            # No timer: whatever was clicked may be gone by now, and a timer would belong to it.
            self._thought = asyncio.create_task(self._look_thoroughly(self._looking))

    async def _look_thoroughly(self, number: int) -> None:
        sheet = self.desk.made
        base = self.desk.bases.open(self.desk.task.knowledge)
        found = await asyncio.to_thread(lambda: base.using(lambda: checks.thorough(sheet)))
        if number == self._looking:
            self.remarks = (*checks.quick(sheet), *found)
            self.board.show_remarks()

    async def _suggest_step(self) -> None:
        self.say("Looking for a step …")
        sheet = self.desk.made
        try:
            found = await asyncio.to_thread(suggest_step, self.desk.bases, self.desk.task, sheet)
        except ExplanansError as error:
            self.say(f"No suggestion: {error}.")
            return
        self.say("" if found else "No step was found from what is on the worksheet; add facts, or join two yourself.")
        if found:
            texts = sheet.texts()
            lines = [*(texts[name] for name in found.premises), f"→ {found.text}"]
            self._offer("A step", lines, lambda it: it.join(found.premises, found.text, suggested=True))

    async def _suggest_tree(self) -> None:
        self.say("Looking for a tree …")
        try:
            found = await asyncio.to_thread(suggest_tree, self.desk.bases, self.desk.task, self.desk.made)
        except ExplanansError as error:
            self.say(f"No suggestion: {error}.")
            return
        self.say("" if found else "No tree was found in the knowledge base for this answer.")
        if found:
            self._offer("A tree, in place of what is on the sheet", self.desk.kind.lines(found), lambda _: found)

    def _offer(self, title: str, lines: list[str], make: Callable[[Sheet], Sheet]) -> None:
        self.offer.clear()

        def accept() -> None:
            self.offer.clear()
            self.change(make, "accepted a suggestion")

        with self.offer, element("div", "notice"):
            text("h3", title)
            with element("div", "lines"):
                for line in lines:
                    text("span", line)
            with element("div", "buttons"):
                button("Accept", accept)
                button("No, thank you", self._decline)

    def _decline(self) -> None:
        self.offer.clear()

    def _key(self, key: Key) -> None:
        if key.plain in {"j", "J"}:
            self.board.join_picked()
        elif key.plain == "/":
            self.pool.focus()
