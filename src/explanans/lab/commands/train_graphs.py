"""``explanans lab train``: networks that draw, judge and weigh explanation graphs, and the judge of stances."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.command import given
from explanans.cli.options import DataFolder
from explanans.errors import InputError
from explanans.lab.commands.training import (
    Checkpoint,
    Encoder,
    Limit,
    MatrixOptions,
    Out,
    RunOptions,
    ScheduleOptions,
    TokenPaceOptions,
    Training,
)

if TYPE_CHECKING:
    from explanans.graphs.composer import Order
    from explanans.lab.networks.frame_adapter import FrameAdapterTraining
    from explanans.learning.model import TrainedModel
    from explanans.structures.graphs import ExplanationGraph


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
    from dataclasses import asdict

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
    examples = hold_out(
        sample(training_graphs(data), limit, run.seed), lambda graph: f"{graph.belief} {graph.argument}"
    )
    training.start()
    trained = train_graph_writer(how, examples, out, "explagraphs")
    training.tell(f"on {trained.examples} graphs", asdict(trained))


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
    from dataclasses import asdict

    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.graph_encoders import SCHEDULE, GraphEncoderTraining, train_graph_encoder

    training = Training(out, run)
    how = GraphEncoderTraining(encoder, _order(reading), asked.over(SCHEDULE, run.seed))
    examples = hold_out(sample(training_graphs(data), limit, run.seed), lambda graph: graph.belief)
    training.start()
    trained = train_graph_encoder(how, examples, out)
    training.tell(f"on {trained.examples} graphs", {"encoder": encoder, **asdict(trained)})


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
    from dataclasses import asdict

    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.concept_writer import train_concept_writer
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.graph_writer import SCHEDULE
    from explanans.lab.networks.lines import usual_schedule

    training = Training(out, run)
    schedule = asked.over(usual_schedule(checkpoint, SCHEDULE), run.seed)
    matrices = size.of(checkpoint)
    examples = hold_out(sample(training_graphs(data), limit, run.seed), lambda graph: graph.belief)
    training.start()
    trained = train_concept_writer(checkpoint, schedule, examples, out, matrices)
    training.tell(f"on {trained.examples} graphs", asdict(trained))


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
    from dataclasses import asdict

    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.fitting import Split, hold_out
    from explanans.lab.networks.stance_encoder import SCHEDULE, StanceTraining, train_stance_encoder

    training = Training(out, run)
    schedule = asked.over(SCHEDULE, run.seed)
    graphs = training_graphs(data)
    chooses = schedule.choose_by != "last"
    examples = hold_out(graphs, lambda graph: graph.belief) if chooses else Split(graphs)
    training.start()
    trained = train_stance_encoder(StanceTraining(encoder, schedule, with_graph), examples, out)
    training.tell(f"on {trained.examples} graphs", {"encoder": encoder, **asdict(trained)})


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
    from dataclasses import asdict

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
    training.start()
    trained = train_graph_judge(how, examples, out)
    right = (
        f", {100 * trained.measures[trained.epoch - 1]:.1f}% of {trained.held_out} held-out ones right,"
        if trained.measures
        else ""
    )
    training.tell(f"on {trained.examples} examples{right}", {"kind": kind, "encoder": encoder, **asdict(trained)})


def stance_adapter(
    out: Out,
    data: DataFolder = None,
    checkpoint: Annotated[
        str, typer.Option("--checkpoint", metavar="NAME", help="The language model, by name, folder or file of GGUF.")
    ] = "SmolLM2-135M-Instruct",
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, metavar="N", help="Pairs for inference to learn before, at most.")
    ] = 2000,
    *,
    reach: MatrixOptions,
    asked: TokenPaceOptions,
    run: RunOptions,
) -> None:
    """Teach a language model to tell support from counter, on inference and ExplaGraphs; needs the extra 'neural'."""
    from dataclasses import asdict, replace

    from explanans.lab.datasets.splits import training_graphs
    from explanans.lab.networks.stance_adapter import INFERENCE, SCHEDULE, StanceAdapterTraining, train_stance_adapter
    from explanans.lab.training.stance import inference_pairs, without_a_tenth

    training = Training(out, run)
    schedule = asked.over(SCHEDULE, run.seed)
    before = replace(asked, epochs=None).over(INFERENCE, run.seed)
    how = StanceAdapterTraining(checkpoint, schedule, before, **given(reach))
    learnt, held_out = without_a_tenth(training_graphs(data), run.seed)
    taught = inference_pairs(data, pairs, run.seed)
    training.start()
    found = train_stance_adapter(how, learnt, held_out, taught, out)
    summary = f"on {found.examples} graphs"
    if found.right:
        alone, with_graph = found.right[found.epoch - 1]
        summary += (
            f", {100 * alone:.1f}% of {found.held_out} held-out stances right, {100 * with_graph:.1f}% with graphs,"
        )
    training.tell(summary, asdict(found))


def stance(
    out: Out,
    data: DataFolder = None,
    language_model: Annotated[
        str,
        typer.Option(
            "--language-model",
            metavar="NAME",
            help="Ask this language model too, such as SmolLM2-135M-Instruct; needs 'neural'.",
        ),
    ] = "",
    teach: Annotated[
        bool,
        typer.Option("--fine-tune", help="Fine-tune the language model first; takes half an hour or more."),
    ] = False,
    say: Annotated[
        bool,
        typer.Option("--generate-label", help="Train it to predict the stance, too, without and with the graph."),
    ] = False,
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, metavar="N", help="Pairs for inference to teach before, at most.")
    ] = 0,
    *,
    reach: MatrixOptions,
    asked: TokenPaceOptions,
    run: RunOptions,
) -> None:
    """Train what tells support from counter on ExplaGraphs; give the folder to --stances of 'graph'."""
    from explanans.lab.datasets.splits import training_graphs

    training = Training(out, run)
    examples = training_graphs(data)
    if teach and not language_model:
        raise InputError("there is no language model to teach; accepted: --fine-tune with --language-model NAME")
    if not teach and (say or pairs or given(reach) or given(asked)):
        raise InputError("how to teach is said, but not to teach; accepted: such options with --fine-tune")
    training.start()
    record: dict[str, object] = {}
    if teach:
        how = _teaching(say, reach, asked, run.seed)
        model, record["held_out"] = _taught(examples, language_model, how, pairs, data, out)
    else:
        model = _told(examples, language_model, run.seed)
        model.save(out)
    training.tell(f"on {len(examples)} graphs", {"data": model.origin.data, **record})


def _told(examples: "list[ExplanationGraph]", language_model: str, seed: int) -> "TrainedModel[Any]":
    """Return trees, with the readings of a language model if one is named."""
    if not language_model:
        from explanans.lab.training.stance import train

        return train(examples, seed=seed)
    from explanans.lab.networks.reading_stance import train_reading

    return train_reading(examples, language_model, seed=seed)


def _teaching(say: bool, reach: MatrixOptions, asked: TokenPaceOptions, seed: int) -> "FrameAdapterTraining":
    """Return how to teach."""
    from dataclasses import replace

    from explanans.lab.networks.frame_adapter import INFERENCE, SCHEDULE, FrameAdapterTraining

    before = replace(asked, epochs=None).over(INFERENCE, seed)
    return FrameAdapterTraining(asked.over(SCHEDULE, seed), before, says=say, **given(reach))


def _taught(
    examples: "list[ExplanationGraph]",
    language_model: str,
    how: "FrameAdapterTraining",
    pairs: int,
    data: Path | None,
    out: Path,
) -> "tuple[TrainedModel[Any], list[dict[str, Any]]]":
    """Fine-tune a language model, save the stance model, and return it with its accuracy after each epoch."""
    from explanans.lab.networks.reading_stance import train_taught
    from explanans.lab.training.stance import inference_pairs

    before = inference_pairs(data, pairs, how.schedule.seed, decided=True)
    with TemporaryDirectory() as workplace:
        model, progress = train_taught(examples, language_model, how, before, Path(workplace) / "adapter")
        model.save(out)
    return model, [
        {name: quality._asdict() for name, quality in (("alone", item.alone), ("with_graph", item.with_graph))}
        for item in progress
    ]
