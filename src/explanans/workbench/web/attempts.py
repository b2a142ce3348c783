"""Attempts to sign in: they wait longer the more fail, and few passwords are hashed at a time."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from explanans.workbench.store import signing
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account

MOST_OF_ONE = 3
"""Attempts with one name from one address that may wait at a time."""
MOST_WAITING = 200
_AT_ONCE = 2
"""Passwords that are hashed at a time; each takes 64 MiB of memory."""
_T = TypeVar("_T")


class Attempts:
    """Attempts to sign in to one workbench."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting = Counter[tuple[str, str]]()
        self._hashing = ThreadPoolExecutor(_AT_ONCE, "passwords")

    async def check(self, name: str, password: str, address: str) -> Account | None:
        """Return the account of a name and a password after the delay that earlier failures cause, or None.

        Raises:
            RefusedError: Too many attempts are waiting.
        """
        if not name.strip() or not password:
            return None  # not worth the work
        both = (name.strip().lower(), address)
        if self._waiting[both] >= MOST_OF_ONE or self._waiting.total() >= MOST_WAITING:
            raise RefusedError("too many attempts to sign in at once; wait a minute")
        before = self._waiting[both]
        self._waiting[both] += 1
        try:
            await asyncio.sleep(await run_in_threadpool(self._delay, name, address, before))
            return await self.hash(lambda: signing.check_password(self._database, name, password, address))
        finally:
            self._waiting[both] -= 1
            if not self._waiting[both]:
                del self._waiting[both]

    async def hash(self, work: Callable[[], _T]) -> _T:
        """Return the result of a function that hashes a password, when its turn comes."""
        return await asyncio.get_running_loop().run_in_executor(self._hashing, work)

    def _delay(self, name: str, address: str, waiting: int) -> float:
        with self._database.read() as db:
            return signing.delay(db, name, address, waiting)
