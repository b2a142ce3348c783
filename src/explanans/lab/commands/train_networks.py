"""``explanans lab train``: networks that write explanations, read arguments or rank facts."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import given
from explanans.cli.options import DataFolder, KnowledgeName, ParserName, Recipes
from explanans.errors import InputError, amount
from explanans.lab.commands.training import (
    Checkpoint,
    Encoder,
    Limit,
    MatrixOptions,
    Out,
    PaceOptions,
    RunOptions,
    ScheduleOptions,
    Training,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from explanans.entailment.arcs.arcs import ArcExample
    from explanans.lab.networks.fitting import Trained
    from explanans.lab.networks.sentence_writers import ConclusionTraining
    from explanans.language.parser import Parser

_CONCLUSIONS = "conclusions"
"""The kinds of writers that write no trees, only what follows from premises, or what question and answer say."""


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
    *,
    asked: ScheduleOptions,
    size: MatrixOptions,
    run: RunOptions,
) -> None:
    """Fine-tune a network to write the facts that explain an answer; needs the extra 'neural'."""
    from explanans.formats.ratings import decode
    from explanans.io.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.generator import SCHEDULE, GeneratorTraining, gather_examples, train_generator
    from explanans.lab.networks.lines import usual_schedule

    training = Training(out, run)
    schedule = asked.over(usual_schedule(checkpoint, SCHEDULE), run.seed)
    how = GeneratorTraining(checkpoint, schedule, pretraining, orders, size.of(checkpoint))
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    questions = sample(knowledge.questions, limit, run.seed)
    examples = hold_out(gather_examples(knowledge, questions, judgments), lambda item: item.question)
    training.fit("explanations", lambda: train_generator(how, examples, out, Path(knowledge.name).name))


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
        int | None,
        typer.Option("--examples", min=1, metavar="N", help="Maximum examples of each recipe; default 1000."),
    ] = None,
    arcs: Annotated[
        Path | None,
        typer.Option("--arcs", metavar="FILE", help="Learn from the examples of this file of 'data arcs --out'."),
    ] = None,
    pairs: Annotated[
        Path | None,
        typer.Option(
            "--pairs",
            metavar="FILE",
            help="Print the reranking accuracy of summaries after each epoch.",
        ),
    ] = None,
    *,
    asked: ScheduleOptions,
    run: RunOptions,
) -> None:
    """Fine-tune an encoder to tell which arcs a source supports, on altered sentences; needs the extra 'neural'."""
    from explanans.cli.streams import console
    from explanans.io.files import read_lines
    from explanans.lab.benchmarks.ablations import Course
    from explanans.lab.commands.tables import draw_table
    from explanans.lab.datasets.inference import decode
    from explanans.lab.networks.arcs import SCHEDULE, Settings, check_encoder, train_encoder
    from explanans.lab.networks.fitting import Split
    from explanans.lab.recipes.corpus import split
    from explanans.lab.recipes.recipes import SOURCES
    from explanans.language.parser import DEFAULT, open_parser
    from explanans.neural.arcs.arc_encoder import accuracy, open_encoder

    training = Training(out, run)
    check_encoder(encoder)
    schedule = asked.over(SCHEDULE, run.seed)
    reads = open_parser(parser or DEFAULT)
    course = Course(decode(read_lines(pairs), str(pairs)), reads, run.seed) if pairs else None
    found = _written_arcs(arcs, recipe, examples) if arcs else _made_arcs(reads, recipe, examples, run.seed, data)
    made = Split(*split(found))
    training.start()
    sources = "+".join(dict.fromkeys(SOURCES.get(example.recipe, example.recipe) for example in made.learnt))
    settings = Settings(encoder, schedule, sentence_level)
    trained = train_encoder(settings, made, out, sources, course.show if course else None)
    measured = accuracy(open_encoder(out), made.held_out)
    held = f"{100 * measured.right:.1f}% of {measured.answers} held-out answers right"
    record = {"encoder": encoder, **asdict(trained), **measured._asdict()}
    if course:
        record["reranking"] = course.points
    if course and not run.as_json:
        draw_table(console(markup=False), course.table(trained))
    training.tell(f"on {amount(trained.examples, 'example')}, {held},", record)


def _made_arcs(
    parser: "Parser", names: "Sequence[str] | None", limit: int | None, seed: int, data: Path | None
) -> "Iterator[ArcExample]":
    from explanans.lab.recipes.recipes import LIMIT, USUAL, training_examples

    return training_examples(parser, names or USUAL, limit or LIMIT, seed, data)


def _written_arcs(path: Path, names: "Sequence[str] | None", limit: int | None) -> "Iterator[ArcExample]":
    from explanans.io.files import read_lines
    from explanans.lab.recipes.corpus import decode
    from explanans.lab.recipes.recipes import EVERY

    return decode(read_lines(path), str(path), None if not names or EVERY in names else names, limit)


def writer(
    out: Out,
    data: DataFolder = None,
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", help="all-at-once, one-step or no-context (trees), or conclusions."),
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
    *,
    asked: ScheduleOptions,
    size: MatrixOptions,
    run: RunOptions,
) -> None:
    """Fine-tune a network to write trees or conclusions, on EntailmentBank; needs the extra 'neural'."""
    from explanans.lab.datasets.splits import tree_problems
    from explanans.lab.networks.fitting import hold_out, sample
    from explanans.lab.networks.tree_writer import WriterTraining, train_writer

    training = Training(out, run)
    if kind == _CONCLUSIONS:
        size.refuse("conclusions, which are learnt beside all blocks")
        _train_conclusions(training, out, data, _conclusion_training(checkpoint, encoder, asked, run.seed))
        return
    trees = WriterTraining.usual(kind, checkpoint, encoder, asked.changes(run.seed))
    matrices = size.of(checkpoint)
    problems = hold_out(sample(tree_problems(data, task, "train"), limit, run.seed), lambda problem: problem.id)
    how = replace(trees, matrices=matrices)
    training.fit(_lowest, lambda: train_writer(how, problems, out, f"entailmentbank task {task}"), kind=kind)


def _lowest(trained: "Trained") -> str:
    """Return how many examples a writer has learnt, and its loss on others."""
    loss = trained.losses[trained.epoch - 1]
    return f"on {amount(trained.examples, 'example')}, held-out loss {loss:.3f} after epoch {trained.epoch},"


def _conclusion_training(checkpoint: str, encoder: str, asked: ScheduleOptions, seed: int) -> "ConclusionTraining":
    from explanans.lab.networks.sentence_writers import SCHEDULE, ConclusionTraining

    if asked.choose_by not in {None, "last"}:
        found = f"conclusions, with epochs chosen by {asked.choose_by}"
        raise InputError(f"{found}; accepted: last, for nothing is held out")
    if encoder:
        raise InputError(f"{encoder}: an encoder writes no conclusions; accepted: --checkpoint, a language model")
    usual = ConclusionTraining(schedule=asked.over(SCHEDULE, seed))
    return replace(usual, checkpoint=checkpoint or usual.checkpoint)


def _train_conclusions(training: Training, out: Path, data: Path | None, how: "ConclusionTraining") -> None:
    from explanans.lab.datasets.splits import tree_problems
    from explanans.lab.networks.sentence_writers import train_conclusion_writer
    from explanans.lab.training.conclusions import gold_steps

    steps = [step for problem in tree_problems(data, 1, "train") for step in gold_steps(problem)]
    training.fit("steps", lambda: train_conclusion_writer(how, steps, out, "entailmentbank"), kind=_CONCLUSIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOptions:
    """Negative facts of a cross-encoder."""

    random: Annotated[
        int | None,
        typer.Option("--random-negatives", min=0, metavar="N", help="Facts of no explanation drawn for a question."),
    ] = None
    near: Annotated[
        int | None,
        typer.Option("--hard-negatives", min=0, metavar="N", help="Such facts among the best of the first ranker."),
    ] = None
    window: Annotated[
        int | None, typer.Option("--max-tokens", min=8, metavar="N", help="Tokens of a question and a fact at most.")
    ] = None
    first: Annotated[
        str | None, typer.Option("--first-stage", metavar="NAME", help="The first ranker, such as bm25, the default.")
    ] = None
    depth: Annotated[
        int | None, typer.Option("--rerank-depth", min=1, metavar="N", help="How many of its best facts are near ones.")
    ] = None
    context: Annotated[
        int | None,
        typer.Option(
            "--context", min=0, metavar="N", help="Maximum number of gold facts that are read with a question."
        ),
    ] = None


def neural_ranker(
    name: Annotated[str, typer.Argument(metavar="NAME", help="bi-encoder, cross-encoder, graded or regression.")],
    out: Out,
    kb: KnowledgeName = "starter",
    encoder: Annotated[
        str | None, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
    ] = None,
    ratings: Annotated[
        Path | None,
        typer.Option("--ratings", metavar="FILE", help="Expert ratings (.json) for graded; else it learns from roles."),
    ] = None,
    *,
    drawn: PairOptions,
    limit: Limit = None,
    asked: ScheduleOptions,
    run: RunOptions,
) -> None:
    """Train a neural ranker on the questions of a knowledge base; give NAME:DIR to --model to rank with it."""
    from explanans.formats.ratings import decode
    from explanans.io.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.networks.fitting import sample
    from explanans.lab.networks.rankers import train_ranker
    from explanans.lab.networks.retrieval import RECIPES

    if name not in RECIPES:
        raise InputError(f"no neural ranker is called {name!r}; accepted: {', '.join(RECIPES)}")
    if ratings is not None and name != "graded":
        raise InputError(f"{name} and {ratings}; accepted: --ratings FILE with graded")
    changed = given(drawn) | ({} if encoder is None else {"encoder": encoder})
    if name == "bi-encoder" and "window" in changed:
        raise InputError("bi-encoder and --max-tokens; accepted: with cross-encoder, graded or regression")
    training = Training(out, run)
    recipe = RECIPES[name]
    recipe = replace(recipe, schedule=asked.over(recipe.schedule, run.seed), **changed)
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    questions = sample(knowledge.questions, limit, run.seed)
    training.start()
    trained = train_ranker(recipe, knowledge, questions, out, judgments)
    record = {"ranker": name, "encoder": recipe.encoder, "questions": trained.examples}
    record |= {"epochs": recipe.schedule.epochs, **asdict(trained)}
    training.tell(f"{name} on {amount(trained.examples, 'question')}", record)


def pointers(
    out: Out,
    kb: KnowledgeName = "worldtree-v2.1",
    *,
    asked: PaceOptions,
    run: RunOptions,
) -> None:
    """Fine-tune the sentence encoder on gold explanations, for --encoders of 'ranker'; needs the extra 'neural'."""
    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.networks.rankers import RECIPE, train_pointers
    from explanans.lab.training.ranker import WHOLE

    training = Training(out, run, holds=WHOLE)
    recipe = replace(RECIPE, schedule=asked.over(RECIPE.schedule, run.seed))
    knowledge = KnowledgeBase.open(kb)
    training.start()
    train_pointers(knowledge, out, recipe)
    count = len(knowledge.questions)
    training.tell(f"on {amount(count, 'question')}", {"encoder": recipe.encoder, "questions": count})
