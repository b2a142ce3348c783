"""A real Dask cluster on this machine: a scheduler and workers as processes of their own, some of which are killed."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

distributed = pytest.importorskip("distributed")

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1]), "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}


class Cluster:
    """A scheduler and the workers that are started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self._file)
        self._wait(self._file.exists)
        self.client = distributed.Client(scheduler_file=str(self._file), set_as_default=False, timeout=60)
        self.address = str(self.client.scheduler.address)

    def add(self, count: int = 1) -> None:
        for _ in range(count):
            options = ("--nthreads", "1", "--no-nanny", "--local-directory", self.folder)
            self.workers.append(self._start("worker", self.address, *options))
        self.client.wait_for_workers(len(self.workers), timeout=120)

    def kill(self) -> None:
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def close(self) -> None:
        # One that is still open looks for its scheduler in the background, and disturbs the tests that follow.
        for client in list(distributed.Client._instances):
            with suppress(OSError, TimeoutError):
                client.close()
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()

    def _start(self, *arguments: str | Path) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, arguments), "--dashboard-address", "127.0.0.1:0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
            cwd=self.folder,
        )

    def _wait(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            assert self._scheduler.poll() is None
            time.sleep(0.05)
