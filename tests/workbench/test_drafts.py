"""What somebody types while the connection is cut or the server is down is kept in the browser and sent again."""

from playwright.sync_api import Browser, Page, expect

from explanans.workbench.store import works
from explanans.workbench.store.tables import Project, Role
from tests.workbench.conftest import Bench
from tests.workbench.relay import Relay
from tests.workbench.test_flows import add_fact, begun, saved


def hypothesis(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Hypothesis: question").fill(words)


def comments(bench: Bench, number: int) -> list[str]:
    with bench.database.read() as db:
        return [row.text for row, _ in works.comments(db, number)]


def test_work_goes_on_while_the_connection_is_cut(bench: Bench, browser: Browser) -> None:
    project: Project = bench.project("Lost", "trees", {"ann": [Role.AUTHOR]})
    address = begun(bench, browser, "ann", project).url
    with Relay(int(bench.address.rpartition(":")[2])) as wire:
        page = bench.page(browser, "ann", "/")
        page.goto(address.replace(bench.address, wire.address))
        page.wait_for_function("window.did_handshake")  # a connection that never was is not lost
        wire.cut()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        add_fact(page, "written while nobody listened")
        hypothesis(page, "warmth melts ice")
        page.get_by_label("Add a comment").fill("and so was this")
        page.get_by_role("button", name="Send", exact=True).click()
        with bench.database.read() as db:
            assert works.contents(db, project.id) == {}
        wire.mend()
        saved(page, 2)
        expect(page.get_by_text("Connection lost")).to_be_hidden()
        expect(page.get_by_role("list", name="Core")).to_contain_text("written while nobody listened")
        # On a slow machine the page may load anew and say that what was typed was kept; it is sent all the same.
        expect(page.locator(".comment")).to_contain_text("and so was this")
        with bench.database.read() as db:
            (content,) = works.contents(db, project.id).values()
        assert (content["hypothesis"], len(content["facts"])) == ("warmth melts ice", 1)


def test_text_typed_while_the_server_is_down_comes_back(bench: Bench, browser: Browser) -> None:
    project: Project = bench.project("Down", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    number = int(page.url.rpartition("/")[2])
    hypothesis(page, "heat melts any ice")
    page.get_by_role("textbox", name="Hypothesis: question").press("Tab")
    saved(page, 1)
    kept = page.get_by_role("status", name="Kept in this browser")
    expect(kept).to_have_count(0)
    bench.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    add_fact(page, "nobody <b>listened</b> to this")
    page.get_by_label("Add a comment").fill("a remark that nobody read")
    page.get_by_label("A reason").fill("a reason for later")
    hypothesis(page, "heat melts")
    # Meanwhile, somebody writes another hypothesis.
    ann = bench.person("ann")
    with bench.database.write() as db:
        works.save(db, number, ann, 1, action="elsewhere", content={"hypothesis": "warmth melts ice"})
    bench.restart()
    expect(kept).to_contain_text("“a remark that nobody read” was put back where you typed it; it is not sent yet")
    # At once: nothing tells the server what was put back before the button is pressed.
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".comment")).to_contain_text("a remark that nobody read")
    expect(page.get_by_label("Add a comment")).to_have_value("")
    assert comments(bench, number) == ["a remark that nobody read"]
    expect(kept).to_contain_text("“nobody <b>listened</b> to this” was sent again")
    expect(kept).to_contain_text("“heat melts” was not sent: something else stands there by now")
    expect(kept).to_contain_text("There now: “warmth melts ice”")
    saved(page, 3)
    expect(page.get_by_role("list", name="Core")).to_contain_text("nobody <b>listened</b> to this")
    page.get_by_role("button", name="Put mine there: Hypothesis").click()
    page.get_by_role("textbox", name="Hypothesis: question").press("Tab")
    kept.get_by_role("button", name="Close").click()
    expect(kept).to_have_count(0)
    expect(page.get_by_role("textbox", name="Hypothesis: question")).to_have_value("heat melts")
    page.get_by_role("button", name="Skip").click()
    page.wait_for_url(f"**/projects/{project.id}")
    page.wait_for_function("!Object.keys(localStorage).some((it) => it.includes('/work/'))")
    with bench.database.read() as db:
        history = [event for event, _ in works.history(db, number)]
    assert [event.version for event in history] == list(range(1, len(history) + 1))
    assert history[1].content["hypothesis"] == "warmth melts ice"
    assert (history[-1].state, history[-1].action) == ("skipped", "skipped: a reason for later")


def test_what_was_under_way_when_the_connection_died_is_sent_again(bench: Bench, browser: Browser) -> None:
    project: Project = bench.project("Under way", "trees", {"ann": [Role.AUTHOR]})
    address = begun(bench, browser, "ann", project).url
    with Relay(int(bench.address.rpartition(":")[2])) as wire:
        page = bench.page(browser, "ann", "/")
        page.goto(address.replace(bench.address, wire.address))
        page.wait_for_function("window.did_handshake")
        wire.swallow()
        add_fact(page, "sent into a dead connection")
        wire.cut()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        wire.mend()
        saved(page, 1)
        page.wait_for_function("!Object.keys(localStorage).some((it) => it.includes('/work/'))")
        with bench.database.read() as db:
            (content,) = works.contents(db, project.id).values()
        assert [fact["text"] for fact in content["facts"]] == ["sent into a dead connection"]
        expect(page.get_by_label("A fact of your own")).to_have_value("")


def test_a_second_fact_typed_before_the_first_is_confirmed_comes_back_after_loading_anew(
    bench: Bench, browser: Browser
) -> None:
    project: Project = bench.project("Quick", "trees", {"ann": [Role.AUTHOR]})
    page = begun(bench, browser, "ann", project)
    page.wait_for_function("window.did_handshake")
    own = page.get_by_label("A fact of your own")
    own.focus()
    own.evaluate(f"(field) => {{ {_WRITE} write('ice is cold', 'change'); write('fire is hot'); }}")
    saved(page, 1)
    stated = page.get_by_role("textbox", name="Hypothesis: question")
    stated.evaluate(f"(field) => {{ {_WRITE} write('warmth melts ice', 'change'); }}")
    saved(page, 2)
    page.wait_for_function("!Object.values(localStorage).some((it) => it.includes('warmth'))")  # confirmed last
    page.reload()
    kept = page.get_by_role("status", name="Kept in this browser")
    expect(kept).to_contain_text("“fire is hot” was put back where you typed it")
    expect(own).to_have_value("fire is hot")
    own.press("Enter")
    saved(page, 3)
    expect(own).to_have_value("")
    own.fill("fire is hot")
    own.press("Enter")
    expect(page.get_by_text("The worksheet has this fact already.")).to_be_visible()
    expect(own).to_have_value("")


_WRITE = """
const write = (words, ...kinds) => {
  field.value = words;
  for (const kind of ["input", ...kinds]) field.dispatchEvent(new Event(kind, { bubbles: true }));
};
"""
