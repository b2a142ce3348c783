"""Sign in: passwords are checked outside write transactions, and failures slow further attempts down."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from secrets import token_urlsafe
from typing import TypeVar

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from explanans.workbench.store import accounts, audit
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account, SignInAttempt, now

WINDOW = timedelta(minutes=15)
"""The time for which failures count."""
FREE_FAILURES = 5
"""Failures of one name from one address before its next attempt waits."""
LONGEST_DELAY = 30.0
"""Seconds."""
FAILURES_BY_ONE = 25
"""Failures of a name from all addresses, or of all names from an address, before each attempt waits `SHORT_DELAY`."""
SHORT_DELAY = 2.0
"""Seconds. No failure from elsewhere makes the owner of a name wait for longer."""
_KEPT = timedelta(days=1)
MOST_OF_ONE = 3
"""Attempts with one name from one address that may wait at a time."""
MOST_WAITING = 200
_AT_ONCE = 2
"""Passwords that are hashed at a time; each takes 64 MiB of memory."""
_T = TypeVar("_T")


def check_password(database: Database, name: str, password: str, address: str) -> Account | None:
    """Return the account of a name and a password, or None if they do not belong together; keep the attempt."""
    name = _plain(name)
    with database.read() as db:
        account = db.scalar(select(Account).where(Account.name == name))
    # An unknown name takes as long as a known one.
    kept = account.password if account else _no_password()
    is_right = accounts.verify(kept, password) and account is not None and account.active
    with database.write() as db:
        found = db.scalar(select(Account).where(Account.name == name)) if is_right else None
        if found is None or found.password != kept or not found.active:  # changed in the meantime
            found = None
        _record(db, name, address, found)
    return found


def delay(db: Session, name: str, address: str, waiting: int = 0) -> float:
    """Return for how many seconds the next attempt has to wait."""
    name, address = _plain(name), address[:64]
    by_name, by_address = SignInAttempt.name == name, SignInAttempt.address == address
    both = _failures(db, by_name, by_address) + waiting
    long = min(LONGEST_DELAY, 2.0 ** (both - FREE_FAILURES)) if both >= FREE_FAILURES else 0.0
    is_busy = max(_failures(db, by_name), _failures(db, by_address)) >= FAILURES_BY_ONE
    return max(long, SHORT_DELAY if is_busy else 0.0)


def _failures(db: Session, *conditions: object) -> int:
    """Return the failures of late, since the last success."""
    since = now() - WINDOW
    last = db.scalar(
        select(func.max(SignInAttempt.id)).where(SignInAttempt.succeeded, *conditions)  # type: ignore[arg-type]
    )
    query = select(func.count()).select_from(SignInAttempt).where(SignInAttempt.succeeded.is_(False))
    return db.scalar(query.where(SignInAttempt.at > since, SignInAttempt.id > (last or 0), *conditions)) or 0  # type: ignore[arg-type]


def _record(db: Session, name: str, address: str, account: Account | None) -> None:
    db.execute(delete(SignInAttempt).where(SignInAttempt.at < now() - _KEPT))
    db.add(SignInAttempt(name=name, address=address[:64], succeeded=account is not None))
    action = "sign in" if account else "sign-in failed"
    audit.record(db, account.id if account else None, action, name)


def _plain(name: str) -> str:
    return name.replace("\0", "").strip().lower()[:64]


@cache
def _no_password() -> str:
    return accounts.hash_password(token_urlsafe())


class Attempts:
    """Attempts to sign in to one workbench."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting = Counter[tuple[str, str]]()
        self._hashing = ThreadPoolExecutor(_AT_ONCE, "passwords")

    async def check(self, name: str, password: str, address: str) -> Account | None:
        """Return the account of a name and a password after the delay that earlier failures cause, or None."""
        if not name.strip() or not password:
            return None  # not worth the work
        both = (name.strip().lower(), address)
        if self._waiting[both] >= MOST_OF_ONE or self._waiting.total() >= MOST_WAITING:
            raise RefusedError("too many attempts to sign in at once; wait a minute")
        before = self._waiting[both]
        self._waiting[both] += 1
        try:
            await asyncio.sleep(await run_in_threadpool(self._delay, name, address, before))
            return await self.hash(lambda: check_password(self._database, name, password, address))
        finally:
            self._waiting[both] -= 1
            if not self._waiting[both]:
                del self._waiting[both]

    async def hash(self, work: Callable[[], _T]) -> _T:
        """Return the result of a function that hashes a password, when its turn comes."""
        return await asyncio.get_running_loop().run_in_executor(self._hashing, work)

    def _delay(self, name: str, address: str, waiting: int) -> float:
        with self._database.read() as db:
            return delay(db, name, address, waiting)
