"""``explanans lab accelerate``: the trainings that are worth an accelerator, one after the other."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.command import Commands
from explanans.cli.options import FAILED, AsJson, DataFolder, Quiet, Seed, remark
from explanans.errors import InputError

if TYPE_CHECKING:
    from explanans.lab.accelerator.manifest import Setting

app = Commands(help="Run the trainings that are worth a short time on an accelerator, the best value first.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOptions:
    """Where and how trainings run; see ``manifest.Setting``."""

    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder of all that is trained, its marks and its ledger.")
    ] = Path("accelerated")
    data: DataFolder = None
    network: Annotated[
        list[str] | None,
        typer.Option("--network", metavar="NAME=DIR", help="Start from the network in DIR instead. Repeatable."),
    ] = None
    small: Annotated[bool, typer.Option("--small", help="Use small sizes, for a trial on a processor.")] = False

    def setting(self, seed: int) -> "Setting":
        """Return where and how trainings run."""
        from explanans.lab.accelerator.manifest import Setting, replacements

        return Setting(self.out, self.data, replacements(self.network or ()), self.small, seed)


@app.command("list")
def list_trainings(
    *,
    place: PlaceOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """List the trainings: whether each is done or can run, how long it takes, and the row of the papers it fills."""
    from explanans.cli.streams import console, print_json
    from explanans.lab.accelerator.manifest import FORMULA, trainings
    from explanans.lab.benchmarks.benchmark import Table
    from explanans.lab.commands.tables import draw_table

    setting, records, rows = place.setting(seed), [], []
    for training in trainings():
        state, why = setting.standing(training)
        minutes, measured = round(setting.minutes(training), 1), training.benchmark
        record = {"name": training.name, "what": training.what, "state": state, "why": why, "minutes": minutes}
        record |= {"network": training.start and training.start.name, "tokens": training.tokens, "row": training.row}
        record["command"] = f"explanans {setting.template(training)}" if training.command else None
        record["benchmark"] = measured and f"explanans {setting.template(measured)}"
        records.append(record)
        standing = f"{state}: {why}" if why else state
        rows.append((training.name, standing, str(minutes) if training.command else "–", training.row))
    if as_json:
        print_json(records)
    else:
        draw_table(console(markup=False), Table(("training", "state", "minutes", "source"), rows, note=FORMULA))


@app.command()
def run(
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="Run this training only. Repeatable.")
    ] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", metavar="N", min=0.1, help="Minutes for all trainings and benchmarks.")
    ] = 60.0,
    *,
    place: PlaceOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Run the trainings that are not done, in order, and their benchmarks; needs the extra 'neural'."""
    from explanans.cli.streams import print_json, say
    from explanans.lab.accelerator.manifest import State, trainings
    from explanans.lab.accelerator.run import Runner, device, has_failed

    wanted, setting = trainings(only or ()), place.setting(seed)
    name = device(small=place.small)
    for training in wanted if only else ():
        state, why = setting.standing(training)
        if state in {State.CANNOT, State.NOT_BUILT} and not set(training.needs) & set(only or ()):
            raise InputError(f"{training.name}: {why}; accepted: those that 'lab accelerate list' can run")
    on_terminal = sys.stderr.isatty() and not quiet
    runner = Runner(setting, minutes, name, lambda text: remark(text, quiet=not on_terminal), on_terminal=on_terminal)
    records = runner.run(wanted)
    if as_json:
        print_json(records)
    else:
        for record in records:
            say(_line(record))
    if any(map(has_failed, records)):
        raise typer.Exit(FAILED)


def _line(record: Mapping[str, Any]) -> str:
    """Return what became of a training, in a line.

    Example:
        >>> _line({"name": "judge", "state": "done", "seconds": 40.2, "figures": {"auc": 0.91234}})
        'judge: done, 40 s; auc 0.9123'
    """
    line = f"{record['name']}: {record['state']}" + (f", {record['seconds']:.0f} s" if "seconds" in record else "")
    found = [f"{name} {value:.4g}" for name, value in record.get("figures", {}).items()]
    reasons = [str(record[name]) for name in ("message", "benchmark_message", "why") if record.get(name)]
    return "; ".join([line, *([", ".join(found)] if found else []), *reasons])
