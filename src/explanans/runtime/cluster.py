"""Share items among the workers of a Dask cluster that is there already."""

import hashlib
import re
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import chdir, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, NamedTuple

from explanans.errors import ExplanansError, InputError, MissingExtraError
from explanans.runtime.job import Failure, Item, Job, OpenJob, Outcome, run_item

if TYPE_CHECKING:
    import distributed

_ADDRESS = re.compile(r"(\w+://)?[^/\s]+:\d+")
_CHUNK = 8
"""Items sent at a time: a scheduler takes about a millisecond for each task."""
_AHEAD = 4
"""Chunks taken ahead for each thread of a worker."""
_CONNECT = 10
"""Seconds in which a scheduler must answer."""
_PATIENCE = 60
"""Seconds to wait for the first worker."""
_AGAIN = 5.0
"""Seconds between two looks at how many workers there are."""
_KEPT = 2
"""Jobs that a worker keeps open: the last ones."""


class _Chunk(NamedTuple):
    """A few items, and the task that makes something of them."""

    items: list[Item]
    task: Any


class ClusterExecutor:
    """The workers of a cluster, each of which opens the job once.

    Workers may come and go. What a worker that dies has not delivered is done by another; an item over which workers
    die again and again (four times, by Dask's default) fails alone.

    Args:
        job: The job. The paths that it names must lead to the same files for every worker.

    Raises:
        InputError: A worker cannot open the job.
        ExplanansError: The cluster has no workers.
    """

    def __init__(self, job: Job, client: "distributed.Client") -> None:
        self._client = client
        self._name = _name(job)
        # As a task's result it is sent to each worker once, and made again where all who had it have died.
        self._job = client.submit(_same, job, key=f"explanans-job-{self._name}-{time.time_ns():x}", pure=False)
        self._counted, self._threads = 0.0, 1
        self._number = 0
        self._folder = str(Path.cwd())
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ExplanansError(
                f"{_address(client)}: no worker in {_PATIENCE} seconds; accepted: a cluster with workers, which "
                "'dask worker ADDRESS' starts"
            ) from None
        with self._asking():
            self.signature: str = self._submit([]).result()[0]

    def outcomes(self, items: Iterator[Item]) -> Iterator[Outcome]:
        """Yield the outcome of each item, in order; see `Executor`."""
        window: deque[_Chunk] = deque()
        while True:
            while len(window) < self._ahead() and (chunk := list(islice(items, _CHUNK))):
                window.append(self._sent(chunk))
            if not window:
                return
            head = window.popleft()
            yield from map(Outcome, head.items, self._made(head))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Raise one error for every way in which the client loses its scheduler."""
        from distributed.client import ClosedClientError  # noqa: PLC0415 - an extra

        try:
            yield
        # What was asked before the connection broke is cancelled; what is asked afterwards fails at once.
        except (CancelledError, ClosedClientError, OSError) as error:
            reason = " ".join(str(error).split())
            raise ExplanansError(f"{_address(self._client)}: the scheduler is gone ({reason})") from None

    def _sent(self, items: list[Item]) -> _Chunk:
        return _Chunk(items, self._submit([item.value for item in items]))

    def _submit(self, values: list[Any]) -> Any:
        self._number += 1
        name = f"{self._job.key}-{self._number}"
        with self._asking():
            return self._client.submit(_work, self._job, self._name, self._folder, values, key=name, pure=False)

    def _ahead(self) -> int:
        """Return how many chunks to take ahead for the workers that there are now."""
        if time.monotonic() - self._counted > _AGAIN:
            with self._asking():
                self._threads = max(1, sum(self._client.nthreads().values()))
            self._counted = time.monotonic()
        return _AHEAD * self._threads

    def _made(self, chunk: _Chunk) -> list[Any]:
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        try:
            with self._asking():
                signature, made = chunk.task.result()
        except KilledWorker:
            if len(chunk.items) == 1:
                return [Failure("the workers that worked on it died, perhaps for want of memory")]
            return [made for item in chunk.items for made in self._made(self._sent([item]))]
        if signature != self.signature:
            raise InputError(
                f"a worker answers by {signature}, where another does by {self.signature}; accepted: workers with the "
                "same version and the same knowledge"
            )
        return list(made)


@contextmanager
def client_of(cluster: "str | distributed.Client") -> "Iterator[distributed.Client]":
    """Return a client of a cluster; one that was opened here is closed in the end.

    Raises:
        InputError: No scheduler answers there.
        MissingExtraError: The extra ``cluster`` is not installed.
    """
    try:
        import distributed  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError("a cluster", "cluster") from None
    if isinstance(cluster, distributed.Client):
        if cluster.asynchronous:
            raise InputError("a client that is asynchronous; accepted: distributed.Client(address)")
        yield cluster
        return
    if not _ADDRESS.fullmatch(cluster):
        raise InputError(f"{cluster}: no address; accepted: that of a Dask scheduler, such as tcp://10.0.0.5:8786")
    try:
        client = distributed.Client(cluster, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise InputError(
            f"{cluster}: no scheduler answers ({' '.join(str(error).split())}); accepted: the address of a Dask "
            "scheduler, such as tcp://10.0.0.5:8786"
        ) from None
    with client:
        yield client


def _address(client: "distributed.Client") -> str:
    return str(client.scheduler.address if client.scheduler else "the cluster")


def _name(job: Job) -> str:
    """Return a name that tells a job from others; Dask itself sends it, as it does whatever its clients send."""
    from distributed.protocol.pickle import dumps  # noqa: PLC0415 - an extra

    try:
        return hashlib.blake2b(dumps(job), digest_size=12).hexdigest()
    except (PicklingError, TypeError, AttributeError) as error:
        raise InputError(f"a part cannot be sent to a cluster ({error}); accepted: names and paths") from None


# What follows runs on the workers.

_opened: "OrderedDict[str, OpenJob]" = OrderedDict()
_one_at_a_time = threading.Lock()
"""Parts are not made for threads: a worker of several does one item after the other."""


def _same(job: Job) -> Job:
    return job


def _work(job: Job, name: str, folder: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
    """Return the signature of a job and what it makes of values; its paths start from a folder, if it is here."""
    with _one_at_a_time, chdir(folder) if Path(folder).is_dir() else nullcontext():
        opened = _opened.get(name)
        if opened is None:
            opened = _opened[name] = job.open()
            while len(_opened) > _KEPT:
                _opened.popitem(last=False)
        return opened.signature, [run_item(opened, value) for value in values]
