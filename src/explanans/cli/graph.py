"""``explanans graph``: why an argument supports or counters a belief."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import given
from explanans.cli.options import (
    AsJson,
    HtmlFile,
    KnowledgeNames,
    ManyOptions,
    Quiet,
    Seed,
    SvgFile,
    unclear,
)
from explanans.errors import InputError

if TYPE_CHECKING:
    from explanans.cli.many import Writing
    from explanans.graphs.candidates import Style
    from explanans.graphs.composer import Order
    from explanans.pipeline.graphing import GraphJob
    from explanans.structures.graphs import Stance

_ACCEPTED = (
    "BELIEF and ARGUMENT (with --alternatives, --html, --svg), "
    "or --beliefs FILE with --out FILE (and --workers or --cluster, --resume)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormOptions:
    """Options of the graph."""

    stance: Annotated[
        str, typer.Option("--stance", metavar="STANCE", help="The stance to explain: support or counter.")
    ] = ""
    order: Annotated[
        str,
        typer.Option(
            "--strategy",
            metavar="ORDER",
            help="rationalising or reasoning; default: as the encoder was trained, else rationalising.",
        ),
    ] = ""
    style: Annotated[
        str,
        typer.Option(
            "--relations",
            metavar="STYLE",
            help="Style: spoken (the words of the sentences) or annotated (as annotators of ExplaGraphs).",
        ),
    ] = "spoken"

    def named(self) -> "tuple[Stance | None, Order | None, Style]":
        """Return the stance, the order and the style."""
        from explanans.graphs.candidates import Style
        from explanans.graphs.composer import Order
        from explanans.structures.graphs import Stance

        if self.stance and self.stance not in list(Stance):
            raise InputError(f"the stance {self.stance!r}; accepted: {', '.join(Stance)}")
        if self.order and self.order not in list(Order):
            raise InputError(f"the order {self.order!r}; accepted: {', '.join(Order)}")
        if self.style not in list(Style):
            raise InputError(f"the style {self.style!r}; accepted: {', '.join(Style)}")
        stance, order = Stance(self.stance) if self.stance else None, Order(self.order) if self.order else None
        return stance, order, Style(self.style)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOptions:
    """The belief and the argument as options; hidden from the help, which shows them as arguments."""

    as_belief: Annotated[
        str | None, typer.Option("--belief", metavar="BELIEF", hidden=True, help="The belief, as an option.")
    ] = None
    as_argument: Annotated[
        str | None, typer.Option("--argument", metavar="ARGUMENT", hidden=True, help="The argument, as an option.")
    ] = None

    def pair(self, belief: str | None, argument: str | None) -> tuple[str | None, str | None]:
        """Return belief and argument; a sentence that is given first stands for the one without an option."""
        if self.as_belief is not None and belief is not None and argument is None:
            belief, argument = None, belief
        for name, option, sentence in ("--belief", self.as_belief, belief), ("--argument", self.as_argument, argument):
            if option is not None and sentence is not None:
                raise InputError(f"{name} and its sentence without the option; accepted: one of the two")
        return self.as_belief or belief, self.as_argument or argument


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawerOptions:
    """Models and knowledge of the graph composer.

    Attributes:
        kb: Knowledge bases whose facts assert something, too.
    """

    knowledge: Annotated[
        Path | None, typer.Option("--assertions", metavar="FILE", help="Assertions in ConceptNet's format.")
    ] = None
    kb: KnowledgeNames = None
    stances: Annotated[
        Path | None,
        typer.Option(
            "--stance-model",
            metavar="NAME",
            help="Stance model: 'smollm2', the language model, which is the default where it is installed; 'words', "
            "boosted trees; or a folder that 'lab train stance' or 'stance-encoder' made.",
        ),
    ] = None
    model: Annotated[
        Path | None,
        typer.Option(
            "--graph-model",
            metavar="DIR",
            help="A model made by 'lab train graphs', 'graph-encoder' or 'graph-writer'.",
        ),
    ] = None


def graph(
    belief: Annotated[str | None, typer.Argument(metavar="BELIEF", help="A belief, one sentence.")] = None,
    argument: Annotated[str | None, typer.Argument(metavar="ARGUMENT", help="A sentence about the belief.")] = None,
    *,
    pair: PairOptions,
    form: FormOptions,
    alternatives: Annotated[
        int | None,
        typer.Option("--alternatives", metavar="N", help="Maximum number of distinct graphs; default 1.", min=1),
    ] = None,
    drawer: DrawerOptions,
    html: HtmlFile = None,
    svg: SvgFile = None,
    beliefs: Annotated[
        Path | None,
        typer.Option(
            "--beliefs",
            metavar="FILE",
            help="File of beliefs and arguments instead: .tsv as ExplaGraphs has them, .jsonl or .parquet; "
            "stances in it are ignored.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Output file of the graphs.")] = None,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Predict whether an argument supports or counters a belief, and draw the graph that explains it."""
    from explanans.pipeline.graphing import GraphJob
    from explanans.structures.graphs import ExplanationGraphs

    belief, argument = pair.pair(belief, argument)
    stance, order, style = form.named()
    job = GraphJob(stance, order, drawer.stances, drawer.model, drawer.knowledge, tuple(drawer.kb or ()), style)
    of_one = any(option is not None for option in (belief, argument, alternatives, html, svg))
    of_many = any(option is not None for option in (beliefs, out)) or given(many)
    if belief is not None and argument is not None and not of_many:
        from explanans.cli.show import check_outputs, show

        check_outputs(html, svg, as_json=as_json)
        graphs = job.composer().compose(belief, argument, stance, order=order, alternatives=alternatives or 1)
        show(ExplanationGraphs(tuple(graphs)), html, svg, as_json=as_json, quiet=quiet)
    elif beliefs is not None and out is not None and not of_one:
        from explanans.cli.many import Writing

        _draw_many(job, beliefs, Writing.by(many, out, as_json=as_json, quiet=quiet))
    else:
        one = {"BELIEF": belief, "ARGUMENT": argument}
        raise unclear("draw", one, {"--beliefs": beliefs, "--out": out}, _ACCEPTED, mixed=of_one and bool(of_many))


def _draw_many(job: "GraphJob", path: Path, how: "Writing") -> None:
    """Draw the best graph of each belief and argument of a file."""
    from explanans.cli.many import Naming, items_of, write_many
    from explanans.cli.streams import lines_of
    from explanans.formats.codec import find
    from explanans.pipeline.parallel import graph_line

    codec, file = find("beliefs", path, default="tsv")
    items = items_of(
        lambda: iter(codec.decode(lines_of(file), str(file))),
        file,
        "beliefs",
        lambda _: None,
        "a belief and an argument a line, separated by a tab",
    )
    write_many(job, graph_line, items, how, Naming("drawn", "graphs"))
