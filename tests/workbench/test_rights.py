"""Who may do what with files, invitations, projects and names, and what is refused of what is taken in."""

import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.workbench.backup import backup, restore
from explanans.workbench.exports import lines_of
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import accounts, audit, projects, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Invitation, Project, Role, SignedIn, WorkState
from tests.workbench.asking import post, send
from tests.workbench.conftest import PASSWORD, Bench
from tests.workbench.databases import new_database


def test_a_database_and_what_is_beside_it_are_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        database = Database(str(tmp_path / "workbench.sqlite"))
        with database.write() as db:
            accounts.create(db, "ann", PASSWORD)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        database.close()
    finally:
        os.umask(before)
    assert len(modes) == 3
    assert set(modes.values()) == {0o600}


def test_a_restored_workbench_has_no_sessions_and_no_invitations(tmp_path: Path) -> None:
    database = new_database(tmp_path / "old.sqlite")
    with database.write() as db:
        ann = accounts.create(db, "ann", PASSWORD, administrator=True)
        token, invited = accounts.open_session(db, ann), accounts.invite(db, ann, Role.AUTHOR)
    rows = backup(database, tmp_path / "old.gz")
    database.close()
    assert restore(str(tmp_path / "new.sqlite"), tmp_path / "old.gz") == rows - 2
    restored = Database(str(tmp_path / "new.sqlite"))
    with restored.read() as db:
        assert accounts.session_account(db, token) is None
        assert db.query(SignedIn).count() == db.query(Invitation).count() == 0
        with pytest.raises(accounts.RefusedError, match="used up"):
            accounts.find_invitation(db, invited)
    restored.close()


@pytest.fixture(scope="module")
def project(bench: Bench) -> Project:
    return bench.project("Rights", "trees", {"ann": [Role.AUTHOR], "adam": [Role.ADMINISTRATOR]})


def test_invitations_are_listed_and_taken_back(bench: Bench, project: Project) -> None:
    path = f"/projects/{project.id}/settings"
    page = send(bench, "GET", path, Cookie=bench.cookie("adam")).text
    assert re.search(r'<select name="role"><option>rater</option>', page)  # the least
    page = post(bench, "adam", path, {"action": "invite", "role": "author"}).text
    link = re.search(r"/invitation/[\w-]+", page)
    assert link
    assert "Open invitations" in page  # the page with the link lists it
    kept = re.search(r'name="invitation" value="(\w+)"', page)
    assert kept
    assert post(bench, "ann", path, {"action": "revoke", "invitation": kept[1]}).status == 403
    assert send(bench, "GET", link[0]).status == 200
    assert post(bench, "adam", path, {"action": "revoke", "invitation": kept[1]}).status == 303
    assert send(bench, "GET", link[0]).status == 403


def test_the_page_of_people_shows_what_was_changed_by_the_same_request(bench: Bench) -> None:
    bench.person("zoe")
    page = post(bench, "chief", "/people", {"action": "invite"}).text
    assert page.count('name="invitation"') == 1
    kept = re.search(r'name="invitation" value="(\w+)"', page)
    assert kept
    assert post(bench, "chief", "/people", {"action": "revoke", "invitation": kept[1]}).status == 303
    assert 'name="invitation"' not in send(bench, "GET", "/people", Cookie=bench.cookie("chief")).text
    page = post(bench, "chief", "/people", {"action": "reset", "name": "zoe"}).text
    assert "The new password of zoe" in page
    assert "has to choose a password" in page
    assert post(bench, "chief", "/people", {"action": "explode", "name": "zoe"}).status == 400
    assert post(bench, "chief", "/people", {"action": "sleep", "name": "zoe"}).status == 303
    assert "asleep" in send(bench, "GET", "/people", Cookie=bench.cookie("chief")).text


def test_a_file_is_named_as_its_user_named_it(bench: Bench) -> None:
    form = {"title": "Odd", "kind": "trees", "knowledge": "starter"}
    answer = post(bench, "chief", "/projects/new", form, b"what\n", "odd.tsv")
    assert answer.status == 400
    assert "odd.tsv, line 1: " in answer.text


def made(bench: Bench, title: str, **form: str) -> tuple[int, str]:
    answer = post(bench, "chief", "/projects/new", {"title": title, "kind": "trees", **form})
    return answer.status, answer.text


def test_only_files_below_the_folder_of_the_server_are_read(bench: Bench) -> None:
    (bench.folder / "link.jsonl").symlink_to("/etc/passwd")
    os.mkfifo(bench.folder / "pipe.jsonl")
    inside = bench.folder / "inside"
    inside.mkdir()
    os.mkfifo(inside / "questions.tsv")
    for path in ("/etc/passwd", "../../../etc/passwd", "link.jsonl", "pipe.jsonl", "a\0b", "inside", "missing.jsonl"):
        for form in ({"path": path}, {"path": "questions.jsonl", "knowledge": path}):
            status, text = made(bench, "Elsewhere", **form)
            assert status == 400, (form, text)
            assert "root:" not in text
    assert made(bench, "Of the folder", path="questions.jsonl", knowledge="facts.txt")[0] == 303
    status, text = made(bench, "With a model", path="pairs.tsv", kind="graphs", **{"graphs-model": "/etc"})
    assert (status, "not below the folder" in text) == (400, True)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/projects/{}/settings", {"action": "days", "days": "²"}),
        ("/projects/{}/settings", {"action": "days", "days": "9" * 5000}),
        ("/projects/{}/settings", {"action": "add", "name": "ann", "role": "author", "quota": "9" * 30}),
        ("/projects/{}/settings", {"action": "rename", "title": "a\0b"}),
        ("/projects/{}/settings", {"action": "deleted"}),
        ("/projects/{}/quiz", {"action": "work", "work": "9" * 30}),
        ("/projects/{}/quiz", {"action": "rules", "pass_mark": "²"}),
        ("/projects/{}/items", {"stage": "author", "name": "ann", "days": "9" * 30}),
        ("/projects/99999999999999999999999/settings", {"action": "paused"}),
    ],
)
def test_odd_numbers_and_texts_are_answered_with_a_sentence(
    bench: Bench, project: Project, path: str, form: dict[str, str]
) -> None:
    answer = post(bench, "chief", path.format(project.id), form)
    assert 400 <= answer.status < 500, answer.text
    assert "<h1>" in answer.text
    assert "Error" not in answer.text


@pytest.mark.parametrize("path", ["/work/{}", "/projects/{}", "/quiz/{}", "/work/{}/history"])
def test_huge_numbers_in_addresses_lead_nowhere(bench: Bench, path: str) -> None:
    answer = send(bench, "GET", path.format("9" * 30), Cookie=bench.cookie("chief"))
    assert answer.status == 404
    assert "<h1>" in answer.text


def test_an_odd_version_to_restore_is_refused(bench: Bench, project: Project) -> None:
    ann = bench.person("ann")
    with bench.database.write() as db:
        work = next_work(db, project, ann)
        assert work is not None
        content: dict[str, list[str]] = {"facts": []}
        works.save(db, work.id, ann, work.version, action="x", content=content)
    answer = post(bench, "ann", f"/work/{work.id}/restore", {"version": "1", "newest": "²"})
    assert answer.status == 400


def spoilt(change: Callable[[dict[str, object]], object]) -> Callable[[list[str]], list[str]]:
    def spoil(lines: list[str]) -> list[str]:
        head = json.loads(lines[0])
        change(head)
        return [json.dumps(head), *lines[1:]]

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        spoilt(lambda head: head.update(state="exploded")),
        spoilt(lambda head: head.update(days=0)),
        spoilt(lambda head: head.update(days=10**30)),
        spoilt(lambda head: head.update(settings={"raters": -1})),
        spoilt(lambda head: head.update(settings={"raters": "two"})),
        spoilt(lambda head: head.update(settings={"unknown": 1})),
        spoilt(lambda head: head.update(pass_mark=101)),
        spoilt(lambda head: head.update(knowledge="/etc")),
        lambda lines: [lines[0], '{"type":"item","key":"k","payload":' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}"],
        lambda lines: ["[" * 100_000],
        lambda lines: [line.replace('"state":"open","seconds"', '"state":"lost","seconds"') for line in lines],
        lambda lines: [line.replace('"stage":"rate"', '"stage":"r"') for line in lines],
        lambda lines: [*lines, *(line.replace('"number":', '"number":7') for line in lines if '"type":"work"' in line)],
        lambda lines: (
            [re.sub(r'("type":"member".*)"quota":null', r'\1"quota":99999999999999', line) for line in lines]
            + ['{"type":"member","person":"ann","role":"author","quota":99999999999999999999}']
        ),
    ],
)
def test_an_import_with_impossible_values_is_refused(bench: Bench, spoil: Callable[[list[str]], list[str]]) -> None:
    title = "To be spoilt"
    with bench.database.read() as db:
        found = db.query(Project).filter_by(title=title).one_or_none()
    if found is None:
        found = bench.project(title, "relevance", {"ann": [Role.RATER]}, depth=5)
        ann = bench.person("ann")
        with bench.database.write() as db:
            db.merge(found).knowledge = "starter"
            assert next_work(db, found, ann)
    with bench.database.read() as db:
        lines = list(lines_of(db, db.get_one(Project, found.id), "project"))
    good = post(
        bench,
        "chief",
        "/projects/import",
        {"format": "project", "title": f"Good {os.urandom(4).hex()}"},
        "\n".join(lines).encode(),
    )
    assert good.status == 303, good.text
    bad = f"Bad {os.urandom(4).hex()}"
    answer = post(
        bench, "chief", "/projects/import", {"format": "project", "title": bad}, "\n".join(spoil(lines)).encode()
    )
    assert answer.status == 400, answer.text
    assert "Error" not in answer.text
    with bench.database.read() as db:
        assert db.query(Project).filter_by(title=bad).count() == 0


def test_a_project_is_renamed_archived_and_deleted(bench: Bench) -> None:
    project = bench.project("Passing", "trees", {"ann": [Role.AUTHOR]})
    ann, path = bench.person("ann"), f"/projects/{project.id}"
    with bench.database.write() as db:
        work = next_work(db, project, ann)
        assert work is not None
        works.save(db, work.id, ann, 0, action="x", content={})
        works.comment(db, work.id, ann, "a remark")
        accounts.invite(db, ann, Role.AUTHOR, project.id)
    assert post(bench, "chief", f"{path}/settings", {"action": "rename", "title": "Past"}).status == 303
    assert post(bench, "chief", f"{path}/settings", {"action": "archived"}).status == 303
    page = send(bench, "GET", "/", Cookie=bench.cookie("chief")).text
    assert re.search(r"archived</summary>.*Past", page, re.DOTALL)
    assert post(bench, "ann", f"{path}/next", {}).status == 403
    assert post(bench, "ann", f"{path}/delete", {"title": "Past"}).status == 403
    assert post(bench, "chief", f"{path}/delete", {"title": "Passing"}).status == 403
    assert post(bench, "chief", f"{path}/delete", {"title": "Past"}).status == 303
    assert send(bench, "GET", path, Cookie=bench.cookie("chief")).status == 403
    assert send(bench, "GET", f"/work/{work.id}", Cookie=bench.cookie("ann")).status == 403
    with bench.database.read() as db:
        assert db.get(Project, project.id) is None
        assert ("delete project", "Past") in {(entry.action, entry.subject) for entry, _ in audit.recent(db)}


def test_cells_that_a_spreadsheet_would_run_are_marked_and_taken_in_again(bench: Bench) -> None:
    (bench.folder / "run.tsv").write_text("=1+1 is two.\t@SUM(A1) is it.\tsupport\n")
    project = bench.project("Formulas", "graphs", {"ann": [Role.AUTHOR]}, "run.tsv", written=0)
    ann = bench.person("ann")
    with bench.database.write() as db:
        work = next_work(db, project, ann)
        assert work is not None
    for name in ("labels", "graphs", "pairs"):
        answer = send(bench, "GET", f"/projects/{project.id}/export/{name}", Cookie=bench.cookie("chief"))
        assert answer.status == 200
        for line in answer.text.splitlines():
            assert not any(cell.strip('"').startswith(("=", "+", "@")) for cell in line.split("\t")), line


def test_a_moved_person_has_the_rights_of_the_new_role_only(bench: Bench) -> None:
    project = bench.project("Moving", "trees", {"mo": [Role.AUTHOR]})
    mo = bench.person("mo")
    with bench.database.write() as db:
        work = next_work(db, project, mo)
        assert work is not None
    assert send(bench, "GET", f"/work/{work.id}", Cookie=bench.cookie("mo")).status == 200
    with bench.database.write() as db:
        projects.remove_member(db, project.id, mo.id, Role.AUTHOR)
        projects.set_member(db, project.id, mo.id, Role.RATER)
    assert send(bench, "GET", f"/work/{work.id}", Cookie=bench.cookie("mo")).status == 403
    assert post(bench, "mo", f"/projects/{project.id}/next", {}).headers["location"].endswith("/nothing")


def test_raters_are_not_named_to_whoever_settles_before_it_is_settled(bench: Bench) -> None:
    members = {"rita": [Role.RATER], "rolf": [Role.RATER], "eve": [Role.REVIEWER]}
    project = bench.project("Nameless", "relevance", members, depth=2)
    numbers = []
    for name, grade in (("rita", 0), ("rolf", 3)):
        person = bench.person(name)
        with bench.database.write() as db:
            work = next_work(db, project, person)
            assert work is not None
            numbers.append(work.id)
            item = projects.items(db, project.id)[0]
            grades = {fact["id"]: grade for fact in item.payload["facts"]}
            content = {"grades": grades, "notes": {}}
            works.save(db, work.id, person, 0, action="rated", content=content, state=WorkState.DONE)
            works.comment(db, work.id, person, "a remark")
    base = f"/projects/{project.id}"
    pages = (f"{base}/items", f"{base}/dashboard", *(f"/work/{it}" for it in numbers), f"/work/{numbers[0]}/history")

    def names(path: str, viewer: str) -> bool:
        text = send(bench, "GET", path, Cookie=bench.cookie(viewer)).text
        if path.endswith("dashboard"):
            text = text.partition("<h2>Differences</h2>")[2]
        return "rita" in text or "rolf" in text

    assert [names(path, "eve") for path in pages] == [False] * 5
    assert [names(path, "chief") for path in pages] == [True] * 5
    eve = bench.person("eve")
    with bench.database.write() as db:
        work = next_work(db, project, eve)
        assert work is not None
        content = {"grades": dict.fromkeys(grades, 1), "notes": {}}
        works.save(db, work.id, eve, 0, action="settled", content=content, state=WorkState.DONE)
    assert [names(path, "eve") for path in pages] == [True] * 5
