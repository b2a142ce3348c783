"""``explanans lab train``: networks that draw, judge and weigh explanation graphs, and the judge of stances."""

from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import DataFolder
from explanans.errors import InputError, amount
from explanans.lab.commands.training import (
    Checkpoint,
    Encoder,
    Limit,
    MatrixOptions,
    Out,
    RunOptions,
    ScheduleOptions,
    Training,
    fit,
)

if TYPE_CHECKING:
    from explanans.graphs.composer import Order
    from explanans.lab.networks.fitting import Trained

Reading = Annotated[
    str,
    typer.Option("--reading", metavar="NAME", help="rationalising (reads the stance) or reasoning (does not)."),
]


def _order(reading: str) -> "Order":
    from explanans.graphs.composer import Order

    if reading not in list(Order):
        raise InputError(f"the reading {reading!r}; accepted: {', '.join(Order)}")
    return Order(reading)


def graph_writer(
    checkpoint: Checkpoint,
    out: Out,
    data: DataFolder = None,
    reading: Reading = "rationalising",
    order: Annotated[
        str,
        typer.Option("--order", metavar="NAME", help="Of edges: depth-first, breadth-first, topological or random."),
    ] = "depth-first",
    limit: Limit = None,
    *,
    asked: ScheduleOptions,
    size: MatrixOptions,
    run: RunOptions,
) -> None:
    """Fine-tune a network to write explanation graphs, on ExplaGraphs; needs the extra 'neural'."""
    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.graph_writer import SCHEDULE, EdgeOrder, GraphWriterTraining, train_graph_writer
    from explanans.lab.networks.lines import usual_schedule

    training = Training(out, run)
    comes_first = _order(reading)
    if order not in list(EdgeOrder):
        raise InputError(f"the order {order!r}; accepted: {', '.join(EdgeOrder)}")
    schedule = asked.over(usual_schedule(checkpoint, SCHEDULE), run.seed)
    how = GraphWriterTraining(checkpoint, comes_first, EdgeOrder(order), schedule, size.of(checkpoint))
    drawn = sample(training_graphs(data), limit, run.seed)
    examples = hold_out(drawn, lambda graph: f"{graph.belief} {graph.argument}")
    training.fit("graphs", lambda: train_graph_writer(how, examples, out, "explagraphs"))


def graph_encoder(
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
    reading: Reading = "rationalising",
    limit: Limit = None,
    *,
    asked: ScheduleOptions,
    run: RunOptions,
) -> None:
    """Fine-tune an encoder to tell concepts and edges of graphs, on ExplaGraphs; needs the extra 'neural'."""
    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.graph_encoders import SCHEDULE, GraphEncoderTraining, train_graph_encoder

    training = Training(out, run)
    how = GraphEncoderTraining(encoder, _order(reading), asked.over(SCHEDULE, run.seed))
    examples = hold_out(sample(training_graphs(data), limit, run.seed), lambda graph: graph.belief)
    training.fit("graphs", lambda: train_graph_encoder(how, examples, out), encoder=encoder)


def concept_writer(
    checkpoint: Checkpoint,
    out: Out,
    data: DataFolder = None,
    limit: Limit = None,
    *,
    asked: ScheduleOptions,
    size: MatrixOptions,
    run: RunOptions,
) -> None:
    """Fine-tune a network to write the concepts that graphs add, on ExplaGraphs; needs the extra 'neural'."""
    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.concept_writer import train_concept_writer
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.graph_writer import SCHEDULE
    from explanans.lab.networks.lines import usual_schedule

    training = Training(out, run)
    schedule = asked.over(usual_schedule(checkpoint, SCHEDULE), run.seed)
    matrices = size.of(checkpoint)
    examples = hold_out(sample(training_graphs(data), limit, run.seed), lambda graph: graph.belief)
    training.fit("graphs", lambda: train_concept_writer(checkpoint, schedule, examples, out, matrices))


def stance_encoder(
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
    with_graph: Annotated[
        bool, typer.Option("--with-graph", help="Read the graph, too, to predict the stance.")
    ] = False,
    *,
    asked: ScheduleOptions,
    run: RunOptions,
) -> None:
    """Fine-tune an encoder to tell support from counter, on ExplaGraphs; needs the extra 'neural'."""
    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.fitting import Split, hold_out
    from explanans.lab.networks.stance_encoder import SCHEDULE, StanceTraining, train_stance_encoder

    training = Training(out, run)
    schedule = asked.over(SCHEDULE, run.seed)
    graphs = training_graphs(data)
    chooses = schedule.choose_by != "last"
    examples = hold_out(graphs, lambda graph: graph.belief) if chooses else Split(graphs)
    how = StanceTraining(encoder, schedule, with_graph)
    training.fit("graphs", lambda: train_stance_encoder(how, examples, out), encoder=encoder)


def graph_judge(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="semantic (SeCA) or importance (EA).")],
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
    limit: Limit = None,
    *,
    asked: ScheduleOptions,
    run: RunOptions,
) -> None:
    """Fine-tune the judge that a measure of graphs asks, on ExplaGraphs; needs the extra 'neural'."""
    from explanans.lab.datasets.splits import graph_refinements, training_graphs
    from explanans.lab.networks.fitting import sample
    from explanans.lab.networks.graph_encoders import (
        JUDGE_SCHEDULE,
        JudgeTraining,
        gather_judge_lessons,
        train_graph_judge,
    )

    training = Training(out, run)
    how = JudgeTraining(kind, encoder, asked.over(JUDGE_SCHEDULE, run.seed))
    refinements = graph_refinements(data, missing_ok=True)
    examples = gather_judge_lessons(kind, training_graphs(data), refinements, run.seed)
    examples = examples._replace(learnt=sample(examples.learnt, limit, run.seed))
    training.fit(_right, lambda: train_graph_judge(how, examples, out), kind=kind, encoder=encoder)


def _right(trained: "Trained") -> str:
    """Return how many examples a judge has learnt, and how many held-out ones it judges rightly."""
    learnt = f"on {amount(trained.examples, 'example')}"
    if not trained.measures:
        return learnt
    share = 100 * trained.measures[trained.epoch - 1]
    return f"{learnt}, {share:.1f}% of {trained.held_out} held-out ones right,"


def stance(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train the boosted trees that tell support from counter on ExplaGraphs; give the folder to 'graph'."""
    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.training.stance import train

    fit(out, run, "graphs", lambda: training_graphs(data), lambda graphs: train(graphs, seed=run.seed))
