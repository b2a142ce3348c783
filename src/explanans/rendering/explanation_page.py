"""HTML pages of explanations, of candidate answers, and of explanation graphs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from explanans.language.sentences import tidy
from explanans.rendering.graph_drawing import inline_graph
from explanans.rendering.markup import page
from explanans.rendering.outline import Conclusion, Leaf, Node, outline
from explanans.rendering.phrases import format_score, missing_links, summarize, telling, tree_heading
from explanans.rendering.prose import prose
from explanans.rendering.tree_drawing import lay_out_tree, tree_element
from explanans.structures.explanations import Candidates, Explanation
from explanans.structures.graphs import ExplanationGraph


class _Drawn(NamedTuple):
    """A tree as an SVG element: its width in pixels, its markup and its nodes from the hypothesis down."""

    width: float
    svg: str
    nodes: tuple[Node, ...]


def explanation_page(explanation: Explanation) -> str:
    """Return an explanation as an HTML page: question, answer, tree, steps in words, facts and missing links.

    The provenance of a fact is shown next to its node, on mouse or keyboard focus. The page omits the run time, so
    that the same explanation gives the same bytes.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_page(explanation).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    drawn = _tree(explanation, "Entailment tree", with_cards=True)
    nodes = drawn.nodes if drawn else ()
    steps = [node for node in nodes if isinstance(node, Conclusion)]
    others = (replace(explanation, tree=tree, verdicts=verdicts) for tree, verdicts in explanation.alternatives)
    ways = ((number, _tree(other, f"Entailment tree, way {number}")) for number, other in enumerate(others, 2))
    return page(
        "explanation",
        title=explanation.question or explanation.hypothesis,
        explanation=explanation,
        prose=prose(explanation),
        drawn=drawn,
        missing=missing_links(explanation),
        steps=sorted(steps, key=lambda step: step.number),
        uses={leaf.rank: step.number for step in steps for leaf in step.premises if isinstance(leaf, Leaf)},
        ways=[(number, way) for number, way in ways if way],
        cards=[_fact_card(node, explanation) if isinstance(node, Leaf) else _step_card(node) for node in nodes],
    )


def _tree(explanation: Explanation, label: str, *, with_cards: bool = False) -> _Drawn | None:
    root = outline(explanation)
    if root is None:
        return None
    layout = lay_out_tree(root)
    svg = tree_element(layout, f"{label}: {summarize(explanation)}", with_cards=with_cards)
    return _Drawn(layout.width, svg, tuple(box.node for box in layout.boxes))


_Card = tuple[str, list[tuple[str, str]]]
"""A heading and rows of names and values, which the script of the page shows next to a node."""


def _fact_card(leaf: Leaf, explanation: Explanation) -> _Card:
    rank = ""
    if leaf.rank:
        rank = f"{leaf.rank} of {len(explanation.facts)}, score {format_score(explanation.facts[leaf.rank - 1].score)}"
    rows = [("Table", tidy(leaf.fact.table)), ("Source", tidy(leaf.fact.source)), ("Rank", rank)]
    return f"Fact {tidy(leaf.fact.id)}", [row for row in rows if row[1]]


def _step_card(step: Conclusion) -> _Card:
    rows = [("Inference", step.inference), ("Verdict", step.finding), ("Judged", step.likelihood)]
    return f"Step {step.number}", [row for row in rows if row[1]]


def candidates_page(candidates: Candidates) -> str:
    """Return candidate answers as an HTML page: a table of all, then the tree and the decisive facts of each.

    Example:
        >>> candidates_page(Candidates("What melts ice?", (), "v1")).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    shortened = [(item, telling(item.explanation)) for item in candidates.answers]
    sections = [(item, explanation, _tree(explanation, tree_heading(explanation))) for item, explanation in shortened]
    return page("candidates", title=f"{candidates.question}: answers", candidates=candidates, sections=sections)


def explanation_graph_page(graphs: Sequence[ExplanationGraph]) -> str:
    """Return graphs of one belief and argument as an HTML page.

    Args:
        graphs: At least one graph, best first.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> explanation_graph_page([graph]).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    headings = ["Why", *(f"Another graph ({place})" for place in range(2, len(graphs) + 1))]
    drawn = [(heading, inline_graph(graph, heading)) for heading, graph in zip(headings, graphs, strict=True)]
    return page("graphs", title=f"{tidy(graphs[0].belief)}: explanation graph", graph=graphs[0], drawn=drawn)
