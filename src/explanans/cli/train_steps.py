"""``explanans train steps``: what tells whether a conclusion follows."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed


def steps(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what tells whether a conclusion follows from its premises, on the steps of EntailmentBank."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.codecs import entailmentbank
    from explanans.datasets.locate import find
    from explanans.files import check_folder, read_lines
    from explanans.learn.model import MANIFEST
    from explanans.train.steps import train

    check_folder(out, MANIFEST)
    # The sentences that only distract in task 2 make better wrong steps.
    path = find("entailmentbank", data) / "dataset" / "task_2" / "train.jsonl"
    problems = list(entailmentbank.decode(read_lines(path), str(path)))
    started = time.perf_counter()
    model = train(problems, seed=seed)
    model.save(out)
    record = {"data": model.origin.data}
    tell_trained(out, f"on {model.origin.data['right']} right steps", record, started, as_json=as_json, quiet=quiet)
