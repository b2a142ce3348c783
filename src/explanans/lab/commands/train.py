"""``explanans train``: make models of boosted trees, and the parser, from data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.command import Commands
from explanans.cli.options import DataFolder, Recipes
from explanans.errors import InputError, amount
from explanans.lab.commands import train_graphs, train_judges, train_networks
from explanans.lab.commands.training import Out, RunOptions, Training, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.training.relevance import RankedQuestion
    from explanans.learning.model import TrainedModel

app = Commands(help="Make models from data.")
app.command()(train_networks.generator)
app.command()(train_graphs.stance)
app.command("graph-writer")(train_graphs.graph_writer)
app.command("graph-encoder")(train_graphs.graph_encoder)
app.command("concept-writer")(train_graphs.concept_writer)
app.command("stance-encoder")(train_graphs.stance_encoder)
app.command("graph-judge")(train_graphs.graph_judge)
app.command("arc-encoder")(train_networks.arc_encoder)
app.command("neural-ranker")(train_networks.neural_ranker)
app.command()(train_networks.pointers)
app.command()(train_judges.claims)
app.command()(train_judges.judge)
app.command("language-reader")(train_judges.language_reader)
app.command("language-choices")(train_judges.language_choices)
app.command("language-premises")(train_judges.language_premises)
app.command("language-answers")(train_judges.language_answers)
app.command()(train_networks.writer)


def _worldtree(data: Path | None) -> "KnowledgeBase":
    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.datasets.catalogue import find

    return KnowledgeBase.open(find("worldtree-v2.1", data))


def _fit_ranked(
    out: Path,
    data: Path | None,
    run: RunOptions,
    counted: str,
    train: "Callable[[Iterable[RankedQuestion], int], TrainedModel[Any]]",
) -> None:
    """Train a model on ranked questions with facts to show; see ``training.fit``."""
    from explanans.lab.training.relevance import Teaching, shipped_lessons

    fit(
        out,
        run,
        counted,
        lambda: Teaching.open(data),
        lambda teaching: train(shipped_lessons(teaching, run.seed), run.seed),
    )


@app.callback()
def _train() -> None:
    """Make models from data."""


@app.command()
def ranker(
    out: Out,
    data: DataFolder = None,
    cold: Annotated[
        bool,
        typer.Option(
            "--no-gold-features", help="Use no feature that needs gold explanations, for knowledge bases without."
        ),
    ] = False,
    pointers: Annotated[
        Path | None,
        typer.Option("--encoders", metavar="DIR", help="Sentence vectors by pointers, made with the same --seed."),
    ] = None,
    vectors: Annotated[
        bool, typer.Option("--vectors/--no-vectors", help="Whether to use sentence vectors, else those of the package.")
    ] = True,
    *,
    run: RunOptions,
) -> None:
    """Train a ranker on WorldTree's training questions; give the folder to --model to rank with it."""
    from explanans.lab.training.ranker import Pointers, train
    from explanans.learning.embedder import Embedder
    from explanans.retrieval.features.extractor import Extractor
    from explanans.retrieval.features.nearness import Space

    if pointers is not None and not vectors:
        raise InputError(f"--encoders {pointers} and --no-vectors; accepted: one of the two")

    training = Training(out, run)
    knowledge = _worldtree(data)
    pointed = None if pointers is None else Pointers.open(pointers)
    training.start()
    space = Space.of(knowledge, Embedder.shipped()) if vectors and pointed is None else None
    extractor = Extractor(knowledge, with_explanations=not cold, space=space)
    model = train(extractor, seed=run.seed, pointers=pointed)
    model.save(out)
    training.tell(amount(len(model.stages), "stage"), {"stages": len(model.stages), "data": model.origin.data})


@app.command("cut-off")
def cut_off(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train what tells how many of the best facts to take, on questions of WorldTree and of the starter base."""
    from explanans.lab.training.cut_off import shipped_teachers, train

    fit(out, run, "curves", lambda: shipped_teachers(_worldtree(data)), lambda teachers: train(teachers, run.seed))


@app.command()
def relevance(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train what tells which facts belong to an explanation, on questions with facts to show."""
    from explanans.lab.training.relevance import train

    _fit_ranked(out, data, run, "facts", train)


@app.command()
def leaves(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train the choice of leaves, on questions with facts to show."""
    from explanans.lab.training.leaves import train

    _fit_ranked(out, data, run, "questions", train)


@app.command()
def repetition(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train the detection of facts that only repeat another one, on labelled pairs of training questions."""
    from explanans.lab.training.repetition import train

    _fit_ranked(out, data, run, "pairs", train)


@app.command()
def words(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train what tells which words of a claim its source lacks, on words that people marked."""
    from explanans.lab.datasets.splits import labelled_pairs
    from explanans.lab.training.words import MarkedWords, train
    from explanans.language.parser import open_parser

    fit(
        out,
        run,
        "words",
        lambda: labelled_pairs(data, "wice-words", "train"),
        lambda pairs: train(MarkedWords.of(pairs, open_parser()), run.seed),
    )


@app.command("language-relevance")
def language_relevance(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train how readings of facts by the installed language model are weighed, on questions with facts to show."""
    from explanans.lab.training.language_relevance import train
    from explanans.lab.training.relevance import Teaching
    from explanans.learning.language_reader import CHOICES, LanguageReader

    reader = LanguageReader.open(CHOICES)
    fit(out, run, "facts", lambda: Teaching.open(data), lambda teaching: train(teaching, reader, run.seed))


@app.command("language-leaves")
def language_leaves(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train how readings of premises by the installed language model are weighed, on held-out entailment trees."""
    from explanans.lab.datasets.splits import tree_problems
    from explanans.lab.training.language_leaves import lessons_of, train
    from explanans.learning.language_reader import PREMISES, LanguageReader

    reader = LanguageReader.open(PREMISES)
    fit(
        out,
        run,
        "premises",
        lambda: tree_problems(data, 2, "train"),
        lambda problems: train(problems, lessons_of(problems, run.seed), reader, run.seed),
    )


@app.command("conclusion-worth")
def conclusion_worth(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train the estimate of how probable it is that a conclusion on the way is worth saying, on graded ones."""
    from explanans.lab.training.conclusion_worth import figures, graded_conclusions, train

    training = Training(out, run)
    graded = graded_conclusions(_worldtree(data))
    training.start()
    model, area = train(graded, run.seed), figures(graded, run.seed)
    model.save(out)
    training.tell(f"on {len(graded)} conclusions; AUC {area:.3f}", {"data": model.origin.data, "auc": area})


@app.command("language-worth")
def language_worth(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train how readings of conclusions by the installed language model are weighed, on held-out graded ones."""
    from explanans.lab.training.conclusion_worth import graded_conclusions, train_language
    from explanans.learning.language_reader import PREMISES, LanguageReader

    reader = LanguageReader.open(PREMISES)
    training = Training(out, run)
    graded = graded_conclusions(_worldtree(data))
    training.start()
    model, areas = train_language(graded, reader, run.seed)
    model.save(out)
    shown = ", ".join(f"{name} {area:.3f}" for name, area in areas.items())
    training.tell(
        f"on {model.origin.data['conclusions']} conclusions; AUC: {shown},", {"data": model.origin.data, "auc": areas}
    )


@app.command("leaf-support")
def leaf_support(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train the support of answers by leaves, on labelled leaves of WorldTree and of the starter base."""
    from explanans.entailment.judge.base import open_judge
    from explanans.lab.training.leaf_verdicts import train

    judge = open_judge()
    fit(out, run, "verdicts", lambda: _worldtree(data), lambda worldtree: train(worldtree, judge, run.seed))


@app.command("answer-reading")
def answer_reading(out: Out, *, run: RunOptions) -> None:
    """Train how readings of answers by the installed language model are weighed, on held-out notes."""
    from explanans.entailment.judge.base import open_judge
    from explanans.lab.training.answer_reading import figures, read_answers, train
    from explanans.lab.training.asked_notes import HELD_OUT, asked_notes
    from explanans.learning.language_reader import ANSWERS, LanguageReader

    reader = LanguageReader.open(ANSWERS)
    training = Training(out, run)
    answers = read_answers(asked_notes(HELD_OUT), open_judge(), lambda: reader)
    training.start()
    model, measured = train(answers, reader, run.seed), figures(answers)
    model.save(out)
    right = ", ".join(f"{name} {found['statuses']:.1f}%" for name, found in measured.items())
    training.tell(
        f"on {model.origin.data['answers']} answers; right statuses: {right},",
        {"data": model.origin.data, "figures": measured},
    )


@app.command()
def answers(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train what weighs the choices of a question against one another, on multiple-choice questions of WorldTree."""
    from explanans.lab.datasets.exams import exam_questions
    from explanans.lab.training.answers import lessons, train

    fit(
        out,
        run,
        "questions",
        lambda: _worldtree(data),
        lambda worldtree: train(list(lessons(worldtree, exam_questions(data), run.seed)), run.seed),
    )


@app.command()
def proposals(out: Out, *, run: RunOptions) -> None:
    """Train what finds the answers of questions without choices, on questions about the judged texts of the package."""
    from explanans.lab.judge.texts import training_texts
    from explanans.lab.training.proposals import figures, lessons, train

    training = Training(out, run)
    training.start()
    taught = list(lessons(training_texts()))
    model, accuracy = train(taught, run.seed), figures(taught, run.seed)
    model.save(out)
    held = f"first answer right in {100 * accuracy['first']:.1f}% of {accuracy['questions']} held-out questions"
    training.tell(held, {"data": model.origin.data, "figures": accuracy})


@app.command("language-proposals")
def language_proposals(out: Out, *, run: RunOptions) -> None:
    """Train how readings of possible answers by the installed language model are weighed, on judged texts."""
    from explanans.lab.judge.curriculum import parted
    from explanans.lab.training.proposals import lessons, train, train_language
    from explanans.learning.language_reader import LanguageReader

    reader, (learnt, held_out) = LanguageReader.open(), parted()
    training = Training(out, run)
    training.start()
    by_trees = train(list(lessons(learnt)), run.seed)
    model, first = train_language(held_out, by_trees, reader, run.seed)
    model.save(out)
    shares = f"likeliest answer right in {first['read']:.1f}%, {first['trees']:.1f}% without it"
    training.tell(
        f"on {model.origin.data['questions']} questions: {shares},", {"data": model.origin.data, "figures": first}
    )


@app.command()
def trees(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train what builds entailment trees on EntailmentBank: the search for leaves and steps, and their conclusions."""
    from explanans.evaluation.similarity import chrf, rouge_l
    from explanans.io.files import write_folder
    from explanans.lab.datasets.splits import tree_problems
    from explanans.lab.training.conclusions import Likeness, train_conclusions
    from explanans.lab.training.trees import train_trees

    training = Training(out, run, holds="search")
    given, distracted = tree_problems(data, 1, "train"), tree_problems(data, 2, "train")
    training.start()
    likenesses = Likeness(chrf, 0.52), Likeness(rouge_l, 0.50)
    found, said = train_trees(distracted, seed=run.seed), train_conclusions(given, likenesses, run.seed)
    with write_folder(out, "search") as new:
        found.save(new / "search")
        said.save(new / "conclusions")
    models = {"search": found.origin.data, "conclusions": said.origin.data}
    training.tell(f"on {amount(len(distracted), 'tree')}", {"models": models})


@app.command()
def graphs(
    out: Out,
    data: DataFolder = None,
    *,
    run: RunOptions,
) -> None:
    """Train what draws and judges explanation graphs on ExplaGraphs; give the folder to --model of 'graph'."""
    from explanans.lab.datasets.splits import graph_refinements, training_graphs
    from explanans.lab.training.graphs import train

    training = Training(out, run)
    examples, refinements = training_graphs(data), graph_refinements(data)
    training.start()
    model = train(examples, refinements, seed=run.seed)
    model.save(out)
    training.tell(f"on {amount(len(examples), 'graph')}", {"data": model.origin.data})


@app.command()
def arcs(
    out: Out,
    data: DataFolder = None,
    parser: Annotated[str, typer.Option("--parser", metavar="NAME", help="The parser to learn with.")] = "english",
    recipe: Recipes = None,
    examples: Annotated[
        int, typer.Option("--examples", min=1, metavar="N", help="Examples of each recipe at most.")
    ] = 250,
    *,
    run: RunOptions,
) -> None:
    """Train what tells which arcs of a claim a source supports, on altered sentences and on paraphrases."""
    from explanans.lab.recipes.recipes import USUAL, training_examples
    from explanans.lab.training.arcs import train
    from explanans.language.parser import open_parser

    fit(
        out,
        run,
        "arcs",
        lambda: training_examples(open_parser(parser), recipe or USUAL, examples, run.seed, data),
        lambda made: train(made, seed=run.seed),
    )


@app.command()
def steps(
    out: Out,
    data: DataFolder = None,
    judge: Annotated[str, typer.Option(help="the judge that is asked about steps, its folder, or none")] = "judge",
    *,
    run: RunOptions,
) -> None:
    """Train what tells how likely a conclusion follows, on the steps of EntailmentBank and on graded ones."""
    from explanans.lab.datasets.splits import tree_problems
    from explanans.lab.judge.graded import graded_steps
    from explanans.lab.training.steps import train
    from explanans.pipeline.assessment import open_judge

    training = Training(out, run)
    problems = tree_problems(data, 2, "train")  # the sentences that only distract make better wrong steps
    asked = open_judge(judge)
    training.start()
    model, figures = train(problems, graded_steps(), asked, seed=run.seed)
    model.save(out)
    after, before = figures["follows"], figures["likeness"]
    error, error_before = after["calibration_error"], before["calibration_error"]
    training.tell(
        f"on {model.origin.data['right']} right steps and {model.origin.data['graded']} graded ones; AUC "
        f"{after['auc']:.3f} ({before['auc']:.3f} before grades), calibration error {error:.3f} ({error_before:.3f})",
        {"data": model.origin.data, "graded": figures},
    )


@app.command()
def parser(out: Out, data: DataFolder = None, *, run: RunOptions) -> None:
    """Train a dependency parser on the English Web Treebank; give spacy:DIR to --parser to use it."""
    from explanans.lab.datasets.splits import treebank_file
    from explanans.lab.training.parser import MANIFEST, Settings, train_parser

    training = Training(out, run, holds=MANIFEST)
    treebank = treebank_file(data, "train")
    training.start()
    learnt = train_parser(treebank, out, Settings(), run.seed)
    training.tell(f"on {learnt['sentences']} sentences", {"data": learnt})
