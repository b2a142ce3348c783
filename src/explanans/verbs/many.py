"""One item or many, worked through in order, by this process, several, or a cluster."""

from collections.abc import Iterable, Iterator, Mapping, Sized
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from explanans.batch.crews import Hands
from explanans.batch.job import Item, Job
from explanans.batch.writing import all_made, outcomes
from explanans.progress import track

if TYPE_CHECKING:
    import distributed


class Sharing(TypedDict, total=False):
    """By whom many items are worked through.

    Attributes:
        workers: How many processes share them, this one counted.
        cluster: The address of a Dask scheduler, or a client of one, whose workers do it all.
        keep_going: Whether to yield a ``Failure`` for an item that nothing can be made of, and go on; else it raises.
    """

    workers: int
    cluster: "str | distributed.Client | None"
    keep_going: bool


class Shared(NamedTuple):
    """What a verb was given, apart.

    Attributes:
        hands: By whom.
        keep_going: Whether to go on where an item fails.
        parts: All else.
    """

    hands: Hands
    keep_going: bool
    parts: dict[str, Any]


def shared(given: Mapping[str, Any]) -> Shared:
    """Part what was given into by whom many items are worked through, and all else.

    Args:
        given: What was given.

    Example:
        >>> shared({"workers": 2, "ranker": "bm25"})
        Shared(hands=Hands(workers=2, cluster=None), keep_going=False, parts={'ranker': 'bm25'})
    """
    parts = dict(given)
    hands = Hands(parts.pop("workers", 1), parts.pop("cluster", None))
    return Shared(hands, bool(parts.pop("keep_going", False)), parts)


def each(items: Iterable[Any], job: Job, sharing: Shared) -> Iterator[Any]:
    """Return what is made of each item, in order; where their number is known, progress shows if it is wanted.

    Args:
        items: The items.
        job: Makes something of each.
        sharing: By whom.

    Raises:
        InputError: The job cannot be opened, or an item fails and is not to be passed over.
    """
    total = len(items) if isinstance(items, Sized) else None
    hands, keep_going, _ = sharing
    if hands == Hands() and not keep_going:
        return map(job.open().make, track(items, job.label, total))
    numbered = (Item(f"item {number}", item) for number, item in enumerate(items, 1))
    found = track(outcomes(job, numbered, hands), job.label, total)
    return (outcome.made for outcome in found) if keep_going else all_made(found)
