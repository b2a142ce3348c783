"""An annotator without a browser: opens a live page, sends what its elements would send, and reads what comes back."""

import ast
import asyncio
import html
import json
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Self

import aiohttp
import socketio

_ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_QUERY = re.compile(r"\bquery: (\{.*?\}),\n")
_SAVED = re.compile(r"Saved, version (\d+)")
_ACKNOWLEDGE_EVERY = 3.0


class Annotator:
    """One page of one person.

    Args:
        address: Where the workbench is, without a slash at the end.
        cookie: What the person's browser keeps.
        path: The page, such as ``/work/1``.

    Attributes:
        elements: The elements of the page, as the server described them.
        confirmed: The highest version of which the page said that it is saved.
        lost: Whether the connection is lost.
        losses: How often it was opened anew.
    """

    def __init__(self, address: str, cookie: str, path: str) -> None:
        self.address, self.cookie, self.path = address, cookie, path
        self.elements: dict[str, dict[str, Any]] = {}
        self.confirmed = 0
        self.lost = False
        self.losses = 0
        self._changed = asyncio.Event()
        self._next = 0
        self._client_id = ""
        self._tab, self._document = str(uuid.uuid4()), str(uuid.uuid4())
        self._socket = socketio.AsyncClient(reconnection=False)
        self._acknowledging: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Open the page and its connection."""
        async with (
            aiohttp.ClientSession(headers={"Cookie": self.cookie}) as session,
            session.get(self.address + self.path) as answer,
        ):
            page = await answer.text()
        elements, query = _ELEMENTS.search(page), _QUERY.search(page)
        if elements is None or query is None:
            raise PermissionError(f"{self.path}: {answer.status}")
        self.elements = json.loads(html.unescape(elements[1]))
        given = ast.literal_eval(query[1])
        self._client_id = given["client_id"]
        self._read()
        await self.connect(self._client_id, self.cookie, given["next_message_id"])
        return self

    async def connect(self, client_id: str, cookie: str, next_message: int = 0) -> None:
        """Connect to a page.

        Args:
            client_id: The id of the page.
            cookie: What the browser keeps.
            next_message: The number of the first message to come.
        """
        self._next, self.lost = next_message, False
        query = f"client_id={client_id}&next_message_id={next_message}&implicit_handshake=true"
        self._socket.on("update", self._update)
        self._socket.on("disconnect", self._lose)
        headers = {"Cookie": cookie, "Origin": self.address} if cookie else {}
        try:
            await self._socket.connect(
                f"{self.address}?{query}&tab_id={self._tab}&document_id={self._document}",
                headers=headers,
                socketio_path="/_nicegui_ws/socket.io",
                transports=["websocket"],
                wait_timeout=60,
            )
        except socketio.exceptions.ConnectionError:
            if self._socket.eio.http is not None:
                await self._socket.eio.http.close()
            raise
        self._acknowledging = asyncio.create_task(self._acknowledge())

    async def reconnect(self, patience: float = 60.0) -> None:
        """Open the connection of the same page anew, as a browser does once it is lost.

        Args:
            patience: For how long to try, in seconds.

        Raises:
            ConnectionError: The server refused for all that time.
        """
        await self.__aexit__()
        end = time.monotonic() + patience
        while True:
            try:
                await self.connect(self._client_id, self.cookie, self._next)
            except socketio.exceptions.ConnectionError as error:
                if time.monotonic() > end:
                    raise ConnectionError(self.path) from error
                await asyncio.sleep(1.0)
            else:
                self.losses += 1
                return

    async def __aexit__(self, *_: object) -> None:
        """Close the page."""
        if self._acknowledging:
            self._acknowledging.cancel()
        await self._socket.disconnect()

    def found(self, wanted: Callable[[dict[str, Any]], bool]) -> Iterator[str]:
        """Yield the ids of the elements that are wanted and still on the page, in the order in which they were made."""
        shown = self._shown()
        yield from sorted((key for key, it in self.elements.items() if key in shown and wanted(it)), key=int)

    def listeners(self) -> Iterator[tuple[str, str, str]]:
        """Yield the element, the type and the id of everything that the page listens to."""
        for key, element in list(self.elements.items()):
            for event in element.get("events", ()):
                yield key, event["type"], event["listener_id"]

    async def send(self, element: str, kind: str, *values: Any) -> None:
        """Send what an element sends.

        Args:
            element: Its id.
            kind: The type of the event, such as ``click``.
            values: What is sent with it.
        """
        events = self.elements[element].get("events", ())
        listener = next(event["listener_id"] for event in events if event["type"] == kind)
        await self.send_raw(element, listener, *values)

    async def send_raw(self, element: str, listener: str, *values: Any, client_id: str = "") -> None:
        """Send an event of any element of any page.

        Raises:
            ConnectionError: The connection was lost.
        """
        message = {"id": int(element), "client_id": client_id or self._client_id, "listener_id": listener}
        try:
            await self._socket.emit("event", {**message, "args": [json.dumps(value) for value in values]})
        except socketio.exceptions.BadNamespaceError as error:
            raise ConnectionError(self.path) from error

    @property
    def client_id(self) -> str:
        """The id of the page."""
        return self._client_id

    @property
    def notices_after(self) -> float:
        """Seconds after which a connection that fell silent counts as lost, as the server told when it was opened."""
        return float(self._socket.eio.ping_interval + self._socket.eio.ping_timeout)

    async def until(self, is_so: Callable[[], bool], patience: float = 120.0) -> float:
        """Wait until something is so, and return for how many seconds.

        Args:
            is_so: Whether it is so.
            patience: How long to wait at most, in seconds.

        Raises:
            ConnectionError: The connection was lost.
            TimeoutError: It never was so.
        """
        began = time.monotonic()
        while not is_so():
            if self.lost:
                raise ConnectionError(self.path)
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), patience)
        return time.monotonic() - began

    def says(self, words: str) -> bool:
        """Return whether the page shows some words."""
        return next(self.found(lambda it: words in str(it.get("text") or "")), None) is not None

    def _shown(self) -> set[str]:
        seen, waiting = set[str](), ["0"]
        while waiting:
            key = waiting.pop()
            if key in seen or key not in self.elements:
                continue
            seen.add(key)
            element = self.elements[key]
            waiting += map(str, element.get("children", ()))
            for slot in (element.get("slots") or {}).values():
                waiting += map(str, slot.get("ids", ()))
        return seen

    def _update(self, message: dict[str, Any]) -> None:
        number = message.pop("_id", self._next)
        if number < self._next:
            return  # sent again after the connection was opened anew
        self._next = number + 1
        for key, element in message.items():
            if element is None:
                self.elements.pop(key, None)
            else:
                self.elements[key] = element
                self._note(element)
        self._changed.set()

    def _read(self) -> None:
        for element in self.elements.values():
            self._note(element)

    def _note(self, element: dict[str, Any]) -> None:
        if found := _SAVED.fullmatch(str(element.get("text") or "")):
            self.confirmed = max(self.confirmed, int(found[1]))

    def _lose(self, *_: object) -> None:
        self.lost = True
        self._changed.set()

    async def _acknowledge(self) -> None:
        while not self.lost:
            await asyncio.sleep(_ACKNOWLEDGE_EVERY)
            with suppress(socketio.exceptions.BadNamespaceError):  # lost, and not noticed yet
                await self._socket.emit("ack", {"client_id": self._client_id, "next_message_id": self._next})
