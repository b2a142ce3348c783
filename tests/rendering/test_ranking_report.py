"""The page of a ranking report: what it says, and how a real browser shows it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from explanans.evaluation.rankings.report import compare_rankings, evaluate_rankings
from explanans.rendering.question_reports import ranking_page
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.reports import Report

from .pages import Elements

HOSTILE = "<script>alert(\"1\")</script> & 'it' ]]> \x1b[31m\x00\u202e -->" + "W" * 90
FACTS = {
    fact.id: fact
    for fact in (
        Fact("c1", "heat melts ice", "CAUSE"),
        Fact("g1", "ice is a solid", "KINDOF"),
        Fact("l1", "to melt means to become liquid", "SYNONYMY"),
        Fact("x1", "rain falls", "CHANGE"),
        Fact("x2", "a frog is a kind of amphibian", "KINDOF"),
    )
}
GOLD = (GoldFact("c1", Role.CENTRAL), GoldFact("g1", Role.GROUNDING), GoldFact("l1", Role.LEXGLUE))
QUESTIONS = [
    Question("q1", "What melts ice?", (Choice("A", "heat"),), "A", GOLD, ("SUCCESS",)),
    Question("q2", "Is ice a solid?", (Choice("A", "yes"),), "A", GOLD[1:2], ("SUCCESS",)),
    Question("q3", "Why?", (Choice("A", "because"),), "A", GOLD[:1]),
    Question("q4", "Who?"),
]
# Text and what lies behind it, as the browser computes their colours.
COLOURS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim()) continue;
    const style = getComputedStyle(element);
    let behind = element;
    while (/, 0\\)$/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const colour = element.closest("svg") ? style.fill : style.color;
    found.push([walker.currentNode.data.trim(), colour, getComputedStyle(behind).backgroundColor]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Return pages of four kinds: a full one, one of expert ratings, one with little to tell, one of bad intentions."""
    good = [Ranking("q1", ("c1", "x1", "g1", "l1")), Ranking("q2", ("g1",)), Ranking("q3", ("x1", "x2"))]
    bad = [Ranking("q1", ("x1", "g1", "x2", "c1", "l1")), Ranking("q2", ("x2", "g1")), Ranking("q3", ("c1",))]
    full = evaluate_rankings(QUESTIONS, good, FACTS)
    full = replace(full, comparison=compare_rankings(full, evaluate_rankings(QUESTIONS, bad, FACTS)))
    grades = [
        RelevanceJudgment("q1", fact, grade) for fact, grade in (("c1", 6), ("g1", 4), ("l1", 2), ("x1", 0), ("x2", 5))
    ]
    return {
        "full": ranking_page(full, "good.run", "questions.tsv", "bad.run"),
        "ratings": ranking_page(evaluate_rankings(grades, good[:1], at_least=2), "good.run", "ratings.json"),
        "small": ranking_page(evaluate_rankings([RelevanceJudgment("q", "a")], [Ranking("q", ("a",))]), "run", "gold"),
        "hostile": ranking_page(_hostile(), HOSTILE, HOSTILE, HOSTILE),
    }


def _hostile() -> Report:
    facts = {f"{HOSTILE}{n}": Fact(f"{HOSTILE}{n}", f"{HOSTILE} {n}", HOSTILE) for n in (1, 2)}
    gold = tuple(GoldFact(name, Role.CENTRAL) for name in list(facts)[1:])
    question = Question(HOSTILE, HOSTILE, (Choice("A", HOSTILE),), "A", gold)
    report = evaluate_rankings([question], [Ranking(HOSTILE, tuple(facts))], facts)
    return replace(report, comparison=compare_rankings(report, report), signature=HOSTILE)


@pytest.mark.parametrize("name", ["full", "ratings", "small", "hostile"])
def test_the_page_is_nested_and_has_its_landmarks(pages: dict[str, str], name: str) -> None:
    elements = Elements(pages[name])
    assert elements.open == []
    assert all(elements.found.count(tag) == 1 for tag in ("header", "main", "footer", "h1", "title"))
    assert "script" not in elements.found
    assert not re.search(r"\bnan\b", pages[name])


def test_the_page_says_everything(pages: dict[str, str]) -> None:
    for text in (
        "good.run",
        "bad.run",
        "questions.tsv, 3 questions with gold facts",
        "1 question without gold facts: left out",
        "1 ranking without some gold fact: each counts 0 by all but trec_eval",
        "MAP is <strong>0.0759 lower</strong>: 0.6019 against 0.6778",
        "test over all 8 assignments of signs gives p = 1.",
        "2 questions better",
        "1 question worse",
        "2 questions ranked worst",
        "q3 · average precision 0.000 · 1 of 1 missed",
        '<span class="at far">unranked</span><span>heat melts ice <small>central</small>',
        '<span class="at">1</span><span>rain falls</span>',
        "MAP by role: central 0.50, grounding 0.75, lexical glue 0.50",
        "Histogram of average precision: 1 from 0, 0 from 0.1",
        '<th scope="row">SYNONYMY</th>',
    ):
        assert text in pages["full"], text


def test_ratings_are_drawn_by_grade(pages: dict[str, str]) -> None:
    page = pages["ratings"]
    assert "ratings.json, 1 question with facts of grade 2 or more" in page
    assert "Graded relevance at N. ≥ 2: 1.00 at 1, 0.15 at 20; ≥ 4: 1.00 at 1, 0.10 at 20" in page
    assert page.count('<polyline class="line"') == 4
    assert "grade ≥ 6" in page


def test_what_is_unknown_is_left_out(pages: dict[str, str]) -> None:
    for words in ("Against", "Mind when reading", "ranked worst", "MAP by role", "By table", "flagged</span>"):
        assert words not in pages["small"]


@pytest.mark.parametrize("name", ["full", "ratings", "small", "hostile"])
@pytest.mark.parametrize("width", [380, 1280])
def test_a_browser_shows_it_whole(
    browser: Browser, pages: dict[str, str], name: str, width: int, tmp_path: Path
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    noticed = _opened(page, pages[name], tmp_path)
    expect(page.get_by_role("main")).to_be_visible()
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    assert noticed == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = """() => [...document.querySelectorAll(".plot text")].filter((text) => {
      const [inner, outer] = [text, text.ownerSVGElement].map((element) => element.getBoundingClientRect());
      return inner.left < outer.left - 1 || inner.right > outer.right + 1
        || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    }).map((text) => text.textContent)"""
    assert page.evaluate(outside) == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_the_contrast_of_level_aa(
    browser: Browser, pages: dict[str, str], scheme: Literal["light", "dark"], tmp_path: Path
) -> None:
    page = browser.new_page(color_scheme=scheme)
    _opened(page, pages["full"], tmp_path)
    found = page.evaluate(COLOURS)
    assert len(found) > 200
    assert [text for text, front, back in found if _contrast(front, back) < 4.5] == []
    page.close()


def test_every_scrolling_table_can_be_reached(browser: Browser, pages: dict[str, str], tmp_path: Path) -> None:
    page = browser.new_page()
    _opened(page, pages["full"], tmp_path)
    page.get_by_text("By table").first.click()
    region = page.get_by_role("region", name="By table")
    region.focus()
    expect(region).to_be_focused()
    assert page.get_by_role("img").count() == 6
    page.close()


def _opened(page: Page, text: str, folder: Path) -> list[str]:
    """Open a page and return the list to which requests and complaints are added."""
    file = folder / "report.html"
    file.write_text(text, encoding="utf-8")
    noticed: list[str] = []
    page.on("request", lambda request: noticed.append(request.url) if request.url != file.as_uri() else None)
    page.on("console", lambda message: noticed.append(message.text))
    page.goto(file.as_uri(), wait_until="networkidle")
    return noticed


def _contrast(front: str, back: str) -> float:
    """Return the contrast of two opaque colours (WCAG 2.2, definition of contrast ratio)."""
    dark, light = sorted(_luminance([float(part) / 255 for part in re.findall(r"[\d.]+", it)]) for it in (front, back))
    return (light + 0.05) / (dark + 0.05)


def _luminance(channels: Sequence[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
