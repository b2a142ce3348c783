"""A problem as matrices of terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explanans.trees.precedents import Precedents, PrecedentScores
from explanans.trees.sentence import TermWeights, longest_run, read, traits

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class ProblemMatrix:
    """A hypothesis and the sentences that it is to be shown from.

    Attributes:
        terms: All their telling terms, sorted.
        weights: The weight of each term; shape (terms,).
        held: 1 if a sentence holds a term; shape (sentences, terms).
        subject: 1 if it does before its relation; shape (sentences, terms).
        object: 1 if it does after it; shape (sentences, terms).
        sought: 1 for the terms of the hypothesis; shape (terms,).
        sought_subject: 1 for those before its relation; shape (terms,).
        sought_object: 1 for those after it; shape (terms,).
        places: Where in the hypothesis a term first stands, from 0 to 1; 0.5 for one that does not; shape (terms,).
        traits: 1 if a sentence has a trait; shape (sentences, traits).
        lengths: The words of each sentence; shape (sentences,).
        sentences: The terms of the words of each sentence, in order.
        hypothesis_runs: The longest run that each shares with the hypothesis; shape (sentences,).
        outlook: The precedents' scores of the sentences.
    """

    terms: tuple[str, ...]
    weights: Matrix
    held: Matrix
    subject: Matrix
    object: Matrix
    sought: Matrix
    sought_subject: Matrix
    sought_object: Matrix
    places: Matrix
    traits: Matrix
    lengths: Matrix
    sentences: tuple[tuple[str, ...], ...]
    hypothesis_runs: Matrix
    outlook: PrecedentScores

    @classmethod
    def of(cls, hypothesis: str, texts: Sequence[str], weights: TermWeights, precedents: Precedents) -> "ProblemMatrix":
        """Return a problem as matrices."""
        target, sentences = read(hypothesis), [read(text) for text in texts]
        terms = sorted(set(target.telling).union(*(sentence.telling for sentence in sentences)))
        numbers = {name: place for place, name in enumerate(terms)}

        def matrix(rows: Sequence[frozenset[str] | tuple[str, ...]]) -> Matrix:
            found = np.zeros((len(rows), len(terms)))
            for row, names in zip(found, rows, strict=True):
                row[[numbers[name] for name in set(names)]] = 1
            return found

        places = np.full(len(terms), 0.5)
        end = max(1, len(target.telling) - 1)
        for place, name in reversed(list(enumerate(target.telling))):
            places[numbers[name]] = place / end
        sought = matrix([target.telling, target.subject, target.predicate])
        return cls(
            terms=tuple(terms),
            weights=np.array([weights.weight(name) for name in terms]),
            held=matrix([sentence.telling for sentence in sentences]),
            subject=matrix([sentence.subject for sentence in sentences]),
            object=matrix([sentence.predicate for sentence in sentences]),
            sought=sought[0],
            sought_subject=sought[1],
            sought_object=sought[2],
            places=places,
            traits=np.array([traits(text) for text in texts], dtype=np.float64).reshape(len(texts), -1),
            lengths=np.array([len(sentence.terms) for sentence in sentences], dtype=np.float64),
            sentences=tuple(sentence.terms for sentence in sentences),
            hypothesis_runs=np.array([longest_run(sentence.terms, target.terms) for sentence in sentences], float),
            outlook=precedents.outlook(texts, weights),
        )

    @property
    def leaves(self) -> int:
        """The number of sentences."""
        return len(self.held)

    @cached_property
    def runs(self) -> Matrix:
        """The longest run of words that two sentences share; shape (sentences, sentences)."""
        found = np.zeros((self.leaves, self.leaves))
        for one, words in enumerate(self.sentences):
            for other, others in enumerate(self.sentences[:one]):
                found[one, other] = found[other, one] = longest_run(words, others)
        return found
