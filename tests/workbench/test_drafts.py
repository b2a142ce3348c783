"""What somebody types while the server is down is kept in the browser and sent again."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from explanans.workbench.store import works
from explanans.workbench.store.tables import Role
from tests.workbench.conftest import Bench, end, prepare, serve
from tests.workbench.servers import free_port


@pytest.fixture(autouse=True)
def _patient() -> Iterator[None]:
    expect.set_options(timeout=180_000)
    yield
    expect.set_options(timeout=5_000)


def test_text_typed_while_the_server_is_down_comes_back(tmp_path: Path, browser: Browser) -> None:
    database, port = prepare(tmp_path), free_port()
    process = serve(tmp_path, port)
    bench = Bench(f"http://127.0.0.1:{port}", database, process, tmp_path)
    project = bench.project("Down", "trees", {"ann": [Role.AUTHOR]})
    page = bench.page(browser, "ann", f"/projects/{project.id}")
    page.get_by_role("button", name=re.compile("Take the next item")).click()
    page.wait_for_url("**/work/*")
    expect(page.get_by_text("best for this answer")).to_be_visible()
    number = int(page.url.rpartition("/")[2])
    page.get_by_role("textbox", name="Hypothesis: question").fill("heat melts any ice")
    page.get_by_role("textbox", name="Hypothesis: question").press("Tab")
    expect(page.get_by_text("Saved, version 1", exact=True)).to_be_visible()
    expect(page.get_by_role("status", name="Kept in this browser")).to_have_count(0)
    end(process, signal.SIGKILL)
    try:
        expect(page.get_by_text("Connection lost")).to_be_visible()
        page.get_by_label("A fact of your own").fill("nobody <b>listened</b> to this")
        page.get_by_label("A fact of your own").press("Enter")
        page.get_by_label("Add a comment").fill("a remark that nobody read")
        page.get_by_role("textbox", name="Hypothesis: question").fill("heat melts")
        # Meanwhile, somebody writes another hypothesis.
        ann = bench.person("ann")
        with database.write() as db:
            content = {"hypothesis": "warmth melts ice"}
            works.save(db, number, ann, 1, action="elsewhere", content=content)
        process = serve(tmp_path, port)
        kept = page.get_by_role("status", name="Kept in this browser")
        expect(kept).to_contain_text("“nobody <b>listened</b> to this” was sent again")
        expect(kept).to_contain_text("“a remark that nobody read” was put back")
        expect(kept).to_contain_text("“heat melts” was not sent: something else stands there by now")
        expect(kept).to_contain_text("There now: “warmth melts ice”")
        expect(page.get_by_text("Saved, version 3", exact=True)).to_be_visible()
        expect(page.get_by_role("list", name="Core")).to_contain_text("nobody <b>listened</b> to this")
        expect(page.get_by_label("Add a comment")).to_have_value("a remark that nobody read")
        page.get_by_role("button", name="Put mine there: Hypothesis").click()
        page.get_by_role("textbox", name="Hypothesis: question").press("Tab")
        kept.get_by_role("button", name="Close").click()
        expect(kept).to_have_count(0)
        expect(page.get_by_role("textbox", name="Hypothesis: question")).to_have_value("heat melts")
        with database.read() as db:
            history = works.history(db, number)
            assert [event.version for event, _ in history] == list(range(1, len(history) + 1))
            assert history[1][0].content["hypothesis"] == "warmth melts ice"
    finally:
        page.context.close()
        end(process)
        database.close()
