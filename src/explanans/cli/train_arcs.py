"""``explanans train arcs``: what tells which arcs of a claim a source supports."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed


def arcs(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    parser: Annotated[str, typer.Option("--parser", metavar="NAME", help="The parser to learn with.")] = "english",
    examples: Annotated[
        int, typer.Option("--examples", min=1, metavar="N", help="Examples of each recipe at most.")
    ] = 250,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what tells which arcs of a claim a source supports, on altered sentences and on paraphrases."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.files import check_folder
    from explanans.learn.model import MANIFEST
    from explanans.train.arcs import train
    from explanans.train.recipes.recipes import training_examples
    from explanans.verify.parsers.parser import open_parser

    check_folder(out, MANIFEST)
    made = training_examples(open_parser(parser), limit=examples, seed=seed, data=data)
    started = time.perf_counter()
    model = train(made, seed=seed)
    model.save(out)
    record = {"data": model.origin.data}
    tell_trained(out, f"on {model.origin.data['arcs']} arcs", record, started, as_json=as_json, quiet=quiet)
