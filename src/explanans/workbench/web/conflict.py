"""The notice of two versions of one work: what differs is marked, and a merge is chosen field by field."""

import difflib
from collections.abc import Mapping
from functools import partial
from typing import Any

from nicegui import ui

from explanans.errors import InputError
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.merging import Merged, chosen, merge, said
from explanans.workbench.store.tables import Event
from explanans.workbench.store.works import ConflictError
from explanans.workbench.widgets import button, element, text

_NAME = "conflict"


class ConflictNotice:
    """The one notice of a page; a newer conflict takes the place of an older one."""

    def __init__(self, desk: EditingSession[Any, Any]) -> None:
        self._desk = desk
        self._place = element("div", "conflict-place", id=_NAME)
        self._theirs: set[tuple[str, ...]] = set()

    def show(self, error: ConflictError, mine: Any) -> None:
        """Show what differs, and what can be chosen.

        Args:
            mine: The version that was not saved.
        """
        self.close()
        kind, event = self._desk.kind, error.latest
        merged = merge(self._desk.content(self._desk.saved), self._desk.content(mine), event.content)
        theirs = kind.read_made(event.content)
        with (
            self._place,
            element("section", "card conflict", role="alertdialog", aria_label="Two versions", tabindex="-1"),
        ):
            text("h2", "Two versions")
            text("p", f"{error.author} saved version {event.version} in the meantime. Nothing is lost: choose.")
            self._draw_lines(kind.lines(theirs), kind.lines(mine))
            if merged.mine:
                self._draw_fields(merged)
            with element("div", "buttons"):
                label = "Save the merged version" if merged.mine else "Put both together"
                button(label, partial(self._merge, merged, event), "main small")
                button("Keep mine as the newest", partial(self._choose, self._desk.keep_mine, event))
                button("Go on with theirs", partial(self._choose, self._desk.take_theirs, event))
            self._said = text("p", "", "trouble", role="status")
        script = f"document.querySelector('#{_NAME} section')?.focus(); window.scrollTo(0, 0)"
        self._place.client.run_javascript(script)

    def close(self) -> None:
        """Take the notice away."""
        self._theirs = set()
        self._place.clear()

    def _draw_lines(self, theirs: list[str], mine: list[str]) -> None:
        text("h3", "What differs: − theirs, + yours")
        with element("div", "lines"):
            for line in difflib.ndiff(theirs, mine):
                if line[:2] in {"- ", "+ "}:
                    text("ins" if line[0] == "+" else "del", f"{'+' if line[0] == '+' else '−'} {line[2:]}")

    def _draw_fields(self, merged: Merged) -> None:
        text("h3", "Both of you changed")
        for path in merged.mine:
            name = " ".join(path)
            with element("fieldset"):
                text("legend", name)
                for whose, values in (("Yours", merged.mine), ("Theirs", merged.theirs)):
                    self._draw_choice(path, name, whose, values)

    def _draw_choice(self, path: tuple[str, ...], name: str, whose: str, values: Mapping[tuple[str, ...], Any]) -> None:
        with element("label", "option"):
            box = element("input", type="radio", name=f"merge-{name}", checked=whose == "Yours")
            text("span", f"{whose}: {said(values[path])}")
        box.on("change", lambda _: self._take(path, is_theirs=whose == "Theirs"), [])

    def _take(self, path: tuple[str, ...], *, is_theirs: bool) -> None:
        if is_theirs:
            self._theirs.add(path)
        else:
            self._theirs.discard(path)

    def _merge(self, merged: Merged, event: Event) -> None:
        content = chosen(merged, frozenset(self._theirs))
        try:
            self._desk.keep_merged(self._desk.kind.read_made(content), event)
        except InputError as error:
            self._said.text = f"These do not go together: {error}. Choose one of the two versions."
            return
        self.close()

    def _choose(self, choose: Any, event: Event) -> None:
        self.close()
        choose(event)


def draw_keys(keys: tuple[tuple[str, str], ...]) -> ui.element:
    """Draw the help with all keys, which ``?`` opens, and return it."""
    with element("dialog", "card", id="keys-help", aria_label="Keys") as made:
        text("h2", "Keys")
        with element("dl", "facts"):
            for key, means in (*keys, *COMMON):
                with element("dt"):
                    text("kbd", key)
                text("dd", means)
        with element("form", method="dialog"):
            text("button", "Close", "small")
    return made


COMMON = (
    ("Ctrl Z", "take the last change back"),
    ("Ctrl Y", "do again what was taken back"),
    ("Ctrl Enter", "Done: hand in, and go to the next item"),
    ("?", "this help"),
)
"""Keys of all pages."""
