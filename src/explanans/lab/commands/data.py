"""``explanans lab data``: public data sets, their statistics, examples of arcs, and conversion of weights."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, DataFolder, HtmlFile, ParserName, Quiet, Recipes, Seed, remark
from explanans.errors import amount

if TYPE_CHECKING:
    from explanans.entailment.arcs.arcs import ArcExample
    from explanans.structures.syntax import Arc


def arcs(
    recipe: Recipes = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Examples of each recipe at most.", min=1)] = 3,
    data: DataFolder = None,
    parser: ParserName = None,
    context: Annotated[
        int, typer.Option("--context", metavar="N", min=0, help="Let sources have up to N sentences of their text.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the examples to a file for 'train arc-encoder --arcs' (.jsonl) instead.",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Show the examples that scorers of arcs are trained on: altered sentences, and what is known of their arcs."""
    from explanans.cli.streams import output, print_json, say
    from explanans.lab.recipes.corpus import encode
    from explanans.lab.recipes.recipes import USUAL, training_examples
    from explanans.language.parser import DEFAULT, open_parser

    found = training_examples(open_parser(parser or DEFAULT), recipe or USUAL, limit, seed, data, context=context)
    if out:
        with output(out) as file:
            count = sum(file.write(f"{encode(example)}\n") > 0 for example in found)
        remark(f"wrote {amount(count, 'example')}: {out}", quiet=quiet or as_json)
        return
    made = list(found)
    if as_json:
        print_json([_record(example) for example in made])
        return
    for example in made:
        say("\n".join(_lines(example)) + "\n")
    for name in dict.fromkeys(example.recipe for example in made):
        say(_summary(name, [example for example in made if example.recipe == name]))


def _summary(name: str, made: "Sequence[ArcExample]") -> str:
    labels = [label for example in made for label in example.labels.values()]
    unknown = sum(len(_checked(example)) for example in made) - len(labels)
    supported = f"{sum(labels):,} arcs supported, {len(labels) - sum(labels):,} not, {unknown:,} not known"
    return f"{name}: {len(made):,} example{'s' * (len(made) > 1)}, {supported}"


def _lines(example: "ArcExample") -> Iterator[str]:
    yield f"{example.recipe} ({example.origin})"
    yield from (f"  source: {sentence.text}" for sentence in example.source)
    yield f"  claim:  {example.claim.text}"
    for label, words in ((True, "supported"), (False, "not supported"), (None, "not known")):
        arcs_ = [_arc(example, arc) for arc in _checked(example) if example.labels.get(arc) is label]
        if arcs_:
            yield f"  {words}: {', '.join(arcs_)}"


def _arc(example: "ArcExample", arc: "Arc") -> str:
    words = example.claim.tokens
    return f"{words[arc.head].text} → {words[arc.child].text} ({arc.label})"


def _checked(example: "ArcExample") -> "tuple[Arc, ...]":
    from explanans.entailment.arcs.arcs import checked_arcs

    return checked_arcs(example.claim)


def _record(example: "ArcExample") -> dict[str, object]:
    words = example.claim.tokens
    return {
        "recipe": example.recipe,
        "origin": example.origin,
        "source": [sentence.text for sentence in example.source],
        "claim": example.claim.text,
        "arcs": [
            {
                "head": words[arc.head].text,
                "child": words[arc.child].text,
                "label": arc.label,
                "supported": example.labels.get(arc),
            }
            for arc in _checked(example)
        ],
    }


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


def stats(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|PATH",
            help="A data set that 'lab data list' shows, or a file or folder in the format of one, predictions too.",
        ),
    ],
    split: Annotated[
        list[str] | None,
        typer.Option("--split", metavar="NAME", help="A split, such as 'dev'; may be given several times. Else all."),
    ] = None,
    reach: Annotated[
        bool,
        typer.Option(
            "--reach", help="Measure also how many explanations of WorldTree lie within one hop of lexical retrieval."
        ),
    ] = False,
    data: DataFolder = None,
    html: HtmlFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Describe a data set as papers do: sizes, lengths, depths, kinds, with the papers' figures."""
    from explanans.cli.show import check_outputs, show
    from explanans.lab.statistics.data import describe_data

    check_outputs(html, None, as_json=as_json)
    show(describe_data(name, data, split or (), reach=reach), html, as_json=as_json, quiet=quiet)


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
    from explanans.lab.datasets.catalogue import catalogue, find

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
    from explanans.lab.datasets.download import verify as check

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
