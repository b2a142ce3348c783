"""One item or many, worked through in order, by one process or several, and encoded as lines of output files."""

from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import msgspec

from explanans.formats import answers, jsonl, records, runs
from explanans.runtime.job import Item, Job
from explanans.runtime.progress import track
from explanans.runtime.writing import WorkerConfig, all_made, outcomes
from explanans.structures.explanations import Candidates, Explanation
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.rankings import Ranking
from explanans.structures.verdicts import ClaimVerdict

if TYPE_CHECKING:
    import distributed


class ParallelOptions(TypedDict, total=False):
    """By whom many items are worked through.

    Attributes:
        workers: How many processes share them, this one counted.
        cluster: The address of a Dask scheduler, or a client of one, whose workers do it all.
        keep_going: Whether to yield a ``Failure`` for an item that nothing can be made of, and go on; else it raises.
    """

    workers: int
    cluster: "str | distributed.Client | None"
    keep_going: bool


class SplitOptions(NamedTuple):
    """Keyword arguments of a function of the API, split by purpose.

    Attributes:
        keep_going: Whether to continue if an item fails.
    """

    hands: WorkerConfig
    keep_going: bool
    parts: dict[str, Any]


def split_options(given: Mapping[str, Any]) -> SplitOptions:
    """Split keyword arguments into those for parallel work and all others.

    Example:
        >>> split_options({"workers": 2, "ranker": "bm25"})
        SplitOptions(hands=WorkerConfig(workers=2, cluster=None), keep_going=False, parts={'ranker': 'bm25'})
    """
    parts = dict(given)
    hands = WorkerConfig(parts.pop("workers", 1), parts.pop("cluster", None))
    return SplitOptions(hands, bool(parts.pop("keep_going", False)), parts)


def map_items(items: Iterable[Any], job: Job, sharing: SplitOptions) -> Iterator[Any]:
    """Return the result of each item, in order, with a progress bar if wanted and the number is known.

    Raises:
        InputError: The job cannot be opened, or an item fails and is not to be passed over.
    """
    total = len(items) if isinstance(items, Sized) else None
    hands, keep_going, _ = sharing
    if hands == WorkerConfig() and not keep_going:
        return map(job.open().make, track(items, job.label, total))
    numbered = (Item(f"item {number}", item) for number, item in enumerate(items, 1))
    found = track(outcomes(job, numbered, hands), job.label, total)
    return (outcome.made for outcome in found) if keep_going else all_made(found)


def explanation_line(uid: str, made: Explanation, signature: str) -> str:  # noqa: ARG001 - it has both itself
    """Return an explanation as a line of JSON, without the time it took, so that files are reproducible."""
    return f"{records.encode(replace(made, milliseconds=None))}\n"


def answers_line(uid: str, made: Candidates, signature: str) -> str:  # noqa: ARG001 - it has both itself
    """Return the judged answers to a question as a line of JSON."""
    return f"{answers.encode_answers(made)}\n"


def run_lines(uid: str, made: Ranking, signature: str) -> str:  # noqa: ARG001 - a run file has no place for either
    """Return a ranking as lines of a TextGraphs run file."""
    return runs.encode(made)


def ranking_line(uid: str, made: Ranking, signature: str) -> str:  # noqa: ARG001 - it has the id itself
    """Return a ranking with its scores as a line of JSON."""
    return _signed(msgspec.json.decode(jsonl.encode(made)), signature)


def verdict_line(uid: str, made: ClaimVerdict, signature: str) -> str:
    """Return the verdict on a claim as a line of JSON."""
    return _signed({"id": uid, **records.claim_record(made)}, signature)


def graph_line(uid: str, made: ExplanationGraph, signature: str) -> str:
    """Return an explanation graph as a line of JSON."""
    return _signed(msgspec.json.decode(jsonl.encode(replace(made, id=uid))), signature)


def _signed(record: dict[str, object], signature: str) -> str:
    return msgspec.json.encode({**record, "signature": signature}).decode() + "\n"
