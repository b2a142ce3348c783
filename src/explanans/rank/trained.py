"""Trained rankers: boosted trees in stages, each with the best facts of the one before as context."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.features.extractor import Extractor
from explanans.rank.features.space import Space
from explanans.rank.model import RankingModel
from explanans.rank.shortlist import Shortlist
from explanans.registry import takes

SHIPPED = Path(__file__).parent / "models"
"""The models that come with the package, made by ``explanans train ranker`` from WorldTree's training questions."""


class TrainedRanker:
    """Ranks by a trained model: its first stage orders some 300 candidates, each further one the best of the last.

    A training question of the knowledge base that has the id or the words of the question asked is hidden from all
    features.

    Args:
        knowledge: The knowledge base to rank.
        model: The model.

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
            knowledge: The knowledge base to rank.
            folder: A folder written by ``explanans train ranker``.
            stages: How many of its stages to run; all where None.

        Raises:
            InputError: The folder is no model, is one of another format, is damaged, or asks for unknown features.
        """
        return cls(knowledge, RankingModel.load(folder).first(stages))

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact, from 0 to 1; shape (facts,).

        What a stage passes on scores higher than the rest, in the order of the last stage that it reaches.

        Args:
            question: A question with its right answer.

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
    """Return the ranker of a folder written by ``explanans train ranker``; see ``TrainedRanker.open``.

    Args:
        knowledge: The knowledge base to rank.
        folder: The folder.
    """
    return TrainedRanker.open(knowledge, Path(folder))


def stacked(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the shipped ranker for knowledge bases with gold explanations, which goes by words and sentence vectors.

    Its models were trained on WorldTree; the gold explanations that its features draw on are the knowledge base's own.

    Args:
        knowledge: The knowledge base to rank.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "stacked")


def stacked_lexical(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the shipped ranker for knowledge bases with gold explanations that goes by words alone.

    It is less good than ``stacked``, and needs no sentence vectors: of very many facts they take minutes to make, and
    long to compare.

    Args:
        knowledge: The knowledge base to rank.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "stacked-lexical")


def lambdamart(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the first stage of ``stacked`` alone.

    Args:
        knowledge: The knowledge base to rank.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "stacked", 1)


def cold(knowledge: KnowledgeBase) -> TrainedRanker:
    """Return the shipped ranker for knowledge bases without gold explanations.

    Its models were trained on WorldTree with features of wording alone: none knows a fact, a table or an explanation.

    Args:
        knowledge: The knowledge base to rank.
    """
    return TrainedRanker.open(knowledge, SHIPPED / "cold")
