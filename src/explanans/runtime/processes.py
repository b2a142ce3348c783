"""Processes that work for this one: they start clean, and end when it ends, however it ends."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection

from explanans.errors import ExplanansError

_GRACE, _PAUSE = 5.0, 0.1
"""Seconds for an orphaned process to remove its files, and between two interruptions."""
_DYING = 0.3
"""Seconds until a process that has closed its connection counts as dead."""

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables that limit the threads of matrix products. Ours are small: a second thread takes a processor
and saves no time."""
_GROUP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that a terminal or a supervisor sends to the whole process group."""


_cut = threading.Event()


def is_orphan(parent: int) -> bool:
    """Return whether the process that started this one is gone.

    A process that dies closes its files first. So where the connection to it is cut, it is waited for a while.

    Example:
        >>> is_orphan(os.getppid()), is_orphan(-1)
        (False, True)
    """
    end = time.monotonic() + (_DYING if _cut.is_set() else 0.0)
    while os.getppid() == parent and time.monotonic() < end:
        time.sleep(_PAUSE / 10)
    return os.getppid() != parent


def limit_threads() -> list[str]:
    """Let matrix products use one thread unless the environment says otherwise; return the variables that were set.

    NumPy reads them when it is imported.

    Example:
        >>> names = limit_threads()
        >>> all(os.environ[name] for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"))
        True
    """
    unset = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    return unset


@contextmanager
def process_pool(
    workers: int, start: Callable[..., None] | None = None, arguments: tuple[object, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of processes, all of which are started at once.

    Interruptions are for this process alone. The others do not see them, but are interrupted when the block is left by
    an exception or this process dies, and end, at the latest after five seconds.

    Args:
        start: Called first in each process; pickled with its arguments.

    Raises:
        ExplanansError: A process ended too early.

    Example:
        >>> with process_pool(1) as pool:
        ...     pool.submit(abs, -3).result()
        3
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with (
        theirs,
        ours,
        ProcessPoolExecutor(
            workers, mp_context=context, initializer=_begin, initargs=(theirs, start, arguments)
        ) as pool,
    ):
        try:
            with _signals_held_back(), _threads_limited():  # the pool starts its processes with the first piece of work
                pool.submit(os.getpid)
            yield pool
        except BrokenProcessPool:
            raise ExplanansError("a worker process ended too early, perhaps for want of memory") from None
        except BaseException:
            ours.close()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _threads_limited() -> Iterator[None]:
    """Let processes that start now use one thread for matrix products; see `limit_threads`."""
    names = limit_threads()
    try:
        yield
    finally:
        for name in names:
            del os.environ[name]


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Hold back signals, which reach this process afterwards; processes and threads that start now hold them back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _GROUP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(life: Connection, start: Callable[..., None] | None, arguments: tuple[object, ...]) -> None:
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if hasattr(signal, "pthread_sigmask"):
        for number in _GROUP_SIGNALS:  # what came before this process had a group of its own is dropped
            signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _GROUP_SIGNALS)
        signal.signal(signal.SIGINT, lambda *_: os._exit(1))  # the pool complains aloud of an exception in ``start``
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if start is not None:
        start(*arguments)
    signal.signal(signal.SIGINT, lambda *_: sys.exit(1))


def _end_with(life: Connection) -> None:
    """Wait until the process at the other end closes the connection or dies, and end this process."""
    try:
        life.recv_bytes()
    except (EOFError, OSError):
        _cut.set()
        for _ in range(round(_GRACE / _PAUSE)):  # each ends one piece of work, of which some may be waiting
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(_PAUSE)
        os._exit(1)
