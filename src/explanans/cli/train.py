"""``explanans train``: make models from data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, KnowledgeName, Quiet, Seed
from explanans.cli.train_arcs import arcs
from explanans.cli.train_networks import arc_encoder, generator, graph_writer, stance_encoder
from explanans.cli.train_parser import parser
from explanans.cli.train_steps import steps
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.codecs.explagraphs import Refinement
    from explanans.graph import ExplanationGraph

app = typer.Typer(help="Make models from data.", no_args_is_help=True)
app.command()(generator)
app.command("graph-writer")(graph_writer)
app.command("stance-encoder")(stance_encoder)
app.command()(arcs)
app.command("arc-encoder")(arc_encoder)
app.command()(parser)
app.command()(steps)


@app.callback()
def _train() -> None:
    """Make models from data."""


@app.command()
def ranker(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    cold: Annotated[
        bool, typer.Option("--cold", help="Use no feature that needs gold explanations, for knowledge bases without.")
    ] = False,
    scores: Annotated[
        Path | None,
        typer.Option("--scores", metavar="DIR", help="Use a sentence encoder too, whose scores out of fold lie there."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train a ranker on WorldTree's training questions; give the folder to --model to rank with it."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.datasets.locate import find
    from explanans.files import check_folder
    from explanans.knowledge.base import KnowledgeBase
    from explanans.learn.model import MANIFEST
    from explanans.train import ranker as fitting
    from explanans.train.fold_cosines import FoldCosines

    check_folder(out, MANIFEST)
    knowledge = KnowledgeBase.open(find("worldtree-v2.1", data))
    cosines = None if scores is None else FoldCosines.read(scores, knowledge)
    started = time.perf_counter()
    model = fitting.train(knowledge, with_explanations=not cold, seed=seed, cosines=cosines)
    model.save(out)
    record = {"stages": len(model.stages), "data": model.origin.data}
    tell_trained(out, f"{len(model.stages)} stages", record, started, as_json=as_json, quiet=quiet)


@app.command("cut-off")
def cut_off(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what tells how many of the best facts to take, on questions of WorldTree and of the starter base."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.datasets.locate import find
    from explanans.files import check_folder
    from explanans.knowledge.base import KnowledgeBase
    from explanans.learn.model import MANIFEST
    from explanans.train.cut_off import shipped_teachers, train

    check_folder(out, MANIFEST)
    teachers = shipped_teachers(KnowledgeBase.open(find("worldtree-v2.1", data)))
    started = time.perf_counter()
    model = train(teachers, seed)
    model.save(out)
    record = {"data": model.origin.data}
    tell_trained(out, f"on {model.origin.data['curves']} curves", record, started, as_json=as_json, quiet=quiet)


@app.command("neural-ranker")
def neural_ranker(
    name: Annotated[str, typer.Argument(metavar="NAME", help="bi-encoder, cross-encoder or graded.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the network.")],
    kb: KnowledgeName = "starter",
    encoder: Annotated[
        str | None, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
    ] = None,
    ratings: Annotated[
        Path | None, typer.Option("--ratings", metavar="FILE", help="Expert ratings (.json), which graded learns from.")
    ] = None,
    epochs: Annotated[
        int | None, typer.Option("--epochs", metavar="N", help="How often to see every question.", min=1)
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train a neural ranker on the questions of a knowledge base; give NAME:DIR to --model to rank with it."""
    import time
    from dataclasses import replace

    from explanans.cli.trained import tell_trained
    from explanans.codecs.ratings import decode
    from explanans.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.train.networks.retrieval import RECIPES, train_ranker

    if name not in RECIPES:
        raise InputError(f"no neural ranker is called {name!r}; accepted: {', '.join(RECIPES)}")
    if (ratings is not None) != (name == "graded"):
        raise InputError(f"{name} and {ratings or 'no ratings'}; accepted: --ratings FILE with graded, and only there")
    recipe = RECIPES[name]
    schedule = replace(recipe.schedule, seed=seed, epochs=epochs or recipe.schedule.epochs)
    recipe = replace(recipe, schedule=schedule, encoder=encoder or recipe.encoder)
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    started = time.perf_counter()
    train_ranker(recipe, knowledge, knowledge.questions, out, judgments)
    count = len(knowledge.questions)
    record = {"ranker": name, "encoder": recipe.encoder, "questions": count, "epochs": schedule.epochs}
    tell_trained(out, f"{name} on {count} questions", record, started, as_json=as_json, quiet=quiet)


@app.command()
def writer(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the writer.")],
    data: DataFolder = None,
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="What it writes: all-at-once, one-step or no-context.")
    ] = "all-at-once",
    task: Annotated[
        int, typer.Option("--task", min=1, max=2, help="EntailmentBank's task: 1, or 2 with distractors.")
    ] = 2,
    checkpoint: Annotated[
        str, typer.Option("--checkpoint", metavar="NAME", help="The encoder-decoder to start from, such as a T5.")
    ] = "",
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from on both sides instead.")
    ] = "",
    epochs: Annotated[int | None, typer.Option("--epochs", metavar="N", help="How often each tree is seen.")] = None,
    batch: Annotated[int | None, typer.Option("--batch", metavar="N", help="Trees a batch.")] = None,
    accumulate: Annotated[int | None, typer.Option("--accumulate", metavar="N", help="Batches a step.")] = None,
    rate: Annotated[float | None, typer.Option("--rate", metavar="X", help="The highest learning rate.")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune a network to write entailment trees, on EntailmentBank; needs the extra 'neural'."""
    import time
    from dataclasses import asdict

    from explanans.cli.trained import tell_trained
    from explanans.codecs import entailmentbank
    from explanans.datasets.locate import find
    from explanans.files import read_lines
    from explanans.learn.neural.checkpoint import check_place
    from explanans.learn.neural.fine_tuning import hold_out
    from explanans.train.networks.tree_writer import WriterTraining, train_writer

    check_place(out)
    asked = {"epochs": epochs, "batch": batch, "accumulate": accumulate, "rate": rate, "seed": seed}
    changes = {name: value for name, value in asked.items() if value is not None}
    training = WriterTraining.usual(kind, checkpoint, encoder, changes)
    path = find("entailmentbank", data) / "dataset" / f"task_{task}" / "train.jsonl"
    problems = hold_out(entailmentbank.decode(read_lines(path), str(path)), lambda problem: problem.id)
    started = time.perf_counter()
    trained = train_writer(training, problems, out, f"entailmentbank task {task}")
    lowest = f"held-out loss {trained.losses[trained.epoch - 1]:.3f} after epoch {trained.epoch}"
    record = {"kind": training.kind, **asdict(trained)}
    tell_trained(out, f"on {trained.examples} examples, {lowest},", record, started, as_json=as_json, quiet=quiet)


@app.command()
def trees(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the models.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what builds entailment trees on EntailmentBank: the search for leaves and steps, and their conclusions."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.codecs import entailmentbank
    from explanans.datasets.locate import find
    from explanans.evaluate.chrf import chrf
    from explanans.evaluate.rouge import rouge_l
    from explanans.files import check_folder, read_lines, write_folder
    from explanans.train.conclusions import Likeness, train_conclusions
    from explanans.train.trees import train_trees

    check_folder(out, "search")
    folder = find("entailmentbank", data) / "dataset"
    given, distracted = (
        list(entailmentbank.decode(read_lines(path), str(path)))
        for path in (folder / "task_1" / "train.jsonl", folder / "task_2" / "train.jsonl")
    )
    started = time.perf_counter()
    likenesses = Likeness(chrf, 0.52), Likeness(rouge_l, 0.50)
    found, said = train_trees(distracted, seed=seed), train_conclusions(given, likenesses, seed)
    with write_folder(out, "search") as new:
        found.save(new / "search")
        said.save(new / "conclusions")
    record = {"models": {"search": found.origin.data, "conclusions": said.origin.data}}
    tell_trained(out, f"on {len(distracted)} trees", record, started, as_json=as_json, quiet=quiet)


@app.command()
def stance(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what tells support from counter on ExplaGraphs; give the folder to --stances of 'graph'."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.files import check_folder
    from explanans.learn.model import MANIFEST
    from explanans.train import stance as training

    check_folder(out, MANIFEST)
    examples, _ = _explagraphs(data)
    started = time.perf_counter()
    model = training.train(examples, seed=seed)
    model.save(out)
    tell_trained(out, f"on {len(examples)} graphs", {"data": model.origin.data}, started, as_json=as_json, quiet=quiet)


@app.command()
def graphs(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    triples: Annotated[
        Path | None,
        typer.Option(
            "--triples", metavar="FILE", help="Learn what may be linked from triples in ConceptNet's format first."
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what draws and judges explanation graphs on ExplaGraphs; give the folder to --model of 'graph'."""
    import time

    from explanans.cli.streams import lines_of
    from explanans.cli.trained import tell_trained
    from explanans.codecs.conceptnet import decode
    from explanans.files import check_folder
    from explanans.learn.model import MANIFEST
    from explanans.train import graphs as training

    check_folder(out, MANIFEST)
    examples, refinements = _explagraphs(data)
    known = list(decode(lines_of(triples), str(triples))) if triples else []
    if triples and not known:
        raise InputError(f"{triples}: holds no triple of English concepts that a graph may have; accepted: one or more")
    started = time.perf_counter()
    model = training.train(examples, refinements, known, seed=seed)
    model.save(out)
    tell_trained(out, f"on {len(examples)} graphs", {"data": model.origin.data}, started, as_json=as_json, quiet=quiet)


def _explagraphs(data: Path | None) -> "tuple[list[ExplanationGraph], list[Refinement]]":
    """Return the training graphs of ExplaGraphs, and their refinement history."""
    from explanans.codecs import explagraphs
    from explanans.datasets.locate import find
    from explanans.files import read_lines

    folder = find("explagraphs", data)
    path, history = folder / "train.tsv", folder / "refinement_graphs_train.tsv"
    examples = [graph for graphs in explagraphs.decode(read_lines(path), str(path)) for graph in graphs]
    return examples, list(explagraphs.decode_refinements(read_lines(history), str(history)))
