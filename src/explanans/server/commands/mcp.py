"""``explanans mcp``: the functions as tools of the Model Context Protocol."""

from typing import Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeNames, Quiet, RankerName, Seed


def mcp(
    kb: KnowledgeNames = None,
    model: RankerName = None,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="NAME", help="Judge, or the folder of a trained one.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes that work.", min=1)] = 1,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit of a call.", min=0.1)
    ] = 60.0,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Answer an assistant: the Model Context Protocol over standard input and output; --json lists the tools."""
    from explanans.server.commands import service

    tools = service("tools")
    if as_json:
        from explanans.cli.streams import print_json

        print_json(tools.records())
        return
    parts = service("offers").Parts(tuple(kb or ["starter"]), model, judge)
    tools.serve(parts, workers=workers, seconds=timeout, quiet=quiet)
