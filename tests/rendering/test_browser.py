"""Pages and drawings as a real browser shows them."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from explanans.rendering.pages import claims_page, explanation_page
from explanans.rendering.tree_drawing import explanation_svg
from explanans.structures.explanations import Explanation

CONTRASTS = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const clear = (colour) => channels(colour)[3] === 0;
  const behind = (element) => {
    const shape = element.closest(".join")?.querySelector(".pill") ?? element.closest(".node")?.querySelector(".box");
    if (shape) return getComputedStyle(shape).fill;
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!clear(colour)) return colour;
    }
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE", "title"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const colour = element.closest("svg") ? style.fill : style.color;
    const [dark, light] = [luminance(colour), luminance(behind(element))].sort((a, b) => a - b);
    found.push([(light + 0.05) / (dark + 0.05), walker.currentNode.data.trim()]);
  }
  return found;
}"""

ESCAPES = """() => [...document.querySelectorAll(".node")].filter((node) => {
  const box = node.querySelector(".box").getBBox();
  return [...node.querySelectorAll("text")].some((text) => {
    const inner = text.getBBox();
    return inner.x < box.x || inner.y < box.y
      || inner.x + inner.width > box.x + box.width || inner.y + inner.height > box.y + box.height;
  });
}).map((node) => node.textContent)"""


def page_of(name: str, request: pytest.FixtureRequest) -> str:
    """Return the page of a fixture: an explanation, or claims as they were checked."""
    shown = request.getfixturevalue(name)
    return explanation_page(shown) if isinstance(shown, Explanation) else claims_page(shown, "scorer|parser")


def opened(page: Page, text: str, folder: Path, suffix: str = ".html") -> list[str]:
    """Open a document and return the list to which requests and complaints are added."""
    file = folder / f"document{suffix}"
    file.write_text(text, encoding="utf-8")
    noticed: list[str] = []
    page.on("request", lambda request: noticed.append(request.url) if request.url != file.as_uri() else None)
    page.on("console", lambda message: noticed.append(message.text))
    page.on("pageerror", lambda error: noticed.append(str(error)))
    page.goto(file.as_uri())
    return noticed


@pytest.mark.parametrize("name", ["spoon", "treeless", "hostile", "claims", "hostile_claim"])
def test_a_page_loads_without_a_request_or_a_complaint(
    browser: Browser, name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    page = browser.new_page()
    noticed = opened(page, page_of(name, request), tmp_path)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("main")).to_be_visible()
    assert noticed == []
    page.close()


def test_the_policy_lets_no_request_out(browser: Browser, spoon: Explanation, tmp_path: Path) -> None:
    page = browser.new_page()
    hole = '<img src="http://127.0.0.1:9/a.png"><script>window.ran = true</script></main>'
    noticed = opened(page, explanation_page(spoon).replace("</main>", hole), tmp_path)
    assert any("Content Security Policy" in complaint for complaint in noticed)
    assert page.evaluate("window.ran") is None
    page.close()


def test_a_leaf_shows_where_it_comes_from(browser: Browser, spoon: Explanation, tmp_path: Path) -> None:
    page = browser.new_page()
    opened(page, explanation_page(spoon), tmp_path)
    leaf, card = page.get_by_label("iron is a metal"), page.get_by_role("tooltip")
    expect(card).to_have_count(0)
    leaf.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text("Fact f1")
    expect(card).to_contain_text("KINDOF")
    expect(card).to_contain_text("kindof.tsv:4")
    card.hover()
    page.wait_for_timeout(300)
    expect(card).to_be_visible()
    page.mouse.move(0, 0)
    expect(card).to_have_count(0)
    page.close()


def test_a_touch_shows_it_too(browser: Browser, spoon: Explanation, tmp_path: Path) -> None:
    page = browser.new_page(has_touch=True)
    opened(page, explanation_page(spoon), tmp_path)
    page.get_by_label("iron is a metal").tap()
    page.wait_for_timeout(300)
    expect(page.get_by_role("tooltip")).to_contain_text("kindof.tsv:4")
    page.close()


def test_the_keyboard_reaches_every_node(browser: Browser, spoon: Explanation, tmp_path: Path) -> None:
    page = browser.new_page()
    opened(page, explanation_page(spoon), tmp_path)
    card = page.get_by_role("tooltip")
    for text in ("Step 2", "Fact f3", "Step 1", "kindof.tsv:4", "property.tsv:9"):
        page.keyboard.press("Tab")
        expect(card).to_have_count(1)
        expect(card).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["spoon", "treeless", "claims"])
def test_all_text_has_the_contrast_of_level_aa(
    browser: Browser, scheme: Literal["light", "dark"], name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    page = browser.new_page(color_scheme=scheme)
    opened(page, page_of(name, request), tmp_path)
    page.evaluate("for (const card of document.querySelectorAll('.card')) card.hidden = false")
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 10
    assert [pair for pair in contrasts if pair[0] < 4.5] == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(251, 250, 247)", "dark": "rgb(20, 24, 29)"}[scheme]
    page.close()


@pytest.mark.parametrize("width", [380, 1280])
@pytest.mark.parametrize("name", ["spoon", "treeless", "hostile", "claims", "hostile_claim"])
def test_the_page_does_not_scroll_sideways(
    browser: Browser, width: int, name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    opened(page, page_of(name, request), tmp_path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


@pytest.mark.parametrize("name", ["spoon", "treeless", "hostile"])
def test_text_stays_inside_its_box(browser: Browser, name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    page = browser.new_page()
    noticed = opened(page, explanation_svg(request.getfixturevalue(name)), tmp_path, ".svg")
    assert page.evaluate("document.querySelectorAll('.node').length") > 0
    assert page.evaluate(ESCAPES) == []
    assert noticed == []
    page.close()
