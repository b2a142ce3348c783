from explanans.rendering.pages import explanation_page
from explanans.structures.explanations import Explanation

from .pages import Elements


def test_the_page_is_nested_and_has_its_landmarks(spoon: Explanation, treeless: Explanation) -> None:
    for explanation in (spoon, treeless):
        elements = Elements(explanation_page(explanation))
        assert elements.open == []
        assert all(elements.found.count(tag) == 1 for tag in ("header", "main", "footer", "h1", "title"))


def test_the_page_says_everything(spoon: Explanation) -> None:
    page = explanation_page(spoon)
    for text in (
        spoon.question,
        spoon.hypothesis,
        "kindof.tsv:4",
        "<mark>well</mark>",
        "Not supported: “well”",
        "property inheritance",
        "No fact says how well iron conducts heat.",
        "kb:starter+v:0.1.0",
        '<a href="#step-1">step 1</a>',
        "0.750",
    ):
        assert text in page
    assert "84.2" not in page


def test_the_page_is_the_same_each_time(spoon: Explanation) -> None:
    assert explanation_page(spoon) == explanation_page(spoon)


def test_hostile_text_stays_text(hostile: Explanation) -> None:
    page = explanation_page(hostile)
    assert Elements(page).found.count("script") == 1
    assert "\x1b" not in page
    assert "\x00" not in page


def test_unsupported_arcs_are_named_with_their_step(spoon_by_arcs: Explanation) -> None:
    assert "Not supported: conducts → well. (advmod)" in explanation_page(spoon_by_arcs)
