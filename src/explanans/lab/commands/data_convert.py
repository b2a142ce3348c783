"""``explanans lab data convert``: published weights in the one format that is read."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, Quiet, Seed, remark


def convert(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A checkpoint with config.json and pytorch_model.bin.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new or empty folder.")],
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Make safetensors of a checkpoint whose weights are a pickle, which is not run; needs the extra 'neural'."""
    from explanans.cli.streams import print_json
    from explanans.neural.core.conversion import convert as make

    found = make(folder, out)
    if as_json:
        print_json({"out": str(out), **found})
    remark(f"{found['weights']} weights, {found['bytes'] / 1e6:,.1f} MB: {out}", quiet=quiet or as_json)
