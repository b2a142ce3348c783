"""Batches of facts as arrays: the unit of parallel and resumable index builds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.errors import StorageError
from explanans.io.files import read_arrays
from explanans.language.tokens import content_lemmas
from explanans.structures.facts import Fact

_KIND = re.compile(r" (?:is|are) an? (?:kind|type|form|example) of ")
_SYNONYM = re.compile(r" (?:means?|(?:is|are) (?:similar to|the same as|another (?:name|word) for)) ")

KIND_OF, SYNONYMY = 1, 2
"""Results of ``relation`` for a hypernymy fact and for a synonymy fact."""


def sides(fact: Fact) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the content lemmas before and after the relation that a fact states.

    For a table row these are the first filled column and the rest. Otherwise *is a kind of* or *means* separates
    them; if neither occurs, the first lemma is the part before.

    Example:
        >>> sides(Fact("k1", "a frog is a kind of amphibian"))
        (('frog',), ('amphibian',))
    """
    shown = fact.cells if fact.is_row else ()
    cells = [content_lemmas(cell.text) for cell in shown if not cell.column.startswith(("[SKIP]", "[FILL]"))]
    filled = [cell for cell in cells if cell]
    if len(filled) > 1:
        return filled[0], tuple(chain.from_iterable(filled[1:]))
    match = _KIND.search(fact.text) or _SYNONYM.search(fact.text)
    if match:
        return content_lemmas(fact.text[: match.start()]), content_lemmas(fact.text[match.end() :])
    lemmas = content_lemmas(fact.text)
    return lemmas[:1], lemmas[1:]


def relation(text: str) -> int:
    """Return ``KIND_OF``, ``SYNONYMY`` or, for any other fact, 0.

    Example:
        >>> relation("a frog is a kind of amphibian"), relation("to melt means to become liquid"), relation("ice melts")
        (1, 2, 0)
    """
    return KIND_OF if _KIND.search(text) else SYNONYMY if _SYNONYM.search(text) else 0


_LINE = b"\n"
_decoder = msgspec.json.Decoder(Fact)


def id_hash(uid: str) -> int:
    """Return a 64-bit hash of a fact's id; the caller must check for collisions."""
    return int.from_bytes(blake2b(uid.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


@dataclass(frozen=True, slots=True)
class Batch:
    """Facts as arrays of numbers, with a vocabulary per batch.

    Attributes:
        lines: The facts, as one line of JSON each.
        ends: The end offset of the line of each fact; shape (facts,).
        ids: The ``id_hash`` of each fact; shape (facts,).
        terms: The lemmas, sorted, one per line.
        lemmas: The different lemmas of all facts, by fact and ascending; shape (entries,).
        counts: The frequency of each of them in its fact; shape (entries,).
        sizes: Number of different lemmas of each fact; shape (facts,).
        lengths: Number of lemmas of each fact, including repeats; shape (facts,).
        before: The lemmas before the relation of all facts, including repeats.
        before_sizes: Number of them of each fact; shape (facts,).
        after_sizes: Number of them of each fact; shape (facts,).
        relations: The ``relation`` of each fact; shape (facts,).
        deprecated: Whether each is superseded; shape (facts,).
        tables: The number of the table of each; shape (facts,).
    """

    lines: NDArray[np.uint8]
    ends: NDArray[np.int64]
    ids: NDArray[np.uint64]
    terms: NDArray[np.uint8]
    lemmas: NDArray[np.uint32]
    counts: NDArray[np.uint32]
    sizes: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    before: NDArray[np.uint32]
    before_sizes: NDArray[np.uint32]
    after: NDArray[np.uint32]
    after_sizes: NDArray[np.uint32]
    relations: NDArray[np.uint8]
    deprecated: NDArray[np.bool_]
    tables: NDArray[np.uint32]
    names: NDArray[np.uint8]

    @classmethod
    def of(cls, lines: bytes) -> Self:
        """Return the batch of facts in JSON lines."""
        facts = [_decoder.decode(line) for line in lines.split(_LINE)[:-1]]
        numbers: dict[str, int] = {}
        texts = [[numbers.setdefault(lemma, len(numbers)) for lemma in content_lemmas(fact.text)] for fact in facts]
        stated = [sides(fact) for fact in facts]
        before, after = (
            [[numbers.setdefault(lemma, len(numbers)) for lemma in side[which]] for side in stated] for which in (0, 1)
        )
        terms = sorted(numbers)
        order = np.zeros(len(terms), dtype=np.uint32)
        order[np.array([numbers[term] for term in terms], dtype=np.intp)] = np.arange(len(terms))
        lemmas, counts, sizes = _distinct(_flat(texts, order), _sizes(texts), len(terms))
        tables: dict[str, int] = {}
        encoded = np.frombuffer(lines, dtype=np.uint8)
        return cls(
            lines=encoded,
            ends=np.flatnonzero(encoded == _LINE[0]) + 1,
            ids=np.array([id_hash(fact.id) for fact in facts], dtype=np.uint64),
            terms=np.frombuffer("\n".join(terms).encode(), dtype=np.uint8),
            lemmas=lemmas,
            counts=counts,
            sizes=sizes,
            lengths=_sizes(texts),
            before=_flat(before, order),
            before_sizes=_sizes(before),
            after=_flat(after, order),
            after_sizes=_sizes(after),
            relations=np.array([relation(fact.text) for fact in facts], dtype=np.uint8),
            deprecated=np.array([fact.deprecated for fact in facts], dtype=np.bool_),
            tables=np.array([tables.setdefault(fact.table, len(tables)) for fact in facts], dtype=np.uint32),
            names=np.frombuffer(msgspec.json.encode(list(tables)), dtype=np.uint8),
        )

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def vocabulary(self) -> list[str]:
        """The lemmas, by number."""
        return self.terms.tobytes().decode().split("\n") if len(self.terms) else []

    @property
    def table_names(self) -> list[str]:
        """The names of the tables, by number."""
        return msgspec.json.decode(self.names.tobytes(), type=list[str])

    def line(self, number: int) -> bytes:
        """Return the line of a fact, including its line feed."""
        start = int(self.ends[number - 1]) if number else 0
        return self.lines[start : int(self.ends[number])].tobytes()

    def only(self, kept: NDArray[np.bool_]) -> Self:
        """Return the facts of a mask of shape (facts,), with the same vocabulary."""
        if kept.all():
            return self
        by_fact = {
            "lines": np.diff(self.ends, prepend=0),
            "lemmas": self.sizes,
            "counts": self.sizes,
            "before": self.before_sizes,
            "after": self.after_sizes,
        }
        whole: dict[str, NDArray[Any]] = {"terms": self.terms, "names": self.names}
        for field in fields(self):
            if field.name not in whole:
                values = getattr(self, field.name)
                mask = np.repeat(kept, by_fact[field.name]) if field.name in by_fact else kept
                whole[field.name] = values[mask]
        whole["ends"] = np.cumsum(np.diff(self.ends, prepend=0)[kept])
        return type(self)(**whole)

    def save(self, path: Path) -> None:
        """Write the batch into a ``.npz`` file."""
        with path.open("wb") as file:
            np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read a batch from a file.

        Raises:
            StorageError: It cannot be read, or is damaged.
        """
        try:
            arrays = read_arrays(path)
            return cls(**{field.name: arrays[field.name] for field in fields(cls)})
        except (OSError, ValueError, KeyError) as error:
            accepted = "accepted: what `explanans kb build` has left there, or none of it"
            raise StorageError(f"{path}: damaged ({error}); {accepted}") from None


def _sizes(rows: Sequence[Sequence[int]]) -> NDArray[np.uint32]:
    return np.fromiter(map(len, rows), dtype=np.uint32, count=len(rows))


def _flat(rows: Sequence[Sequence[int]], order: NDArray[np.uint32]) -> NDArray[np.uint32]:
    numbers = np.fromiter((number for row in rows for number in row), dtype=np.int64)
    return order[numbers]


def _distinct(
    columns: NDArray[np.uint32], sizes: NDArray[np.uint32], width: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the different columns of each row, ascending, their frequencies, and their number per row."""
    places = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes) * max(width, 1) + columns
    places, counts = np.unique(places, return_counts=True)
    rows, distinct = np.divmod(places, max(width, 1))
    lengths = np.bincount(rows, minlength=len(sizes))
    return distinct.astype(np.uint32), counts.astype(np.uint32), lengths.astype(np.uint32)
