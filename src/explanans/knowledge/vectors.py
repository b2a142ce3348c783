"""Sentence vectors of facts, quantised to bytes and memory-mapped; those of the starter base are shipped."""

import logging
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.io.files import cache_folder
from explanans.knowledge.arrays import ArrayWriter, Joined, mapped_array
from explanans.knowledge.lexicon import top
from explanans.knowledge.scratch import remove_abandoned, workplace_beside
from explanans.learning.embedder import Embedder, TextEncoder
from explanans.learning.static import STATIC, StaticEmbedder
from explanans.runtime.progress import track
from explanans.structures.facts import Fact

HOME = Path(__file__).parent / "starter" / "vectors"
"""The folder of the vectors; ``python tools/starter_vectors.py`` writes it."""


class KnownVectors:
    """The vectors of some texts, as bytes, found by the texts.

    Args:
        digests: The digest of each text, ascending; shape (texts,).
        codes: Its vector; shape (texts, width).
    """

    def __init__(self, digests: NDArray[np.uint64], codes: NDArray[np.int8]) -> None:
        self._digests = digests
        self._codes = codes

    @classmethod
    def of(cls, texts: Sequence[str], codes: NDArray[np.int8]) -> Self:
        """Return the vectors of texts.

        Args:
            codes: Their vectors as bytes; shape (texts, width).
        """
        digests, places = np.unique(_digests(texts), return_index=True)
        return cls(digests, codes[places])

    def find(self, texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
        """Return which of some texts are known, and the vectors of these; shapes (texts,) and (known, width)."""
        wanted = _digests(texts)
        places = np.minimum(np.searchsorted(self._digests, wanted), max(len(self._digests) - 1, 0))
        found = self._digests[places] == wanted if len(self._digests) else np.zeros(len(texts), dtype=np.bool_)
        return found, self._codes[places[found]]

    def save(self, folder: Path, embedder: str) -> None:
        """Write the vectors into a folder."""
        np.save(folder / f"{embedder}-texts.npy", self._digests, allow_pickle=False)
        np.save(folder / f"{embedder}-codes.npy", self._codes, allow_pickle=False)


@cache
def starter_vectors(embedder: str) -> KnownVectors | None:
    """Return the vectors of the starter base's facts and questions; None if they are of another embedder.

    Args:
        embedder: The name of the embedder whose vectors are wanted.
    """
    digests, codes = HOME / f"{embedder}-texts.npy", HOME / f"{embedder}-codes.npy"
    if not (digests.is_file() and codes.is_file()):
        return None
    return KnownVectors(np.load(digests, allow_pickle=False), np.load(codes, allow_pickle=False))


def _digests(texts: Sequence[str]) -> NDArray[np.uint64]:
    return np.array([int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) for text in texts], dtype=np.uint64)


_log = logging.getLogger(__name__)

UNRELATED = 0.3
"""Cosine below which sentences count as unrelated."""

_LARGEST = 127
_LENGTH = 6000.0
"""Norm of a query before rounding: with twice the norm, products might exceed 24 bits."""
_ROWS = 4096
"""Vectors written at once."""
_COMPARED = 1 << 16
"""Components compared at once: as 32-bit floats they fit into the cache of a processor."""
_SHOWN = 512
"""Vectors computed per update of the progress bar."""
LARGE = 50_000
"""Maximum number of facts of an index whose vectors are all made by the network: more take minutes."""
MANY = 100_000
"""Minimum number of vectors of which only the nearest are returned."""


def index_embedder(facts: int) -> TextEncoder:
    """Return the encoder of the vectors of an index: the shipped network, of many facts its static vectors."""
    shipped = Embedder.shipped()
    return shipped if facts <= LARGE else StaticEmbedder.of(shipped)


def opened_embedder(name: str) -> TextEncoder | None:
    """Return the encoder of an index by its name; None if the package has another one."""
    shipped = Embedder.shipped()
    if name.startswith(STATIC):
        return StaticEmbedder.of(shipped) if name == f"{STATIC}{shipped.name}" else None
    return shipped if name == shipped.name else None


class Vectors:
    """Unit vectors of texts, quantised to bytes.

    The components are integers from -127 to 127. Dot products are sums of integers below 2**24, which 32-bit floats
    represent exactly in any order of addition.

    Args:
        codes: The bytes, in at least one array; shape (texts, width).
    """

    def __init__(self, *codes: NDArray[np.int8]) -> None:
        self._codes = Joined(codes)

    def __len__(self) -> int:
        return len(self._codes)

    @classmethod
    def of(cls, vectors: NDArray[np.float32]) -> "Vectors":
        """Return quantised vectors of shape (texts, width)."""
        return cls(quantised(vectors))

    def cosines(self, queries: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every vector with each query.

        Args:
            queries: Unit vectors; shape (queries, width).

        Returns:
            Cosines; shape (texts, queries).

        Example:
            >>> vectors = Vectors.of(np.array([[1, 0], [1, 1]], dtype=np.float32))
            >>> vectors.cosines(np.array([[0, 1]], dtype=np.float32)).round(3).tolist()
            [[0.0], [0.707]]
        """
        whole = np.rint(queries * _LENGTH).astype(np.float32)
        products = np.empty((len(self), len(whole)), dtype=np.float32)
        for start, block in self._blocks():
            products[start : start + len(block)] = block @ whole.T
        return np.asarray(products / (self._lengths[:, None] * _LENGTH), dtype=np.float64)

    def nearest(self, query: NDArray[np.float32], count: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return vectors and their cosines with a query: all of them, or the nearest ones in a large index.

        Args:
            query: A unit vector; shape (width,).
            count: Number of vectors in a large index.

        Returns:
            Their numbers, ascending, and their cosines; shapes (found,).
        """
        cosines = self.cosines(query[None])[:, 0]
        if compared_exactly(len(self)):
            return np.arange(len(self)), cosines
        best = np.sort(top(cosines, count))
        return best, cosines[best]

    def codes(self, numbers: NDArray[np.intp]) -> NDArray[np.int8]:
        """Return some of the vectors as bytes; shape (numbers, width)."""
        return self._codes[numbers]

    def rows(self, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return some of the vectors; shape (numbers, width)."""
        codes = self.codes(numbers)
        return np.asarray(codes / _norms(codes.astype(np.float32))[:, None], dtype=np.float64)

    @cached_property
    def _lengths(self) -> NDArray[np.float64]:
        lengths = np.empty(len(self))
        for start, block in self._blocks():
            lengths[start : start + len(block)] = _norms(block)
        return lengths

    def _blocks(self) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Yield the vectors in blocks, each with the number of its first vector and valid until the next one."""
        first = 0
        for codes in self._codes.parts:
            rows = max(_COMPARED // max(codes.shape[1], 1), 1)
            room = np.empty((min(rows, len(codes)), codes.shape[1]), dtype=np.float32)
            for start in range(0, len(codes), rows):
                block = room[: len(codes) - start]
                np.copyto(block, codes[start : start + rows])
                yield first + start, block
            first += len(codes)


def compared_exactly(count: int) -> bool:
    """Return whether a number of vectors is small enough to compare all of them."""
    return count < MANY


def _norms(block: NDArray[np.float32]) -> NDArray[np.float64]:
    lengths: NDArray[np.float64] = np.linalg.norm(block, axis=1).astype(np.float64)
    lengths[lengths == 0] = 1.0
    return lengths


def quantised(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return vectors as bytes, each scaled so that its largest component is 127 or -127; norms are lost.

    Args:
        vectors: Any vectors; shape (texts, width).

    Example:
        >>> quantised(np.array([[0.6, -0.8]], dtype=np.float32)).tolist()
        [[95, -127]]
    """
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0)
    return np.rint(vectors * (_LARGEST / np.where(largest > 0, largest, 1))).astype(np.int8)


def write_vectors(embedder: TextEncoder, facts: Sequence[Fact], file: Path, place: Path | None = None) -> None:
    """Write the vectors of facts into a file, a few hundred at a time.

    Args:
        file: The file, which is complete only after the return.
        place: A folder for partial work, possibly with work from before an interruption; that of the file if None.
    """
    codes = (file.parent if place is None else place) / f"{embedder.name}.codes"
    with codes.open("ab") as written:
        done = written.tell() // (embedder.width * _SHOWN) * _SHOWN
        written.truncate(done * embedder.width)
        for _, block in _embedded(embedder, facts, done):
            written.write(block.tobytes())
            written.flush()
    made = np.memmap(codes, np.int8, "r", shape=(len(facts), embedder.width)) if len(facts) else np.zeros(0, np.int8)
    with ArrayWriter(file, np.int8, embedder.width) as writer:
        for start in range(0, len(facts), _ROWS):
            writer.add(made[start : start + _ROWS])
    del made
    codes.unlink()


def read_vectors(files: Sequence[Path], count: int, width: int) -> Vectors | None:
    """Return the memory-mapped vectors of files; None if one is missing or does not match."""
    parts: list[NDArray[np.int8]] = []
    for file in files:
        try:
            codes = mapped_array(file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            _log.warning("%s: damaged (%s); making it again", file, error)
            return None
        if codes.shape[1:] != (width,) or codes.dtype != np.int8:
            return None
        parts.append(codes)
    return Vectors(*parts) if sum(map(len, parts)) == count else None


def cached_vectors(embedder: TextEncoder, count: int, content: str) -> Vectors | None:
    """Return vectors from the cache; None if they are not there."""
    return read_vectors([_cached_file(embedder, content)], count, embedder.width)


def _cached_file(embedder: TextEncoder, content: str) -> Path:
    return cache_folder() / "vectors" / f"{content}-{embedder.name}.npy"


def kept_vectors(embedder: TextEncoder, facts: Sequence[Fact], content: str) -> Vectors:
    """Return the vectors of facts from the cache, which are computed and written if missing.

    If the cache cannot be written, they stay in memory.
    """
    found = cached_vectors(embedder, len(facts), content)
    if found is not None:
        return found
    file = _cached_file(embedder, content)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        remove_abandoned(file.parent, f".{file.name}.*")
        with workplace_beside(file) as workplace:
            write_vectors(embedder, facts, workplace / file.name)
            (workplace / file.name).replace(file)
    except OSError as error:
        _log.warning("the vectors of %d facts are not kept: %s", len(facts), error)
    return cached_vectors(embedder, len(facts), content) or passing_vectors(embedder, facts)


def passing_vectors(embedder: TextEncoder, facts: Sequence[Fact]) -> Vectors:
    """Return the vectors of facts without caching."""
    blocks = [block for _, block in _embedded(embedder, facts)]
    return Vectors(np.concatenate(blocks or [np.zeros((0, embedder.width), dtype=np.int8)]))


def _embedded(embedder: TextEncoder, facts: Sequence[Fact], first: int = 0) -> Iterator[tuple[int, NDArray[np.int8]]]:
    """Yield blocks of vectors of the facts from ``first`` on, each with the number of its first fact."""
    starts = range(first, len(facts), _SHOWN)
    for start in track(starts, "Reading for meaning", len(starts)):
        yield start, codes_of(embedder, [fact.text for fact in facts[start : start + _SHOWN]])


def codes_of(embedder: TextEncoder, texts: Sequence[str]) -> NDArray[np.int8]:
    """Return the vectors of texts as bytes; shape (texts, width)."""
    known = starter_vectors(embedder.name)
    if known is None:
        return quantised(embedder.embed(texts))
    codes = np.empty((len(texts), embedder.width), dtype=np.int8)
    found, codes_found = known.find(texts)
    codes[found] = codes_found
    codes[~found] = quantised(
        embedder.embed([text for text, has in zip(texts, found.tolist(), strict=True) if not has])
    )
    return codes
