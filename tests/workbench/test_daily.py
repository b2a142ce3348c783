"""A day's work in a real browser: conflicts, signing out elsewhere, keys, what stays in view, what comes next."""

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import delete

from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import accounts, works
from explanans.workbench.store.tables import Project, Role, SignedIn, Work, WorkState
from tests.workbench.conftest import Bench
from tests.workbench.test_flows import add_fact, begun, saved

QUESTIONS = "\n".join(
    json.dumps({"id": f"q{number}", "question": f"What melts ice, asks {number}?", "answer": "heat"})
    for number in range(3)
)
SIZES = [(1280, 800, "light"), (390, 844, "dark")]


@pytest.fixture(autouse=True)
def _usual_size(bench: Bench, browser: Browser) -> None:
    if browser in bench.windows:
        bench.windows[browser].set_viewport_size({"width": 1280, "height": 720})


def reword(page: Page, words: str) -> None:
    field = page.get_by_role("textbox", name="Hypothesis: question")
    field.fill(words)
    field.press("Tab")


def content(bench: Bench, number: int) -> dict[str, object]:
    with bench.database.read() as db:
        return works.latest(db, number)[0].content


def test_both_versions_of_a_conflict_are_put_together(bench: Bench, browser: Browser) -> None:
    project = bench.project("Together", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    number, ann = int(page.url.rpartition("/")[2]), bench.person("ann")
    add_fact(page, "ice is cold")
    saved(page, 1)
    with bench.database.write() as db:
        theirs = {**works.latest(db, number)[0].content, "hypothesis": "warmth melts ice"}
        works.save(db, number, ann, 1, action="elsewhere", content=theirs)
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    add_fact(page, "fire is hot")
    notice = page.get_by_role("alertdialog", name="Two versions")
    expect(notice).to_be_in_viewport()
    expect(notice.locator("ins", has_text="fire is hot")).to_be_visible()
    expect(notice.locator("del", has_text="warmth melts ice")).to_be_visible()
    notice.get_by_role("button", name="Put both together").click()
    saved(page, 3)
    made = content(bench, number)
    assert made["hypothesis"] == "warmth melts ice"
    assert len(made["facts"]) == 2  # type: ignore[arg-type]
    expect(notice).to_have_count(0)


def test_what_both_changed_is_chosen_field_by_field_in_one_notice(bench: Bench, browser: Browser) -> None:
    project = bench.project("One notice", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    number, ann = int(page.url.rpartition("/")[2]), bench.person("ann")
    add_fact(page, "ice is cold")
    saved(page, 1)
    for version in (1, 2):
        with bench.database.write() as db:
            theirs = {**works.latest(db, number)[0].content, "hypothesis": f"theirs {version}"}
            works.save(db, number, ann, version, action="elsewhere", content=theirs)
        reword(page, f"mine {version}")
        notice = page.get_by_role("alertdialog", name="Two versions")
        expect(notice).to_contain_text(f"theirs {version}")  # the newest
        expect(notice).to_have_count(1)
    notice.get_by_label("Theirs: theirs 2").check()
    notice.get_by_role("button", name="Save the merged version").click()
    saved(page, 4)
    assert content(bench, number)["hypothesis"] == "theirs 2"


def test_work_is_kept_and_sent_after_signing_in_again(bench: Bench, browser: Browser) -> None:
    project = bench.project("Signed out", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    number = int(page.url.rpartition("/")[2])
    add_fact(page, "ice is cold")
    saved(page, 1)
    with bench.database.write() as db:
        db.execute(delete(SignedIn).where(SignedIn.account == accounts.find(db, "ann").id))
    add_fact(page, "fire is hot")
    waiting = page.get_by_text("Not saved yet: you are signed out")
    expect(waiting).to_be_visible()
    page.evaluate("window.never_left = true")
    bench.sign_in(page.context, "eve")  # somebody else, in another window
    with page.expect_response(lambda it: "/signed-in" in it.url) as asked:
        pass
    assert asked.value.status == 403
    expect(waiting).to_be_visible()
    bench.sign_in(page.context, "ann")
    saved(page, 2)
    assert [fact["text"] for fact in content(bench, number)["facts"]] == ["ice is cold", "fire is hot"]  # type: ignore[attr-defined]
    assert page.evaluate("window.never_left")
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.get_by_role("status", name="Kept in this browser")).to_have_count(0)


def test_keys_work_whatever_has_the_focus(bench: Bench, browser: Browser) -> None:
    project = bench.project("Keys", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    rows = page.get_by_role("list", name="Facts of the knowledge base").get_by_role("listitem")
    expect(rows.nth(2)).to_be_visible()
    rows.nth(0).focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("Tab")  # one stop for each fact
    expect(rows.nth(2)).to_be_focused()
    page.keyboard.press("c")
    saved(page, 1)
    rows.nth(1).focus()
    page.keyboard.press("g")
    saved(page, 2)
    for name in ("pick-F1", "pick-F2"):
        page.locator(f"#{name}").focus()
        page.keyboard.press("Space")
    expect(page.get_by_text("Picked: F1, F2", exact=True)).to_be_visible()
    page.keyboard.press("j")  # while a checkbox has the focus
    saved(page, 3)
    expect(page.get_by_label("What follows (C1)")).to_be_focused()
    page.locator("#pick-F1").focus()
    page.keyboard.press("Control+z")
    saved(page, 4)
    page.get_by_role("button", name="Keys").focus()
    page.keyboard.press("/")
    expect(page.get_by_label("Search in the knowledge base")).to_be_focused()
    page.keyboard.type("?/j")
    expect(page.get_by_label("Search in the knowledge base")).to_have_value("?/j")
    page.locator("#pick-F1").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Ctrl Enter")
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "height", "scheme"), SIZES)
def test_what_matters_stays_in_view(bench: Bench, browser: Browser, width: int, height: int, scheme: str) -> None:
    project = bench.project(f"In view {width}", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for words in ("ice is a solid", "heat melts solids", "fire is hot", "fire is a source of heat"):
        add_fact(page, words)
    saved(page, 4)
    expect(page.get_by_role("definition").first).to_have_text("What melts ice?")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Not yet: There is no step yet: join two facts.", exact=True)).to_be_visible()
    page.locator("#pick-F1").check()
    page.locator("#pick-F2").check()
    page.keyboard.press("j")
    conclusion = page.get_by_label("What follows (C1)")
    expect(conclusion).to_be_focused()
    expect(conclusion).to_be_in_viewport()
    page.keyboard.type("heat melts ice")
    page.keyboard.press("Tab")
    saved(page, 6)
    drawing = page.get_by_role("region", name="Drawing of the tree").bounding_box()
    worksheet = page.get_by_role("region", name="Worksheet").bounding_box()
    assert drawing is not None
    assert worksheet is not None
    assert drawing["y"] < worksheet["y"]
    # One step is seen as a whole.
    page.wait_for_function(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.drawn'))"
    )
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    for shown in (
        page.get_by_role("heading", level=1),
        page.get_by_role("button", name="Undo"),
        page.locator(".saved"),
    ):
        expect(shown).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.emulate_media(color_scheme="light")


def test_a_conclusion_is_dragged_anywhere(bench: Bench, browser: Browser) -> None:
    project = bench.project("Dragging", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    page.set_viewport_size({"width": 1280, "height": 800})
    for words in ("ice is a solid", "heat melts solids", "fire is hot", "fire is a source of heat", "wood burns"):
        add_fact(page, words)
    saved(page, 5)
    for first, second in (("F1", "F2"), ("F3", "F4")):
        page.locator(f"#pick-{first}").check()
        page.locator(f"#pick-{second}").check()
        page.keyboard.press("j")
        expect(page.locator(".step .conclusion")).to_have_count(1 if first == "F1" else 2)
    saved(page, 7)
    steps = page.get_by_role("region", name="Tree", exact=True).locator(".steps > .step")
    steps.nth(1).locator(".line").first.drag_to(steps.nth(0).locator(".premise").first)
    saved(page, 8)
    made = list(content(bench, int(page.url.rpartition("/")[2]))["conclusions"])  # type: ignore[call-overload]
    assert any("C2" in it["premises"] or "C1" in it["premises"] for it in made)
    # From the tree up to a fact of the worksheet, which is out of view.
    page.get_by_role("region", name="Tree", exact=True).locator(".line").first.hover()
    page.mouse.down()
    page.mouse.move(*[it + 12 for it in middle(page.locator(".step .line").first)])
    page.locator("#pick-F5").scroll_into_view_if_needed()
    for _ in range(2):
        page.mouse.move(*middle(page.locator("#pick-F5")))
    page.mouse.up()
    saved(page, 9)


def middle(place: Locator) -> tuple[float, float]:
    """Return the middle of an element in the window."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def grade(page: Page, key: str) -> None:
    """Give all facts of a page the same grade."""
    page.wait_for_function("window.did_handshake")
    count = page.locator(".rating").count()
    for done in range(count):
        expect(page.get_by_text(f"{done} of {count} facts graded")).to_be_visible()
        page.locator("body").press(key)
    saved(page, count)


def test_done_goes_to_the_next_item_and_returned_work_comes_first(bench: Bench, browser: Browser) -> None:
    (bench.folder / "three.jsonl").write_text(QUESTIONS)
    members = {"ann": [Role.RATER], "eve": [Role.REVIEWER]}
    project = bench.project("Next", "relevance", members, "three.jsonl", depth=1, raters=1)
    page = begun(bench, browser, "ann", project)
    first = page.url
    grade(page, "3")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: "/work/" in url and url != first)
    second = page.url
    grade(page, "2")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: "/work/" in url and url not in {first, second})
    # The reviewer's queue
    page = bench.page(browser, "eve", f"/projects/{project.id}")
    page.get_by_role("link", name="Review the next").click()
    page.wait_for_url(first)
    page.get_by_role("button", name="Send back").click()
    page.wait_for_url(second)
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Now: approved").first).to_be_visible()
    page = bench.page(browser, "ann", f"/projects/{project.id}")
    expect(page.locator(".list li").first).to_contain_text("returned")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url(first)


def test_an_approved_work_says_so_and_a_change_makes_a_version_that_is_not(bench: Bench, browser: Browser) -> None:
    project: Project = bench.project("Binding", "relevance", {"ann": [Role.RATER], "eve": [Role.REVIEWER]}, depth=1)
    ann, eve = bench.person("ann"), bench.person("eve")
    with bench.database.write() as db:
        work = next_work(db, project, ann)
        assert work is not None
    page = bench.page(browser, "ann", f"/work/{work.id}")
    page.locator("body").press("3")
    saved(page, 1)
    with bench.database.write() as db:
        made = works.latest(db, work.id)[0].content
        works.save(db, work.id, eve, 1, action="review: approved", content=made, state=WorkState.APPROVED)
    page.goto(page.url)
    expect(page.get_by_text(re.compile("Version 2 is approved"))).to_be_visible()
    page.locator("body").press("1")
    saved(page, 3)
    expect(page.get_by_text("Now: open")).to_be_visible()
    with bench.database.read() as db:
        found = db.get_one(Work, work.id)
        assert (found.state, found.approved) == (WorkState.OPEN, 2)
