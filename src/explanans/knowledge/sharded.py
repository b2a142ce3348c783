"""The client side of a sharded index: requests to shards, one per segment, and the merge of their results.

Fact numbers, weights and frequencies are global, so that scores equal those of a local index. For large indexes, only
the best facts of each shard are transferred.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.knowledge import pruned
from explanans.knowledge.lexicon import Vocabulary, top
from explanans.knowledge.pruned import Plan
from explanans.knowledge.records import Terms, joined_ids, joined_numbers, mapped
from explanans.knowledge.segment_writer import KINDS
from explanans.knowledge.shard import ROWS, Near, ShardStatistics
from explanans.knowledge.vectors import Vectors, compared_exactly
from explanans.learning.sparse import SparseMatrix
from explanans.structures.facts import Fact

_REMEMBERED = 20_000
"""Maximum number of cached facts."""
_BLOCK = 1024
"""Facts per request in an iteration over all facts."""


class Request(NamedTuple):
    """A request to a shard.

    Attributes:
        what: The name of a method of ``Shard``.
    """

    shard: int
    what: str
    arguments: tuple[Any, ...] = ()


class ShardClient(Protocol):
    """A client of the shards of an index."""

    def ask(self, requests: Sequence[Request]) -> list[Any]:
        """Return the results of requests, which the shards process in parallel.

        Raises:
            ExplanansError: A shard does not answer.
        """
        ...


class _Spread:
    """Facts distributed over shards."""

    def __init__(self, holders: ShardClient, sizes: Sequence[int]) -> None:
        self._holders = holders
        self.starts = np.cumsum([0, *sizes])

    def __len__(self) -> int:
        return int(self.starts[-1])

    def ask(self, requests: Sequence[Request]) -> list[Any]:
        """Return the results of requests; see ``ShardClient``."""
        return self._holders.ask(requests)

    def all(self, what: str, *arguments: Any) -> list[Any]:
        """Return the results of the same request to all shards."""
        return self._holders.ask([Request(shard, what, arguments) for shard in range(len(self.starts) - 1)])

    def parted(self, numbers: NDArray[np.integer]) -> list[tuple[int, NDArray[np.intp], NDArray[np.intp]]]:
        """Return each shard with any of the facts, their positions in ``numbers``, and their numbers in the shard."""
        owners = np.searchsorted(self.starts, numbers, side="right") - 1
        return [
            (shard, places := np.flatnonzero(owners == shard), numbers[places].astype(np.intp) - self.starts[shard])
            for shard in np.unique(owners).tolist()
        ]

    def about(self, what: str, numbers: NDArray[np.integer], *first: Any) -> Iterator[tuple[NDArray[np.intp], Any]]:
        """Send a request about facts to their shards; yield their positions in ``numbers`` and the result."""
        parts = self.parted(numbers)
        answers = self._holders.ask([Request(shard, what, (*first, own)) for shard, _, own in parts])
        return zip((places for _, places, _ in parts), answers, strict=True)


class ShardedFacts(Sequence[Fact]):
    """The facts, fetched on access."""

    def __init__(self, spread: _Spread) -> None:
        self._spread = spread
        self._decoder = msgspec.json.Decoder(Fact)
        self._met: dict[int, Fact] = {}

    def __len__(self) -> int:
        return len(self._spread)

    @overload
    def __getitem__(self, number: int) -> Fact: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Fact]: ...

    def __getitem__(self, number: int | slice) -> Fact | Sequence[Fact]:
        if isinstance(number, slice):
            return self.several(np.arange(*number.indices(len(self))))
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        return self.several(np.array([number % len(self)]))[0]

    def __iter__(self) -> Iterator[Fact]:
        for start in range(0, len(self), _BLOCK):
            yield from self[start : start + _BLOCK]

    def several(self, numbers: NDArray[np.integer]) -> list[Fact]:
        """Return the facts of numbers; recent ones are cached."""
        wanted = numbers.tolist()
        if len(self._met) > _REMEMBERED:
            self._met.clear()
        found = {number: self._met[number] for number in wanted if number in self._met}
        new = np.array([number for number in dict.fromkeys(wanted) if number not in found], dtype=np.intp)
        for places, lines in self._spread.about("lines", new):
            found.update(zip(new[places].tolist(), map(self._decoder.decode, lines), strict=True))
        self._met.update(found)
        return [found[number] for number in wanted]


class ShardedArray:
    """An array with one number per fact."""

    def __init__(self, spread: _Spread, name: str) -> None:
        self._spread, self._name = spread, name

    def __len__(self) -> int:
        return len(self._spread)

    def __getitem__(self, numbers: NDArray[np.integer]) -> NDArray[Any]:
        """Return the entries at indices of shape (wanted,)."""
        found: NDArray[Any] | None = None
        for places, values in self._spread.about("values", numbers, self._name):
            found = np.zeros(len(numbers), dtype=values.dtype) if found is None else found
            found[places] = self._read(values, places, numbers)
        return np.zeros(0, dtype=np.uint32) if found is None else found

    def _read(self, values: NDArray[Any], places: NDArray[np.intp], numbers: NDArray[np.integer]) -> NDArray[Any]:  # noqa: ARG002
        return values


class _Tables(ShardedArray):
    """The table number of each fact; numbers of shards are mapped to global ones."""

    def __init__(self, spread: _Spread, order: Sequence[NDArray[np.uint32]]) -> None:
        super().__init__(spread, "tables")
        self._order = order

    def _read(self, values: NDArray[Any], places: NDArray[np.intp], numbers: NDArray[np.integer]) -> NDArray[Any]:
        shard = int(np.searchsorted(self._spread.starts, numbers[places[0]], side="right")) - 1
        numbered: NDArray[np.uint32] = self._order[shard][values]
        return numbered


class ShardedRows:
    """Rows of a matrix; see ``JoinedRows``."""

    def __init__(self, spread: _Spread, name: str, width: int) -> None:
        self._spread, self._name, self._width = spread, name, width

    def __len__(self) -> int:
        return len(self._spread)

    def __getitem__(self, numbers: NDArray[np.integer]) -> SparseMatrix:
        """Return the rows at indices of shape (wanted,) as a matrix of shape (wanted, width)."""
        answers = list(self._spread.about("rows", numbers, self._name))
        lengths = np.zeros(len(numbers), dtype=np.intp)
        for places, (held, _, _) in answers:
            lengths[places] = held
        ends = np.cumsum(lengths)
        columns = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.int32)
        weights = np.zeros(len(columns))
        for places, (held, own, own_weights) in answers:
            first = (ends - lengths)[places]
            into = np.repeat(first - (np.cumsum(held) - held), held) + np.arange(len(own))
            columns[into], weights[into] = own, own_weights
        return SparseMatrix(weights, columns, np.concatenate([[0], ends]), (len(numbers), self._width))


class ShardedTies:
    """Lemmas related to a lemma by facts; see ``Ties``."""

    def __init__(self, spread: _Spread, name: str) -> None:
        self._spread, self._name = spread, name

    def of(self, lemmas: Sequence[int]) -> NDArray[np.intp]:
        """Return the numbers of the lemmas related to any of the given ones, possibly repeated."""
        return np.concatenate(self._spread.all("ties", self._name, list(map(int, lemmas))))


class ShardedLexicon:
    """The inverted index; see ``Lexicons``."""

    def __init__(self, spread: _Spread) -> None:
        self._spread = spread

    @property
    def size(self) -> int:
        """The number of facts."""
        return len(self._spread)

    def similarities(self, terms: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every fact with a query; shape (facts,)."""
        return np.concatenate(self._spread.all("similarities", terms, weights))

    def holders(self, term: int) -> NDArray[np.uint32]:
        """Return the facts that contain a lemma, ascending."""
        return self.postings(term)[0]

    def postings(self, term: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return the facts that contain a lemma, ascending, and its weight in each."""
        return self.several([term])[0]

    def several(self, terms: Sequence[int]) -> list[tuple[NDArray[np.uint32], NDArray[np.float32]]]:
        """Return the ``postings`` of each lemma."""
        found = self._spread.all("postings", list(terms))
        starts = [np.uint32(start) for start in self._spread.starts.tolist()]
        return [
            (
                np.concatenate([own + start for start, (own, _) in zip(starts, parts, strict=False)]),
                np.concatenate([weights for _, weights in parts]),
            )
            for parts in zip(*found, strict=True)
        ]

    def frequency(self, term: int) -> int:
        """Return the number of facts that contain a lemma."""
        return int(self.frequencies(np.array([term]))[0])

    def frequencies(self, terms: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the number of facts that contain each lemma; shape (terms,)."""
        return np.asarray(np.sum(self._spread.all("frequencies", terms), axis=0, dtype=np.int64))

    def nearest(self, plan: Plan, also: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return the facts with the highest cosines to a query, ascending, and the cosines; see ``pruned``."""
        steps = plan.steps(*self._climbed(plan))
        parted = {shard: (places, own) for shard, places, own in self._spread.parted(also)}
        nowhere = np.empty(0, dtype=np.intp)
        asked = [
            Request(shard, "near", (plan.lemmas, plan.weights, steps, parted.get(shard, (nowhere, nowhere))[1]))
            for shard in range(len(self._spread.starts) - 1)
        ]
        found: list[Near] = self._spread.ask(asked)
        numbers = np.concatenate([own.numbers + start for own, start in zip(found, self._spread.starts, strict=False)])
        cosines = np.concatenate([own.cosines for own in found])
        if len(numbers) > pruned.WEIGHED:
            # Ties are broken by the order in which a local index finds the facts.
            order = np.lexsort((numbers, np.concatenate([own.when for own in found])))
            kept = order[top(np.concatenate([own.sums for own in found])[order], pruned.WEIGHED)]
            numbers, cosines = numbers[kept], cosines[kept]
        for shard, (places, _) in parted.items():
            numbers = np.concatenate([numbers, also[places]])
            cosines = np.concatenate([cosines, found[shard].also])
        numbers, first = np.unique(numbers.astype(np.intp), return_index=True)
        return numbers, cosines[first]

    def _climbed(self, plan: Plan) -> tuple[Any, Any]:
        """Return the arguments of ``Plan.steps``, which request more of the shards if necessary."""
        known: list[tuple[list[int], list[NDArray[np.float64]]]] = []
        fetched = -1

        def fetch(steps: int) -> None:
            nonlocal fetched
            if steps > fetched:
                fetched = max(steps, min(plan.surely(), len(plan.lemmas))) if fetched < 0 else len(plan.lemmas)
                known[:] = self._spread.all("climbed", plan.lemmas, plan.weights, fetched)

        def met(steps: int) -> int:
            fetch(steps)
            return sum(own[steps] for own, _ in known)

        def best(steps: int) -> float:
            fetch(steps)
            sums = np.concatenate([highest[steps] for _, highest in known])
            return float(np.partition(sums, len(sums) - pruned.ENOUGH)[len(sums) - pruned.ENOUGH])

        return met, best


class ShardedVectors:
    """The vectors of the facts; see ``Vectors``."""

    def __init__(self, spread: _Spread) -> None:
        self._spread = spread

    def __len__(self) -> int:
        return len(self._spread)

    def cosines(self, queries: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every vector with each query; shape (facts, queries)."""
        return np.concatenate(self._spread.all("cosines", queries))

    def nearest(self, query: NDArray[np.float32], count: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return vectors and their cosines with a query: all of them, or the nearest ones in a large index."""
        if compared_exactly(len(self)):
            return np.arange(len(self)), self.cosines(query[None])[:, 0]
        found = self._spread.all("nearest", query, count)
        numbers = np.concatenate([own + start for start, (own, _) in zip(self._spread.starts, found, strict=False)])
        cosines = np.concatenate([own for _, own in found])
        order = np.argsort(numbers)
        numbers, cosines = numbers[order], cosines[order]
        best = np.sort(top(cosines, count))
        return numbers[best], cosines[best]

    def rows(self, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return some of the vectors; shape (numbers, width)."""
        if not len(numbers):
            return self.rows(np.zeros(1, dtype=np.intp))[:0]  # an empty array of the right width
        found = np.zeros((len(numbers), 0))
        for places, rows in self._spread.about("vectors", numbers):
            found = found if found.shape[1] else np.zeros((len(numbers), rows.shape[1]))
            found[places] = rows
        return found


AnyVectors = Vectors | ShardedVectors
"""The vectors of facts, local or sharded."""


class ShardedSegments:
    """The facts of a sharded index, with the attributes of ``Segments``."""

    def __init__(self, folder: Path, holders: ShardClient, count: int) -> None:
        statistics: list[ShardStatistics] = holders.ask([Request(shard, "statistics") for shard in range(count)])
        spread = _Spread(holders, [own.facts for own in statistics])
        self._spread = spread
        self.folders = (folder,)
        self.facts = ShardedFacts(spread)
        added = [term for own in statistics for term in own.terms.decode().split("\n")[:-1]]
        terms = Terms(mapped(folder / "terms.txt"), np.load(folder / "terms.starts.npy", mmap_mode="r"), added)
        idf = np.load(folder / "idf.npy", mmap_mode="r")
        self.vocabulary = Vocabulary(terms, np.concatenate([idf, *(own.idf for own in statistics)]) if added else idf)
        width = len(terms)
        self.lexicon = ShardedLexicon(spread)
        self.lemmas, self.subjects, self.objects = (ShardedRows(spread, name, width) for name in ROWS)
        self.relations = ShardedArray(spread, "relations")
        self.deprecated = np.concatenate(
            [np.unpackbits(own.deprecated, count=own.facts).astype(np.bool_) for own in statistics]
        )
        numbers: dict[str, int] = {}
        for name, _ in (listed for own in statistics for listed in own.tables):
            numbers.setdefault(name, len(numbers))
        self.tables = _Tables(
            spread, [np.array([numbers[name] for name, _ in own.tables], np.uint32) for own in statistics]
        )
        self.table_sizes = np.zeros(len(numbers))
        for name, size in (listed for own in statistics for listed in own.tables):
            self.table_sizes[numbers[name]] += size
        self.broader, self.narrower, self.alike = (ShardedTies(spread, name) for name in KINDS)
        self.vectors = ShardedVectors(spread)

    def numbers(self, ids: Sequence[str], removed: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return the numbers of facts; -1 if there is no such fact; see ``Segments``."""
        parts = zip(self._spread.starts.tolist(), self._spread.all("numbers", list(ids)), strict=False)
        return joined_numbers(parts, len(ids), removed)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of every fact."""
        return joined_ids(self._spread.all("ids"))
