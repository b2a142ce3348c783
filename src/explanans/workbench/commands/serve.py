"""``explanans serve``: the workbench."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from explanans.cli.options import AsJson, Quiet, Seed, remark

DEFAULT_DATABASE = "workbench.sqlite"


def _database(there: str) -> Any:
    return typer.Option(
        "--database",
        metavar="URL",
        help=f"The file of an SQLite database{there}, or the URL of a PostgreSQL database, "
        "postgresql://USER:PASSWORD@HOST/NAME.",
        envvar="EXPLANANS_DATABASE",
    )


DatabaseName = Annotated[str, _database(", made where it is not there")]
PresentDatabaseName = Annotated[str, _database("")]


def serve(
    database: DatabaseName = DEFAULT_DATABASE,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="The port.", min=1, max=65535)] = 8080,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="The address of a proxy whose X-Forwarded headers are trusted."
        ),
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name by which browsers reach the server. Repeatable."),
    ] = None,
    files: Annotated[
        Path | None,
        typer.Option(
            "--files", metavar="FOLDER", help="Folder whose files administrators may name; the present one by default."
        ),
    ] = None,
    sign_in_header: Annotated[
        str,
        typer.Option(
            "--sign-in-header", metavar="NAME", help="The header in which the proxy names the signed-in user."
        ),
    ] = "",
    oidc_issuer: Annotated[
        str, typer.Option("--oidc-issuer", metavar="URL", help="A provider of OpenID Connect that signs people in.")
    ] = "",
    oidc_client: Annotated[
        str,
        typer.Option(
            "--oidc-client", metavar="ID", help="The client id with it; its secret is in EXPLANANS_OIDC_SECRET."
        ),
    ] = "",
    connections: Annotated[
        int, typer.Option("--connections", metavar="N", help="Connections that one address may hold.", min=1)
    ] = 256,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Serve the workbench, in which people author, rate and review explanations in a browser."""
    check_extra()
    from explanans.cli.streams import print_json, say
    from explanans.runtime.http_limits import Bounds, listen
    from explanans.workbench.serve import first_run
    from explanans.workbench.serve import serve as run
    from explanans.workbench.store.database import Database
    from explanans.workbench.web.vouching import Outside

    outside = Outside(header=sign_in_header, proxy=proxy, issuer=oidc_issuer, client=oidc_client)
    outside.check()
    with listen(host, port) as listening:  # before anything is created
        made = first_run(opened := Database(database))

        def tell() -> None:
            address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
            if as_json:
                name, password = made or (None, None)
                print_json({"address": address, "database": database, "administrator": name, "password": password})
            else:
                if made:
                    say(f"Made {database} with a demonstration. Sign in as: {made[0]}")
                    say(f"One-time password: {made[1]}")
                remark(f"serving {address} (stop it with Ctrl-C)", quiet=quiet)
            sys.stdout.flush()

        bounds = Bounds(connections)
        run(opened, listening, host, names=name or (), files=files, outside=outside, bounds=bounds, started=tell)


def check_extra() -> None:
    """Make sure that what the workbench needs is installed."""
    from importlib.util import find_spec

    from explanans.errors import MissingExtraError

    if any(find_spec(name) is None for name in ("nicegui", "sqlalchemy", "alembic", "argon2", "authlib", "psycopg")):
        raise MissingExtraError("the workbench", "workbench")
