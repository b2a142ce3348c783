"""Messages of live pages: who may not, cannot, whatever their browser sends."""

import asyncio
import threading
from typing import Any

import pytest
import socketio

from explanans.workbench.bases import Bases
from explanans.workbench.kinds import session as desks
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.store import works
from explanans.workbench.store.accounts import SignedOutError
from explanans.workbench.store.tables import Event, Project, Role, Work, WorkState
from tests.workbench.annotator import Annotator
from tests.workbench.conftest import Bench


@pytest.fixture(scope="module")
def work(bench: Bench) -> Work:
    """Return a work of a rater, whose question a reviewer may look at."""
    members = {"rita": [Role.RATER], "remy": [Role.REVIEWER], "ann": [Role.RATER]}
    project: Project = bench.project("Messages", "relevance", members, depth=5)
    rita = bench.person("rita")
    with bench.database.write() as db:
        found = next_work(db, project, rita)
    assert found is not None
    return found


def grade(page: Annotator) -> str:
    return next(page.found(lambda it: it["tag"] == "button" and str(it.get("text")) == "3 Core"))


def versions(bench: Bench, work: Work) -> int:
    with bench.database.read() as db:
        return len(works.history(db, work.id))


def test_a_grade_is_saved_and_said(bench: Bench, work: Work) -> None:
    async def scene() -> None:
        async with Annotator(bench.address, bench.cookie("rita"), f"/work/{work.id}") as page:
            before = page.confirmed
            assert page.notices_after == 8
            await page.send(grade(page), "click")
            await page.until(lambda: page.confirmed == before + 1)

    asyncio.run(scene())
    assert versions(bench, work) == 1


def test_who_may_only_look_changes_nothing_by_any_message(bench: Bench, work: Work) -> None:
    before = versions(bench, work)

    async def scene() -> None:
        async with Annotator(bench.address, bench.cookie("remy"), f"/work/{work.id}") as page:
            texts = {key: str(element.get("text")) for key, element in page.elements.items()}
            for key, _, listener in page.listeners():
                if texts[key] not in {"Approve", "Send back"}:
                    for values in ((), ("3",), ({"key": "3"},), (["x", "y"],)):
                        await page.send_raw(key, listener, *values)
            # What comes last is answered last.
            send = next(page.found(lambda it: it.get("text") == "Send"))
            await page.send(send, "click", ["I only look"])
            await page.until(lambda: page.says("I only look"))

    asyncio.run(scene())
    assert versions(bench, work) == before


def test_nobody_speaks_for_the_page_of_another(bench: Bench, work: Work) -> None:
    before = versions(bench, work)

    async def scene() -> None:
        async with Annotator(bench.address, bench.cookie("rita"), f"/work/{work.id}") as page:
            for cookie in (bench.cookie("ann"), ""):
                stranger = Annotator(bench.address, cookie, "/")
                with pytest.raises(socketio.exceptions.ConnectionError):
                    await stranger.connect(page.client_id, cookie)
            # A page of the user does not help either.
            project = bench.project("Of another", "relevance", {"ann": [Role.RATER]}, depth=5)
            ann = bench.person("ann")
            with bench.database.write() as db:
                own = next_work(db, project, ann)
            assert own is not None
            async with Annotator(bench.address, bench.cookie("ann"), f"/work/{own.id}") as other:
                key = grade(page)
                listener = page.elements[key]["events"][0]["listener_id"]
                await other.send_raw(key, listener, client_id=page.client_id)
                await other.send(grade(other), "click")
                await other.until(lambda: other.confirmed == 1)

    asyncio.run(scene())
    assert versions(bench, work) == before


def test_pages_of_works_are_not_drawn_for_others(bench: Bench, work: Work) -> None:
    async def scene() -> None:
        for name in ("ann", "stranger"):
            with pytest.raises(PermissionError):
                await Annotator(bench.address, bench.cookie(name), f"/work/{work.id}").__aenter__()

    asyncio.run(scene())


def test_a_signed_out_person_is_waited_for_only_while_their_page_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "RETRY", 0.01)
    tried = threading.Semaphore(0)

    def save(*_: object, **__: object) -> Event:
        tried.release()
        raise SignedOutError("you are signed out")

    async def work() -> None:
        kind: Any = None
        desk = EditingSession(kind, kind, {}, 0, state=WorkState.OPEN, saver=save, bases=Bases())
        desk.store("began")
        for _ in range(3):
            await asyncio.to_thread(tried.acquire)
        desk.leave()
        await asyncio.wait_for(desk.settled(), 60)

    asyncio.run(work())
