"""``explanans lab train``: judges of claims, the language model that reads for them, and claims to learn from."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import DataFolder
from explanans.lab.commands.training import (
    Encoder,
    Epochs,
    Out,
    Rate,
    RunOptions,
    TokenBatch,
    TokenPaceOptions,
    Training,
)

if TYPE_CHECKING:
    from explanans.lab.networks.language_reader import ReaderTraining
    from explanans.lab.networks.mixture import MixtureSchedule

LanguageModel = Annotated[
    str, typer.Option("--language-model", metavar="NAME", help="The language model to start from.")
]
Tokens = Annotated[int | None, typer.Option("--tokens", min=1, metavar="N", help="Tokens to train on.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderOptions:
    """Options of the training of a language model that reads.

    Attributes:
        tokens: How many tokens it is trained on; the usual if None, and so of all others.
    """

    model: LanguageModel = "SmolLM2-135M-Instruct"
    tokens: Tokens = None
    batch: TokenBatch = None
    rate: Rate = None

    def training(self, usual: "MixtureSchedule", seed: int) -> "ReaderTraining":
        """Return how the language model is trained: as usual, with what was asked for in its place."""
        from explanans.lab.networks.language_reader import ReaderTraining

        schedule = replace(
            usual,
            seed=seed,
            tokens=self.tokens or usual.tokens,
            batch=self.batch or usual.batch,
            rate=self.rate or usual.rate,
        )
        return ReaderTraining(self.model, schedule)


def judge(
    out: Out,
    data: DataFolder = None,
    encoder: Encoder = "all-MiniLM-L6-v2",
    epochs: Epochs = None,
    batch: TokenBatch = None,
    rate: Rate = None,
    network: Annotated[
        Path | None,
        typer.Option("--network", metavar="DIR", help="Use the network of this judge; train only the boosted trees."),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option("--start", metavar="DIR", help="Train the network of this judge further; only on the mixture."),
    ] = None,
    tokens: Annotated[
        int, typer.Option("--mixture-tokens", min=1, metavar="N", help="Tokens of the mixture to train on.")
    ] = 7_000_000,
    claims: Annotated[
        str | None,
        typer.Option("--claims", metavar="FILE", help="Learn from these claims of 'lab train claims', or from none."),
    ] = None,
    *,
    run: RunOptions,
) -> None:
    """Train what judges claims by premises, on judged texts and people's data; needs the extra 'neural'."""
    from explanans.lab.judge.curriculum import curriculum
    from explanans.lab.judge.written import SHIPPED
    from explanans.lab.networks.judge import JudgeTraining, train_judge
    from explanans.lab.networks.mixture import MixtureSchedule
    from explanans.lab.networks.pair_reader import SCHEDULE

    training = Training(out, run, holds="pairs")
    written = SHIPPED if claims is None else None if claims == "none" else Path(claims)
    taught = curriculum(data, run.seed, written, further=network is None)
    schedule = TokenPaceOptions(epochs=epochs, batch=batch, rate=rate).over(SCHEDULE, run.seed)
    training.start()
    learnt = train_judge(JudgeTraining(encoder, schedule, network, start, MixtureSchedule(tokens)), taught, out)
    training.tell(f"on {learnt['claims']} claims", {"data": learnt})


def language_reader(
    out: Out,
    data: DataFolder = None,
    reader: Annotated[
        Path | None,
        typer.Option("--reader", metavar="DIR", help="Use the reader of this folder; train only the boosted trees."),
    ] = None,
    *,
    asked: ReaderOptions,
    run: RunOptions,
) -> None:
    """Train the language model that reads what the judge is not sure of; needs the extra 'neural'."""
    from explanans.lab.judge.curriculum import conclusion_steps, curriculum, language_held_out, language_pools
    from explanans.lab.networks.language_reader import SCHEDULE, ReaderLessons, train_second_reader

    training = Training(out, run, holds="language")
    lessons = ReaderLessons(())
    if reader is None:
        lessons = ReaderLessons(language_pools(data, run.seed), conclusion_steps(data))
    beside = curriculum(data, run.seed).beside
    training.start()
    how = asked.training(SCHEDULE, run.seed)
    learnt = train_second_reader(how, lessons, reader, language_held_out(), beside, out)
    training.tell("a language model that reads claims", {"data": learnt})


def language_choices(
    out: Out,
    data: DataFolder = None,
    *,
    asked: ReaderOptions,
    run: RunOptions,
) -> None:
    """Train the language model of stances, facts to show and statements; needs the extra 'neural'."""
    from explanans.lab.networks.language_choices import SCHEDULE, choice_lessons, fact_examples, train_further
    from explanans.lab.training.relevance import Teaching, relevant_facts
    from explanans.learning.language_reader import HOME

    training = Training(out, run)
    learnt = (item for item in relevant_facts(Teaching.open(data), run.seed) if item.is_learnt)
    facts = list(fact_examples(learnt, run.seed))
    lessons = choice_lessons(data, facts)
    training.start()
    counts = train_further(asked.training(SCHEDULE, run.seed), lessons, out, HOME)
    training.tell("a language model that chooses", {"data": counts})


def language_premises(
    out: Out,
    data: DataFolder = None,
    *,
    asked: ReaderOptions,
    run: RunOptions,
) -> None:
    """Train the language model of leaves and conclusions; needs the extra 'neural'."""
    from explanans.knowledge.base import KnowledgeBase
    from explanans.lab.datasets.catalogue import find
    from explanans.lab.datasets.splits import tree_problems
    from explanans.lab.networks.language_choices import train_further
    from explanans.lab.networks.language_premises import (
        SCHEDULE,
        PremiseLessons,
        conclusion_examples,
        leaf_examples,
    )
    from explanans.lab.training.conclusion_worth import graded_conclusions
    from explanans.learning.language_reader import CHOICES, LanguageReader

    training = Training(out, run)
    fits = LanguageReader.shipped().fits
    leaves = list(leaf_examples(tree_problems(data, 2, "train"), fits, run.seed))
    graded = graded_conclusions(KnowledgeBase.open(find("worldtree-v2.1", data)))
    lessons = PremiseLessons(leaves, list(conclusion_examples(graded, fits)))
    training.start()
    counts = train_further(asked.training(SCHEDULE, run.seed), lessons, out, CHOICES)
    training.tell("a language model that reads premises", {"data": counts})


def language_answers(out: Out, *, asked: ReaderOptions, run: RunOptions) -> None:
    """Train the language model of answers beside notes; needs the extra 'neural'."""
    from explanans.lab.networks.language_answers import SCHEDULE, AnswerLessons
    from explanans.lab.networks.language_choices import train_further
    from explanans.learning.language_reader import HOME, LanguageReader

    training = Training(out, run)
    lessons = AnswerLessons.shipped(LanguageReader.shipped().fits)
    training.start()
    counts = train_further(asked.training(SCHEDULE, run.seed), lessons, out, HOME)
    training.tell("a language model that reads answers", {"data": counts})


def claims(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file of claims, FILE.jsonl.gz.")],
    data: DataFolder = None,
    model: Annotated[
        str,
        typer.Option(
            "--language-model", metavar="NAME", help="The language model to start from, by name, folder or file."
        ),
    ] = "SmolLM2-135M-Instruct",
    texts: Annotated[
        int,
        typer.Option(
            "--texts", min=0, metavar="N", help="Number of texts that the model writes as premises of claims."
        ),
    ] = 5400,
    most: Annotated[
        int | None,
        typer.Option("--max-claims", min=1, metavar="N", help="Lessons, premises and texts at most, N of each."),
    ] = None,
    *,
    run: RunOptions,
) -> None:
    """Have a language model write and label claims for 'lab train judge' to learn from; needs the extra 'neural'."""
    from explanans.lab.judge.written import write_claims
    from explanans.lab.networks.claims import Making, Sources, make_claims
    from explanans.neural.core.language_models import load_language_model

    training = Training(out, run, holds=None)
    load_language_model(model)  # before data sets are read for a minute
    sources = Sources.of(data, run.seed)
    training.start()
    made = make_claims(Making(model, texts, most), sources, run.seed)
    write_claims(made, out)
    counts = Counter({item.source: 0 for item in made})
    for item in made:
        counts[item.source] += len(item.claims)
    record = {"premises": len(made), "claims": counts.total(), "sources": dict(sorted(counts.items()))}
    training.tell(f"two language models, which wrote and labelled {counts.total()} claims,", record)
