"""``explanans data``: the public data sets, where to get them, and whether they are whole."""

from typing import Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, DataFolder, Quiet, Seed, remark
from explanans.lab.commands.data_arcs import arcs
from explanans.lab.commands.data_convert import convert
from explanans.lab.commands.data_stats import stats

app = Commands(help="List, download, verify and describe data sets, and convert published weights.")
app.command()(arcs)
app.command()(convert)
app.command()(stats)

_Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of a data set; 'lab data list' shows them.")]


@app.command("list")
def list_sets(
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """List the data sets: what each is for, its licence, and where it lies on this machine."""
    from explanans.cli.streams import print_json, say
    from explanans.errors import InputError
    from explanans.lab.datasets.catalogue import catalogue
    from explanans.lab.datasets.locate import find

    rows = []
    for item in catalogue():
        try:
            folder = str(find(item.name, data))
        except InputError:
            folder = None
        rows.append(
            {
                "name": item.name,
                "title": item.title,
                "purpose": item.purpose,
                "licence": item.licence,
                "page": item.page,
                "download": item.archive is not None,
                "folder": folder,
            }
        )
    if as_json:
        print_json(rows)
        return
    for row in rows:
        state = f"in {row['folder']}" if row["folder"] else "not here; " + _how_to_get(row)
        say(f"{row['name']}: {row['title']}\n  {row['purpose']}\n  {row['licence']}\n  {state}")


def _how_to_get(row: dict[str, object]) -> str:
    return (
        f"get it with: explanans lab data download {row['name']}" if row["download"] else f"get it from {row['page']}"
    )


@app.command()
def download(
    name: _Name,
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Download a data set, or print how to get it by hand."""
    from explanans.cli.streams import print_json
    from explanans.lab.datasets import download as downloads
    from explanans.lab.datasets.catalogue import data_set

    item = data_set(name)
    remark(f"{item.title}: {item.licence}; {item.terms}", quiet=quiet or as_json)
    folder = downloads.download(name, data)
    if as_json:
        print_json({"name": name, "folder": str(folder)})
    remark(f"{name} is in {folder}", quiet=quiet or as_json)


@app.command()
def verify(
    name: _Name,
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Check that every file of a data set is there and undamaged; exit with 1 if one is not."""
    from collections import Counter

    from explanans.cli.streams import print_json, say
    from explanans.lab.datasets.verify import verify as check

    states = check(name, data)
    sound = all(state.sound for state in states)
    if as_json:
        files = [{"path": state.path, "state": state.state, "detail": state.detail} for state in states]
        print_json({"name": name, "sound": sound, "files": files})
    else:
        for state in states:
            if not state.sound:
                say(f"{state.path}: {state.state}{f' ({state.detail})' if state.detail else ''}")
        counts = Counter(str(state.state) for state in states)
        remark(", ".join(f"{count} {state}" for state, count in sorted(counts.items())), quiet=quiet)
    if not sound:
        raise typer.Exit(1)
