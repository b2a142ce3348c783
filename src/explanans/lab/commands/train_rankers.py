"""``explanans train``: networks that rank facts."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.command import given
from explanans.cli.options import AsJson, KnowledgeName, Quiet, Seed
from explanans.errors import InputError
from explanans.lab.commands.training import Limit, Out, PaceOptions, ScheduleOptions, Training


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOptions:
    """Negative facts of a cross-encoder.

    Attributes:
        random: How many facts of no explanation are drawn for a question; the usual if None, and so of all others.
        near: How many of them are drawn among the best of the first ranker.
        window: The maximum number of tokens of a question with a fact.
        context: The maximum number of gold facts with a question.
    """

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
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train a neural ranker on the questions of a knowledge base; give NAME:DIR to --model to rank with it."""
    from dataclasses import asdict, replace

    from explanans.formats.ratings import decode
    from explanans.io.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.networks.fitting import sample
    from explanans.lab.networks.neural_ranker import train_ranker
    from explanans.lab.networks.retrieval import RECIPES

    if name not in RECIPES:
        raise InputError(f"no neural ranker is called {name!r}; accepted: {', '.join(RECIPES)}")
    if ratings is not None and name != "graded":
        raise InputError(f"{name} and {ratings}; accepted: --ratings FILE with graded")
    changed = given(drawn) | ({} if encoder is None else {"encoder": encoder})
    if name == "bi-encoder" and "window" in changed:
        raise InputError("bi-encoder and --max-tokens; accepted: with cross-encoder, graded or regression")
    training = Training(out, as_json=as_json, quiet=quiet)
    recipe = RECIPES[name]
    recipe = replace(recipe, schedule=asked.over(recipe.schedule, seed), **changed)
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    questions = sample(knowledge.questions, limit, seed)
    training.start()
    trained = train_ranker(recipe, knowledge, questions, out, judgments)
    record = {"ranker": name, "encoder": recipe.encoder, "questions": trained.examples}
    record |= {"epochs": recipe.schedule.epochs, **asdict(trained)}
    training.tell(f"{name} on {trained.examples} questions", record)


def pointers(
    out: Out,
    kb: KnowledgeName = "worldtree-v2.1",
    *,
    asked: PaceOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Teach the sentence encoder by gold explanations, for --pointers of 'ranker'; needs the extra 'neural'."""
    from dataclasses import replace

    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.networks.pointers import RECIPE, train_pointers
    from explanans.lab.training.ranker import WHOLE

    training = Training(out, as_json=as_json, quiet=quiet, holds=WHOLE)
    recipe = replace(RECIPE, schedule=asked.over(RECIPE.schedule, seed))
    knowledge = KnowledgeBase.open(kb)
    training.start()
    train_pointers(knowledge, out, recipe)
    count = len(knowledge.questions)
    training.tell(f"on {count} questions", {"encoder": recipe.encoder, "questions": count})
