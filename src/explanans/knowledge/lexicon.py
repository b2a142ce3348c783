"""An inverted index whose documents are unit vectors of BM25 weights, and the highest of many scores."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.arrays import mapped_array

_SATURATION = 0.5
_LENGTH_NORMALISATION = 0.3
"""BM25's k1 and b, chosen on WorldTree's training questions; facts are short, so that both matter little."""


class Documents:
    """Documents that are gathered to be indexed, in arrays of numbers, so that millions of them fit into memory.

    Args:
        numbers: The numbers of the terms met so far, which other documents may share; it grows as documents are added.
    """

    def __init__(self, numbers: dict[str, int] | None = None) -> None:
        self.numbers: dict[str, int] = {} if numbers is None else numbers
        self._terms, self._lengths = array("I"), array("I")

    def add(self, terms: Iterable[str]) -> None:
        """Add one document."""
        before = len(self._terms)
        self._terms.extend([self.numbers.setdefault(term, len(self.numbers)) for term in terms])
        self._lengths.append(len(self._terms) - before)

    @property
    def lengths(self) -> NDArray[np.uint32]:
        """The number of terms of each document; shape (documents,)."""
        return np.array(self._lengths, dtype=np.uint32)

    def postings(self, order: NDArray[np.int64]) -> "Postings":
        """Return how often each document holds each of its terms, by term and then by document.

        Args:
            order: A new number for each term; shape (terms,).
        """
        lengths = self.lengths
        size = max(len(lengths), 1)
        places = order[np.array(self._terms, dtype=np.uint32)] * size
        places += np.repeat(np.arange(len(lengths)), lengths)
        places, counts = np.unique(places, return_counts=True)
        terms, documents = np.divmod(places, size)
        starts = np.searchsorted(terms, np.arange(len(self.numbers) + 1))
        return Postings(starts.astype(np.int64), documents.astype(np.uint32), counts.astype(np.uint32))


class Postings(NamedTuple):
    """Postings: the documents of each term, with its frequency.

    Attributes:
        starts: Where each term's postings start; shape (terms + 1,).
        documents: The document of each posting, rising for each term; shape (postings,).
        counts: How often it holds the term; shape (postings,).
    """

    starts: NDArray[np.int64]
    documents: NDArray[np.uint32]
    counts: NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The terms of a collection and how telling each is.

    Attributes:
        idf: The inverse document frequency of each term by number, as in Robertson & Zaragoza 2009, eq. 3.3, kept
            positive by adding 1 inside the logarithm.
        rarest: The idf of the rarest term.
    """

    numbers: Mapping[str, int]
    idf: NDArray[np.float32]
    rarest: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rarest", float(self.idf.max()) if self.idf.size else 1.0)

    @classmethod
    def of(cls, *collections: Documents) -> "Vocabulary":
        """Return the vocabulary of documents.

        Args:
            collections: The documents; they share the numbers of their terms.
        """
        terms = sorted(collections[0].numbers)
        vocabulary = cls({term: number for number, term in enumerate(terms)}, np.empty(0, np.float32))
        size, counts = 0, np.zeros(len(terms))
        for documents in collections:
            size += len(documents.lengths)
            counts += np.diff(documents.postings(vocabulary.order(documents)).starts)
        return replace(vocabulary, idf=inverse_frequencies(counts, size))

    def order(self, documents: Documents) -> NDArray[np.int64]:
        """Return the number here of each term of documents; shape (terms,)."""
        return np.array([self.numbers[term] for term in documents.numbers], dtype=np.int64)

    def weight(self, term: str) -> float:
        """Return how telling a term is; one that occurs nowhere tells as much as the rarest term."""
        number = self.numbers.get(term)
        return self.rarest if number is None else float(self.idf[number])

    def vector(self, document: Iterable[str]) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return a query as a unit vector: the numbers of its known terms and their weights."""
        counts = Counter(number for term in document if (number := self.numbers.get(term)) is not None)
        terms = np.fromiter(sorted(counts), dtype=np.uint32, count=len(counts))
        frequency = np.array([counts[int(term)] for term in terms], dtype=np.float32)
        weights = self.idf[terms] * saturated(frequency, 1.0)
        length = float(np.linalg.norm(weights))
        return terms, (weights / length if length else weights).astype(np.float32)


def inverse_frequencies(counts: NDArray[np.float64], size: int) -> NDArray[np.float32]:
    """Return how telling terms are; see ``Vocabulary.idf``.

    Args:
        counts: How many documents hold each term; shape (terms,).
    """
    return np.log1p((size - counts + 0.5) / (counts + 0.5)).astype(np.float32)


def saturated(frequency: NDArray[np.float32], relative_length: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Return BM25's term frequency part (Robertson & Zaragoza 2009, eq. 3.15).

    Args:
        frequency: How often a document holds a term; shape (postings,).
        relative_length: Its length over the mean length; shape (postings,).
    """
    norm = _SATURATION * (1 - _LENGTH_NORMALISATION + _LENGTH_NORMALISATION * np.asarray(relative_length))
    return np.asarray(frequency * (_SATURATION + 1) / (frequency + norm), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Documents by term: for each term the documents that hold it and its weight there.

    Attributes:
        starts: Where each term's postings start; shape (terms + 1,).
        documents: The document of each posting; shape (postings,).
        weights: The weight of each posting; the weights of one document form a unit vector; shape (postings,).
        terms: The terms that are held at all, rising, where ``starts`` is about those alone; None if about all.
    """

    starts: NDArray[np.int64]
    documents: NDArray[np.uint32]
    weights: NDArray[np.float32]
    size: int
    terms: NDArray[np.uint32] | None = None

    @classmethod
    def of(cls, documents: Documents, vocabulary: Vocabulary) -> "Lexicon":
        """Index documents."""
        starts, holders, counts = documents.postings(vocabulary.order(documents))
        lengths = documents.lengths.astype(np.float64)
        lengths /= max(float(lengths.mean()) if lengths.size else 1.0, 1.0)
        weights = np.repeat(vocabulary.idf, np.diff(starts)) * saturated(counts.astype(np.float32), lengths[holders])
        return cls(starts, holders, unit_vectors(holders, weights, len(lengths)), len(lengths))

    def similarities(self, terms: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every document with a query.

        Returns:
            One cosine a document; shape (size,).
        """
        scores = np.zeros(self.size, dtype=np.float64)
        for term, weight in zip(terms.tolist(), weights.tolist(), strict=True):
            documents, held = self.postings(term)
            # A document holds a term once, so that no index repeats and += is safe.
            scores[documents] += weight * held
        return scores

    def holders(self, term: int) -> NDArray[np.uint32]:
        """Return the documents that hold a term, rising."""
        return self.documents[self._places(term)]

    def postings(self, term: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return the documents that hold a term, rising, and its weight in each."""
        places = self._places(term)
        return self.documents[places], self.weights[places]

    def frequency(self, term: int) -> int:
        """Return how many documents hold a term."""
        places = self._places(term)
        return int(places.stop - places.start)

    def frequencies(self, terms: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return how many documents hold each of some terms; shape (terms,)."""
        return self._slots(terms)[1]

    def together(self, terms: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.uint32], NDArray[np.float32]]:
        """Return the postings of some terms, those of one term after those of another.

        Returns:
            The place of the term in ``terms``, the document and the weight of each posting; shape (postings,) each.
        """
        first, counts = self._slots(terms)
        ends = np.cumsum(counts)
        owners = np.repeat(np.arange(len(terms)), counts)
        places = (first - (ends - counts))[owners] + np.arange(len(owners))
        return owners, self.documents[places], self.weights[places]

    def _slots(self, terms: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where the postings of each term start, and how many there are; shape (terms,) each."""
        places = (terms if self.terms is None else np.searchsorted(self.terms, terms)).astype(np.intp)
        known = places < len(self.starts) - 1
        if self.terms is not None:
            known[known] = self.terms[places[known]] == terms[known]
        first, counts = np.zeros(len(terms), dtype=np.int64), np.zeros(len(terms), dtype=np.int64)
        first[known] = self.starts[places[known]]
        counts[known] = self.starts[places[known] + 1] - first[known]
        return first, counts

    def _places(self, term: int) -> slice:
        return slot(self.starts, self.terms, term)

    def save(self, folder: Path, name: str) -> None:
        """Write the arrays into a folder."""
        for part in ("starts", "documents", "weights", "terms"):
            if getattr(self, part) is not None:
                np.save(folder / f"{name}.{part}.npy", getattr(self, part))

    @classmethod
    def open(cls, folder: Path, name: str, size: int) -> "Lexicon":
        """Map the arrays of a folder into memory.

        Args:
            folder: A folder that ``save`` wrote into.
        """
        starts, documents, weights = (
            mapped_array(folder / f"{name}.{part}.npy") for part in ("starts", "documents", "weights")
        )
        return cls(starts, documents, weights, size, open_terms(folder, name))


def open_terms(folder: Path, name: str) -> NDArray[np.uint32] | None:
    """Return the terms that an array of starts is about; None if it is about all."""
    path = folder / f"{name}.terms.npy"
    return mapped_array(path) if path.exists() else None


def slot(starts: NDArray[np.int64], terms: NDArray[np.uint32] | None, term: int) -> slice:
    """Return where what belongs to a term stands; an empty slice where nothing does.

    Args:
        terms: The terms that these starts are about, rising; None if they are about all from 0 on.
    """
    place = term if terms is None else int(np.searchsorted(terms, term))
    if place >= len(starts) - 1 or (terms is not None and terms[place] != term):
        return slice(0, 0)
    return slice(int(starts[place]), int(starts[place + 1]))


class Lexicons:
    """Several lexicons over one vocabulary, whose documents go on from one to the next, as if they were one."""

    def __init__(self, parts: Sequence[Lexicon]) -> None:
        self.parts = tuple(parts)
        self._starts = np.cumsum([0, *(part.size for part in parts)]).tolist()

    @property
    def size(self) -> int:
        """The number of documents."""
        return int(self._starts[-1])

    def similarities(self, terms: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every document with a query; see ``Lexicon.similarities``."""
        found = [part.similarities(terms, weights) for part in self.parts]
        return found[0] if len(found) == 1 else np.concatenate(found)

    def holders(self, term: int) -> NDArray[np.uint32]:
        """Return the documents that hold a term, rising."""
        return self.postings(term)[0]

    def postings(self, term: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return the documents that hold a term, rising, and its weight in each."""
        if len(self.parts) == 1:
            return self.parts[0].postings(term)
        found = [part.postings(term) for part in self.parts]
        documents = [held + np.uint32(start) for start, (held, _) in zip(self._starts, found, strict=False)]
        return np.concatenate(documents), np.concatenate([weights for _, weights in found])

    def frequency(self, term: int) -> int:
        """Return how many documents hold a term."""
        return sum(part.frequency(term) for part in self.parts)

    def several(self, terms: Sequence[int]) -> list[tuple[NDArray[np.uint32], NDArray[np.float32]]]:
        """Return the ``postings`` of each of some terms."""
        return list(map(self.postings, terms))

    def together(self, terms: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.uint32], NDArray[np.float32]]:
        """Return the postings of some terms, part by part; see ``Lexicon.together``."""
        found = [part.together(terms) for part in self.parts]
        if len(found) == 1:
            return found[0]
        owners, documents, weights = zip(*found, strict=True)
        shifted = [held + np.uint32(start) for start, held in zip(self._starts, documents, strict=False)]
        return np.concatenate(owners), np.concatenate(shifted), np.concatenate(weights)

    def frequencies(self, terms: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return how many documents hold each of some terms; shape (terms,)."""
        return np.asarray(sum(part.frequencies(terms) for part in self.parts), dtype=np.int64)


def unit_vectors(documents: NDArray[np.uint32], weights: NDArray[np.float64], size: int) -> NDArray[np.float32]:
    """Return the weights of postings, scaled so that those of one document form a unit vector; a vector of 0 stays one.

    Args:
        documents: The document of each posting; shape (postings,).
        weights: Its weight; shape (postings,).

    Returns:
        The scaled weights; shape (postings,).
    """
    lengths = np.sqrt(np.bincount(documents, weights=weights**2, minlength=size))
    lengths[lengths == 0] = 1.0
    return (weights / lengths[documents]).astype(np.float32)


def top(scores: NDArray[np.float64], limit: int) -> NDArray[np.intp]:
    """Return where the highest scores are, best first; ties keep their order.

    Args:
        scores: Any scores; shape (scores,).

    Returns:
        Places; shape (min(scores, limit),).

    Example:
        >>> top(np.array([0.1, 0.7, 0.3, 0.7, 0.3]), 3).tolist()
        [1, 3, 2]
    """
    # Most facts share no word with a question and score alike, the worst case of a partition: they stand apart.
    higher = scores > scores.min(initial=np.inf)
    first = higher.nonzero()[0]
    found = scores[first]
    if 0 < limit < len(first):
        kept = (found >= np.partition(found, len(first) - limit)[len(first) - limit]).nonzero()[0]
        first, found = first[kept], found[kept]
    first = first[(-found).argsort(kind="stable")[:limit]]
    return first if len(first) == limit else np.concatenate([first, (~higher).nonzero()[0][: limit - len(first)]])
