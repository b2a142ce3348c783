"""The editing session of one person at one work: keeps the content, saves changes, undoes them, and counts the time."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol

import msgspec

from explanans.errors import ExplanansError, InputError
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.tasks import Given, Made, Task
from explanans.workbench.store.accounts import RefusedError, SignedOutError
from explanans.workbench.store.tables import Event, WorkState
from explanans.workbench.store.works import ConflictError

IDLE = 120.0
"""Seconds without a change after which a user counts as away."""
RETRY = 3.0
"""Seconds after which a save that failed is tried again."""


class Saver(Protocol):
    """Saves a version; checks the user's rights at each call."""

    def __call__(
        self, expected: int, action: str, content: dict[str, Any], state: WorkState | None, seconds: float
    ) -> Event:
        """Save a version; see ``store.works.save``."""
        ...


class SessionRules(Protocol[Given, Made]):
    """The part of a kind of task that its sessions call; see `explanans.workbench.kinds.kind.TaskKind`."""

    checked: ClassVar[frozenset[WorkState]]

    def faults(self, task: Task[Given, Made], made: Made) -> tuple[str, ...]:
        """Return what keeps the work from being done."""
        ...

    def read_made(self, content: Mapping[str, Any]) -> Made:
        """Return the annotation from its stored form."""
        ...

    def carried_over(self, latest: Made, chosen: Made) -> Made:
        """Return a version to restore, with those parts of the latest one that have to stay."""
        ...

    def lines(self, made: Made) -> list[str]:
        """Return the content as lines of text."""
        ...


class EditingSession(Generic[Given, Made]):
    """One person at one work.

    Args:
        saver: Saves versions; None if the person may only look.

    Attributes:
        made: The content as it is now.
        saved: The last version that is known to be saved, or what the work began with.
        notice: The state of saving: saved, saving, or the reason of a failure.
    """

    def __init__(  # noqa: PLR0913 - all that a page knows
        self,
        kind: SessionRules[Given, Made],
        task: Task[Given, Made],
        made: Made,
        version: int,
        *,
        state: WorkState,
        saver: Saver | None,
        bases: Bases,
    ) -> None:
        self.kind, self.task, self.made, self.version, self.state = kind, task, made, version, state
        self.bases = bases
        self.may_edit = saver is not None
        self.saved = made
        self.notice = f"Saved, version {version}" if version else "Nothing to save yet"
        self.trouble = False
        self.on_notice: Callable[[], None] = lambda: None
        self.on_replaced: Callable[[], None] = lambda: None
        self.on_changed: list[Callable[[], None]] = []
        self.on_conflict: Callable[[ConflictError, Made], None] = lambda *_: None
        self.on_signed_out: Callable[[], None] = lambda: None
        self._saver = saver
        self._undo: list[Made] = []
        self._redo: list[Made] = []
        self._waiting: list[tuple[str, Made, WorkState | None]] = []
        self._running: asyncio.Task[None] | None = None
        self._active, self._seconds = time.monotonic(), 0.0
        self._left = False

    @property
    def can_undo(self) -> bool:
        """Return whether there is a change of this sitting to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Return whether there is a change that was taken back."""
        return bool(self._redo)

    def change(self, made: Made, action: str, *, redraw: bool = True, lasting: bool = False) -> None:
        """Replace the content and save it.

        Args:
            redraw: Whether the page is to be drawn anew; not where it shows the change already.
        """
        if not self.may_edit or made == self.made:
            return
        self._undo.append(self.made)
        if lasting:
            self._undo.clear()
        self._redo.clear()
        self._replace(made, action, redraw=redraw)

    def store(self, action: str) -> None:
        """Save the content as it is, though nothing changed."""
        if self.may_edit:
            self._enqueue(action, self.made, None)

    def content(self, made: Made | None = None) -> dict[str, Any]:
        """Return a content as the database keeps it."""
        kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.made if made is None else made))
        return kept

    def undo(self) -> None:
        """Take the last change of this sitting back."""
        if self.may_edit and self._undo:
            self._redo.append(self.made)
            self._replace(self._undo.pop(), "took a change back")

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.may_edit and self._redo:
            self._undo.append(self.made)
            self._replace(self._redo.pop(), "did it again")

    def finish(self, state: WorkState, action: str) -> None:
        """Set the state of the work."""
        if state in self.kind.checked and (faults := self.kind.faults(self.task, self.made)):
            raise InputError(faults[0])
        self.state = state
        self._enqueue(action, self.made, state)

    def faults(self) -> tuple[str, ...]:
        """Return the faults that keep the work from being done."""
        return self.kind.faults(self.task, self.made)

    def take_theirs(self, event: Event) -> None:
        """After a conflict, go on with the version that was saved in the meantime."""
        self.made = self.saved = self.kind.read_made(event.content)
        self.version, self.state = event.version, WorkState(event.state)
        self._undo.clear()
        self._redo.clear()
        self._tell(f"Went on with version {event.version}")
        self.on_replaced()
        for listener in self.on_changed:
            listener()

    def keep_mine(self, event: Event) -> None:
        """After a conflict, save the user's version as the successor of the version that was saved in the meantime."""
        self.version, self.saved = event.version, self.kind.read_made(event.content)
        self.made = self.kind.carried_over(self.saved, self.made)
        self._enqueue(f"kept their own version after version {event.version}", self.made, None)

    def keep_merged(self, made: Made, event: Event) -> None:
        """After a conflict, save what was merged of both after the version that was saved in the meantime."""
        self.version, self.saved = event.version, self.kind.read_made(event.content)
        self._replace(self.kind.carried_over(self.saved, made), f"merged with version {event.version}")

    def leave(self) -> None:
        """Wait no longer for a person who is signed out: their page is gone, and cannot be sent from any more."""
        self._left = True

    async def settled(self) -> None:
        """Wait until everything is saved, or has failed."""
        while self._running is not None and not self._running.done():
            await asyncio.wait([self._running])

    def _replace(self, made: Made, action: str, *, redraw: bool = True) -> None:
        self.made = made
        self._enqueue(action, made, None)
        if redraw:
            self.on_replaced()
        for listener in self.on_changed:
            listener()

    def _enqueue(self, action: str, made: Made, state: WorkState | None) -> None:
        passed = time.monotonic() - self._active
        self._active += passed
        self._seconds += min(passed, IDLE)
        self._waiting.append((action, made, state))
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._save_all())

    async def _save_all(self) -> None:
        self._tell("Saving …")
        while self._waiting:
            action, made, state = self._waiting[0]
            content, seconds = msgspec.to_builtins(made), round(self._seconds, 1)
            try:
                if self._saver is None:
                    raise RefusedError("you may look at this work, not change it")  # noqa: TRY301
                event = await asyncio.to_thread(self._saver, self.version, action, content, state, seconds)
            except ConflictError as error:
                self._waiting.clear()
                self._tell(str(error), trouble=True)
                self.on_conflict(error, self.made)
                return
            except SignedOutError as error:
                if self._left:
                    self._waiting.clear()
                    return
                self._tell(f"Not saved yet: {error}", trouble=True)
                self.on_signed_out()
                await asyncio.sleep(RETRY)
                continue
            except RefusedError as error:
                self._waiting.clear()
                self._tell(f"Not saved: {error}", trouble=True)
                return
            except ExplanansError as error:
                self._tell(f"Not saved yet, trying again: {error}", trouble=True)
                await asyncio.sleep(RETRY)
                continue
            self._waiting.pop(0)
            self.saved = made
            self.version, self._seconds = event.version, max(0.0, self._seconds - seconds)
            if not self._waiting:
                self.state = WorkState(event.state)
        self._tell(f"Saved, version {self.version}")

    def _tell(self, notice: str, *, trouble: bool = False) -> None:
        self.notice, self.trouble = notice, trouble
        self.on_notice()
