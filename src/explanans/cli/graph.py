"""``explanans graph``: why an argument supports or counters a belief."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeName, Quiet, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.compose.graphs.assertions import Assertions
    from explanans.graph import ExplanationGraph


def graph(
    belief: Annotated[str, typer.Argument(metavar="BELIEF", help="A sentence that somebody holds true.")],
    argument: Annotated[str, typer.Argument(metavar="ARGUMENT", help="A sentence about the belief.")],
    stance: Annotated[
        str, typer.Option("--stance", metavar="STANCE", help="The stance to explain: support or counter.")
    ] = "",
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="ORDER",
            help="What comes first: rationalising or reasoning; as an encoder was trained, else rationalising.",
        ),
    ] = "",
    alternatives: Annotated[
        int, typer.Option("--alternatives", metavar="N", help="Show so many distinct graphs.", min=1)
    ] = 1,
    knowledge: Annotated[
        Path | None, typer.Option("--knowledge", metavar="FILE", help="Assertions in ConceptNet's format.")
    ] = None,
    kb: KnowledgeName = "",
    stances: Annotated[
        Path | None,
        typer.Option("--stances", metavar="DIR", help="A model made by 'train stance' or 'train stance-encoder'."),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="DIR", help="A model made by 'train graphs' or 'train graph-writer'."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing of the best graph.")
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Tell whether an argument supports or counters a belief, and draw the graph that explains it."""
    from explanans.compose.graphs.composer import Order, open_composer
    from explanans.graph import Stance

    if stance and stance not in list(Stance):
        raise InputError(f"the stance {stance!r}; accepted: {', '.join(Stance)}")
    if order and order not in list(Order):
        raise InputError(f"the order {order!r}; accepted: {', '.join(Order)}")
    composer = open_composer(stances, model, _assertions(knowledge, kb))
    graphs = composer.compose(
        belief,
        argument,
        Stance(stance) if stance else None,
        order=Order(order) if order else None,
        alternatives=alternatives,
    )
    _show(graphs, html, svg, as_json=as_json, quiet=quiet)


def _assertions(knowledge: Path | None, kb: str) -> "Assertions | None":
    """Return what a file of assertions and the facts of a knowledge base assert; None where neither is named."""
    from itertools import chain

    from explanans.cli.streams import lines_of
    from explanans.codecs.conceptnet import decode
    from explanans.compose.graphs.assertions import Assertions, asserted
    from explanans.knowledge.base import KnowledgeBase

    if not knowledge and not kb:
        return None
    return Assertions(
        chain(
            decode(lines_of(knowledge), str(knowledge)) if knowledge else (),
            asserted(KnowledgeBase.open(kb).facts) if kb else (),
        )
    )


def _show(graphs: "list[ExplanationGraph]", html: Path | None, svg: Path | None, *, as_json: bool, quiet: bool) -> None:
    from explanans.cli.streams import STANDARD, output, print_json

    if html:
        from explanans.render.graph_svg import explanation_graph_page

        with output(html) as file:
            file.write(explanation_graph_page(graphs))
    if svg:
        from explanans.render.graph_svg import graph_svg

        with output(svg) as file:
            file.write(graph_svg(graphs[0]))
    if STANDARD in {html, svg}:
        return
    if as_json:
        print_json({"graphs": graphs})
    else:
        from rich.console import Console

        from explanans.render.graph_text import graph_text

        console = Console(highlight=False)
        for number, drawn in enumerate(graphs):
            if number:
                console.print()
            for part in graph_text(drawn):
                console.print(part)
    for path in (html, svg):
        if path:
            remark(f"wrote {path}", quiet=quiet)
