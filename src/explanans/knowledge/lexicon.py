"""An inverted index whose documents are unit vectors of BM25 weights."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_SATURATION = 0.5
_LENGTH_NORMALISATION = 0.3
"""BM25's k1 and b, chosen on WorldTree's training questions; facts are short, so that both matter little."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The terms of a collection and how telling each is.

    Attributes:
        numbers: The number of each term.
        idf: The inverse document frequency of each term by number, as in Robertson & Zaragoza 2009, eq. 3.3, kept
            positive by adding 1 inside the logarithm.
    """

    numbers: Mapping[str, int]
    idf: NDArray[np.float32]

    @classmethod
    def of(cls, documents: Sequence[Sequence[str]]) -> "Vocabulary":
        """Return the vocabulary of documents.

        Args:
            documents: The terms of each document.
        """
        frequency = Counter(term for document in documents for term in set(document))
        terms = sorted(frequency)
        counts = np.array([frequency[term] for term in terms], dtype=np.float64)
        idf = np.log1p((len(documents) - counts + 0.5) / (counts + 0.5)).astype(np.float32)
        return cls({term: number for number, term in enumerate(terms)}, idf)

    def weight(self, term: str) -> float:
        """Return how telling a term is; one that occurs nowhere tells as much as the rarest term.

        Args:
            term: A lemma.
        """
        number = self.numbers.get(term)
        return float(self.idf[number] if number is not None else self.idf.max() if self.idf.size else 1.0)

    def vector(self, document: Iterable[str]) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return a query as a unit vector: the numbers of its known terms and their weights.

        Args:
            document: The terms of the query.
        """
        counts = Counter(number for term in document if (number := self.numbers.get(term)) is not None)
        terms = np.fromiter(sorted(counts), dtype=np.uint32, count=len(counts))
        frequency = np.array([counts[int(term)] for term in terms], dtype=np.float32)
        weights = self.idf[terms] * _saturated(frequency, 1.0)
        length = float(np.linalg.norm(weights))
        return terms, (weights / length if length else weights).astype(np.float32)


def _saturated(frequency: NDArray[np.float32], relative_length: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Return BM25's term frequency part (Robertson & Zaragoza 2009, eq. 3.15)."""
    norm = _SATURATION * (1 - _LENGTH_NORMALISATION + _LENGTH_NORMALISATION * np.asarray(relative_length))
    return np.asarray(frequency * (_SATURATION + 1) / (frequency + norm), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Documents by term: for each term the documents that hold it and its weight there.

    Attributes:
        starts: Where each term's postings start; shape (terms + 1,).
        documents: The document of each posting; shape (postings,).
        weights: The weight of each posting; the weights of one document form a unit vector; shape (postings,).
        size: How many documents there are.
    """

    starts: NDArray[np.int64]
    documents: NDArray[np.uint32]
    weights: NDArray[np.float32]
    size: int

    @classmethod
    def of(cls, documents: Sequence[Sequence[str]], vocabulary: Vocabulary) -> "Lexicon":
        """Index documents.

        Args:
            documents: The terms of each document.
            vocabulary: A vocabulary that holds all of them.
        """
        postings = [
            (number, vocabulary.numbers[term], count)
            for number, document in enumerate(documents)
            for term, count in Counter(document).items()
        ]
        row, column, count = np.array(postings, dtype=np.int64).reshape(-1, 3).T
        lengths = np.array([len(document) for document in documents], dtype=np.float64)
        relative_length = lengths[row] / max(float(lengths.mean()) if lengths.size else 1.0, 1.0)
        weight = vocabulary.idf[column] * _saturated(count.astype(np.float32), relative_length)
        norms = np.sqrt(np.bincount(row, weights=weight**2, minlength=len(documents)))
        weight /= norms[row]
        order = np.lexsort((row, column))
        starts = np.searchsorted(column[order], np.arange(len(vocabulary.numbers) + 1))
        return cls(
            starts.astype(np.int64), row[order].astype(np.uint32), weight[order].astype(np.float32), len(documents)
        )

    def similarities(self, terms: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every document with a query.

        Args:
            terms: The numbers of the query's terms.
            weights: The query's unit vector over them.

        Returns:
            One cosine a document; shape (size,).
        """
        scores = np.zeros(self.size, dtype=np.float64)
        for term, weight in zip(terms.tolist(), weights.tolist(), strict=True):
            postings = slice(int(self.starts[term]), int(self.starts[term + 1]))
            # A document holds a term once, so that no index repeats and += is safe.
            scores[self.documents[postings]] += weight * self.weights[postings]
        return scores

    def holders(self, term: int) -> NDArray[np.uint32]:
        """Return the documents that hold a term, rising.

        Args:
            term: The term's number.
        """
        return self.documents[self.starts[term] : self.starts[term + 1]]

    def save(self, folder: Path, name: str) -> None:
        """Write the arrays into a folder.

        Args:
            folder: An existing folder.
            name: What the file names start with.
        """
        for part in ("starts", "documents", "weights"):
            np.save(folder / f"{name}.{part}.npy", getattr(self, part))

    @classmethod
    def open(cls, folder: Path, name: str, size: int) -> "Lexicon":
        """Map the arrays of a folder into memory.

        Args:
            folder: A folder that ``save`` wrote into.
            name: What the file names start with.
            size: How many documents there are.
        """
        starts, documents, weights = (
            np.load(folder / f"{name}.{part}.npy", mmap_mode="r") for part in ("starts", "documents", "weights")
        )
        return cls(starts, documents, weights, size)
