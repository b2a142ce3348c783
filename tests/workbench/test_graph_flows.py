"""Graph collection in a real browser: written against the model, drawn by mouse and by keyboard, verified, refined."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from explanans.workbench.exports import lines_of
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import works
from explanans.workbench.store.tables import Project, Role, WorkState
from tests.workbench.conftest import Bench
from tests.workbench.test_flows import HOSTILE, begun, saved, tab_to

EVERYBODY = {"ann": [Role.AUTHOR], **{name: [Role.RATER] for name in ("bob", "cat", "dan")}, "eve": [Role.REVIEWER]}


def hand_in(page: Page, project: Project) -> None:
    expect(page.get_by_text("Nothing: this can be done.")).to_be_visible()
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_url(f"**/projects/{project.id}")


def verify(bench: Bench, browser: Browser, project: Project, key: str) -> None:
    """Let somebody verify a graph, who sees neither argument nor stance, and two others say the same."""
    page = begun(bench, browser, "bob", project)
    number = int(page.url.rpartition("/")[2])
    expect(page.get_by_role("region", name="Drawing of the graph")).to_be_visible()
    content = page.content()
    assert "Animals suffer in" not in content
    assert "argument supports" not in content.lower()
    page.locator("body").press(key)
    saved(page, 1)
    if key == "3":
        expect(page.get_by_text("an incorrect graph needs a reason")).to_be_visible()
        page.get_by_label("A fact makes no sense").check()
        saved(page, 2)
    hand_in(page, project)
    said = content_of(bench, number)
    for name in ("cat", "dan"):
        account = bench.person(name)
        with bench.database.write() as db:
            work = next_work(db, project, account)
            assert work is not None
            works.save(db, work.id, account, 0, action="done", content=said, state=WorkState.DONE)


def content_of(bench: Bench, number: int) -> dict[str, Any]:
    """Return what was made last."""
    with bench.database.read() as db:
        return dict(works.latest(db, number)[0].content)


def test_a_graph_is_drawn_by_mouse_verified_by_three_and_refined(bench: Bench, browser: Browser) -> None:
    project = bench.project("Graphs by mouse", "graphs", EVERYBODY, file="pairs.tsv", written=0)
    draw_by_mouse(begun(bench, browser, "ann", project), project)
    verify(bench, browser, project, "3")
    refined(begun(bench, browser, "eve", project), project)
    verify(bench, browser, project, "1")
    with bench.database.read() as db:
        (row,) = lines_of(db, project, "refinements")
    assert re.findall(r"suffer; ([a-z ]+); banned", row) == ["not desires", "desires"]
    page = bench.page(browser, "chief", f"/projects/{project.id}/dashboard")
    figures = page.get_by_role("region", name="Graphs", exact=True)
    expect(figures.get_by_role("row", name="right after round 2")).to_contain_text("100.0%")
    page.goto(f"{bench.address}/projects/{project.id}/items")
    page.get_by_role("link", name="ann").click()
    expect(page.get_by_text("You may look at this work, not change it.")).to_be_visible()


def draw_by_mouse(page: Page, project: Project) -> None:
    """Draw a graph by dragging concepts, and hand it in."""
    expect(page.get_by_text("0 edges instead of three to eight")).to_be_visible()
    belief, argument = page.get_by_role("list", name="Of the belief"), page.get_by_role("list", name="Of the argument")
    zoos, banned = belief.get_by_role("button", name="zoos"), belief.get_by_role("button", name="banned")
    cages = argument.get_by_role("button", name="narrow cages", exact=True)
    cages.drag_to(zoos)  # one concept onto another
    expect(page.get_by_label("Relation")).to_be_focused()
    page.get_by_label("Relation").select_option("part of")
    page.get_by_role("button", name="Add the fact").click()
    saved(page, 1)
    cages.drag_to(page.get_by_label("Concept", exact=True))
    argument.get_by_role("button", name="suffer", exact=True).drag_to(page.get_by_label("Other concept"))
    expect(page.get_by_label("Other concept")).to_have_value("suffer")
    page.get_by_label("Relation").select_option("causes")
    page.get_by_role("button", name="Add the fact").click()
    saved(page, 2)
    expect(page.get_by_text("Narrow cages is part of zoos. Narrow cages causes suffer.")).to_be_visible()
    page.get_by_label("Concept", exact=True).fill("suffer in all the")
    expect(page.get_by_text("has 4 words; three are the most")).to_be_visible()
    page.get_by_label("Concept", exact=True).fill("suffer")
    banned.drag_to(page.get_by_label("Other concept"))
    page.get_by_label("Relation").select_option("not desires")
    page.get_by_role("button", name="Add the fact").click()
    saved(page, 3)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("2 edges instead of three to eight")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    saved(page, 5)
    assert page.get_by_role("region", name="Drawing of the graph").locator(".wire").count() == 3
    hand_in(page, project)


def refined(page: Page, project: Project) -> None:
    """Replace the fact that is wrong, and hand the graph in."""
    expect(page.get_by_text("Most say: incorrect. All: incorrect (3).")).to_be_visible()
    expect(page.get_by_text("rater 1: A fact makes no sense")).to_be_visible()
    expect(page.get_by_text("the graph is as it was")).to_be_visible()
    page.get_by_role("button", name="Replace: suffer does not desire banned").click()
    expect(page.get_by_label("Relation")).to_have_value("not desires")
    page.get_by_label("Relation").select_option("desires")
    page.get_by_role("button", name="Replace the fact").click()
    saved(page, 1)
    expect(page.get_by_text("removed: suffer does not desire banned")).to_be_visible()
    expect(page.get_by_role("list", name="Facts", exact=True).get_by_text("new", exact=True)).to_be_visible()
    assert page.locator(".drawing .marked .wire").count() == 1
    hand_in(page, project)


def test_a_graph_by_keyboard_alone(bench: Bench, browser: Browser) -> None:
    project = bench.project("Graphs by keyboard", "graphs", EVERYBODY, file="pairs.tsv", written=0)
    page = begun(bench, browser, "ann", project)
    expect(page.get_by_text("0 edges instead of three to eight")).to_be_visible()
    chips = page.get_by_role("list", name="Of the belief").get_by_role("button")
    chips.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("“zoos” is in the belief.")).to_be_visible()
    tab_to(page, "source")
    expect(page.get_by_label("Concept", exact=True)).to_have_value("zoos")
    page.keyboard.press("Tab")
    page.keyboard.type("causes")
    page.keyboard.press("Tab")
    page.keyboard.type("Narrow  cages")
    page.keyboard.press("Enter")
    saved(page, 1)
    for number, (source, relation, target) in enumerate(
        (("narrow cages", "causes", "suffer"), ("suffer", "desires", "banned")), 2
    ):
        expect(page.get_by_label("Concept", exact=True)).to_be_focused()
        page.keyboard.type(source)
        page.keyboard.press("Tab")
        page.keyboard.type(relation)
        page.keyboard.press("Tab")
        page.keyboard.type(target)
        page.keyboard.press("Enter")
        saved(page, number)
    expect(page.get_by_text("Nothing: this can be done.")).to_be_visible()
    tab_to(page, "end-done")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/projects/{project.id}")


def test_a_pair_is_written_against_the_model_and_tries_cannot_be_taken_back(bench: Bench, browser: Browser) -> None:
    project = bench.project("Pairs", "graphs", EVERYBODY, file="prompts.txt", tries=2, labellers=1)
    page = begun(bench, browser, "ann", project)
    expect(page.get_by_text("an argument that counters it")).to_be_visible()
    page.get_by_label("Belief").fill("Zoos should be banned.")
    page.get_by_label("Argument").fill("Zoos should not be banned.")
    page.get_by_role("button", name="Ask the model").click()
    expect(page.get_by_role("list", name="Tries").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.goto(page.url + "/history")
    page.get_by_role("button", name="Restore version 1").click()
    expect(page.get_by_role("list", name="Tries").get_by_role("listitem")).to_have_count(1)
    page.get_by_label("Argument").fill(HOSTILE)
    page.get_by_role("button", name="Ask the model").click()
    expect(page.get_by_role("list", name="Tries").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("list", name="Tries").get_by_text("<script>window.ran")).to_be_visible()
    expect(page.get_by_role("button", name="Ask the model (2 of 2 tries used)")).to_be_disabled()
    hand_in(page, project)
    page = begun(bench, browser, "bob", project)
    expect(page.get_by_text("<script>window.ran")).to_be_visible()
    assert page.evaluate("window.ran") is None
    page.get_by_role("button", name="It does neither").click()
    saved(page, 1)
    hand_in(page, project)
    page = bench.page(browser, "chief", f"/projects/{project.id}/dashboard")
    figures = page.get_by_role("region", name="Against the model")
    expect(figures.get_by_role("row", name="tries that fooled the model all")).to_be_visible()


def test_markup_in_concepts_and_notes_is_shown_as_text(bench: Bench, browser: Browser) -> None:
    hostile = "<img/src=x/onerror=window.ran=1>"
    (bench.folder / "hostile.tsv").write_text(f"{HOSTILE} Zoos.\t{HOSTILE} Cages.\tsupport\n")
    project = bench.project("Hostile graphs", "graphs", EVERYBODY, file="hostile.tsv", written=0, verifiers=1, rounds=0)
    page = begun(bench, browser, "ann", project)
    for number, target in enumerate(("<script>", "zoos", "cages"), 1):
        page.get_by_label("Concept", exact=True).fill(hostile)
        page.get_by_label("Relation").select_option("causes")
        page.get_by_label("Other concept").fill(target)
        page.keyboard.press("Enter")
        saved(page, number)
    expect(page.locator(".drawing").get_by_text(hostile)).to_be_visible()
    assert page.evaluate("window.ran") is None
    ann = bench.person("ann")
    with bench.database.write() as db:
        (found,) = works.works_by_item(db, project.id).values()
        (work,) = found["create"]
        content = works.content_of(db, work) or {}
        works.save(db, work.id, ann, work.version, action=HOSTILE, content=content, state=WorkState.DONE)
    page.goto(page.url + "/history")
    expect(page.get_by_text(hostile).first).to_be_visible()
    assert page.evaluate("window.ran") is None
    page = begun(bench, browser, "bob", project)
    page.get_by_label("A note, if you like").fill(HOSTILE)
    page.keyboard.press("Tab")
    saved(page, 1)
    expect(page.locator(".drawing").get_by_text(hostile)).to_be_visible()
    assert page.evaluate("window.ran") is None


def test_the_model_in_the_loop_is_changed_by_the_administrator_alone(bench: Bench, browser: Browser) -> None:
    members = EVERYBODY | {"fay": [Role.ADMINISTRATOR]}
    project = bench.project("Models", "graphs", members, file="prompts.txt")
    page = bench.page(browser, "chief", f"/projects/{project.id}/settings")
    page.get_by_label("Folder of the stance model").fill("/no/such/model")
    page.get_by_role("button", name="Keep the change").click()
    expect(page.get_by_text("/no/such/model")).to_be_visible()
    expect(page.get_by_role("heading", name="Something is to be mended")).to_be_visible()
    page = bench.page(browser, "fay", f"/projects/{project.id}/settings")
    expect(page.get_by_role("heading", name="What is fixed")).to_be_visible()
    assert page.get_by_label("Folder of the stance model").count() == 0
