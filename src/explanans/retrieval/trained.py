"""Trained rankers: boosted trees in stages, each with the best facts of the previous stage as context."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.registry import takes
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.space import Space
from explanans.retrieval.model import RankingModel
from explanans.retrieval.shortlist import Shortlist
from explanans.structures.questions import Question

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
