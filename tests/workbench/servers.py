"""A real PostgreSQL on the loopback, for tests and benchmarks."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def free_port() -> int:
    """Return a port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving_postgres(*, durable: bool = True) -> Iterator[str]:
    """Serve a new, empty PostgreSQL and return its URL.

    Args:
        durable: Whether what is committed outlives a loss of power, as in real use.

    Raises:
        FileNotFoundError: None is installed.
    """
    folder = programs()
    if folder is None:
        raise FileNotFoundError("no PostgreSQL is installed; tools/install-postgres installs it")
    # PostgreSQL refuses to run as root; its package brings a user.
    user = "postgres" if os.getuid() == 0 else None
    place = Path(tempfile.mkdtemp(prefix="explanans-postgres-"))
    if user:
        shutil.chown(place, user)
    data, port = place / "data", free_port()

    def run(*command: str | Path) -> None:
        done = subprocess.run(
            [folder / command[0], *command[1:]], user=user, cwd=place, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "--pgdata", data, "--username", "tests", "--auth", "trust", "--no-sync")
    sync = "" if durable else " -c fsync=off"
    options = f"-h 127.0.0.1 -p {port} -c unix_socket_directories=''{sync}"
    run("pg_ctl", "--pgdata", data, "--log", place / "log", "--options", options, "--wait", "start")
    try:
        yield f"postgresql://tests@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "--pgdata", data, "--mode", "immediate", "stop")
        shutil.rmtree(place, ignore_errors=True)
