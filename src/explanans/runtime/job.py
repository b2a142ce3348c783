"""Jobs: what is to be done with many items, as every process that does it needs to know."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from explanans.errors import ExplanansError

_log = logging.getLogger(__name__)


class Item(NamedTuple):
    """One of many items.

    Attributes:
        id: Names it in complaints, and where its outcome is looked up later.
        value: The input of the job; a `Done` is passed through.
    """

    id: str
    value: Any


class OpenJob(NamedTuple):
    """A job that is opened in one process.

    Attributes:
        make: Returns the result of an item's value; an exception only affects this item.
        signature: The other inputs of the results: knowledge, parts, settings and version. It is the same in all
            processes of a job.
    """

    make: Callable[[Any], Any]
    signature: str


class Job(Protocol):
    """A job description. It is sent to other processes, so that it holds names and paths, not opened objects."""

    @property
    def label(self) -> str:
        """The work in a word, for progress."""
        ...

    def open(self) -> OpenJob:
        """Open whatever the work needs; done once in each process.

        Raises:
            InputError: A part is not there or of no use.
        """
        ...


class Failure(NamedTuple):
    """The outcome of an item that nothing could be made of.

    Attributes:
        reason: Why, in a sentence.
    """

    reason: str


class Done(NamedTuple):
    """The value of an item whose outcome is known."""

    made: Any


class Outcome(NamedTuple):
    """The outcome of an item.

    Attributes:
        made: Its result, or a `Failure`.
    """

    item: Item
    made: Any


class Executor(Protocol):
    """The workers of a job.

    Attributes:
        signature: That of the job; see `OpenJob`.
    """

    signature: str

    def outcomes(self, items: Iterator[Item]) -> Iterator[Outcome]:
        """Yield the outcome of each item, in order; items are taken a few ahead.

        Raises:
            ExplanansError: The work cannot go on.
        """
        ...


Encode = Callable[[str, Any, str], str]
"""Returns the text of an item's id, its result and the signature of the job."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A job whose outcomes are texts, and whose values are `named`.

    Attributes:
        encode: Makes the texts; a function of a module, for it is handed to other processes.
    """

    job: Job
    encode: Encode

    @property
    def label(self) -> str:
        """The label of the job."""
        return self.job.label

    def open(self) -> OpenJob:
        """Open the job.

        Raises:
            InputError: See `Job`.
        """
        make, signature = self.job.open()
        return OpenJob(lambda value: self.encode(value[0], make(value[1]), signature), signature)


def named(uid: str, value: Any) -> Item:
    """Return an item whose value comes with its id, as `Encoded` jobs take it."""
    return Item(uid, (uid, value))


def run_item(opened: OpenJob, value: Any) -> Any:
    """Return the result for an item, or the reason of its failure.

    Example:
        >>> run_item(OpenJob(lambda value: 1 / value, ""), 0)
        Failure(reason='ZeroDivisionError: division by zero')
    """
    if isinstance(value, Done):
        return value.made
    try:
        return opened.make(value)
    except ExplanansError as error:
        return Failure(str(error))
    except Exception as error:  # one item of a million must not stop the others
        _log.debug("an item failed", exc_info=True)
        return Failure(f"{type(error).__name__}: {error}")
