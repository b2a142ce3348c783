"""Items are found, given, taken back and reopened, many at a time; deadlines and approval hold."""

import json
import re
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from explanans.workbench.exports import lines_of
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import accounts, projects, works
from explanans.workbench.store.tables import Account, Event, Project, Role, Work, WorkState, now
from tests.workbench.asking import post, send
from tests.workbench.conftest import Bench

QUESTIONS = [
    {"id": f"q{number}", "question": f"What melts block {number} of ice?", "answer": "heat"} for number in range(60)
]
MEMBERS = {"rita": [Role.RATER], "rolf": [Role.RATER], "ruth": [Role.RATER], "eve": [Role.REVIEWER]}


@pytest.fixture(scope="module")
def many(bench: Bench) -> Project:
    (bench.folder / "many.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    return bench.project("Many", "relevance", MEMBERS, "many.jsonl", depth=1)


def page(bench: Bench, project: Project, query: str = "", name: str = "chief") -> str:
    answer = send(bench, "GET", f"/projects/{project.id}/items{query}", Cookie=bench.cookie(name))
    assert answer.status == 200
    return answer.text


def ids(text: str) -> list[int]:
    return [int(it) for it in re.findall(r'name="item" value="(\d+)"', text)]


def states(bench: Bench, project: Project, name: str) -> list[str]:
    person = bench.person(name)
    with bench.database.read() as db:
        return [work.state for work, _ in works.mine(db, project.id, person.id)]


def rate(bench: Bench, project: Project, name: str, grade: int) -> Work:
    """Let somebody take the next item and rate it."""
    person = bench.person(name)
    with bench.database.write() as db:
        work = next_work(db, db.get_one(Project, project.id), person)
        assert work is not None
        item = next(it for it in projects.items(db, project.id) if it.id == work.item)
        content = {"grades": {fact["id"]: grade for fact in item.payload["facts"]}, "notes": {}}
        works.save(db, work.id, person, work.version, action="rated", content=content, state=WorkState.DONE)
    return work


def test_items_are_found_by_words_state_and_person_in_pages(bench: Bench, many: Project) -> None:
    first = page(bench, many)
    assert len(ids(first)) == 50
    assert "60 items, page 1 of 2" in first
    assert len(ids(page(bench, many, "?page=2"))) == 10
    assert len(ids(page(bench, many, "?q=block+57+ICE"))) == 1
    assert ids(page(bench, many, "?q=nowhere")) == []
    assert page(bench, many, "?ticked=1").count(" checked>") == 50
    assert ids(page(bench, many, "?state=done")) == []


def test_all_that_is_found_is_given_taken_back_and_given_anew(bench: Bench, many: Project) -> None:
    path = f"/projects/{many.id}/items"
    give = {"action": "give", "name": "rita", "stage": "rate", "of_q": "block 5", "all": "1", "days": "3"}
    answer = post(bench, "chief", path, give)
    assert "changed=15" in answer.headers["location"]
    assert states(bench, many, "rita") == ["open"] * 15
    assert len(ids(page(bench, many, "?who=rita&state=open"))) == 15
    assert "changed=0" in post(bench, "chief", path, give).headers["location"]
    back = {"action": "take back", "name": "rita", "stage": "", "of_person": "rita", "all": "1"}
    assert "changed=15" in post(bench, "chief", path, back).headers["location"]
    assert states(bench, many, "rita") == ["taken back"] * 15
    with bench.database.read() as db:
        number = works.mine(db, many.id, bench.person("rita").id)[0][0].id
    assert (
        "may look at this work, not change it"
        in send(bench, "GET", f"/work/{number}", Cookie=bench.cookie("rita")).text
    )
    assert "changed=15" in post(bench, "chief", path, give).headers["location"]
    assert states(bench, many, "rita") == ["open"] * 15
    assert "changed=15" in post(bench, "chief", path, back).headers["location"]


def test_settling_is_not_given_before_there_is_something_to_settle(bench: Bench, many: Project) -> None:
    item = ids(page(bench, many))[0]
    form = {"action": "give", "name": "eve", "stage": "settle", "item": str(item)}
    answer = post(bench, "chief", f"/projects/{many.id}/items", form)
    assert answer.status == 400
    assert "is not to be done" in answer.text


def test_what_is_done_is_reopened(bench: Bench) -> None:
    project = bench.project("Reopened", "relevance", MEMBERS, depth=1)
    work = rate(bench, project, "rita", 3)
    form = {"action": "reopen", "name": "", "stage": "", "all": "1"}
    assert "changed=1" in post(bench, "chief", f"/projects/{project.id}/items", form).headers["location"]
    with bench.database.write() as db:
        again = next_work(db, db.get_one(Project, project.id), bench_person(db, "rita"))
        assert again is not None
        assert (again.id, again.state) == (work.id, WorkState.RETURNED)


def bench_person(db: Session, name: str) -> Account:
    return accounts.find(db, name)


def test_an_item_that_is_late_goes_to_others_and_leaves_nobody_stuck(bench: Bench) -> None:
    project = bench.project("Late", "relevance", MEMBERS, depth=1)
    rita = bench.person("rita")
    with bench.database.write() as db:
        late = next_work(db, db.get_one(Project, project.id), rita)
        assert late is not None
        late.deadline = now() - timedelta(hours=1)
    assert "late" in page(bench, project, "?state=late")
    rate(bench, project, "rolf", 0)
    rate(bench, project, "ruth", 3)
    assert len(ids(page(bench, project, "?state=to+settle"))) == 1
    settling = rate(bench, project, "eve", 1)
    assert settling.stage == "settle"
    with bench.database.write() as db:  # who was late is not led to what others have built on
        assert next_work(db, db.get_one(Project, project.id), rita) is None
    text = send(bench, "GET", f"/work/{late.id}", Cookie=bench.cookie("rita")).text
    assert "Go on with the next item" in text


def test_what_is_approved_binds_until_it_is_sent_back(bench: Bench) -> None:
    project = bench.project("Approved", "relevance", {**MEMBERS, "adam": [Role.REVIEWER]}, depth=1, raters=1)
    work, rita, adam = rate(bench, project, "rita", 3), bench.person("rita"), bench.person("adam")

    def grade() -> str:
        with bench.database.read() as db:
            return next(lines_of(db, db.get_one(Project, project.id), "ratings"))

    def saved(person: Account, action: str, state: WorkState | None, value: int | None = None) -> Event:
        with bench.database.write() as db:
            found = db.get_one(Work, work.id)
            content = works.latest(db, work.id)[0].content
            if value is not None:
                content = {"grades": dict.fromkeys(content["grades"], value), "notes": {}}
            return works.save(db, work.id, person, found.version, action=action, content=content, state=state)

    saved(adam, "review: approved", WorkState.APPROVED)
    approved = grade()
    event = saved(rita, "changed", None, 0)
    assert event.state == WorkState.OPEN  # the new version is not approved
    assert grade() == approved
    saved(rita, "done", WorkState.DONE)
    assert grade() == approved
    saved(adam, "review: approved", WorkState.APPROVED)
    assert grade() != approved
    saved(adam, "review: returned", WorkState.RETURNED)
    with bench.database.read() as db:
        assert db.get_one(Work, work.id).approved is None
