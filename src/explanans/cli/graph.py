"""``explanans graph``: why an argument supports or counters a belief."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, HtmlFile, KnowledgeNames, Quiet, Seed, SvgFile
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.compose.graphs.assertions import Assertions


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
    kb: KnowledgeNames = None,
    stances: Annotated[
        Path | None,
        typer.Option("--stances", metavar="DIR", help="A model made by 'train stance' or 'train stance-encoder'."),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="DIR", help="A model made by 'train graphs' or 'train graph-writer'."),
    ] = None,
    html: HtmlFile = None,
    svg: SvgFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Tell whether an argument supports or counters a belief, and draw the graph that explains it."""
    from explanans.cli.show import check_outputs, show
    from explanans.compose.graphs.composer import Order
    from explanans.compose.graphs.opening import open_composer
    from explanans.graph import ExplanationGraphs, Stance

    check_outputs(html, svg, as_json=as_json)
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
    show(ExplanationGraphs(tuple(graphs)), html, svg, as_json=as_json, quiet=quiet)


def _assertions(knowledge: Path | None, kb: list[str] | None) -> "Assertions | None":
    """Return what a file of assertions and the facts of knowledge bases assert; None where neither is named."""
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
            asserted(KnowledgeBase.open(*kb).facts) if kb else (),
        )
    )
