"""Judging in a real browser: completeness, systems, reading sheets, claims and quizzes, by two and by keyboard."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from explanans.formats import annotations
from explanans.structures.grading import Mark, Part
from explanans.workbench.exchange import export_project, import_project
from explanans.workbench.exports import lines_of
from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.kinds.quizzing import of_lines
from explanans.workbench.store import projects, quizzes
from explanans.workbench.store.tables import Project, Role
from tests.workbench.conftest import Bench
from tests.workbench.test_flows import HOSTILE, begun, exported, saved
from tests.workbench.test_quizzes import GOLD

_NUMBERS = count(1)
MEMBERS = {"ann": [Role.RATER], "bob": [Role.RATER], "eve": [Role.REVIEWER]}


def project_of(
    bench: Bench, kind_name: str, path: Path, members: Mapping[str, Sequence[Role]] = MEMBERS, **settings: int
) -> Project:
    """Return a project over a file."""
    kind = open_kind(kind_name)
    chosen = read_settings(kind, settings)
    items = list(kind.read(path, "starter", chosen))
    people = {name: bench.person(name) for name in members}
    with bench.database.write() as db:
        title = f"Flow {next(_NUMBERS)}: {kind_name}"  # other tests of the same workbench make projects by this as well
        made = projects.create(db, None, title, kind_name, items, settings=chosen)
        for name, roles in members.items():
            for role in roles:
                projects.set_member(db, made.id, people[name].id, role)
        return made


def done(page: Page, project: Project) -> None:
    """Finish the work at hand."""
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_url(f"**/projects/{project.id}")


def same_elsewhere(bench: Bench, project: Project, name: str) -> bool:
    """Return whether a project that is exported whole and taken in again gives the same export."""
    with bench.database.write() as db:
        again = import_project(db, list(export_project(db, project)), "export", None, f"{project.title} again")
        return list(lines_of(db, again, name)) == list(lines_of(db, project, name))


def test_completeness_by_keyboard_with_gaps_and_settled(bench: Bench, browser: Browser, tmp_path: Path) -> None:
    fact = {"id": "f1", "text": f"heat melts ice {HOSTILE}"}
    record = {"id": "q1", "question": "What melts ice?", "answer": "heat", "facts": [fact], "system": "secret"}
    path = tmp_path / "explained.jsonl"
    rated = {"id": "f0", "text": "ice is frozen water", "rating": 2}
    path.write_text(json.dumps(record | {"gold": ["f1"], "facts": [fact, rated]}))
    project = project_of(bench, "completeness", path)
    for name, whole in (("ann", "1"), ("bob", "0")):
        page = begun(bench, browser, name, project)
        expect(page.get_by_text("0 of 2 judgements graded")).to_be_visible()
        assert "secret" not in page.content()
        page.locator("body").press("1")
        expect(page.get_by_text("1 of 2 judgements graded")).to_be_visible()
        page.locator("body").press(whole)
        saved(page, 2)
        if whole == "0":
            expect(page.get_by_text("name what is missing")).to_be_visible()
            page.locator("body").press("g")
            expect(page.locator("#gaps")).to_be_focused()
            page.keyboard.type(f"ice is a solid {HOSTILE}")
            page.keyboard.press("Tab")
            expect(page.get_by_text("Nothing: this can be done.")).to_be_visible()
        done(page, project)
    page = begun(bench, browser, "eve", project)
    expect(page.get_by_text("rater 2 gave 0 Not complete; missing: ice is a solid <script>")).to_be_visible()
    assert page.evaluate("window.ran") is None
    page.get_by_role("button", name="1 Complete").click()
    saved(page, 1)
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_url(f"**/projects/{project.id}")
    page.goto(f"{bench.address}/projects/{project.id}/dashboard")
    table = page.get_by_role("region", name="Automatic against manual")
    expect(table.get_by_role("row", name="secret Complete")).to_contain_text("1.000")
    assert page.evaluate("window.ran") is None
    assert "ice is a solid" in exported(bench, project, "gaps")[1]
    assert same_elsewhere(bench, project, "table")


def test_a_sheet_of_trees_is_judged(bench: Bench, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "sheet.tsv"
    path.write_text(f"kind\titem\ttext\ntree\tq1\tice & heat -> water {HOSTILE}\n")
    project = project_of(bench, "judgement", path, {"ann": [Role.RATER]}, raters=1)
    page = begun(bench, browser, "ann", project)
    page.get_by_role("button", name="3 leaves").click()
    saved(page, 1)
    page.locator("body").press("4")
    saved(page, 2)
    assert page.evaluate("window.ran") is None
    done(page, project)
    assert exported(bench, project, "labels")[1] == "tree\tq1\tann\tvalid"
    assert same_elsewhere(bench, project, "labels")


def test_a_reading_sheet_is_filled_in_by_keyboard(bench: Bench, browser: Browser, tmp_path: Path) -> None:
    marks = [Mark("q1", Part.LEAF, "f1", f"ice {HOSTILE}"), Mark("q1", Part.WHOLE, text="supported")]
    path = tmp_path / "sheet.tsv"
    path.write_text("\n".join(annotations.encode_marks(marks)))
    project = project_of(bench, "reading", path, {"ann": [Role.RATER]}, raters=1)
    page = begun(bench, browser, "ann", project)
    for number, key in enumerate("11wc", 1):
        page.locator("body").press(key)
        saved(page, number)
    page.locator("body").press("u")
    saved(page, 5)
    expect(page.get_by_role("button", name="w wording")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.ran") is None
    done(page, project)
    found = list(annotations.decode_marks(exported(bench, project, "sheet"), "sheet.tsv"))
    assert [(it.grader, it.grade, it.faults) for it in found] == [("ann", "good", ()), ("ann", "edit", ("wording",))]
    assert same_elsewhere(bench, project, "sheet")


def test_claims_by_mouse_and_by_keyboard_and_settled(bench: Bench, browser: Browser, tmp_path: Path) -> None:
    claim = {"claim": "Trams run until two.", "source": f"Trams stop at ten. It rains {HOSTILE}.", "id": "c1"}
    path = tmp_path / "claims.jsonl"
    path.write_text(json.dumps(claim | {"status": "unknown"}))
    project = project_of(bench, "claims", path)
    page = begun(bench, browser, "ann", project)
    two = page.get_by_role("button", name="two: fine")
    two.click()
    saved(page, 1)
    page.get_by_role("button", name="two: not found").click()
    saved(page, 2)
    expect(page.get_by_role("button", name="two: contradicted")).to_be_focused()
    page.get_by_role("button", name="1 Contradicted").click()
    page.get_by_role("button", name="Evidence: Trams stop at ten.").click()
    saved(page, 4)
    expect(page.get_by_text("Nothing: this can be done.")).to_be_visible()
    assert page.evaluate("window.ran") is None
    done(page, project)
    page = begun(bench, browser, "bob", project)
    expect(page.get_by_text("Word at hand: “Trams”, fine")).to_be_visible()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        page.locator("body").press(key)
    expect(page.get_by_text("Word at hand: “two”, fine")).to_be_visible()
    for number, key in enumerate("n3xe", 1):
        page.locator("body").press(key)
        saved(page, number)
    done(page, project)
    page = begun(bench, browser, "eve", project)
    expect(page.get_by_text("“two”: rater 1 said contradicted, rater 2 said fine")).to_be_visible()
    for number, key in enumerate("1", 1):
        page.locator("body").press(key)
        saved(page, number)
    page.get_by_role("button", name="two: fine").click()
    page.get_by_role("button", name="two: not found").click()
    saved(page, 3)
    done(page, project)
    record = json.loads(exported(bench, project, "claims")[0])
    assert record["claims"] == [["Trams run until two.", 0, 100]]
    assert same_elsewhere(bench, project, "corrections")


def test_a_quiz_is_failed_and_passed_in_a_browser(bench: Bench, browser: Browser) -> None:
    project = bench.project("With a quiz", "relevance", {"quinn": [Role.RATER]}, depth=5)
    with bench.database.write() as db:
        found = db.get_one(Project, project.id)
        of_lines(db, found, [json.dumps(GOLD)], "gold.jsonl")
        quizzes.set_rules(found, 90, 2)
    page = bench.page(browser, "quinn", f"/projects/{project.id}")
    page.get_by_role("button", name="Take the next item").click()
    expect(page.get_by_text("2 attempts left")).to_be_visible()
    for keys, points, outcome in ((("0", "0"), "50", "Not passed"), (("3", "0"), "100", "Passed")):
        page.get_by_role("button", name="Begin the quiz").click()
        expect(page.get_by_role("heading", name="What melts ice?")).to_be_visible()
        for number, key in enumerate(keys):
            expect(page.get_by_text(f"{number} of 2 facts graded")).to_be_visible()
            page.locator("body").press(key)
        expect(page.get_by_text("Saved, version 2")).to_be_visible()
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_text(f"{points} of 100 points for this answer")).to_be_visible()
        expect(page.locator("strong", has_text="elsewhere")).to_be_visible()
        if outcome == "Not passed":
            expect(page.get_by_text("heat melts ice: you gave 0, right is 3")).to_be_visible()
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("heading", name=outcome, exact=True)).to_be_visible()
        page.get_by_role("link", name="Back to With a quiz").click()
        if outcome == "Not passed":
            page.get_by_role("link", name="Take it").click()
    page.get_by_role("button", name="Take the next item").click()
    page.wait_for_url("**/work/*")
    results = administrators_page(bench, browser, project)
    expect(results.get_by_role("region", name="Results")).to_contain_text("not passed")


def administrators_page(bench: Bench, browser: Browser, project: Project) -> Page:
    page = bench.page(browser, "chief", f"/projects/{project.id}/quiz")
    page.get_by_label(re.compile("What melts ice")).fill("<b>Wood</b> is not ice.")
    page.get_by_role("button", name="Keep the explanation").click()
    expect(page.get_by_label(re.compile("What melts ice"))).to_have_value("<b>Wood</b> is not ice.")
    page.get_by_label("Points of 100").fill("70")
    page.get_by_role("button", name="Keep the rules").click()
    expect(page.get_by_label("Points of 100")).to_have_value("70")
    return page
