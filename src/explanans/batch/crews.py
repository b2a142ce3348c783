"""Who works at a job: this process, several, or a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from explanans.batch.job import Crew, Job
from explanans.batch.local import LocalCrew
from explanans.exceptions import InputError

if TYPE_CHECKING:
    import distributed


class Hands(NamedTuple):
    """By whom work is done.

    Attributes:
        workers: How many processes of this machine share it, this one counted.
        cluster: The address of a Dask scheduler, or a client of one; then its workers do it, however many there are.
    """

    workers: int = 1
    cluster: "str | distributed.Client | None" = None


ALONE = Hands()
"""This process and no other."""


@contextmanager
def crew(job: Job, hands: Hands = ALONE) -> Iterator[Crew]:
    """Open a job and return those who work at it.

    Args:
        job: The job.
        hands: By whom.

    Raises:
        InputError: The job cannot be opened, no scheduler answers, or there is less than one worker.
        MissingExtraError: There is a cluster, and the extra ``cluster`` is not installed.
    """
    if hands.workers < 1:
        raise InputError(f"{hands.workers} workers; accepted: 1 or more")
    if hands.cluster is None:
        yield LocalCrew(job, hands.workers)
        return
    if hands.workers > 1:
        raise InputError("workers beside a cluster, which has its own; accepted: one of the two")
    from explanans.batch.cluster import ClusterCrew, client_of  # noqa: PLC0415 - an extra

    with client_of(hands.cluster) as client:
        yield ClusterCrew(job, client)
