"""Drafts: text that the server has not confirmed, kept in the browser and sent again after a reconnect."""

from collections.abc import Callable
from typing import Any

from nicegui import Client, context, events, json, ui

from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.widgets import button, element, text

_SAID = {
    "sent": "was sent again",
    "typed": "was put back where you typed it; it is not saved before you leave the field",
    "held": "was put back where you typed it; it is not sent yet",
    "differs": "was not sent: something else stands there by now",
    "gone": "was not sent: its place is not on this page any more",
}


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
        """Forget a draft, since what it says is kept otherwise.

        Args:
            name: The label or id of its field.
        """
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


_OPEN = frozenset({"differs", "gone"})
