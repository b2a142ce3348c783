"""Drafts that the server has not confirmed, and the notice of two versions of one work."""

import difflib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from nicegui import Client, context, events, json, ui

from explanans.errors import InputError
from explanans.workbench.kinds.merging import Merged, chosen, merge, said
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.store.tables import Event
from explanans.workbench.store.works import ConflictError
from explanans.workbench.widgets import button, element, text

_SAID = {
    "sent": "was sent again",
    "typed": "was put back where you typed it; it is not saved before you leave the field",
    "held": "was put back where you typed it; it is not sent yet",
    "differs": "was not sent: something else stands there by now",
    "gone": "was not sent: its place is not on this page any more",
}
_OPEN = frozenset({"differs", "gone"})
_NAME = "conflict"
COMMON = (
    ("Ctrl Z", "take the last change back"),
    ("Ctrl Y", "do again what was taken back"),
    ("Ctrl Enter", "Done: hand in, and go to the next item"),
    ("?", "this help"),
)
"""Keys of all pages."""


class Drafts:
    """The drafts of one page. It draws nothing before there is something to tell.

    Args:
        owner: The number of the account; another person at the same browser does not see the drafts.
        desk: Returns the present desk; None while nothing is being made.
    """

    def __init__(self, owner: int, desk: Callable[[], EditingSession[Any, Any] | None]) -> None:
        self._desk = desk
        self._client: Client = context.client
        self._began = False
        self._place = element("div")
        ui.add_body_html(
            f'<script src="/look/drafts.js" data-owner="{owner}"></script><script src="/look/keys.js"></script>'
        )
        ui.on("draft", self._confirm)
        ui.on("drafts", self._tell)
        ui.on("unconfirmed", lambda _: self._client.run_javascript("explanansDrafts.repeat()"), [])
        self._client.on_connect(self._again)

    def forget(self, name: str) -> None:
        """Forget a draft, since what it says is kept otherwise."""
        self._client.run_javascript(f"explanansDrafts.forget({json.dumps(name)})")

    def renew(self) -> None:
        """Go on with the session of another window of the browser, if its account is signed in there."""
        self._client.run_javascript("explanansDrafts.renew()")

    def _again(self) -> None:
        # A page that was drawn anew is helped to what was typed into the one before; one that was only cut off sends
        # what waits by itself, except for what was under way when the connection died.
        self._client.run_javascript(f"explanansDrafts.{'ask' if self._began else 'again'}()")
        self._began = True

    async def _confirm(self, event: events.GenericEventArguments) -> None:
        name, value = event.args
        if (desk := self._desk()) is not None:
            await desk.settled()
            if desk.trouble:
                return
        self._client.run_javascript(f"explanansDrafts.forget({json.dumps(str(name))}, {json.dumps(str(value))})")

    def _tell(self, event: events.GenericEventArguments) -> None:
        found = event.args[0] if isinstance(event.args, list) and isinstance(event.args[0], list) else event.args
        self._place.clear()
        with self._place, element("section", "notice", role="status", aria_label="Kept in this browser"):
            text("h2", "Kept in this browser")
            text("p", "The server had not confirmed this when the page was closed or the connection was lost.")
            for draft in found:
                self._draw({key: str(value) for key, value in draft.items()})
            button("Close", lambda: self._close([str(draft["name"]) for draft in found if draft["how"] in _OPEN]))

    def _draw(self, draft: dict[str, str]) -> None:
        label = draft.get("label", "")
        text("p", f"{label}: “{draft['value']}” {_SAID.get(draft['how'], '')}.")
        if draft["how"] == "differs":
            text("p", f"There now: “{draft['now']}”")
            button("Put mine there", lambda: self._put(draft["name"]), aria_label=f"Put mine there: {label}")

    def _put(self, name: str) -> None:
        self._client.run_javascript(f"explanansDrafts.put({json.dumps(name)})")

    def _close(self, names: list[str]) -> None:
        self._place.clear()
        for name in names:
            self.forget(name)


class ConflictNotice:
    """The one notice of a page; a newer conflict takes the place of an older one."""

    def __init__(self, desk: EditingSession[Any, Any]) -> None:
        self._desk = desk
        self._place = element("div", "conflict-place", id=_NAME)
        self._theirs: set[tuple[str, ...]] = set()

    def show(self, error: ConflictError, mine: Any) -> None:
        """Show what differs, and what can be chosen."""
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
