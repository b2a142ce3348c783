"""What every command that trains says at its end."""

import time
from collections.abc import Mapping
from pathlib import Path

from explanans.cli.options import remark
from explanans.cli.streams import print_json


def tell_trained(
    out: Path, what: str, record: Mapping[str, object], started: float, *, as_json: bool, quiet: bool
) -> None:
    """Say what was trained, in how long, and where it lies.

    Args:
        out: Where it lies.
        what: What was trained or on what, as in ``on 40 graphs``.
        record: What a machine is told, besides the place and the seconds.
        started: When training began, by ``time.perf_counter``.
        as_json: Whether a machine reads.
        quiet: Whether the user wants no remarks.
    """
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"out": str(out), **record, "seconds": round(seconds, 1)})
    remark(f"trained {what} in {seconds:.0f} s: {out}", quiet=quiet or as_json)
