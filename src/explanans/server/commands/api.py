"""``explanans api``: the functions as JSON over HTTP."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, KnowledgeNames, Quiet, RankerName, Seed
from explanans.errors import InputError

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadOptions:
    """Limits of the load."""

    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes that work.", min=1)] = 2
    queue: Annotated[
        int, typer.Option("--queue", metavar="N", help="Requests that may wait while all are busy.", min=0)
    ] = 32
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit of a request.", min=0.1)
    ] = 30.0
    max_bytes: Annotated[int, typer.Option("--max-bytes", metavar="N", help="How large a body may be.", min=1)] = (
        1_048_576
    )
    connections: Annotated[
        int, typer.Option("--connections", metavar="N", help="Connections that one address may hold.", min=1)
    ] = 256


def api(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", help="The port; 0 lets the system choose.", min=0, max=65535)
    ] = 8000,
    kb: KnowledgeNames = None,
    model: RankerName = None,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="NAME", help="Judge, or the folder of a trained one.")
    ] = None,
    *,
    load: LoadOptions,
    keys: Annotated[
        Path | None, typer.Option("--key-file", metavar="FILE", help="Accept only callers with a key in this file.")
    ] = None,
    new_key: Annotated[
        str | None, typer.Option("--create-key", metavar="NAME", help="Make a key for a caller, and print it.")
    ] = None,
    open_to_all: Annotated[
        bool, typer.Option("--no-auth", help="Allow requests without keys at an address that other machines can reach.")
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name by which callers without a key reach it. Repeatable."),
    ] = None,
    log_contents: Annotated[bool, typer.Option("--log-contents", help="Log the bodies of requests.")] = False,
    traces: Annotated[
        bool, typer.Option("--traces", help="Send OpenTelemetry traces, configured by its environment variables.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Answer other programs: JSON over HTTP; --json prints the OpenAPI document instead."""
    from explanans.server.commands import service

    if new_key is not None:
        from explanans.cli.streams import say

        if keys is None:
            raise InputError("a key for a caller is kept nowhere; accepted: --create-key NAME with --key-file FILE")
        say(service("gate").new_key(keys, new_key))
        return
    if as_json:
        from explanans.cli.streams import print_json

        print_json(service("app").openapi(keys=keys is not None))
        return
    if host not in _LOOPBACK and keys is None and not open_to_all:
        raise InputError(f"anybody who reaches {host} could ask; accepted: --key-file FILE, or --no-auth to let them")
    server = service("server")
    server.serve(
        server.Settings(
            parts=service("offers").Parts(tuple(kb or ["starter"]), model, judge),
            host=host,
            port=port,
            workers=load.workers,
            queue=load.queue,
            seconds=load.timeout,
            limits=server.Limits(load.max_bytes),
            keys=keys,
            # Without a key, a page of another site could call with the caller's browser under a name of its own.
            names=None if keys is not None else server.host_names((host, *(name or ()))),
            bounds=server.Bounds(load.connections),
            contents=log_contents,
            traces=traces,
            quiet=quiet,
        )
    )
