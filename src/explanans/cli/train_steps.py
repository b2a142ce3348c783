"""``explanans train steps``: what tells whether a conclusion follows."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed, remark


def steps(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train what tells whether a conclusion follows from its premises, on the steps of EntailmentBank."""
    import time

    from explanans.boosted import MANIFEST
    from explanans.cli.streams import print_json
    from explanans.codecs import entailmentbank
    from explanans.datasets.locate import find
    from explanans.files import check_folder, read_lines
    from explanans.verify.steps.training import train

    check_folder(out, MANIFEST)
    # The sentences that only distract in task 2 make better wrong steps.
    path = find("entailmentbank", data) / "dataset" / "task_2" / "train.jsonl"
    problems = list(entailmentbank.decode(read_lines(path), str(path)))
    started = time.perf_counter()
    model = train(problems, seed=seed)
    model.save(out)
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"out": str(out), "data": model.origin.data, "seconds": round(seconds, 1)})
    remark(f"trained on {model.origin.data['right']} right steps in {seconds:.0f} s: {out}", quiet=quiet or as_json)
