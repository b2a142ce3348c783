"""Executors of a job: serial, multiprocess, or on a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from explanans.errors import InputError
from explanans.runtime.job import Executor, Job
from explanans.runtime.local import LocalExecutor

if TYPE_CHECKING:
    import distributed


class WorkerConfig(NamedTuple):
    """The workers of a job.

    Attributes:
        workers: Number of local processes, including this one.
        cluster: The address of a Dask scheduler, or a client of one, whose workers are then used.
    """

    workers: int = 1
    cluster: "str | distributed.Client | None" = None


SERIAL = WorkerConfig()
"""This process only."""


@contextmanager
def open_executor(job: Job, hands: WorkerConfig = SERIAL) -> Iterator[Executor]:
    """Open a job and return its executor.

    Raises:
        InputError: The job cannot be opened, no scheduler answers, or there is less than one worker.
        MissingExtraError: A cluster is given, and the extra ``cluster`` is not installed.
    """
    if hands.workers < 1:
        raise InputError(f"{hands.workers} workers; accepted: 1 or more")
    if hands.cluster is None:
        yield LocalExecutor(job, hands.workers)
        return
    if hands.workers > 1:
        raise InputError("workers and a cluster, which has its own workers; accepted: one of the two")
    from explanans.runtime.cluster import ClusterExecutor, client_of  # noqa: PLC0415 - an extra

    with client_of(hands.cluster) as client:
        yield ClusterExecutor(job, client)
