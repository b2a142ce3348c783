"""Plain HTML elements for live pages: no styles of a framework, and names for screen readers."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from nicegui import Client, events, ui
from nicegui.elements.mixins.text_element import TextElement

Handler = Callable[[], Awaitable[None] | None]
TextHandler = Callable[[str], Awaitable[None] | None]


class _Freed(ui.element):
    """An element that is freed as soon as it is taken off a page.

    Its classes, attributes and styles have reference cycles, for the function that is called on changes. So only a
    full collection of garbage would free them, which stops a server of some hundred open pages for seconds.
    """

    def _handle_delete(self) -> None:
        super()._handle_delete()
        for part in (self.classes, self.props, self.style):
            vars(part)["_change_handlers"] = []


class _FreedText(_Freed, TextElement):
    """An element with text."""


def element(tag: str, classes: str = "", **attributes: Any) -> ui.element:
    """Return an element that holds others."""
    made = _Freed(tag).classes(classes)
    _set(made, attributes)
    return made


def text(tag: str, content: str, classes: str = "", **attributes: Any) -> TextElement:
    """Return an element with text, in which markup is shown as it was written."""
    made = _FreedText(tag=tag, text=content).classes(classes)
    _set(made, attributes)
    return made


def button(label: str, pressed: Handler, classes: str = "small", **attributes: Any) -> TextElement:
    """Return a button."""
    made = text("button", label, classes, type="button", **attributes)
    made.on("click", lambda _: pressed(), [])
    return made


def field(  # noqa: PLR0913 - all that a field is
    label: str,
    value: str,
    changed: TextHandler | None,
    *,
    tag: str = "input",
    typed: TextHandler | None = None,
    enter: Handler | None = None,
    hidden_label: bool = False,
    delay: float = 0.6,
    hold: bool = False,
    blank: bool = False,
    **attributes: Any,
) -> ui.element:
    """Return a field for text with its label.

    Args:
        hold: Whether the browser keeps the text until ``Drafts.forget``, not only until it is saved; implies ``blank``.
        blank: Whether the field is empty when the page is drawn anew, whatever was entered in it before.
    """
    with element("label", "stacked"):
        text("span", label, "visually-hidden" if hidden_label else "")
        # The default value, not the value, so that text that is being typed is never replaced.
        # What is typed into it is a draft until it is saved; what is searched for is none.
        draft = {} if attributes.get("type") == "search" else {"data_draft": attributes.get("id", label)}
        held = {"data_hold": "yes"} if hold else {}
        emptied = {"data_blank": "yes"} if hold or blank else {}
        made = element(tag, "input", defaultValue=value, **attributes, **draft, **held, **emptied)
    if changed is not None:
        left = changed
        made.on("change", lambda event: left(str(event.args)), js_handler="(event) => emit(event.target.value)")
    if typed is not None:
        on_typed = typed
        made.on(
            "input",
            lambda event: on_typed(str(event.args)),
            throttle=delay,
            leading_events=False,
            js_handler="(event) => emit(event.target.value)",
        )
    if enter is not None:
        pressed = enter
        made.on("keydown.enter.prevent", lambda _: pressed(), [])
    return made


def choice(label: str, options: dict[str, str], value: str, changed: TextHandler, **attributes: Any) -> ui.element:
    """Return a list to choose from, with its label for screen readers."""
    with element("label", "stacked"):
        text("span", label, "visually-hidden")
        with element("select", "input", **attributes) as made:
            for key, shown in options.items():
                text("option", shown, value=key, selected=key == value)
    made.on("change", lambda event: changed(str(event.args)), js_handler="(event) => emit(event.target.value)")
    return made


def draggable(made: ui.element, picked: Handler) -> None:
    """Let an element be dragged."""
    _set(made, {"draggable": "true"})
    made.on("dragstart", lambda _: picked(), js_handler=_DRAG)


def drop_zone(made: ui.element, dropped: Handler) -> None:
    """Let something be dropped on an element, which shows that it can be."""
    made.on("dragover", js_handler=_OVER)
    made.on("dragleave", js_handler=_LEAVE)
    made.on("drop", lambda _: dropped(), js_handler=_DROP)


def tell_values(
    made: ui.element, event: str, names: Sequence[str], handler: Callable[..., Awaitable[None] | None]
) -> None:
    """Call a handler with the current values of fields at an event, even if they have not reported them yet.

    A field reports typed text after a pause only, and never text that a script sets.
    """
    script = f"() => emit({json.dumps(names)}.map((name) => document.getElementById(name).value))"

    def tell(event: events.GenericEventArguments) -> Awaitable[None] | None:
        values = event.args
        # Whoever speaks to the server without our page may send anything.
        return handler(*map(str, values)) if isinstance(values, list) and len(values) == len(names) else None

    made.on(event, tell, js_handler=script)


def set_value(client: Client, name: str, value: str) -> None:
    """Put a value into a field that is shown already."""
    client.run_javascript(f"document.getElementById({json.dumps(name)}).value = {json.dumps(value)}")


class Key(NamedTuple):
    """A key that was pressed outside of text fields.

    Attributes:
        name: Its name, as browsers call it.
        control: Whether Control or Command was held.
    """

    name: str
    control: bool = False
    shift: bool = False
    alt: bool = False

    @property
    def plain(self) -> str:
        """Its name; empty if another key than Shift was held."""
        return "" if self.control or self.alt else self.name


def keys(pressed: Callable[[Key], Awaitable[None] | None]) -> None:
    """Listen to the keyboard for as long as what surrounds it is on the page; see ``look/keys.js``."""

    def tell(event: events.GenericEventArguments) -> Awaitable[None] | None:
        found = event.args if isinstance(event.args, dict) else {}
        flags = (bool(found.get(name)) for name in ("control", "shift", "alt"))
        return pressed(Key(str(found.get("name", "")), *flags))

    element("span", "keys", hidden=True).on("pressed", tell, js_handler="(event) => emit(event.detail)")


def focus(client: Client, name: str) -> None:
    """Go to an element, and bring it into view."""
    place = f"document.getElementById({json.dumps(name)})"
    client.run_javascript(f"{place}?.focus(); {place}?.scrollIntoView({{block: 'nearest'}})")


_DRAG = "(event) => { event.dataTransfer.setData('text/plain', 'fact'); event.stopPropagation(); emit(); }"
_OVER = "(event) => { event.preventDefault(); event.stopPropagation(); event.currentTarget.classList.add('over'); }"
_LEAVE = "(event) => event.currentTarget.classList.remove('over')"
_DROP = (
    "(event) => { event.preventDefault(); event.stopPropagation(); "
    "event.currentTarget.classList.remove('over'); emit(); }"
)


def _set(made: ui.element, attributes: dict[str, Any]) -> None:
    for name, value in attributes.items():
        key = name if name == "defaultValue" else name.rstrip("_").replace("_", "-")
        made._props[key] = value  # noqa: SLF001 - the parser of texts in `props` would read what people wrote
