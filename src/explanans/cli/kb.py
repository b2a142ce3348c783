"""``explanans kb``: build, describe and search knowledge bases."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, Quiet, Seed, remark

app = Commands(help="Build, describe and search knowledge bases.")

_Name = Annotated[str, typer.Argument(metavar="KB", help="'starter' or the path of a knowledge base.")]


@app.command()
def build(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Knowledge bases to put together.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the index.")],
    vectors: Annotated[
        bool,
        typer.Option("--vectors/--no-vectors", help="Whether to make sentence vectors too, by which meaning is found."),
    ] = True,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Index knowledge bases into a folder that opens at once."""
    from explanans.knowledge import index

    index.build(sources, out, vectors=vectors)
    if as_json:
        _describe(str(out), as_json=True)
    remark(f"wrote {out}", quiet=quiet or as_json)


@app.command()
def info(
    kb: _Name = "starter",
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Say what a knowledge base holds."""
    _describe(kb, as_json=as_json)


@app.command()
def search(
    kb: _Name,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words to look for.")],
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many facts to show.", min=1)] = 10,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Find the facts that share the most telling words with a query."""
    from explanans.cli.streams import print_json, say
    from explanans.knowledge.base import KnowledgeBase

    found = KnowledgeBase.open(kb).search(query, limit)
    if as_json:
        facts = [
            {"id": fact.id, "text": fact.text, "table": fact.table, "source": fact.source, "score": round(score, 6)}
            for fact, score in found
        ]
        print_json({"query": query, "facts": facts})
        return
    for fact, score in found:
        say(f"{score:.3f}  {fact.text}  ({', '.join(filter(None, (fact.id, fact.table, fact.source)))})")
    if not found:
        say(f"no fact shares a word with {query!r}")


def _describe(name: str, *, as_json: bool) -> None:
    from explanans.cli.streams import print_json, say
    from explanans.knowledge.base import KnowledgeBase

    manifest = KnowledgeBase.open(name).manifest
    record = {
        "facts": manifest.facts,
        "tables": len(manifest.tables),
        "questions": manifest.questions,
        "bytes": sum(manifest.sizes.values()),
        "source": manifest.source,
        "duplicates": manifest.duplicates,
    }
    if as_json:
        print_json(record)
        return
    say(f"{manifest.source}")
    say(f"  {manifest.facts} facts in {len(manifest.tables)} tables")
    say(f"  {manifest.questions} questions with a gold explanation")
    say(f"  {record['bytes']} bytes of index")
    if manifest.duplicates:
        say(f"  ids that occur twice, the first kept: {', '.join(manifest.duplicates)}")
