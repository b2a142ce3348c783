"""Reports on graphs, for a terminal and as a page."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from rich.console import Console
from rich.table import Table

from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.graphs.scores import Measures
from explanans.formats import explagraphs
from explanans.rendering.graph_report import caveats, figure_rows, gain_sentence, graph_page, graph_report_text
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
from explanans.structures.reports import Report, Score

from .pages import Elements

ZOOS = ExplanationGraph(
    "Zoos should be <banned>.",
    "Animals suffer in cages.",
    Stance.SUPPORT,
    explagraphs.decode_graph(
        "(animals; desires; freedom)(freedom; not at location; cages)(cages; part of; zoos)(zoos; desires; banned)", ""
    ),
    "zoos",
)


@pytest.fixture(scope="module")
def report() -> Report:
    """Measure a right graph, one with too few edges, one that could not be read, and a wrong stance."""
    return evaluate_graphs(
        [(ZOOS,)] * 4,
        [
            GraphPrediction(
                Stance.SUPPORT, (*ZOOS.edges[:3], *explagraphs.decode_graph("(zoos; is a; should be)", ""))
            ),
            GraphPrediction(Stance.SUPPORT, ZOOS.edges[:2]),
            GraphPrediction(Stance.SUPPORT, (), "line 3: no edge"),
            GraphPrediction(Stance.COUNTER, ZOOS.edges),
        ],
    )


def test_the_page_shows_figures_and_the_worst_graphs_beside_gold(report: Report) -> None:
    page = graph_page(report, "preds.tsv", "dev.tsv")
    elements = Elements(page)
    assert elements.open == []
    words = " ".join(elements.words)
    for text in (
        *("preds.tsv", "dev.tsv", "4 examples", "of which 1 pass", "gold-stance chain", "Zoos should be <banned>."),
        *("2 edges instead of three or more", "line 3: no edge", "No graph that could be read.", report.signature),
        *("Gold: the argument supports the belief", "Wrong structure", "Passing, and least like the gold graph"),
    ):
        assert text in words
    # Three articles with a gold graph each, of which one has no graph to show beside it.
    assert page.count('<svg class="drawing"') == 5


def test_the_page_asks_for_nothing(report: Report, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(graph_page(report, "preds.tsv", "dev.tsv"), encoding="utf-8")
    noticed: list[str] = []
    page = browser.new_page(viewport={"width": 380, "height": 800})
    page.on("request", lambda request: noticed.append(request.url) if request.url != file.as_uri() else None)
    page.on("console", lambda message: noticed.append(message.text))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 380
    page.close()
    assert noticed == []


def test_a_graph_with_too_many_edges_is_not_drawn() -> None:
    more = tuple(Edge("animals", Relation.IS_A, f"x{number}") for number in range(60))
    page = graph_page(evaluate_graphs([(ZOOS,)], [GraphPrediction(ZOOS.stance, (*ZOOS.edges, *more))]), "a", "b")
    assert "64 edges: too many to draw." in page


def test_a_run_without_failures_has_no_caveats() -> None:
    report = evaluate_graphs([(ZOOS,)], [GraphPrediction(ZOOS.stance, ZOOS.edges)])
    assert list(caveats(report)) == []
    page = graph_page(report, "a", "b")
    assert "Mind when reading" not in page
    assert "Wrong structure" not in page


def test_the_terminal_shows_every_measure(report: Report) -> None:
    console = Console(file=io.StringIO(), width=80)
    parts = list(graph_report_text(report))
    assert [isinstance(part, Table) for part in parts[:7]] == [True, True, True, True, True, True, False]
    for part in parts:
        console.print(part, soft_wrap=not isinstance(part, Table))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    for line in (
        r"stance accuracy +0\.7500 +",
        r"structural accuracy +0\.2500 .* +0\.3333",
        r"graph F1 +0\.\d{4} +0\.000\S+ +0\.\d{4}",
        r"graph F1 +0\.\d{4} +0\.0000 +0\.\d{4} +0\.\d{4} +0\.\d{4}",
        r"linear +4 +0\.7500 +0\.2500 +0\.\d{4} +0\.\d{4}",
        r"1 of 4 examples passed\.",
        r"1 of 4 graphs had the right stance but broke the rule “three edges or more”\.",
    ):
        assert re.search(line, text), line


def test_measures_that_were_not_asked_for_are_left_out(report: Report) -> None:
    names = [row.name for row in figure_rows(report)]
    assert not {"semantic accuracy", "edge importance"} & set(names)
    assert names[3:5] == ["G-BLEU", "G-ROUGE"]


def test_an_encoder_is_named() -> None:
    measures = Measures({"bert_score(tiny, layer 2)": Measures().similarities["bleu"]})
    report = evaluate_graphs([(ZOOS,)], [GraphPrediction(ZOOS.stance, ZOOS.edges)], measures)
    assert "G-BERTScore (tiny, layer 2)" in [row.name for row in figure_rows(report)]


def test_bounds_are_told(report: Report) -> None:
    bounds = {"edit_distance": Score(0.5), "edit_distance_low": Score(0.25)}
    details = replace(report.details, inexact=1)
    assert next(caveats(replace(report, scores={**report.scores, **bounds}, details=details))) == (
        "Time ran out for 1 graph: the mean edit distance lies between 0.2500 and 0.5000."
    )


def test_a_loss_is_called_one(report: Report) -> None:
    worse = replace(report, scores={**report.scores, "gain": Score(-0.25, (-0.5, 0.0))})
    assert gain_sentence(worse).startswith("Graph F1 is 0.250 below that of the ")
