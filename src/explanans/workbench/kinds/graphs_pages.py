"""The pages on which pairs are written, and stances of arguments and graphs are labelled."""

import asyncio
from collections.abc import Mapping
from functools import partial

from nicegui import context, events, ui

from explanans.errors import ExplanansError, InputError
from explanans.rendering.graph_drawing import graph_drawing
from explanans.rendering.prose import graph_prose
from explanans.workbench.kinds.graphs_work import LONGEST, Contribution, Prompt, Reason, predict_stance
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.widgets import Key, button, element, field, keys, set_value, tell_values, text

BELIEF, ARGUMENT = "belief", "argument"
"""The ids of the fields."""


def draw_labels(desk: EditingSession[Prompt, Contribution], seen: Contribution, labels: Mapping[str, str]) -> None:
    """Draw the page."""
    _LabelPage(desk, seen, labels)


class _LabelPage:
    def __init__(
        self, desk: EditingSession[Prompt, Contribution], seen: Contribution, labels: Mapping[str, str]
    ) -> None:
        self.desk, self.seen, self.labels = desk, seen, labels
        with element("section", "card"):
            with element("dl", "facts"):
                text("dt", "Belief")
                text("dd", seen.belief)
                if seen.argument:
                    text("dt", "Argument")
                    text("dd", seen.argument)
            if seen.facts:
                graph = seen.graph()
                with element("div", "scroll", tabindex="0", role="region", aria_label="Drawing of the graph"):
                    ui.html(graph_drawing(graph, origins=False), sanitize=False)
                text("h2", "Read out")
                text("p", graph_prose(graph.edges), "prose")
        with element("section", "card", aria_label="What you say"):
            text("h2", "What is it?")
            locked = not desk.may_edit
            with element("div", "grades", role="group", aria_label="Verdict"):
                self.buttons = {
                    label: button(f"{key} {words}", partial(self._judge, label), "small", disabled=locked, id=label)
                    for key, (label, words) in enumerate(labels.items(), 1)
                }
            text("p", "Keys 1, 2 and 3 do the same.", "aside")
            self.reasons = element("div")
            field("A note, if you like", desk.made.note, self._note, maxlength=LONGEST, disabled=locked)
        self._show()
        if desk.may_edit:
            keys(self._key)

    def _show(self) -> None:
        made = self.desk.made
        for label, shown in self.buttons.items():
            chosen = made.label == label and made.is_about(self.seen)
            shown.classes(add="chosen" if chosen else "", remove="" if chosen else "chosen")
            shown.props(f"aria-pressed={'true' if chosen else 'false'}")
        self.reasons.clear()
        if made.label == "incorrect":
            with self.reasons, element("fieldset"):
                text("legend", "Why? Tick one or more.")
                for number, reason in enumerate(Reason):
                    with element("label", "option"):
                        box = element(
                            "input",
                            type="checkbox",
                            checked=reason in made.reasons,
                            disabled=not self.desk.may_edit,
                            id=f"reason-{number}",
                        )
                        text("span", reason)
                    box.on("change", partial(self._tick, reason), js_handler="(event) => emit(event.target.checked)")

    def _judge(self, label: str) -> None:
        made = self.desk.made.judged(label, self.seen)  # type: ignore[arg-type]
        self.desk.change(made, f"said {label}", redraw=False)
        self._show()

    def _tick(self, reason: Reason, event: events.GenericEventArguments) -> None:
        holds = bool(event.args)
        made = self.desk.made.ticked(reason, holds=holds)
        self.desk.change(made, f"{'ticked' if holds else 'unticked'} “{reason}”", redraw=False)

    def _note(self, words: str) -> None:
        self.desk.change(self.desk.made.noted(words), "wrote a note", redraw=False)

    def _key(self, key: Key) -> None:
        labels = dict(zip("123", self.labels, strict=False))
        if key.plain in labels:
            self._judge(labels[key.plain])


def draw_writing(desk: EditingSession[Prompt, Contribution]) -> None:
    """Draw the page."""
    _WritingPage(desk)


class _WritingPage:
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
