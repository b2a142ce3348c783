"""Cards that say where a node of a tree comes from, for a page that shows them beside the node."""

from html import escape

from explanans.explanation import Explanation
from explanans.render.outline import Conclusion, Leaf, Node
from explanans.render.wording import format_score
from explanans.text.sentences import tidy


def node_card(node: Node, number: int, explanation: Explanation) -> str:
    """Return a hidden HTML element with what a node is beyond its text.

    Args:
        node: The fact or conclusion.
        number: The number of the card; its id is ``card-number``.
        explanation: The explanation that the node belongs to.
    """
    title, rows = _fact(node, explanation) if isinstance(node, Leaf) else _step(node)
    items = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in rows if value)
    entries = f"<dl>{items}</dl>" if items else ""
    return f'<div class="card" id="card-{number}" role="tooltip" hidden><strong>{escape(title)}</strong>{entries}</div>'


def _fact(leaf: Leaf, explanation: Explanation) -> tuple[str, list[tuple[str, str]]]:
    rank = ""
    if leaf.rank:
        rank = f"{leaf.rank} of {len(explanation.facts)}, score {format_score(explanation.facts[leaf.rank - 1].score)}"
    rows = [("Table", tidy(leaf.fact.table)), ("Source", tidy(leaf.fact.source)), ("Rank", rank)]
    return f"Fact {tidy(leaf.fact.id)}", rows


def _step(conclusion: Conclusion) -> tuple[str, list[tuple[str, str]]]:
    return f"Step {conclusion.number}", [
        ("Inference", conclusion.inference),
        ("Verdict", conclusion.finding),
        ("Judged", conclusion.likelihood),
    ]
