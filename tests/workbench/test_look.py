"""How the pages look: no scrolling sideways, contrast of level AA, names for all that can be pressed."""

import json
import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import projects, works
from explanans.workbench.store.tables import Project, Role, WorkState
from tests.workbench.conftest import Bench
from tests.workbench.test_kind_flows import project_of

COLOURS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const passed = "svg, script, style, :disabled, .nicegui-error-popup";
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest(passed)) continue;
    let behind = element;
    const back = () => getComputedStyle(behind).backgroundColor;
    while (behind.parentElement && /, 0\\)$/.test(back())) behind = behind.parentElement;
    found.push([walker.currentNode.data.trim(), getComputedStyle(element).color, back()]);
  }
  return found;
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOLLOWED = "(scheme) => !document.querySelector(scheme === 'dark' ? '.body--light' : '.body--dark')"
NAMELESS = """() => [
  ...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, a")
].filter((it) => !(it.textContent.trim() || it.getAttribute("aria-label") || it.labels?.length))
  .map((it) => it.outerHTML)"""


JUDGED = {
    "completeness": {
        "question": "What melts ice?",
        "answer": "heat",
        "facts": [{"id": "f1", "text": "heat melts ice"}, {"id": "f2", "text": "ice is cold", "rating": 2}],
    },
    "judgement": {"kind": "tree", "item": "q1", "text": "ice is a solid & heat melts solids -> heat melts ice"},
    "reading": {"item": "q1", "part": "whole", "text": "supported"},
    "claims": {
        "claim": "Trams run until two.",
        "source": "Trams stop at ten. On Sundays they rest.",
        "status": "contradicted",
        "contradicted": [{"start": 16, "end": 19}],
        "unsupported": [{"start": 6, "end": 9}],
        "evidence": [{"text": "Trams stop at ten."}],
    },
}
"""An item of each of these kinds."""


@pytest.fixture(scope="module")
def addresses(bench: Bench) -> dict[str, str]:
    """Return the addresses of the pages."""
    trees = bench.project("Looks: trees", "trees", {"chief": [Role.AUTHOR]})
    ratings = bench.project("Looks: ratings", "relevance", {"chief": [Role.RATER]}, depth=5)
    graphs = bench.project("Looks: graphs", "graphs", {"chief": [Role.AUTHOR]}, file="pairs.tsv", written=0)
    verdicts = bench.project("Looks: verdicts", "graphs", {"chief": [Role.RATER]}, file="pairs.tsv", written=0)
    draw(bench, verdicts)
    return {
        "projects": "/",
        "project": f"/projects/{trees.id}",
        "items": f"/projects/{trees.id}/items",
        "settings": f"/projects/{trees.id}/settings",
        "dashboard": f"/projects/{ratings.id}/dashboard",
        "quiz": f"/projects/{ratings.id}/quiz",
        "new": "/projects/new",
        "people": "/people",
        "audit": "/audit",
        "tree": f"/work/{begun(bench, trees)}",
        "ratings": f"/work/{begun(bench, ratings)}",
        "graph": f"/work/{begun(bench, graphs)}",
        "verdict": f"/work/{begun(bench, verdicts)}",
        "history": f"/work/{begun(bench, trees)}/history",
        **{name: f"/work/{begun(bench, judged(bench, name))}" for name in JUDGED},
        "missing": "/nowhere",
    }


def judged(bench: Bench, name: str) -> Project:
    """Return a project of a kind in which something is judged."""
    path = bench.folder / f"{name}.jsonl"
    path.write_text(json.dumps(JUDGED[name]))
    return project_of(bench, name, path, {"chief": [Role.RATER]}, raters=1)


FACTS = [["zoos", "part of", "narrow cages"], ["narrow cages", "causes", "suffer"], ["suffer", "desires", "banned"]]


def draw(bench: Bench, project: Project) -> None:
    """Let somebody draw the graph that the administrator is to judge."""
    author = bench.person("ann")
    with bench.database.write() as db:
        projects.set_member(db, project.id, author.id, Role.AUTHOR)
        work = next_work(db, project, author)
        assert work is not None
        content = {"belief": "Zoos should be banned.", "argument": "Animals suffer in narrow cages.", "facts": FACTS}
        works.save(db, work.id, author, 0, action="drew", content=content, state=WorkState.DONE)


def begun(bench: Bench, project: Project) -> int:
    """Return a work of the administrator; that of a tree has a step."""
    chief = bench.person("chief")
    with bench.database.write() as db:
        work = next_work(db, project, chief)
        assert work is not None
        if project.kind == "trees" and work.version == 0:
            facts = [
                {"id": "F1", "text": "heat melts solids"},
                {"id": "F2", "text": "ice is a solid", "origin": "own"},
            ]
            step = {"id": "C1", "premises": ["F1", "F2"], "text": "fire melts ice", "suggested": True}
            content = {"hypothesis": "heat melts ice", "facts": facts, "conclusions": [step], "numbers": [2, 1]}
            works.save(db, work.id, chief, 0, action="began", content=content)
        if project.kind == "graphs" and work.version == 0:
            pair = {"belief": "Zoos should be banned.", "argument": "Animals suffer in narrow cages."}
            verdict = {"belief": pair["belief"], "facts": FACTS, "label": "incorrect"}
            drawn = {**pair, "facts": FACTS[:2]}
            works.save(db, work.id, chief, 0, action="began", content=drawn if work.stage == "create" else verdict)
        return work.id


@pytest.mark.parametrize(
    "name",
    [
        *("projects", "project", "items", "settings", "dashboard", "quiz", "new", "people", "audit"),
        *("tree", "ratings", "graph", "verdict", "history", "missing", *JUDGED),
    ],
)
def test_pages_fit_and_can_be_read(bench: Bench, browser: Browser, addresses: dict[str, str], name: str) -> None:
    page = bench.page(browser, "chief", addresses[name])
    ready(page, name)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    backs = set()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(FOLLOWED, arg=scheme)
        found = page.evaluate(COLOURS)
        assert len(found) > 4
        assert [text for text, front, back in found if contrast(front, back) < 4.5] == []
        backs.add(found[0][2])
    assert len(backs) == len(SCHEMES)
    assert page.evaluate(NAMELESS) == []
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1


def test_members_are_removed_on_a_phone(bench: Bench, browser: Browser) -> None:
    people = {"annabel-of-the-annotators": [Role.ADMINISTRATOR], "bob": [Role.AUTHOR]}
    project = bench.project("On a phone", "trees", people)
    page = bench.page(browser, "chief", f"/projects/{project.id}/settings")
    page.set_viewport_size({"width": 390, "height": 800})
    shown = page.get_by_role("button", name="Remove bob as author")
    shown.scroll_into_view_if_needed()
    expect(shown).to_be_in_viewport(ratio=1)
    shown.click()
    expect(page.get_by_role("cell", name="bob")).to_have_count(0)


def ready(page: Page, name: str) -> None:
    """Wait until a live page is whole."""
    if name == "tree":
        expect(page.get_by_text("best for this answer")).to_be_visible(timeout=60_000)
        expect(page.get_by_text("no premise says: fire")).to_be_visible(timeout=60_000)
    if name == "graph":
        expect(page.get_by_text("2 edges instead of three to eight")).to_be_visible(timeout=60_000)
    if name == "verdict":
        expect(page.get_by_text("Why? Tick one or more.")).to_be_visible(timeout=60_000)
    if name == "ratings":
        expect(page.get_by_text("facts graded")).to_be_visible(timeout=60_000)
    if name in JUDGED:
        expect(page.get_by_text(re.compile("graded$|^Word at hand"))).to_be_visible(timeout=60_000)


def contrast(front: str, back: str) -> float:
    """Return the contrast of two opaque colours (WCAG 2.2, definition of contrast ratio)."""
    dark, light = sorted(
        luminance([float(part) / 255 for part in re.findall(r"[\d.]+", it)[:3]]) for it in (front, back)
    )
    return (light + 0.05) / (dark + 0.05)


def luminance(channels: list[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
