"""``explanans kb``: build, change, describe and search knowledge bases."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, Quiet, Seed, remark
from explanans.errors import amount

if TYPE_CHECKING:
    from explanans.knowledge.changes import Change

app = Commands(help="Build, change, describe and search knowledge bases.")

_Index = Annotated[Path, typer.Argument(metavar="INDEX", help="The folder of an index made by kb build.")]
_Name = Annotated[str, typer.Argument(metavar="KB", help="'starter' or the path of a knowledge base.")]


@app.command()
def build(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Knowledge bases to merge.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the index.")],
    vectors: Annotated[
        bool,
        typer.Option("--vectors/--no-vectors", help="Whether to compute sentence vectors, for semantic retrieval."),
    ] = True,
    workers: Annotated[
        int,
        typer.Option("--workers", metavar="N", help="Number of processes.", min=1),
    ] = 1,
    shards: Annotated[
        int,
        typer.Option("--shards", metavar="N", help="Number of shards, for the workers of a cluster.", min=1),
    ] = 1,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Index knowledge bases into a folder that opens at once; the same command again goes on where one was stopped."""
    from explanans.knowledge import index
    from explanans.knowledge.base import KnowledgeBase
    from explanans.retrieval.ranker import default_ranker, open_ranker

    index.build(sources, out, vectors=vectors, workers=workers, shards=shards)
    if vectors:
        knowledge = KnowledgeBase.open(out)
        open_ranker(
            default_ranker(knowledge), knowledge
        )  # which makes the other vectors that it needs, and caches them
    if as_json:
        _describe(str(out), as_json=True)
    remark(f"wrote {out}", quiet=quiet or as_json)


@app.command()
def add(
    index: _Index,
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Knowledge bases to add.")],
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Add facts to an index; one whose id is there already takes the place of the fact of that id."""
    from explanans.knowledge import changes

    _tell(index, changes.add(index, sources), as_json=as_json, quiet=quiet)


@app.command()
def remove(
    index: _Index,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of facts; '-' for standard input.")],
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Remove facts from an index."""
    from explanans.cli.streams import lines_of
    from explanans.knowledge import changes

    given = [line.strip() for line in lines_of(Path("-"))] if ids == ["-"] else ids
    _tell(index, changes.remove(index, filter(None, given)), as_json=as_json, quiet=quiet)


@app.command()
def info(
    kb: _Name = "starter",
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Print statistics of a knowledge base."""
    _describe(kb, as_json=as_json)


@app.command()
def search(
    kb: _Name,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words to search for.")],
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Maximum number of facts.", min=1)] = 10,
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


def _tell(folder: Path, change: "Change", *, as_json: bool, quiet: bool) -> None:
    from explanans.cli.streams import print_json

    if as_json:
        print_json(change._asdict())
        return
    changes = (f"{count} {what}" for what, count in change._asdict().items() if count and what != "facts")
    remark(f"{folder}: {', '.join(changes) or 'nothing to change'}; {amount(change.facts, 'fact')}", quiet=quiet)


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
    say(f"  {amount(manifest.facts, 'fact')} in {amount(len(manifest.tables), 'table')}")
    say(f"  {amount(manifest.questions, 'question')} with a gold explanation")
    say(f"  {record['bytes']} bytes of index")
    if manifest.duplicates:
        say(f"  ids that occur twice, the first kept: {', '.join(manifest.duplicates)}")
