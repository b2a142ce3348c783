"""``explanans train``: networks that write explanations or read arguments."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeName, Quiet, Seed, remark

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

    from explanans.cli.streams import print_json
    from explanans.codecs.ratings import decode
    from explanans.compose.facts.neural.examples import gather_examples
    from explanans.compose.facts.neural.train import make_recipe, train_generator
    from explanans.files import read_text
    from explanans.knowledge.base import KnowledgeBase
    from explanans.neural.checkpoint import check_place
    from explanans.neural.sequences import hold_out

    check_place(out)
    recipe = make_recipe(checkpoint, pretraining, _given(epochs, batch, accumulate, rate, seed))
    judgments = [] if ratings is None else list(decode([read_text(ratings)], str(ratings)))
    knowledge = KnowledgeBase.open(kb)
    learnt, held_out = hold_out(gather_examples(knowledge, knowledge.questions, judgments), lambda item: item.question)
    started = time.perf_counter()
    trained = train_generator(recipe, learnt, out, held_out, Path(knowledge.name).name)
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"out": str(out), **asdict(trained), "seconds": round(seconds, 1)})
    remark(f"trained on {trained.examples} explanations in {seconds:.0f} s: {out}", quiet=quiet or as_json)


def _given(
    epochs: int | None, batch: int | None, accumulate: int | None, rate: float | None, seed: int
) -> dict[str, int | float]:
    """Return the parts of a schedule that were asked for, by name."""
    asked = {"epochs": epochs, "batch": batch, "accumulate": accumulate, "rate": rate, "seed": seed}
    return {name: value for name, value in asked.items() if value is not None}
