"""Drawings of explanation graphs: nothing overlaps, everything is said, and broken graphs are drawn too."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page
from rich.console import Console

from explanans.formats import explagraphs
from explanans.io.files import read_lines
from explanans.rendering.explanation_text import graph_text
from explanans.rendering.graph_drawing import GraphLayout, graph_drawing, graph_svg, inline_graph, lay_out_graph
from explanans.rendering.prose import edge_sentence, graph_prose
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

ZOOS = ExplanationGraph(
    "Zoos should be <banned>.",
    "Animals suffer in cages.",
    Stance.SUPPORT,
    explagraphs.decode_graph(
        "(animals; desires; freedom)(freedom; not at location; cages)(cages; part of; zoos)(animals; is a; zoos)", ""
    ),
)
CONCEPT = st.sampled_from(["zoos", "a very long concept that needs lines", "cages", "freedom", "x"])
GRAPHS = st.lists(st.builds(Edge, CONCEPT, st.sampled_from(Relation), CONCEPT), min_size=1, max_size=8).map(
    lambda edges: ExplanationGraph(ZOOS.belief, ZOOS.argument, Stance.COUNTER, tuple(edges))
)

Rectangle = tuple[float, float, float, float]


def rectangles(layout: GraphLayout) -> list[Rectangle]:
    boxes = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in layout.boxes]
    labels = [
        (wire.label_x - wire.label_width / 2, wire.label_y, wire.label_x + wire.label_width / 2, wire.label_y + 15)
        for wire in layout.wires
    ]
    return boxes + labels


def overlap(first: Rectangle, second: Rectangle) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def check(graph: ExplanationGraph) -> None:
    layout = lay_out_graph(graph)
    found = rectangles(layout)
    assert len(found) == len(graph.concepts()) + len(graph.edges)
    assert not [(one, other) for number, one in enumerate(found) for other in found[:number] if overlap(one, other)]
    assert all(
        left >= 0 and right <= layout.width and top >= 0 and low <= layout.height for left, top, right, low in found
    )


@settings(max_examples=60)
@given(GRAPHS)
def test_nothing_overlaps_whatever_the_graph(graph: ExplanationGraph) -> None:
    check(graph)
    ET.fromstring(graph_svg(graph))


def test_real_graphs_run_from_top_to_bottom(explagraphs_folder: Path) -> None:
    for (graph,) in explagraphs.decode(read_lines(explagraphs_folder / "dev.tsv"), "dev.tsv"):
        check(graph)
        layout = lay_out_graph(graph)
        places = {box.concept: box.y for box in layout.boxes}
        assert all(places[edge.source] < places[edge.target] for edge in graph.edges)
        assert not any(wire.upward for wire in layout.wires)


def test_the_drawing_says_everything() -> None:
    document = ET.fromstring(graph_svg(ZOOS, ["a fault & more"]))
    words = " ".join(document.itertext())
    for text in (
        *(
            "The argument supports the belief.",
            "Belief: Zoos should be <banned>.",
            "Argument: Animals suffer in cages.",
        ),
        *("a fault & more", "not at location", "freedom", "external"),
    ):
        assert text in words
    kinds = {element.get("class") for element in document.iter() if element.get("class")}
    assert {"node concept external", "node concept belief", "label denies"} <= kinds
    assert "Animals want freedom." in (document.get("aria-label") or "")


def test_a_stance_without_a_graph_can_be_drawn() -> None:
    document = ET.fromstring(graph_svg(ExplanationGraph("Rain is bad.", "Mud.", Stance.COUNTER, ()), ["unreadable"]))
    assert "The argument counters the belief." in "".join(document.itertext())


def test_an_upward_edge_of_a_cycle_has_its_head_above() -> None:
    edges = explagraphs.decode_graph("(a; is a; b)(b; causes; a)", "")
    layout = lay_out_graph(ExplanationGraph("", "", Stance.SUPPORT, edges))
    assert [wire.upward for wire in layout.wires] == [False, True]


def test_the_terminal_shows_every_edge_once() -> None:
    console = Console(file=io.StringIO(), width=80)
    for part in graph_text(ZOOS, ["too few concepts"]):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert " ".join(" ".join(lines[3:5]).split()).startswith("In words Animals want freedom. Freedom is not found in")
    assert lines[5:] == [
        "! too few concepts",
        "animals (argument)",
        "├── desires: freedom (external)",
        "│   └── not at location: cages (argument)",
        "│       └── part of: zoos (belief)",
        "└── is a: zoos (belief)",
    ]


@given(GRAPHS)
def test_the_terminal_takes_any_graph(graph: ExplanationGraph) -> None:
    console = Console(file=io.StringIO(), width=200)
    for part in graph_text(graph):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert text.count(": ") == len(graph.edges)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_browser_keeps_texts_inside_their_boxes(browser: Browser, scheme: str, tmp_path: Path) -> None:
    page: Page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
    file = tmp_path / "graph.svg"
    file.write_text(graph_svg(ZOOS), encoding="utf-8")
    page.goto(file.as_uri())
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".node")].filter((node) => {
          const box = node.querySelector(".box").getBBox();
          return [...node.querySelectorAll("text")].some((text) => {
            const inner = text.getBBox();
            return inner.x < box.x || inner.x + inner.width > box.x + box.width
              || inner.y + inner.height > box.y + box.height;
          });
        }).length"""
    )
    dashed = page.evaluate("getComputedStyle(document.querySelector('.external .box')).strokeDasharray")
    page.close()
    assert outside == 0
    assert dashed != "none"


def test_a_page_can_hold_it() -> None:
    element = ET.fromstring(inline_graph(ZOOS, "Gold"))
    assert (element.get("aria-label") or "").startswith("Gold: Animals want freedom.")


def test_a_drawing_alone_tells_neither_texts_nor_origins_and_marks_what_is_new() -> None:
    drawing = graph_drawing(ZOOS, [ZOOS.edges[2]])
    root = ET.fromstring(drawing)
    (wire, label) = (it for it in root.iter() if it.get("class") == "marked")
    assert [wire[0].get("class"), "".join(label.itertext())] == ["wire", "part of"]
    assert "banned" not in drawing
    assert [drawing.count(f">{caption}<") for caption in ("belief", "argument", "external")] == [1, 2, 1]
    untold = graph_drawing(ZOOS, origins=False)
    assert [untold.count(f">{caption}<") for caption in ("belief", "argument", "external")] == [0, 0, 0]
    assert 'class="marked"' not in untold


def test_graphs_are_read_out_along_their_edges_with_a_template_for_each_relation() -> None:
    assert graph_prose(ZOOS.edges) == (
        "Animals desires freedom. Freedom is not found at cages. Cages is part of zoos. Animals is a kind of zoos."
    )
    sentences = {edge_sentence(Edge("a", relation, "b")) for relation in Relation}
    assert len(sentences) == len(Relation)
    assert [
        relation
        for relation in Relation
        if (" not " in edge_sentence(Edge("a", relation, "b"))) != ("not" in relation.split())
    ] == []
