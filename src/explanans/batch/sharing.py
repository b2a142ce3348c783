"""Share questions among this process and others on this machine."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import msgspec

from explanans.processes import process_pool
from explanans.question import Question

Answer = Callable[[Question], str]

_CHUNK = 4
"""Questions handed over at a time: enough to hide the cost of handing over, few enough to share work evenly."""


class Job(Protocol):
    """What a process needs to know before it can work; it is pickled."""

    def open(self) -> Answer:
        """Return what answers one question."""
        ...


def answers(job: Job, answer: Answer, questions: Sequence[Question], workers: int) -> Iterator[str]:
    """Yield the answer to each question, in their order, whatever the number of workers.

    This process is one of the workers: it begins while the others start, and goes on with what they have not taken.

    Args:
        job: What the others open.
        answer: What answers a question here, such as ``job.open()`` returns.
        questions: The questions.
        workers: How many processes work.

    Raises:
        ExplanansError: A process ended too early.
    """
    if workers == 1 or len(questions) <= _CHUNK:
        yield from map(answer, questions)
        return
    chunks = [questions[start : start + _CHUNK] for start in range(0, len(questions), _CHUNK)]
    with (
        TemporaryDirectory(prefix="explanans-") as folder,
        process_pool(workers - 1, _start, (job, folder)) as pool,
    ):
        started = [pool.submit(_answer_chunk, -1 - number, ()) for number in range(workers - 1)]
        done = 0
        while done < len(chunks) and not any(future.done() for future in started):
            yield from map(answer, chunks[done])
            done += 1
        yield from _shared(pool, answer, chunks[done:], Path(folder))


def _shared(
    pool: ProcessPoolExecutor, answer: Answer, chunks: Sequence[Sequence[Question]], folder: Path
) -> Iterator[str]:
    futures = [pool.submit(_answer_chunk, number, chunk) for number, chunk in enumerate(chunks)]
    own: dict[int, list[str]] = {}
    waiting = 0
    for number, future in enumerate(futures):
        while number not in own and not future.done():
            waiting = _first_waiting(futures, max(waiting, number))
            if waiting == len(futures):
                break
            own[waiting] = list(map(answer, chunks[waiting]))
            waiting += 1
        if number not in own:
            future.result()
            file = folder / str(number)
            own[number] = msgspec.msgpack.decode(file.read_bytes(), type=list[str])
            file.unlink()
        yield from own.pop(number)


def _first_waiting(futures: Sequence[Future[None]], start: int) -> int:
    """Take the first chunk that no process has begun, and return its number; how many there are where none waits."""
    return next((number for number in range(start, len(futures)) if futures[number].cancel()), len(futures))


_worker: tuple[Answer, Path] | None = None


def _start(job: Job, folder: str) -> None:
    global _worker  # noqa: PLW0603 - a worker process opens its knowledge base once
    _worker = job.open(), Path(folder)


def _answer_chunk(number: int, questions: Sequence[Question]) -> None:
    """Leave the answers in a file: through a pipe, a process that works itself would be slow to take megabytes."""
    if _worker is None:
        raise RuntimeError("the worker was not started")
    answer, folder = _worker
    (folder / str(number)).write_bytes(msgspec.msgpack.encode(list(map(answer, questions))))
