"""Trained rankers: boosted trees in stages, optionally with a dual encoder, in folders."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import top
from explanans.knowledge.vectors import UNRELATED
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.embedder import Embedder
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.learning.sparse import distinct
from explanans.registry import takes
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features.evidence import Evidence, Query
from explanans.retrieval.features.extractor import FEATURES, Extractor
from explanans.retrieval.features.nearness import Space
from explanans.structures.questions import Question

POINTER = "pointer"
"""Folder of a model's dual encoder."""


@dataclass(frozen=True, slots=True)
class _Settings:
    """Settings of a model.

    Attributes:
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        with_pointer: Whether they are computed by the dual encoder in the folder ``POINTER``.
    """

    stages: int
    with_explanations: bool
    with_vectors: bool
    with_pointer: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Boosted trees and their features.

    Attributes:
        features: Names of the features in column order.
    """

    booster: Booster
    features: tuple[str, ...]

    def scores(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return one raw score per row.

        Args:
            columns: The features; shape (candidates, features).
        """
        return predict(self.booster, columns)


@dataclass(frozen=True)
class RankingModel(TrainedModel[_Settings]):
    """A trained ranker.

    Attributes:
        stages: Its stages in order.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        pointer: The folder of its dual encoder; None if it uses the shipped network.
    """

    kind = "ranker"
    known = _Settings

    stages: tuple[Stage, ...]
    with_explanations: bool
    origin: Origin
    with_vectors: bool = False
    pointer: Path | None = None

    @property
    def embedder(self) -> Embedder:
        """The encoder of its sentence vectors.

        Raises:
            InputError: Its pointer is missing or damaged.
        """
        return Embedder.shipped() if self.pointer is None else DualEncoder.open(self.pointer)

    def first(self, count: int | None) -> Self:
        """Return the model of the first stages alone.

        Args:
            count: Number of stages; all if None.
        """
        return replace(self, stages=self.stages[:count])

    def contents(self) -> tuple[Mapping[str, Booster], _Settings]:
        """Return the trees of each stage and the settings."""
        boosters = {f"stage{number}": stage.booster for number, stage in enumerate(self.stages, 1)}
        return boosters, _Settings(
            len(self.stages),
            self.with_explanations,
            self.with_vectors,
            self.pointer is not None,
        )

    def write(self, folder: Path) -> None:
        """Write the model and its dual encoder into an existing folder."""
        super().write(folder)
        if self.pointer is not None:
            shutil.copytree(self.pointer, folder / POINTER)

    @classmethod
    def of(cls, found: BoostedModel[_Settings]) -> Self:
        """Return the model of a folder without the path of its dual encoder.

        Raises:
            ValueError: The stages differ from the manifest, or a feature is unknown.
        """
        features = found.features()
        stages = [f"stage{number}" for number in range(1, found.known.stages + 1)]
        if not stages or set(stages) != set(features):
            raise ValueError("has other stages than it says")
        unknown = {name for stage in features.values() for name in stage}.difference(item.name for item in FEATURES)
        if unknown:
            raise ValueError(f"a model with unknown features ({', '.join(sorted(unknown))})")
        return cls(
            tuple(Stage(found.boosters[stage], features[stage]) for stage in stages),
            found.known.with_explanations,
            found.origin,
            found.known.with_vectors,
            Path(POINTER) if found.known.with_pointer else None,
        )

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the model of a folder.

        Args:
            folder: A folder written by ``save``.

        Raises:
            InputError: The folder is no ranker, is one of another format, is damaged, or asks for unknown features.
        """
        model = super().load(folder)
        return replace(model, pointer=None if model.pointer is None else folder / model.pointer)


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
        """Select the candidates of a question, in the order of relevance and explanatory power."""
        numbers = candidates(evidence, extractor.deprecated)
        own = extractor.own_columns(query, evidence, numbers)
        return cls(numbers, own.astype(np.float32), evidence.prior.at(numbers))

    def columns(self, extractor: Extractor, query: Query, wanted: Sequence[str]) -> NDArray[np.float32]:
        """Return all features of the candidates; shape (candidates, wanted)."""
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
    facts of similar questions, and the first facts by sentence vectors, if any. Superseded facts are left out, and in a
    large knowledge base facts without a vector.

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
        sources.append((evidence.nearness.both.at_least(UNRELATED), _MEANT))
    # Without better ones, unrelated questions would count.
    if evidence.precedents is not None and evidence.precedents.similarities.max(initial=0) >= UNRELATED:
        sources.append((evidence.precedents.votes, _MEANT))
        sources.append((evidence.precedents.reached.at_least(UNRELATED), _MEANT))
    numbers = distinct(np.concatenate([scores.best(count, deprecated) for scores, count in sources])).astype(np.intp)
    if evidence.nearness is None or len(evidence.nearness.numbers) == evidence.prior.size:
        return numbers
    return np.intersect1d(numbers, evidence.nearness.numbers)


SHIPPED = Path(__file__).parent / "models"
"""Shipped models, trained by ``explanans lab train ranker`` on WorldTree's training questions."""


class TrainedRanker:
    """A ranker with a trained model: the first stage ranks some 300 candidates, each further stage the best of them.

    Training questions with the id or the words of the question are hidden from all features.

    Raises:
        InputError: The model's pointer is missing or damaged.
    """

    def __init__(self, knowledge: KnowledgeBase, model: RankingModel) -> None:
        self._model = model
        space = Space.of(knowledge, model.embedder) if model.with_vectors else None
        self._extractor = Extractor(knowledge, with_explanations=model.with_explanations, space=space)

    @classmethod
    def open(cls, knowledge: KnowledgeBase, folder: Path, stages: int | None = None) -> "TrainedRanker":
        """Open the model of a folder.

        Args:
            folder: A folder written by ``explanans lab train ranker``.
            stages: Number of its stages to run; all if None.

        Raises:
            InputError: The folder is no model, is one of another format, is damaged, or asks for unknown features.
        """
        return cls(knowledge, RankingModel.load(folder).first(stages))

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact, from 0 to 1; shape (facts,).

        Facts that a stage passes on score higher than the rest, in the order of the last stage that they reach.

        Raises:
            InputError: The question's key names no choice.
        """
        query, evidence = self._extractor.evidence(question)
        shortlist = Shortlist.of(self._extractor, query, evidence)
        left = np.maximum(evidence.prior.values, 0)
        bands = [(evidence.prior.numbers, left / (1 + left))]
        for stage in self._model.stages:
            if not shortlist.numbers.size:
                break
            margins = stage.scores(shortlist.columns(self._extractor, query, stage.features))
            bands.append((shortlist.numbers, 1 / (1 + np.exp(-margins))))
            shortlist = shortlist.passed_on(margins)
        scores = np.zeros(evidence.prior.size)
        ceiling = 1.0
        for numbers, values in reversed(bands):
            untouched = scores[numbers] == 0
            scores[numbers[untouched]] = ceiling * values[untouched]
            ceiling *= float(values.min(initial=1.0))
        return scores


@takes("FOLDER")
def trained(knowledge: KnowledgeBase, folder: str) -> TrainedRanker:
    """Return the ranker of a folder written by ``explanans lab train ranker``; see ``TrainedRanker.open``."""
    return TrainedRanker.open(knowledge, Path(folder))


def stacked(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the shipped ranker for knowledge bases with gold explanations, with words and sentence vectors.

    Its models were trained on WorldTree; its features use the gold explanations of the knowledge base.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "stacked")


def stacked_lexical(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the shipped ranker for knowledge bases with gold explanations, with words only.

    It is less accurate than ``stacked`` and needs no sentence vectors, which are slow for large knowledge bases.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "stacked-lexical")


def lambdamart(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the first stage of ``stacked`` alone."""
    return TrainedRanker.open(knowledge, SHIPPED / "stacked", 1)


def cold(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the shipped ranker for knowledge bases without gold explanations.

    Its models were trained on WorldTree with word features only: no facts, tables or explanations.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "cold")
