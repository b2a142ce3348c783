"""``explanans train``: networks that write explanations or read arguments."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, KnowledgeName, ParserName, Quiet, Recipes, Seed
from explanans.cli.training import Out, Training
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.train.networks.conclusion_writer import ConclusionTraining

_CONCLUSIONS, _HYPOTHESES = "conclusions", "hypotheses"
"""The kinds of writers that write no trees, only what follows from premises, or what question and answer say."""

Checkpoint = Annotated[
    str, typer.Option("--checkpoint", metavar="NAME", help="The encoder-decoder or language model to start from.")
]
Encoder = Annotated[
    str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", help="How often each example is seen.")]
Batch = Annotated[int | None, typer.Option("--batch", metavar="N", help="Examples a batch.")]
Accumulate = Annotated[int | None, typer.Option("--accumulate", metavar="N", help="Batches a step.")]
Limit = Annotated[
    int | None, typer.Option("--limit", min=10, metavar="N", help="Learn of so many only, drawn by the seed.")
]
Rate = Annotated[float | None, typer.Option("--rate", metavar="X", help="The highest learning rate.")]


def generator(
    checkpoint: Checkpoint,
    out: Out,
    kb: KnowledgeName = "starter",
    ratings: Annotated[
        Path | None,
        typer.Option("--ratings", metavar="FILE", help="Learn from expert ratings (.json) instead of gold."),
    ] = None,
    pretraining: Annotated[
        int, typer.Option("--pretraining", metavar="N", help="Epochs of single facts before whole explanations.")
    ] = 1,
    orders: Annotated[
        int, typer.Option("--orders", metavar="N", help="In how many orders each explanation is learnt.")
    ] = 5,
    limit: Limit = None,
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune a network to write the facts that explain an answer; needs the extra 'neural'."""
    from dataclasses import asdict, replace

    from explanans.codecs.ratings import decode
    from explanans.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.train.networks.fitting import hold_out, sample
    from explanans.train.networks.generator import SCHEDULE, GeneratorTraining, gather_examples, train_generator
    from explanans.train.networks.lines import usual_schedule

    training = Training(out, as_json=as_json, quiet=quiet)
    usual = usual_schedule(checkpoint, SCHEDULE)
    schedule = replace(usual, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    how = GeneratorTraining(checkpoint, schedule, pretraining, orders)
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    questions = sample(knowledge.questions, limit, seed)
    examples = hold_out(gather_examples(knowledge, questions, judgments), lambda item: item.question)
    training.start()
    trained = train_generator(how, examples, out, Path(knowledge.name).name)
    training.tell(f"on {trained.examples} explanations", asdict(trained))


def graph_writer(
    checkpoint: Checkpoint,
    out: Out,
    data: DataFolder = None,
    reading: Annotated[
        str, typer.Option("--reading", metavar="NAME", help="rationalising (told the stance) or reasoning (not told).")
    ] = "rationalising",
    order: Annotated[
        str,
        typer.Option("--order", metavar="NAME", help="Of edges: depth-first, breadth-first, topological or random."),
    ] = "depth-first",
    limit: Limit = None,
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune a network to write explanation graphs, on ExplaGraphs; needs the extra 'neural'."""
    from dataclasses import asdict, replace

    from explanans.compose.graphs.composer import Order
    from explanans.datasets.splits import training_graphs
    from explanans.train.networks.fitting import hold_out, sample
    from explanans.train.networks.graph_writer import SCHEDULE, EdgeOrder, GraphWriterTraining, train_graph_writer
    from explanans.train.networks.lines import usual_schedule

    training = Training(out, as_json=as_json, quiet=quiet)
    if reading not in list(Order):
        raise InputError(f"the reading {reading!r}; accepted: {', '.join(Order)}")
    if order not in list(EdgeOrder):
        raise InputError(f"the order {order!r}; accepted: {', '.join(EdgeOrder)}")
    usual = usual_schedule(checkpoint, SCHEDULE)
    schedule = replace(usual, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    how = GraphWriterTraining(checkpoint, Order(reading), EdgeOrder(order), schedule)
    examples = hold_out(sample(training_graphs(data), limit, seed), lambda graph: f"{graph.belief} {graph.argument}")
    training.start()
    trained = train_graph_writer(how, examples, out, "explagraphs")
    training.tell(f"on {trained.examples} graphs", asdict(trained))


def stance_encoder(
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
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
    from dataclasses import replace

    from explanans.datasets.splits import training_graphs
    from explanans.train.networks.stance_encoder import SCHEDULE, StanceTraining, train_stance_encoder

    training = Training(out, as_json=as_json, quiet=quiet)
    schedule = replace(SCHEDULE, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    examples = training_graphs(data)
    training.start()
    train_stance_encoder(StanceTraining(encoder, schedule, with_graph), examples, out)
    record = {"encoder": encoder, "examples": len(examples)}
    training.tell(f"on {len(examples)} graphs", record)


def stance_adapter(
    out: Out,
    data: DataFolder = None,
    checkpoint: Annotated[
        str, typer.Option("--checkpoint", metavar="NAME", help="The language model, by name, folder or file of GGUF.")
    ] = "SmolLM2-135M-Instruct",
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, metavar="N", help="Pairs for inference to learn before, at most.")
    ] = 2000,
    epochs: Epochs = None,
    batch: Annotated[int | None, typer.Option("--batch", min=1, help="How many tokens a step sees.")] = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Teach a language model to tell support from counter, on inference and ExplaGraphs; needs the extra 'neural'."""
    from dataclasses import asdict, replace

    from explanans.datasets.splits import training_graphs
    from explanans.train.networks.stance_adapter import (
        INFERENCE,
        SCHEDULE,
        StanceAdapterTraining,
        inference_pairs,
        train_stance_adapter,
    )
    from explanans.train.topics import without_a_tenth

    training = Training(out, as_json=as_json, quiet=quiet)
    schedule = replace(SCHEDULE, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    before = replace(INFERENCE, **_given(None, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    how = StanceAdapterTraining(checkpoint, schedule, before)
    learnt, held_out = without_a_tenth(training_graphs(data), seed)
    taught = inference_pairs(data, pairs, seed)
    training.start()
    found = train_stance_adapter(how, learnt, held_out, taught, out)
    told = f"on {found.examples} graphs"
    if found.right:
        alone, with_graph = found.right[found.epoch - 1]
        told += f", {100 * alone:.1f}% of {found.held_out} held-out stances right, {100 * with_graph:.1f}% with graphs,"
    training.tell(told, asdict(found))


def arc_encoder(
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
    sentence_level: Annotated[
        bool, typer.Option("--sentence-level", help="Learn of claims as a whole instead, to compare the two.")
    ] = False,
    parser: ParserName = None,
    recipe: Recipes = None,
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
    from dataclasses import asdict, replace

    from explanans.learn.neural.pretrained import MINILM, locate_encoder
    from explanans.parser import DEFAULT, open_parser
    from explanans.train.networks.arcs import SCHEDULE, Settings, train_encoder
    from explanans.train.networks.fitting import Split
    from explanans.train.networks.trunks import JUDGE
    from explanans.train.recipes.corpus import split
    from explanans.train.recipes.recipes import SOURCES, USUAL, training_examples
    from explanans.verify.arcs.neural.arc_encoder import accuracy, open_encoder

    training = Training(out, as_json=as_json, quiet=quiet)
    locate_encoder(MINILM if encoder == JUDGE else encoder)  # before sentences are altered and parsed for minutes
    schedule = replace(SCHEDULE, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    reads = open_parser(parser or DEFAULT)
    made = Split(*split(training_examples(reads, recipe or USUAL, examples, seed, data)))
    training.start()
    sources = "+".join(dict.fromkeys(SOURCES[example.recipe] for example in made.learnt))
    trained = train_encoder(Settings(encoder, schedule, sentence_level), made, out, sources)
    told = accuracy(open_encoder(out), made.held_out)
    held = f"{100 * told.right:.1f}% of {told.answers} held-out answers right"
    record = {"encoder": encoder, **asdict(trained), **told._asdict()}
    training.tell(f"on {trained.examples} examples, {held},", record)


def neural_ranker(
    name: Annotated[str, typer.Argument(metavar="NAME", help="bi-encoder, cross-encoder or graded.")],
    out: Out,
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
    from dataclasses import replace

    from explanans.codecs.ratings import decode
    from explanans.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.train.networks.retrieval import RECIPES, train_ranker

    if name not in RECIPES:
        raise InputError(f"no neural ranker is called {name!r}; accepted: {', '.join(RECIPES)}")
    if (ratings is not None) != (name == "graded"):
        raise InputError(f"{name} and {ratings or 'no ratings'}; accepted: --ratings FILE with graded, and only there")
    training = Training(out, as_json=as_json, quiet=quiet)
    recipe = RECIPES[name]
    schedule = replace(recipe.schedule, seed=seed, epochs=epochs or recipe.schedule.epochs)
    recipe = replace(recipe, schedule=schedule, encoder=encoder or recipe.encoder)
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    training.start()
    train_ranker(recipe, knowledge, knowledge.questions, out, judgments)
    count = len(knowledge.questions)
    record = {"ranker": name, "encoder": recipe.encoder, "questions": count, "epochs": schedule.epochs}
    training.tell(f"{name} on {count} questions", record)


def writer(
    out: Out,
    data: DataFolder = None,
    kind: Annotated[
        str,
        typer.Option(
            "--kind", metavar="KIND", help="all-at-once, one-step or no-context (trees), conclusions or hypotheses."
        ),
    ] = "all-at-once",
    task: Annotated[
        int, typer.Option("--task", min=1, max=2, help="EntailmentBank's task: 1, or 2 with distractors.")
    ] = 2,
    checkpoint: Annotated[
        str, typer.Option("--checkpoint", metavar="NAME", help="The encoder-decoder or language model to start from.")
    ] = "",
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from on both sides instead.")
    ] = "",
    limit: Limit = None,
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune a network to write trees, conclusions or hypotheses, on EntailmentBank; needs the extra 'neural'."""
    from dataclasses import asdict, replace

    from explanans.datasets.splits import tree_problems
    from explanans.train.networks.fitting import hold_out, sample
    from explanans.train.networks.tree_writer import FINE_TUNED, WriterTraining, train_writer

    training = Training(out, as_json=as_json, quiet=quiet)
    changes = _given(epochs, batch, accumulate, rate, seed)
    if kind == _CONCLUSIONS:
        if encoder:
            raise InputError(f"{encoder}: an encoder writes no conclusions; accepted: --checkpoint, a language model")
        from explanans.train.networks.conclusion_writer import SCHEDULE, ConclusionTraining

        how = ConclusionTraining(schedule=replace(SCHEDULE, **changes))  # type: ignore[arg-type]
        _train_conclusions(training, out, data, replace(how, checkpoint=checkpoint or how.checkpoint))
        return
    trees = None if kind == _HYPOTHESES else WriterTraining.usual(kind, checkpoint, encoder, changes)
    problems = hold_out(sample(tree_problems(data, task, "train"), limit, seed), lambda problem: problem.id)
    if trees is None:
        if encoder or not checkpoint:
            raise InputError("hypotheses without a --checkpoint; accepted: a language model or an encoder-decoder")
        from explanans.train.networks.hypothesis_writer import train_hypothesis_writer
        from explanans.train.networks.lines import usual_schedule

        schedule = replace(usual_schedule(checkpoint, FINE_TUNED), **changes)  # type: ignore[arg-type]
        training.start()
        trained = train_hypothesis_writer(checkpoint, schedule, problems, out, "entailmentbank")
    else:
        training.start()
        trained = train_writer(trees, problems, out, f"entailmentbank task {task}")
    lowest = f"held-out loss {trained.losses[trained.epoch - 1]:.3f} after epoch {trained.epoch}"
    training.tell(f"on {trained.examples} examples, {lowest},", {"kind": kind, **asdict(trained)})


def _train_conclusions(training: Training, out: Path, data: Path | None, how: "ConclusionTraining") -> None:
    from dataclasses import asdict

    from explanans.datasets.splits import tree_problems
    from explanans.train.conclusions import gold_steps
    from explanans.train.networks.conclusion_writer import train_conclusion_writer

    steps = [step for problem in tree_problems(data, 1, "train") for step in gold_steps(problem)]
    training.start()
    trained = train_conclusion_writer(how, steps, out, "entailmentbank")
    training.tell(f"on {trained.examples} steps", {"kind": _CONCLUSIONS, **asdict(trained)})


def judge(
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
    epochs: Epochs = None,
    batch: Annotated[int | None, typer.Option("--batch", min=1, help="How many tokens a step sees.")] = None,
    rate: Rate = None,
    network: Annotated[
        Path | None,
        typer.Option("--network", metavar="DIR", help="Take the network of this judge; train only what is around it."),
    ] = None,
    claims: Annotated[
        str | None,
        typer.Option("--claims", metavar="FILE", help="Learn from these claims of 'train claims', or from none."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what judges claims by premises, on judged texts and people's data; needs the extra 'neural'."""
    from dataclasses import replace

    from explanans.train.judge.curriculum import curriculum
    from explanans.train.judge.written import SHIPPED
    from explanans.train.networks.judge import JudgeTraining, train_judge
    from explanans.train.networks.pair_reader import SCHEDULE

    training = Training(out, as_json=as_json, quiet=quiet, holds="pairs")
    written = SHIPPED if claims is None else None if claims == "none" else Path(claims)
    taught = curriculum(data, seed, written)
    schedule = replace(SCHEDULE, **_given(epochs, batch, None, rate, seed))  # type: ignore[arg-type]
    training.start()
    learnt = train_judge(JudgeTraining(encoder, schedule, network), taught, out)
    training.tell(f"on {learnt['claims']} claims", {"data": learnt})


def fold_scores(
    out: Out,
    questions: Annotated[
        Path, typer.Option("--questions", metavar="FILE", help="Other questions to score, such as questions.dev.tsv.")
    ],
    kb: KnowledgeName = "starter",
    encoder: Encoder = "all-MiniLM-L6-v2",
    epochs: Epochs = None,
    batch: Batch = None,
    accumulate: Accumulate = None,
    rate: Rate = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Score facts by encoders that have not seen a question's explanation, for --scores of 'ranker'; needs 'neural'."""
    from dataclasses import replace

    from explanans.cli.streams import read_questions
    from explanans.knowledge.base import KnowledgeBase
    from explanans.learn.neural.checkpoint import Manifest, versions
    from explanans.train.networks.fold_scores import score_folds, write_fold_scores
    from explanans.train.networks.retrieval import BI_ENCODER

    training = Training(out, as_json=as_json, quiet=quiet, holds="questions.txt")
    schedule = replace(BI_ENCODER, **_given(epochs, batch, accumulate, rate, seed))  # type: ignore[arg-type]
    knowledge, others = KnowledgeBase.open(kb), read_questions(questions)
    training.start()
    scores = score_folds(knowledge, others, encoder, schedule)
    count = len(knowledge.questions)
    start, data = Path(encoder).name, Path(knowledge.name).name
    manifest = Manifest(
        network="bi-encoder", start=start, data=data, examples=count, schedule=schedule, versions=versions()
    )
    out.mkdir(exist_ok=True)
    write_fold_scores(scores, out, manifest)
    training.tell(f"on {count} questions", {"encoder": encoder, "questions": len(scores.questions)})


def _given(
    epochs: int | None, batch: int | None, accumulate: int | None, rate: float | None, seed: int
) -> dict[str, int | float]:
    """Return the parts of a schedule that were asked for, by name."""
    asked = {"epochs": epochs, "batch": batch, "accumulate": accumulate, "rate": rate, "seed": seed}
    return {name: value for name, value in asked.items() if value is not None}
