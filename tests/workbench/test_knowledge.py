"""A project keeps the facts it works with, whatever becomes of their files; newer ones are a version of their own."""

import re
from pathlib import Path

import pytest

from explanans.structures.facts import Fact
from explanans.workbench.backup import backup, restore
from explanans.workbench.exchange import export_project, import_project
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import projects, snapshots
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Project, Role
from explanans.workbench.web.uploads import safe_name
from tests.workbench.annotator import Annotator
from tests.workbench.asking import post, send
from tests.workbench.conftest import QUESTION, Bench
from tests.workbench.databases import new_database


def number_of(location: str) -> int:
    return int(location.rpartition("/")[2])


def project_of(bench: Bench, title: str, **form: str) -> int:
    answer = post(bench, "chief", "/projects/new", {"title": title, "kind": "trees", "path": "questions.jsonl", **form})
    assert answer.status == 303, answer.text
    return number_of(answer.headers["location"])


async def pool(bench: Bench, number: int) -> str:
    """Return the facts that the page of the next work shows."""
    chief = bench.person("chief")
    with bench.database.write() as db:
        project = db.get_one(Project, number)
        projects.set_member(db, number, chief.id, Role.AUTHOR)
        work = next_work(db, project, chief)
        assert work is not None
    async with Annotator(bench.address, bench.cookie("chief"), f"/work/{work.id}") as page:
        await page.until(lambda: page.says("best for this answer") or page.says("No facts"))
        return " ".join(str(it.get("text")) for it in page.elements.values())


@pytest.mark.anyio
async def test_a_project_works_on_when_its_files_are_gone(bench: Bench) -> None:
    path = bench.folder / "passing.txt"
    path.write_text("Heat melts ice.\nWood is hard.\n")
    number = project_of(bench, "Passing facts", knowledge="passing.txt")
    path.unlink()
    assert "Heat melts ice" in await pool(bench, number)


def test_changed_files_are_a_new_version_with_what_changed(bench: Bench) -> None:
    path = bench.folder / "changing.txt"
    path.write_text("Heat melts ice.\nWood is hard.\nFire is hot.\n")
    number = project_of(bench, "Changing facts", knowledge="changing.txt")
    place = f"/projects/{number}/knowledge"
    assert "nothing was changed" in post(bench, "chief", place, {}).text
    path.write_text("Wood is hard.\nHeat melts ice.\nFire burns.\n")
    assert post(bench, "chief", place, {}).status == 303
    page = send(bench, "GET", place, Cookie=bench.cookie("chief")).text
    assert "Version 2: 3 facts" in page
    assert re.search(r"0 the same, 2 under another id, 1 reworded, 0 gone, 0 new", page)
    assert re.search(r"changing.txt#1</td><td>changing.txt#2", page)
    assert post(bench, "ann", place, {}).status == 403


@pytest.mark.anyio
async def test_notes_and_questions_are_uploaded_and_keep_their_names(bench: Bench) -> None:
    cookie = bench.cookie("chief")
    seal = re.search(r'name="seal" value="(\w+)"', send(bench, "GET", "/", Cookie=cookie).text)
    assert seal
    fields = {"seal": seal[1], "title": "Uploaded notes", "kind": "trees", "knowledge": "starter"}
    parts = [f'--b\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()]
    files = (("notes", "../my notes.txt", "Heat melts ice.\n"), ("file", "mine.jsonl", QUESTION))
    for field, name, text in files:
        parts.append(f'--b\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n{text}\r\n')
    body = "".join((*parts, "--b--\r\n")).encode()
    kind = "multipart/form-data; boundary=b"
    answer = send(bench, "POST", "/projects/new", body, Cookie=cookie, Content_Type=kind)
    assert answer.status == 303, answer.text
    number = number_of(answer.headers["location"])
    with bench.database.read() as db:
        (kept,) = snapshots.versions(db, number)
        assert [fact.id for fact in snapshots.facts_of(kept)] == ["my notes.txt#1"]
        assert kept.name == "my notes.txt"
    assert "Heat melts ice" in await pool(bench, number)


def test_facts_travel_with_exports_and_backups(bench: Bench, tmp_path: Path) -> None:
    path = bench.folder / "travelling.txt"
    path.write_text("Heat melts ice.\n")
    number = project_of(bench, "Travelling facts", knowledge="travelling.txt")
    with bench.database.read() as db:
        lines = list(export_project(db, db.get_one(Project, number)))
    other = new_database(tmp_path / "other.sqlite")
    with other.write() as db:
        taken = import_project(db, lines, "x", None)
    with other.read() as db:
        assert list(export_project(db, db.get_one(Project, taken.id)))[1:] == lines[1:]
    backup(other, tmp_path / "other.gz")
    other.close()
    restore(str(tmp_path / "again.sqlite"), tmp_path / "other.gz")
    again = Database(str(tmp_path / "again.sqlite"))
    with again.read() as db:
        found = snapshots.find(db, db.get_one(Project, taken.id).knowledge)
        assert found is not None
        assert [fact.text for fact in snapshots.facts_of(found)] == ["Heat melts ice"]
    again.close()


def test_a_snapshot_of_another_digest_is_none() -> None:
    kept = snapshots.keep([Fact("f1", "ice is cold")])
    assert snapshots.is_whole(kept.content, kept.digest)
    assert not snapshots.is_whole(kept.content, "0" * 64)
    assert not snapshots.is_whole(b"no gzip", kept.digest)


@pytest.mark.parametrize("name", ["../../x", "..", "/etc/passwd", "a\0b.txt", ".hidden", "x" * 500 + ".tsv", ""])
def test_names_of_uploads_lead_nowhere(name: str) -> None:
    found = safe_name(name)
    assert found
    assert not {"/", "\\", "\0"} & set(found)
    assert not found.startswith(".")
    assert len(found) < 120
