"""The pages on which people label the stance of an argument, or of a graph."""

from collections.abc import Mapping
from functools import partial

from nicegui import events, ui

from explanans.rendering.graph_drawing import graph_drawing
from explanans.rendering.prose import graph_prose
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.graphs.work import LONGEST, Contribution, Prompt, Reason
from explanans.workbench.widgets import Key, button, element, field, keys, text


def draw(desk: EditingSession[Prompt, Contribution], seen: Contribution, labels: Mapping[str, str]) -> None:
    """Draw the page.

    Args:
        seen: The contribution to judge: a belief with an argument, or with a graph.
    """
    _Page(desk, seen, labels)


class _Page:
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
