"""Whole flows in a real browser: trees by mouse and by keyboard, ratings by two, review, conflicts."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from explanans.formats import entailmentbank
from explanans.workbench.exports import lines_of
from explanans.workbench.store import accounts, works
from explanans.workbench.store.tables import Project, Role
from tests.workbench.conftest import Bench

STATEMENT = "heat melts ice"


def begun(bench: Bench, browser: Browser, name: str, project: Project) -> Page:
    """Return the page of the next work of somebody."""
    page = bench.page(browser, name, f"/projects/{project.id}")
    page.get_by_role("button", name=re.compile("Take the next item|Go on")).click()
    page.wait_for_url("**/work/*")
    return page


def saved(page: Page, version: int) -> None:
    expect(page.get_by_text(f"Saved, version {version}", exact=True)).to_be_visible()


def exported(bench: Bench, project: Project, name: str) -> list[str]:
    with bench.database.read() as db:
        return list(lines_of(db, project, name))


def test_a_tree_by_mouse(bench: Bench, browser: Browser) -> None:
    project = bench.project("Trees by mouse", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    pool = page.get_by_role("list", name="Facts of the knowledge base").get_by_role("listitem")
    expect(page.get_by_text("best for this answer")).to_be_visible()
    expect(page.get_by_text("There is no step yet")).to_be_visible()
    core, grounding = page.locator(".part").nth(0), page.locator(".part").nth(1)
    pool.filter(has_text="Heat melts solids").drag_to(core)
    saved(page, 1)
    pool.filter(has_text="Ice is a solid").drag_to(grounding)
    saved(page, 2)
    ice = page.get_by_role("list", name="Grounding").get_by_role("listitem")
    heat = page.get_by_role("list", name="Core").get_by_role("listitem")
    ice.drag_to(heat)
    saved(page, 3)
    page.get_by_label("What follows (C1)").fill("fire melts ice")
    page.get_by_label("What follows (C1)").press("Tab")
    saved(page, 4)
    expect(page.get_by_text("no premise says: fire")).to_be_visible()
    expect(page.get_by_text("Since heat melts solids, and ice is a solid, fire melts ice.")).to_be_visible()
    page.get_by_role("button", name="Is the hypothesis").click()
    saved(page, 5)
    page.get_by_role("button", name="Undo").click()
    saved(page, 6)
    expect(page.get_by_label("What follows (C1)")).to_have_value("fire melts ice")
    page.get_by_role("button", name="Redo").click()
    saved(page, 7)
    expect(page.get_by_label("What follows (C1)")).to_have_value(STATEMENT)
    expect(page.get_by_role("region", name="Drawing of the tree")).to_be_visible()
    expect(page.get_by_text("Nothing: this can be done.")).to_be_visible()
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_url(f"**/projects/{project.id}")
    (problem,) = entailmentbank.decode(exported(bench, project, "entailmentbank"), "export")
    assert problem.tree is not None
    assert problem.tree.faults() == ()
    assert sorted(leaf.text for leaf in problem.tree.leaves) == ["Heat melts solids", "Ice is a solid"]


def test_a_tree_by_keyboard_alone(bench: Bench, browser: Browser) -> None:
    project = bench.project("Trees by keyboard", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    expect(page.get_by_text("best for this answer")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_label("Search in the knowledge base")).to_be_focused()
    page.keyboard.type("melts solids")
    expect(page.get_by_text("found for “melts solids”")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("g")
    saved(page, 1)
    tab_to(page, "own-fact")
    page.keyboard.type("ice is a kind of solid")
    page.keyboard.press("Enter")
    saved(page, 2)
    tab_to(page, "pick-F1", back=True)
    page.keyboard.press("Space")
    expect(page.get_by_text("Picked: F1", exact=True)).to_be_visible()
    tab_to(page, "pick-F2", back=True)
    page.keyboard.press("Space")
    expect(page.get_by_text("Picked: F1, F2", exact=True)).to_be_visible()
    tab_to(page, "join")
    page.keyboard.press("Enter")
    saved(page, 3)
    expect(page.get_by_label("What follows (C1)")).to_be_focused()
    page.keyboard.type("heat melts ice")
    tab_to(page, "root-C1")
    saved(page, 4)
    page.keyboard.press("Enter")
    saved(page, 5)
    expect(page.get_by_text("Nothing: this can be done.")).to_be_visible()
    tab_to(page, "end-done")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/projects/{project.id}")
    record = json.loads(exported(bench, project, "entailmentbank")[0])
    assert record["proof"] == "sent2 & sent1 -> hypothesis;" or record["proof"] == "sent1 & sent2 -> hypothesis;"
    assert sorted(record["meta"]["origin"].values()) == ["base", "own"]


def tab_to(page: Page, name: str, *, back: bool = False) -> None:
    """Press Tab until an element is reached."""
    for _ in range(120):
        if page.evaluate("document.activeElement?.id") == name:
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(name)


def test_a_shortlist_is_rated_by_two_and_settled(bench: Bench, browser: Browser) -> None:
    members = {"ann": [Role.RATER], "bob": [Role.RATER], "eve": [Role.REVIEWER]}
    project = bench.project("Ratings", "relevance", members, depth=5)
    for name, keys in (("ann", "3"), ("bob", "1")):
        page = begun(bench, browser, name, project)
        facts = page.get_by_role("list", name="Facts", exact=True).get_by_role("listitem")
        expect(facts.first).to_be_visible()
        count = facts.count()
        page.locator("body").press(keys)
        for number in range(1, count):
            expect(page.get_by_text(f"{number} of {count} facts graded")).to_be_visible()
            page.locator("body").press("2")
        saved(page, count)
        page.get_by_role("button", name="Done", exact=True).click()
        page.wait_for_url(f"**/projects/{project.id}")
    page = begun(bench, browser, "eve", project)
    expect(page.get_by_text("rater 1 gave 3")).to_be_visible()
    expect(page.get_by_text("rater 2 gave 1")).to_be_visible()
    assert re.findall(r"\b(?:ann|bob)\b", page.locator("body").inner_text()) == []
    page.get_by_role("button", name="2 Important").click()
    expect(page.get_by_text("1 of 1 facts graded")).to_be_visible()
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_url(f"**/projects/{project.id}")
    (text,) = exported(bench, project, "ratings")
    assert {row["relevance"] for row in json.loads(text)["rankingProblems"][0]["documents"]} == {4}
    page.goto(f"{bench.address}/projects/{project.id}/dashboard")
    expect(page.get_by_role("cell", name="Krippendorff's alpha, nominal")).to_be_visible()
    expect(page.get_by_text("1 in all, 0 of them not settled")).to_be_visible()


HOSTILE = "<script>window.ran = true</script><img src=x onerror='window.ran = true'>"


def test_markup_is_shown_as_text_wherever_people_write(bench: Bench, browser: Browser) -> None:
    project = bench.project(f"Hostile {HOSTILE}", "trees", {"ann": [Role.AUTHOR], "eve": [Role.REVIEWER]})
    with bench.database.write() as db:
        project.guidelines = HOSTILE
        db.merge(project)
    page = begun(bench, browser, "ann", project)
    noticed: list[str] = []
    page.on("console", lambda message: noticed.append(message.text))
    fields: list[tuple[str, Callable[[], None]]] = [
        ("A fact of your own", lambda: page.keyboard.press("Enter")),
        ("Hypothesis: question", lambda: page.keyboard.press("Enter")),
        ("Add a comment", lambda: page.get_by_role("button", name="Send").click()),
        ("Search in the knowledge base", lambda: page.keyboard.press("Enter")),
    ]
    for label, send in fields:
        page.get_by_label(label).fill(HOSTILE)
        send()
    saved(page, 2)
    expect(page.locator(".comment")).to_contain_text("<script>")
    assert page.get_by_text("<script>window.ran").count() > 3
    for address in ("", "/history"):
        page.goto(page.url.removesuffix("/history") + address)
        expect(page.get_by_text("<script>window.ran").first).to_be_visible()
        assert page.evaluate("window.ran") is None
    for address in ("/", f"/projects/{project.id}", f"/projects/{project.id}/nothing"):
        page.goto(bench.address + address)
        assert page.evaluate("window.ran") is None
    assert noticed == []


def test_who_is_signed_out_saves_nothing_more(bench: Bench, browser: Browser) -> None:
    project = bench.project("Saved no more", "trees", {"sam": [Role.AUTHOR]})
    page = begun(bench, browser, "sam", project)
    expect(page.get_by_text("best for this answer")).to_be_visible()  # the page is connected by now
    with bench.database.write() as db:
        accounts.sign_out_everywhere(db, accounts.find(db, "sam").id)
    page.get_by_label("A fact of your own").fill("too late")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Not saved yet: you are signed out")).to_be_visible()
    page.get_by_label("Add a comment").fill("too late as well")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Not sent: you are signed out")).to_be_visible()
    with bench.database.read() as db:
        assert works.contents(db, project.id) == {}


def test_work_is_sent_back_while_it_goes_on_and_both_versions_are_shown(bench: Bench, browser: Browser) -> None:
    members = {"ann": [Role.AUTHOR], "eve": [Role.REVIEWER]}
    project = bench.project("Reviewed", "trees", members)
    page = begun(bench, browser, "ann", project)
    add_fact(page, "steam is a gas")
    saved(page, 1)
    review = bench.another(browser, "eve", f"/projects/{project.id}/items")
    review.get_by_role("link", name="ann").click()
    expect(review.get_by_text("You may look at this work, not change it.")).to_be_visible()
    review.get_by_label("Add a comment").fill("Where are the steps?")
    review.get_by_role("button", name="Send", exact=True).click()
    expect(review.locator(".comment")).to_contain_text("Where are the steps?")
    review.get_by_role("button", name="Send back").click()
    expect(review.get_by_text("Now: returned")).to_be_visible()
    add_fact(page, "fog is wet")  # ann's page does not know of version 2
    box = page.get_by_role("alertdialog", name="Two versions")
    expect(box).to_contain_text("eve saved version 2 in the meantime")
    expect(box.locator("ins")).to_contain_text("fog is wet")  # what differs, and nothing else
    expect(box).not_to_contain_text("steam is a gas")
    assert versions(bench, project) == [(1, "ann", "open"), (2, "eve", "returned")]
    box.get_by_role("button", name="Keep mine").click()
    saved(page, 3)
    page.reload()
    page.get_by_role("button", name="Settled").click()
    expect(page.get_by_text("settled", exact=True)).to_be_visible()
    page.get_by_role("button", name="Done, but unsure").click()
    page.wait_for_url(f"**/projects/{project.id}")
    review.get_by_role("button", name="Approve").click()
    expect(review.get_by_text("Now: approved")).to_be_visible()
    assert versions(bench, project)[2:] == [(3, "ann", "returned"), (4, "ann", "unsure"), (5, "eve", "approved")]
    page.goto(review.url + "/history")
    expect(page.get_by_role("heading", name="Version 3: kept their own version")).to_be_visible()
    page.get_by_role("button", name="Restore version 1").click()
    expect(page.get_by_role("list", name="Core")).to_contain_text("steam is a gas")
    expect(page.get_by_role("list", name="Core")).not_to_contain_text("fog is wet")


def add_fact(page: Page, words: str) -> None:
    """Write a fact onto the worksheet."""
    page.get_by_label("A fact of your own").fill(words)
    page.get_by_label("A fact of your own").press("Enter")


def versions(bench: Bench, project: Project) -> list[tuple[int, str, str]]:
    """Return the versions of the only work of a project: their numbers, authors and states."""
    with bench.database.read() as db:
        ((found,),) = (it.values() for it in works.works_by_item(db, project.id).values())
        return [(event.version, name, event.state) for event, name in works.history(db, found[0].id)]
