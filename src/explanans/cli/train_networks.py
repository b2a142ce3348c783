"""``explanans train``: networks that write explanations or read arguments."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, KnowledgeName, ParserName, Quiet, Seed
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.graph import ExplanationGraph

Checkpoint = Annotated[
    str, typer.Option("--checkpoint", metavar="NAME", help="The encoder-decoder to start from, such as a T5.")
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", help="How often each example is seen.")]
Batch = Annotated[int | None, typer.Option("--batch", metavar="N", help="Examples a batch.")]
Accumulate = Annotated[int | None, typer.Option("--accumulate", metavar="N", help="Batches a step.")]
Rate = Annotated[float | None, typer.Option("--rate", metavar="X", help="The highest learning rate.")]


def generator(
    checkpoint: Checkpoint,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the generator.")],
    kb: KnowledgeName = "starter",
    ratings: Annotated[
        Path | None,
        typer.Option("--ratings", metavar="FILE", help="Learn from expert ratings (.json) instead of gold."),
    ] = None,
    pretraining: Annotated[
        int, typer.Option("--pretraining", metavar="N", help="Epochs of single facts before whole explanations.")
    ] = 1,
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune a network to write the facts that explain an answer; needs the extra 'neural'."""
    import time
    from dataclasses import asdict

    from explanans.cli.trained import tell_trained
    from explanans.codecs.ratings import decode
    from explanans.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.learn.neural.checkpoint import check_place
    from explanans.learn.neural.fine_tuning import hold_out
    from explanans.train.networks.generator import make_recipe, train_generator
    from explanans.train.networks.generator_examples import gather_examples

    check_place(out)
    recipe = make_recipe(checkpoint, pretraining, _given(epochs, batch, accumulate, rate, seed))
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    learnt, held_out = hold_out(gather_examples(knowledge, knowledge.questions, judgments), lambda item: item.question)
    started = time.perf_counter()
    trained = train_generator(recipe, learnt, out, held_out, Path(knowledge.name).name)
    tell_trained(out, f"on {trained.examples} explanations", asdict(trained), started, as_json=as_json, quiet=quiet)


def graph_writer(
    checkpoint: Checkpoint,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the writer.")],
    data: DataFolder = None,
    reading: Annotated[
        str, typer.Option("--reading", metavar="NAME", help="rationalising (told the stance) or reasoning (not told).")
    ] = "rationalising",
    order: Annotated[
        str,
        typer.Option("--order", metavar="NAME", help="Of edges: depth-first, breadth-first, topological or random."),
    ] = "depth-first",
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune a network to write explanation graphs, on ExplaGraphs; needs the extra 'neural'."""
    import time
    from dataclasses import asdict, replace

    from explanans.cli.trained import tell_trained
    from explanans.compose.graphs.composer import Order
    from explanans.learn.neural.checkpoint import check_place
    from explanans.learn.neural.fine_tuning import hold_out
    from explanans.train.networks.graph_writer import SCHEDULE, EdgeOrder, GraphWriterTraining, train_graph_writer

    check_place(out)
    if reading not in list(Order):
        raise InputError(f"the reading {reading!r}; accepted: {', '.join(Order)}")
    if order not in list(EdgeOrder):
        raise InputError(f"the order {order!r}; accepted: {', '.join(EdgeOrder)}")
    schedule = replace(SCHEDULE, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    training = GraphWriterTraining(checkpoint, Order(reading), EdgeOrder(order), schedule)
    examples = hold_out(_graphs(data), lambda graph: f"{graph.belief} {graph.argument}")
    started = time.perf_counter()
    trained = train_graph_writer(training, examples, out, "explagraphs")
    tell_trained(out, f"on {trained.examples} graphs", asdict(trained), started, as_json=as_json, quiet=quiet)


def stance_encoder(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the encoder.")],
    data: DataFolder = None,
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
    ] = "all-MiniLM-L6-v2",
    with_graph: Annotated[bool, typer.Option("--with-graph", help="Read the graph too, to tell the stance.")] = False,
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune an encoder to tell support from counter, on ExplaGraphs; needs the extra 'neural'."""
    import time
    from dataclasses import replace

    from explanans.cli.trained import tell_trained
    from explanans.learn.neural.checkpoint import check_place
    from explanans.train.networks.stance_encoder import SCHEDULE, StanceTraining, train_stance_encoder

    check_place(out)
    schedule = replace(SCHEDULE, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    examples = _graphs(data)
    started = time.perf_counter()
    train_stance_encoder(StanceTraining(encoder, schedule, with_graph), examples, out)
    record = {"encoder": encoder, "examples": len(examples)}
    tell_trained(out, f"on {len(examples)} graphs", record, started, as_json=as_json, quiet=quiet)


def arc_encoder(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the encoder.")],
    data: DataFolder = None,
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
    ] = "all-MiniLM-L6-v2",
    sentence_level: Annotated[
        bool, typer.Option("--sentence-level", help="Learn of claims as a whole instead, to compare the two.")
    ] = False,
    parser: ParserName = None,
    examples: Annotated[
        int, typer.Option("--examples", min=1, metavar="N", help="Examples of each recipe at most.")
    ] = 1000,
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune an encoder to tell which arcs a source supports, on altered sentences; needs the extra 'neural'."""
    import time
    from dataclasses import asdict, replace

    from explanans.cli.trained import tell_trained
    from explanans.learn.neural.checkpoint import check_place
    from explanans.learn.neural.fine_tuning import Split
    from explanans.learn.neural.pretrained import locate_encoder
    from explanans.train.networks.arcs import SCHEDULE, Settings, train_encoder
    from explanans.train.recipes.corpus import split
    from explanans.train.recipes.recipes import training_examples
    from explanans.verify.arcs.neural.arc_encoder import accuracy, open_encoder
    from explanans.verify.parsers.parser import DEFAULT, open_parser

    check_place(out)
    locate_encoder(encoder)  # before sentences are altered and parsed for minutes
    schedule = replace(SCHEDULE, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    made = Split(*split(training_examples(open_parser(parser or DEFAULT), limit=examples, seed=seed, data=data)))
    started = time.perf_counter()
    trained = train_encoder(Settings(encoder, schedule, sentence_level), made, out, "ud-english-ewt+entailmentbank")
    told = accuracy(open_encoder(out), made.held_out)
    held = f"{100 * told.right:.1f}% of {told.answers} held-out answers right"
    record = {"encoder": encoder, **asdict(trained), **told._asdict()}
    tell_trained(out, f"on {trained.examples} examples, {held},", record, started, as_json=as_json, quiet=quiet)


def _graphs(data: Path | None) -> "list[ExplanationGraph]":
    """Return the training graphs of ExplaGraphs."""
    from explanans.codecs import explagraphs
    from explanans.datasets.locate import find
    from explanans.files import read_lines

    path = find("explagraphs", data) / "train.tsv"
    return [graph for graphs in explagraphs.decode(read_lines(path), str(path)) for graph in graphs]


def _given(
    epochs: int | None, batch: int | None, accumulate: int | None, rate: float | None, seed: int
) -> dict[str, int | float]:
    """Return the parts of a schedule that were asked for, by name."""
    asked = {"epochs": epochs, "batch": batch, "accumulate": accumulate, "rate": rate, "seed": seed}
    return {name: value for name, value in asked.items() if value is not None}
