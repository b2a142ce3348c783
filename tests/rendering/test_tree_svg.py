from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explanans.rendering.tree_drawing import NOTE, explanation_svg
from explanans.structures.explanations import Explanation

NAMES = {"svg": "http://www.w3.org/2000/svg"}


def parsed(explanation: Explanation) -> ElementTree.Element:
    return ElementTree.fromstring(explanation_svg(explanation))


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iterfind(".//svg:text", NAMES)]


def test_the_drawing_holds_every_node_label_and_source(spoon: Explanation) -> None:
    drawing = parsed(spoon)
    nodes = drawing.findall("svg:g[@class]", NAMES)
    kinds = [node.get("class") for node in nodes if str(node.get("class")).startswith("node")]
    assert kinds == ["node conclusion root doubtful", "node leaf", "node conclusion", "node leaf", "node leaf"]
    assert [title.text for title in drawing.iterfind(".//svg:title", NAMES)] == [
        "Step 2 · substitution · not supported: “well”",
        "Fact f3",
        "Step 1 · property inheritance · supported",
        "Fact f1 · KINDOF · kindof.tsv:4",
        "Fact f2 · PROPERTY · property.tsv:9",
    ]
    assert {"substitution", "KINDOF", "iron is a metal", NOTE} <= set(texts(drawing))
    assert [mark.text for mark in drawing.iterfind(".//svg:tspan[@class='unsupported']", NAMES)] == ["well"]
    assert drawing.get("role") == "img"
    label = "An iron spoon conducts heat well. (2 steps from 3 facts · 1 step with unsupported words · 1 link missing)"
    assert drawing.get("aria-label") == label


def test_without_a_tree_the_facts_are_listed_with_the_reason(treeless: Explanation) -> None:
    assert texts(parsed(treeless)) == [
        "HYPOTHESIS",
        "Soup is hot by magic.",
        "KINDOF · kindof.tsv:7",
        "soup is a liquid",
        "No tree: No fact names magic.",
    ]
    assert "No tree: Too few facts were found to join." in texts(parsed(replace(treeless, facts=(), missing=())))


def test_hostile_text_stays_text(hostile: Explanation) -> None:
    drawing = parsed(hostile)
    assert not list(drawing.iter("{http://www.w3.org/2000/svg}script"))
    assert "\x1b" not in explanation_svg(hostile)
    parsed(replace(hostile, tree=None, verdicts=()))


@given(st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_drawing_is_xml_and_the_same_each_time(
    forests: st.SearchStrategy[Explanation], data: st.DataObject
) -> None:
    explanation = data.draw(forests)
    parsed(explanation)
    assert explanation_svg(explanation) == explanation_svg(explanation)
