"""Explanation graphs as one HTML page that needs no other file and makes no request."""

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from explanans.graph import ExplanationGraph
from explanans.render.graph_svg import graph_style, inline_graph
from explanans.render.graph_wording import stance_sentence
from explanans.text.sentences import tidy

_STYLES = ("page.css", "graph_report.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def explanation_graph_page(graphs: Sequence[ExplanationGraph]) -> str:
    """Return graphs of one belief and argument as an HTML page, the best first.

    A content security policy forbids the page every request and every script.

    Args:
        graphs: The graphs; one or more.

    Example:
        >>> from explanans.graph import Edge, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> explanation_graph_page([graph]).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    style = "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in _STYLES)
    head = (
        '<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(tidy(graphs[0].belief))}: explanation graph</title>",
        f"<style>\n{style}{graph_style()}</style>\n</head>",
    )
    return "\n".join(("<!DOCTYPE html>", '<html lang="en">', *head, "<body>", *_body(graphs), "</body>", "</html>\n"))


def _body(graphs: Sequence[ExplanationGraph]) -> Iterator[str]:
    first = graphs[0]
    yield '<header><p class="eyebrow">Explanation graph</p>'
    yield f"<h1>{escape(stance_sentence(first.stance))}</h1>"
    yield f'<dl class="claim"><dt>Belief</dt><dd>{escape(tidy(first.belief))}</dd>'
    yield f"<dt>Argument</dt><dd>{escape(tidy(first.argument))}</dd></dl></header><main>"
    for number, graph in enumerate(graphs):
        title = "Why" if not number else f"Another graph ({number + 1})"
        yield f'<section aria-labelledby="graph{number}"><h2 id="graph{number}">{title}</h2>'
        yield f'<div class="graph scroll" tabindex="0" role="region" aria-label="{title}">'
        yield f"{inline_graph(graph, title)}</div></section>"
    yield "</main><footer>Made by Explanans.</footer>"
