"""Worker processes: each does one piece of work at a time, and one that dies or takes too long is replaced."""

import asyncio
import logging
import math
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, suppress
from typing import Any, Protocol

from explanans.errors import ExplanansError, amount
from explanans.runtime.processes import process_pool

_log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Maximum estimated seconds that a request waits for a worker; requests that would wait longer are refused."""
_TRIES = 2
"""Number of tries of a request whose worker dies."""
_LOOK, _LONGEST_PAUSE = 1.0, 30.0
"""Seconds between two looks at idle workers, and the most between two tries to replace one."""


class BusyError(ExplanansError):
    """All workers are busy, and enough requests wait."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"too many requests at once; come again in {amount(seconds, 'second')}")


class TooLongError(ExplanansError):
    """A piece of work took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"this took more than {seconds:g} seconds; accepted: shorter texts, or fewer at once")


class DiedError(ExplanansError):
    """Workers died of a piece of work."""

    def __init__(self) -> None:
        super().__init__("the process that worked at this ended too early, twice, perhaps for want of memory")


class Job(Protocol):
    """A factory that a worker calls; it is pickled."""

    def __call__(self) -> Callable[[str, dict[str, Any]], bytes]:
        """Return a function that does one piece of work: it takes the name of a function and its arguments."""
        ...


class Watcher(Protocol):
    """A listener to events of workers."""

    def replaced(self, reason: str) -> None:
        """Count a worker that is replaced."""
        ...


_work: Callable[[str, dict[str, Any]], bytes] | None = None


def _open(job: Job) -> int:
    """Open what this process works with, and return the id of the process."""
    global _work  # noqa: PLW0603 - one a process
    _work = job()
    return os.getpid()


def _do(name: str, arguments: dict[str, Any]) -> bytes:
    if _work is None:
        raise RuntimeError("nothing is open")
    return _work(name, arguments)


class Worker:
    """One process.

    Example:
        >>> from functools import partial
        >>> worker = Worker(partial(partial, "{}:{}".format))
        >>> worker.ready()
        >>> worker.submit("a", {}).result(), worker.alive
        ('a:{}', True)
        >>> worker.kill()
        >>> worker.close()
    """

    def __init__(self, job: Job) -> None:
        self._stack = ExitStack()
        self._pool = self._stack.enter_context(process_pool(1))
        self._opened = self._pool.submit(_open, job)
        self._process = 0

    def ready(self) -> None:
        """Wait until it can work."""
        self._process = self._opened.result()

    @property
    def alive(self) -> bool:
        """Return whether its process lives."""
        try:
            self._pool.submit(os.getpid)
        except BrokenProcessPool:
            return False
        return True

    def submit(self, name: str, arguments: dict[str, Any]) -> Future[bytes]:
        """Let it do a piece of work."""
        return self._pool.submit(_do, name, arguments)

    def kill(self) -> None:
        """End its process at once, whatever it does."""
        with suppress(ProcessLookupError):
            os.kill(self._process, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close(self) -> None:
        """Wait until its process has done what it does, and end it."""
        self._stack.close()


class Workers:
    """Several workers and the requests that wait for them.

    Args:
        queue: How many requests may wait while all are busy; fewer where they would wait for more than `PATIENCE`.
    """

    def __init__(self, job: Job, count: int, queue: int, seconds: float, watcher: Watcher) -> None:
        self.count, self.queue, self.seconds = count, queue, seconds
        self._job = job
        self._watcher = watcher
        self._all: set[Worker] = set()
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = threading.Event()
        self._mean = 1.0
        self.waiting = 0

    @property
    def ready(self) -> int:
        """The number of workers."""
        return len(self._all)

    @property
    def busy(self) -> int:
        """The number of busy workers."""
        return len(self._all) - self._idle.qsize()

    def start(self) -> None:
        """Start all workers, and wait until they can work."""
        started: list[Worker] = []
        try:
            started += [Worker(self._job) for _ in range(self.count)]
            for worker in started:
                worker.ready()
        except BaseException as error:
            for worker in started:
                worker.close()
            if isinstance(error, BrokenProcessPool):
                raise ExplanansError("a worker process ended too early, perhaps for want of memory") from None
            raise
        for worker in started:
            self._add(worker)

    async def watch(self) -> None:
        """Replace idle workers that die, until this is cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            for _ in range(self._idle.qsize()):
                worker = self._idle.get_nowait()
                if worker.alive:
                    self._idle.put_nowait(worker)
                else:
                    self._replace(worker, "died")

    async def call(self, name: str, arguments: dict[str, Any]) -> bytes:
        """Let a worker do a piece of work, as soon as one is idle."""
        expected = (self.waiting + 1) * self._mean / self.count
        if self._idle.empty() and (self.waiting >= self.queue or (self.waiting and expected > PATIENCE)):
            raise BusyError(max(1, math.ceil(expected)))
        latest = asyncio.get_running_loop().time() + self.seconds
        for _ in range(_TRIES):
            worker = await self._next(latest)
            try:
                return await self._done(worker, name, arguments)
            except BrokenProcessPool:
                self._replace(worker, "died")
        raise DiedError

    async def _next(self, latest: float) -> Worker:
        """Return an idle worker, waiting for it until a time of the loop."""
        self.waiting += 1
        try:
            async with asyncio.timeout_at(latest):
                return await self._idle.get()
        except TimeoutError:
            raise BusyError(max(1, math.ceil(self._mean))) from None
        finally:
            self.waiting -= 1

    async def _done(self, worker: Worker, name: str, arguments: dict[str, Any]) -> bytes:
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            async with asyncio.timeout(self.seconds) as limit:
                found = await asyncio.wrap_future(worker.submit(name, arguments))
        except BrokenProcessPool:
            raise
        except BaseException as error:
            if limit.expired() or isinstance(error, asyncio.CancelledError):
                worker.kill()  # it would go on
                self._replace(worker, "too long")
            else:
                self._idle.put_nowait(worker)
            if limit.expired():
                raise TooLongError(self.seconds) from None
            raise
        self._mean += (loop.time() - started - self._mean) / 20
        self._idle.put_nowait(worker)
        return found

    def close(self) -> None:
        """End all workers, at once."""
        self._closed.set()
        for worker in tuple(self._all):
            worker.kill()
            worker.close()
        self._all.clear()

    def _add(self, worker: Worker) -> None:
        self._all.add(worker)
        self._idle.put_nowait(worker)

    def _replace(self, worker: Worker, reason: str) -> None:
        self._all.discard(worker)
        self._watcher.replaced(reason)
        _log.warning("a worker is replaced: %s", reason)
        task = asyncio.get_running_loop().create_task(self._renew(worker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _renew(self, old: Worker) -> None:
        await asyncio.to_thread(old.close)
        pause = 1.0
        while not self._closed.is_set():
            try:
                worker = await asyncio.to_thread(_ready, self._job)
            except (ExplanansError, BrokenProcessPool, OSError) as error:
                _log.error("a worker cannot be opened: %s", type(error).__name__)  # not its words
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            if self._closed.is_set():
                worker.kill()
                worker.close()
                return
            self._add(worker)
            return


def _ready(job: Job) -> Worker:
    worker = Worker(job)
    try:
        worker.ready()
    except BaseException:
        worker.close()
        raise
    return worker
