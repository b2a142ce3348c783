"""``explanans train``: make models from data."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed, remark

app = typer.Typer(help="Make models from data.", no_args_is_help=True)


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
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train a ranker on WorldTree's training questions; give the folder to --model to rank with it."""
    import time

    from explanans.cli.streams import print_json
    from explanans.datasets.locate import find
    from explanans.knowledge.base import KnowledgeBase
    from explanans.rank import fitting
    from explanans.rank.model import check_place

    check_place(out)
    knowledge = KnowledgeBase.open(find("worldtree-v2.1", data))
    started = time.perf_counter()
    model = fitting.train(knowledge, with_explanations=not cold, seed=seed)
    model.save(out)
    seconds = time.perf_counter() - started
    if as_json:
        record = {"out": str(out), "stages": len(model.stages), "data": model.data, "seconds": round(seconds, 1)}
        print_json(record)
    remark(f"trained {len(model.stages)} stages in {seconds:.0f} s: {out}", quiet=quiet or as_json)
