"""Candidates of a question between the stages of a ranker."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.knowledge.vectors import UNRELATED
from explanans.retrieval.features.evidence import Evidence, Query
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.sparse_scores import SparseScores

LENGTH = 120
"""Number of candidates that each stage passes on."""


class Shortlist(NamedTuple):
    """The candidates of a question after a stage.

    Attributes:
        numbers: Fact indices, ascending; shape (candidates,).
        own: Their features that do not depend on the order; shape (candidates, own features).
        scores: Their scores by the previous stage; shape (candidates,).
    """

    numbers: NDArray[np.intp]
    own: NDArray[np.float32]
    scores: NDArray[np.float64]

    @classmethod
    def of(cls, extractor: Extractor, query: Query, evidence: Evidence) -> "Shortlist":
        """Select the candidates of a question, in the order of relevance and explanatory power.

        Args:
            extractor: The feature extractor.
        """
        numbers = candidates(evidence, extractor.deprecated)
        own = extractor.own_columns(query, evidence, numbers)
        return cls(numbers, own.astype(np.float32), evidence.prior.at(numbers))

    def columns(self, extractor: Extractor, query: Query, wanted: Sequence[str]) -> NDArray[np.float32]:
        """Return all features of the candidates; shape (candidates, wanted).

        Args:
            extractor: The feature extractor.
            wanted: The names of the features.
        """
        onward = not extractor.onward_names.isdisjoint(wanted)
        ordered = extractor.ordered_columns(query, self.numbers, self.scores, onward=onward)
        columns = np.hstack((self.own, ordered.astype(np.float32)))
        names = extractor.later_names if onward else extractor.names
        return columns if tuple(wanted) == names else columns[:, [names.index(name) for name in wanted]]

    def passed_on(self, scores: NDArray[np.float64]) -> "Shortlist":
        """Return the candidates that a stage passes on, with its scores.

        Args:
            scores: The stage's scores; shape (candidates,).
        """
        kept = np.sort(top(scores, LENGTH))
        return Shortlist(self.numbers[kept], self.own[kept], scores[kept])


_RELEVANT, _POWERFUL, _REACHED, _MEANT = 110, 120, 90, 60
"""Chosen on WorldTree's training questions, by the share of the gold facts that are among the candidates."""


def candidates(evidence: Evidence, deprecated: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the indices of the candidate facts, ascending.

    They are the first facts by relevance, by relevance plus explanatory power, and by explanatory power over all
    questions. Added are the first facts that share words outside the question with facts of the second kind or with the
    facts of similar questions, and the first facts by sentence vectors, if any. Superseded facts are left out.

    Args:
        deprecated: Mask of superseded facts; shape (facts,).
    """
    sources = [
        (evidence.relevance, _RELEVANT),
        (evidence.prior, _POWERFUL),
        (evidence.broad, _REACHED),
        (evidence.hops.reached, _REACHED),
        (evidence.spread.reached, _REACHED),
    ]
    if evidence.nearness is not None:
        near = evidence.nearness.both
        sources.append((SparseScores.of(np.where(near >= UNRELATED, near, 0)), _MEANT))
    # Without better ones, unrelated questions would count.
    if evidence.precedents is not None and evidence.precedents.similarities.max(initial=0) >= UNRELATED:
        reached = evidence.precedents.reached
        sources.append((evidence.precedents.votes, _MEANT))
        sources.append((SparseScores.of(np.where(reached >= UNRELATED, reached, 0)), _MEANT))
    return np.unique(np.concatenate([scores.best(count, deprecated) for scores, count in sources]))
