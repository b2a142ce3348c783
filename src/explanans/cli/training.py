"""One call of a command that trains: its folder is checked first, and its end is told."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from explanans.cli.options import remark

Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the model.")]
Checkpoint = Annotated[
    str, typer.Option("--checkpoint", metavar="NAME", help="The encoder-decoder or language model to start from.")
]
Encoder = Annotated[
    str, typer.Option("--encoder", metavar="NAME", help="The encoder to start from, by name or folder.")
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", help="How often each example is seen.")]
Batch = Annotated[int | None, typer.Option("--batch", metavar="N", help="Examples a batch.")]
Accumulate = Annotated[int | None, typer.Option("--accumulate", metavar="N", help="Batches a step.")]
Limit = Annotated[
    int | None, typer.Option("--limit", min=10, metavar="N", help="Learn of so many only, drawn by the seed.")
]
Rate = Annotated[float | None, typer.Option("--rate", metavar="X", help="The highest learning rate.")]
Decay = Annotated[float | None, typer.Option("--decay", metavar="X", help="The weight decay of AdamW.")]
WarmUp = Annotated[
    float | None, typer.Option("--warm-up", metavar="X", help="The share of the steps in which the rate grows.")
]
ChooseBy = Annotated[
    str | None,
    typer.Option(
        "--choose-by", metavar="NAME", help="What chooses the epoch on held-out examples: loss, measure, or the last."
    ),
]


def given(seed: int, **asked: float | str | None) -> dict[str, Any]:
    """Return the parts of a schedule that were asked for, by name, and the seed.

    Args:
        seed: The seed.
        asked: Parts by name; None where the usual is wanted.
    """
    return {"seed": seed} | {name: value for name, value in asked.items() if value is not None}


class Training:
    """What a command that trains makes, and whom it tells.

    Args:
        out: The folder or file of what is made.
        as_json: Whether a machine reads.
        quiet: Whether the user wants no remarks.
        holds: The name of something that an older folder of the kind holds, and that may be replaced; None where a file
            is made.

    Raises:
        InputError: The folder holds something else, or there is a folder where a file is to be made.
        StorageError: It cannot be made.
    """

    def __init__(self, out: Path, *, as_json: bool, quiet: bool, holds: str | None = "manifest.json") -> None:
        from explanans.files import check_file, check_folder

        if holds is None:
            check_file(out)
        else:
            check_folder(out, holds)
        self._out = out
        self._as_json = as_json
        self._quiet = quiet or as_json
        self._started = time.perf_counter()

    def start(self) -> None:
        """Count seconds from now on: what is read and made before is no training."""
        self._started = time.perf_counter()

    def tell(self, what: str, record: Mapping[str, object]) -> None:
        """Say what was trained, in how long, and where it lies.

        Args:
            what: What was trained or on what, as in ``on 40 graphs``.
            record: What a machine is told, besides the place and the seconds.
        """
        from explanans.cli.streams import print_json

        seconds = time.perf_counter() - self._started
        if self._as_json:
            print_json({"out": str(self._out), **record, "seconds": round(seconds, 1)})
        remark(f"trained {what} in {seconds:.0f} s: {self._out}", quiet=self._quiet)
