"""The page on which a belief and an argument are written, and tried on the model."""

import asyncio

from nicegui import context

from explanans.errors import ExplanansError, InputError
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.graphs.model import predict_stance
from explanans.workbench.kinds.graphs.work import LONGEST, Contribution, Prompt
from explanans.workbench.widgets import button, element, field, set_value, tell_values, text

BELIEF, ARGUMENT = "belief", "argument"
"""The ids of the fields."""


def draw(desk: EditingSession[Prompt, Contribution]) -> None:
    """Draw the page."""
    _Page(desk)


class _Page:
    def __init__(self, desk: EditingSession[Prompt, Contribution]) -> None:
        self.desk, self.client, self.asking = desk, context.client, False
        given, made = desk.task.given, desk.made
        with element("section", "card"):
            with element("dl", "facts"):
                text("dt", "Prompt")
                text("dd", given.prompt)
                text("dt", "To write")
                text("dd", f"The belief of the prompt, and an argument that {given.stance}s it")
            locked = not desk.may_edit
            for name, label, words in ((BELIEF, "Belief", made.belief), (ARGUMENT, "Argument", made.argument)):
                made_field = field(label, words, None, id=name, maxlength=LONGEST, disabled=locked)
                tell_values(made_field, "change", (BELIEF, ARGUMENT), self._write)
        with element("section", "card", aria_label="The model"):
            text("h2", "Does it mislead the model?")
            if desk.may_edit:
                self.ask = text("button", "Ask the model", "main", type="button", id="ask")
                tell_values(self.ask, "click", (BELIEF, ARGUMENT), self._ask)
            self.said = text("p", "", "said", role="status")
            self.tries = element("div")
            self._draw_tries()

    @property
    def left(self) -> int:
        """The number of tries left."""
        most: int = self.desk.task.settings["tries"]
        return max(0, most - len(self.desk.made.tries))

    def _write(self, belief: str, argument: str) -> None:
        self._keep(belief, argument)

    def _keep(self, belief: str, argument: str) -> bool:
        try:
            made = self.desk.made.written(belief, argument)
        except InputError as error:
            self.said.text = f"{str(error)[0].upper()}{str(error)[1:]}."
            return False
        self.desk.change(made, "wrote belief and argument", redraw=False)
        self._draw_tries()
        return True

    async def _ask(self, belief: str, argument: str) -> None:
        if self.asking or not self.left or not self._keep(belief, argument):
            return
        made, model = self.desk.made, str(self.desk.task.settings.get("model", ""))
        if not made.belief or not made.argument:
            self.said.text = "Write belief and argument first."
            return
        if any((it.belief, it.argument) == (made.belief, made.argument) for it in made.tries):
            self.said.text = "The model was asked about these words already; change them."
            return
        self.asking = True
        try:
            stance = await asyncio.to_thread(predict_stance, made.belief, made.argument, model)
        except ExplanansError as error:
            self.said.text = f"The model could not be asked: {error}."
            return
        finally:
            self.asking = False
        if self.desk.made != made:
            self.said.text = "The words were changed meanwhile; ask again."
            return
        self.desk.change(made.tried(stance, model), f"asked the model: it says {stance}", redraw=False, lasting=True)
        self.said.text = f"The model says that the argument {stance}s the belief: {_outcome(stance != made.stance)}"
        self._draw_tries()

    def _draw_tries(self) -> None:
        made = self.desk.made
        if self.desk.may_edit:
            self.ask.text = f"Ask the model ({len(made.tries)} of {self.desk.task.settings['tries']} tries used)"
            self.ask.props(remove="disabled") if self.left else self.ask.props("disabled")
        self.tries.clear()
        with self.tries, element("ol", "list", aria_label="Tries"):
            for it in made.tries:
                with element("li"):
                    text("span", f"{it.belief} – {it.argument}")
                    text(
                        "span", f" The model says {it.said}: {_outcome(it.fooled)}", "tag good" if it.fooled else "tag"
                    )
        last = made.tries[-1] if made.tries else None
        if last and self.desk.may_edit and (last.belief, last.argument) != (made.belief, made.argument):
            with self.tries:
                button("Go back to the words of the last try", self._back)

    def _back(self) -> None:
        last = self.desk.made.tries[-1]
        for name, words in ((BELIEF, last.belief), (ARGUMENT, last.argument)):
            set_value(self.client, name, words)
        self._write(last.belief, last.argument)


def _outcome(fooled: bool) -> str:
    return "it is misled." if fooled else "it is right."
