"""Worker processes, with work that is not explaining."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from explanans.errors import ExplanansError, FormatError, InputError
from explanans.server.workers import BusyError, DiedError, TooLongError, Workers

LIMIT = 60.0


def work() -> Callable[[str, dict[str, Any]], bytes]:
    """Open work that sleeps, fails, dies, or says which process did it."""
    return do


def do(name: str, arguments: dict[str, Any]) -> bytes:
    if name == "sleep":
        time.sleep(arguments["seconds"])
    if name == "refuse":
        raise FormatError("nothing", "notes.txt", 3, "something")
    if name == "fail":
        raise ZeroDivisionError
    if name == "die" or (name == "die once" and not os.path.exists(arguments["mark"])):  # noqa: PTH110
        if name == "die once":
            open(arguments["mark"], "w").close()  # noqa: PTH123
        os.kill(os.getpid(), signal.SIGKILL)
    return str(os.getpid()).encode()


def refused() -> Callable[[str, dict[str, Any]], bytes]:
    raise InputError("no such knowledge base")


def dead() -> Callable[[str, dict[str, Any]], bytes]:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Counted:
    """Remembers why workers were replaced."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    def replaced(self, reason: str) -> None:
        self.reasons.append(reason)


def tried(steps: Callable[[Workers], Awaitable[None]], count: int = 1, queue: int = 9, seconds: float = LIMIT) -> Any:
    """Let workers be used, and return why some were replaced."""
    counted = Counted()
    workers = Workers(work, count, queue, seconds, counted)
    workers.start()

    async def run() -> None:
        watching = asyncio.create_task(workers.watch())
        async with asyncio.timeout(LIMIT):
            await steps(workers)
        watching.cancel()

    try:
        asyncio.run(run())
    finally:
        workers.close()
    return counted.reasons


async def until(found: Callable[[], bool]) -> None:
    while not found():
        await asyncio.sleep(0.02)


def test_work_is_done_by_as_many_processes_as_there_are() -> None:
    async def steps(workers: Workers) -> None:
        assert (workers.ready, workers.busy, workers.waiting) == (2, 0, 0)
        both = [asyncio.create_task(workers.call("sleep", {"seconds": 0.5})) for _ in range(2)]
        await until(lambda: workers.busy == 2)
        assert len({await task for task in both} | {str(os.getpid()).encode()}) == 3
        assert workers.busy == 0

    assert tried(steps, count=2) == []


def test_who_finds_all_busy_and_enough_waiting_is_told_when_to_come_again() -> None:
    async def steps(workers: Workers) -> None:
        asked = [asyncio.create_task(workers.call("sleep", {"seconds": 0.5})) for _ in range(2)]
        await until(lambda: workers.waiting == 1)
        with pytest.raises(BusyError, match=r"too many requests at once; come again in \d+ second") as caught:
            await workers.call("sleep", {"seconds": 0})
        assert caught.value.seconds >= 1
        await asyncio.gather(*asked)
        assert await workers.call("who", {})

    assert tried(steps, queue=1) == []


def test_nobody_waits_long_in_a_queue_however_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(workers: Workers) -> None:
        await workers.call("sleep", {"seconds": 0.5})
        asked = [asyncio.create_task(workers.call("sleep", {"seconds": 0.5})) for _ in range(2)]
        await until(lambda: workers.waiting == 1)
        with pytest.raises(BusyError):
            await workers.call("who", {})
        await asyncio.gather(*asked)

    monkeypatch.setattr("explanans.server.workers.PATIENCE", 0.1)
    assert tried(steps) == []


def test_who_has_waited_as_long_as_work_may_take_is_told_to_come_again() -> None:
    async def steps(workers: Workers) -> None:
        first = asyncio.create_task(workers.call("sleep", {"seconds": 3600}))
        await until(lambda: workers.busy == 1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        workers.seconds = 0.01  # no worker starts so fast
        with pytest.raises(BusyError):
            await workers.call("who", {})
        assert workers.waiting == 0

    assert len(tried(steps)) == 1


def test_what_takes_too_long_is_ended_and_its_worker_replaced() -> None:
    async def steps(workers: Workers) -> None:
        before = await workers.call("who", {})
        with pytest.raises(TooLongError, match="this took more than 1 seconds; accepted: shorter texts"):
            await workers.call("sleep", {"seconds": 3600})
        assert workers.ready == 0
        await until(lambda: workers.ready == 1)
        workers.seconds = LIMIT
        assert await workers.call("who", {}) != before

    assert tried(steps, seconds=1) == ["too long"]


def test_what_a_dying_worker_had_is_done_by_another(tmp_path: Any) -> None:
    async def steps(workers: Workers) -> None:
        assert await workers.call("die once", {"mark": str(tmp_path / "mark")})
        with pytest.raises(DiedError, match="ended too early, twice"):
            await workers.call("die", {})
        assert await workers.call("who", {})

    assert tried(steps) == ["died"] * 3


def test_an_idle_worker_that_is_killed_is_replaced_unasked() -> None:
    async def steps(workers: Workers) -> None:
        os.kill(int(await workers.call("who", {})), signal.SIGKILL)
        await until(lambda: workers.ready == 0)
        await until(lambda: workers.ready == 1)

    assert tried(steps) == ["died"]


def test_complaints_come_home_and_keep_the_worker() -> None:
    async def steps(workers: Workers) -> None:
        before = await workers.call("who", {})
        with pytest.raises(FormatError, match=r"notes\.txt, line 3: nothing; accepted: something"):
            await workers.call("refuse", {})
        with pytest.raises(ZeroDivisionError):
            await workers.call("fail", {})
        assert await workers.call("who", {}) == before

    assert tried(steps) == []


def test_who_goes_away_ends_the_work() -> None:
    async def steps(workers: Workers) -> None:
        asked = asyncio.create_task(workers.call("sleep", {"seconds": 3600}))
        await until(lambda: workers.busy == 1)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await workers.call("who", {})

    assert len(tried(steps)) == 1


def test_what_cannot_be_opened_is_told_at_once() -> None:
    with pytest.raises(InputError, match="no such knowledge base"):
        Workers(refused, 2, 1, 1, Counted()).start()
    with pytest.raises(ExplanansError, match="ended too early") as caught:
        Workers(dead, 1, 1, 1, Counted()).start()
    assert not isinstance(caught.value, BrokenProcessPool)
