"""Processes that work for another: they end with it, whatever ends it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explanans.errors import ExplanansError
from explanans.runtime.processes import process_pool

PARENT = """
import sys, time
from explanans.runtime.processes import process_pool

def work(seconds):
    time.sleep(seconds)

if __name__ == "__main__":
    with process_pool(2) as pool:
        for _ in range(8):
            pool.submit(work, 600)
        print(*pool._processes, flush=True)
        pool.submit(work, 600).result()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_children_end_with_their_parent(ending: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen(
        [sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert parent.stdout is not None
    children = [Path("/proc", number) for number in parent.stdout.readline().split()]
    assert len(children) == 2
    parent.send_signal(ending)
    assert parent.wait() != 0
    while any(child.exists() for child in children):  # the test's own time-out is the runner's
        time.sleep(0.05)
    parent.stdout.close()


def test_work_is_done_elsewhere() -> None:
    with process_pool(2) as pool:
        numbers = {pool.submit(os.getpid).result() for _ in range(8)}
    assert os.getpid() not in numbers


def test_an_error_ends_what_is_going_on() -> None:
    def leave() -> None:
        with process_pool(1) as pool:
            pool.submit(time.sleep, 600)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        leave()


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(ExplanansError, match="ended too early"), process_pool(1) as pool:
        pool.submit(os._exit, 3).result()


def threads() -> str | None:
    """Return how many threads matrix products may use in this process; None if nothing says so."""
    return os.environ.get("OPENBLAS_NUM_THREADS")


def test_workers_use_one_thread_for_matrix_products(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    with process_pool(1) as pool:
        assert pool.submit(threads).result() == "1"
    assert threads() is None


def test_workers_use_the_threads_that_the_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    with process_pool(1) as pool:
        assert pool.submit(threads).result() == "2"
