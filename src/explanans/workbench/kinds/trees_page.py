"""The page of tree authoring: pool, worksheet, tree, drawing, prose and checks."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace

from nicegui import ui

from explanans.entailment.steps.word_checker import WordChecker
from explanans.errors import ExplanansError
from explanans.rendering.tree_drawing import explanation_svg
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.workbench.kinds import trees_checks
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.trees_board import Board, Pool, SheetEditor
from explanans.workbench.kinds.trees_checks import suggest_step, suggest_tree
from explanans.workbench.kinds.trees_sheet import Question, Sheet
from explanans.workbench.widgets import Key, button, element, field, keys, text

_HINT = (
    "Drag facts from the pool onto the worksheet, one fact onto another to join them, and facts onto a step. "
    "By keyboard: in the pool c, g and o put a fact into a part; Space picks a fact or a conclusion; "
    "J joins what is picked, / goes to the search, Ctrl-Z takes back."
)


def drawing(sheet: Sheet) -> Iterator[str]:
    """Yield an SVG document for each tree on a sheet that can be drawn; one that runs in a circle cannot."""
    for top in sheet.tops():
        tree = _rooted(sheet.tree(top.id), top.id)
        if not tree.faults():
            facts = tuple(ScoredFact(leaf, 0.0) for leaf in tree.leaves)
            verdicts = WordChecker().check_tree(tree)
            yield explanation_svg(Explanation("", "", tree.hypothesis, facts, tree, verdicts, (), ""))


def _rooted(tree: EntailmentTree, top: str) -> EntailmentTree:
    steps = tuple(_with_text(step, top) for step in tree.steps)
    return replace(tree, hypothesis=steps[-1].text if steps else "…", steps=steps)


def _with_text(step: Step, top: str) -> Step:
    name = ROOT if step.conclusion in {top, ROOT} else step.conclusion
    return replace(step, conclusion=name, text=step.text or "…")


def draw(desk: EditingSession[Question, Sheet]) -> None:
    """Draw the page."""
    TreePage(desk)


class TreePage(SheetEditor):
    """The page of one sheet."""

    def __init__(self, desk: EditingSession[Question, Sheet]) -> None:
        super().__init__(desk)
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

    def look(self) -> None:
        """Draw the tree below, and check the sheet anew."""
        self._draw_below()
        self._look()

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
                text("p", trees_checks.prose(sheet), "prose")

    def _look(self) -> None:
        """Show the checks by words at once, and those by models when they are ready."""
        self._looking += 1
        self.remarks = trees_checks.quick(self.desk.made)
        self.board.show_remarks()
        if self.desk.made.conclusions:
            # No timer: whatever was clicked may be gone by now, and a timer would belong to it.
            self._thought = asyncio.create_task(self._look_thoroughly(self._looking))

    async def _look_thoroughly(self, number: int) -> None:
        sheet = self.desk.made
        base = self.desk.bases.open(self.desk.task.knowledge)
        found = await asyncio.to_thread(lambda: base.using(lambda: trees_checks.thorough(sheet)))
        if number == self._looking:
            self.remarks = (*trees_checks.quick(sheet), *found)
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
