"""Cross-encoders that score facts for a question, and re-rank the best of a first ranker."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.neural.core.device import at_once, batches, best_device, half_precision, reproducible
from explanans.neural.core.pretrained import LONGEST, MINILM, load, locate_encoder
from explanans.registry import takes
from explanans.retrieval.ranker import Ranker, open_ranker, order, query_text
from explanans.structures.questions import Question

_BATCH, _ON_CARD = 64, 1024
"""Batch sizes on a CPU and on a GPU."""
_FEWEST = 8
_WINDOW = "explanans_window"
"""Names of the maximum number of input tokens in the configuration of a network."""
DEPTH = 100
_USUAL = -1
_ALL = "all:"
_DEPTH = ",depth="
_FIRST = ",first="


class PairScorer:
    """A transformer that reads two texts at once, with one logit on top (Devlin et al. 2019, figure 4a).

    It computes on the best device there is.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer

    @classmethod
    def untrained(cls, encoder: str | Path = MINILM, seed: int = 0, window: int = LONGEST) -> "PairScorer":
        """Return a scorer with the weights of an encoder and a new layer on top, to be trained."""
        with reproducible(seed):
            model, tokenizer = load(AutoModelForSequenceClassification, locate_encoder(encoder), num_labels=1)
        most = getattr(model.config, "max_position_embeddings", None) or window
        if not _FEWEST <= window <= most:
            raise InputError(f"a window of {window} tokens; accepted: from {_FEWEST} to {most}, which {encoder} reads")
        if window != LONGEST:
            setattr(model.config, _WINDOW, window)
        return cls(model, tokenizer)

    @classmethod
    def open(cls, name: str | Path) -> "PairScorer":
        """Load a trained scorer.

        Args:
            name: The folder of a checkpoint, or the name of a published cross-encoder with one logit of which Hugging
                Face's cache keeps a copy.
        """
        folder = locate_encoder(name)
        model, tokenizer = load(AutoModelForSequenceClassification, folder)
        trained = any(kind.endswith("ForSequenceClassification") for kind in model.config.architectures or ())
        if not trained or model.config.num_labels != 1:
            raise InputError(f"{folder}: no trained scorer of pairs; accepted: a sequence classifier with one logit")
        return cls(model, tokenizer)

    @property
    def window(self) -> int:
        """Maximum number of tokens of a pair."""
        return int(getattr(self.model.config, _WINDOW, LONGEST))

    def logits(self, queries: Sequence[str], facts: Sequence[str]) -> Tensor:
        """Return one differentiable logit per pair; shape (pairs,).

        Args:
            facts: As many facts. Of pairs longer than the window the longer text loses its beginning.
        """
        tokens = self.tokenizer(
            list(queries), list(facts), padding=True, truncation=True, max_length=self.window, return_tensors="pt"
        )
        with half_precision(self.model.device):
            logits: Tensor = self.model(**tokens.to(self.model.device)).logits.squeeze(-1).float()
        return logits

    def probabilities(self, query: str, facts: Sequence[str]) -> NDArray[np.float64]:
        """Return the probability that each fact explains the answer; shape (facts,)."""
        scores = np.zeros(len(facts))
        by_length = sorted(range(len(facts)), key=lambda number: len(facts[number]))
        self.model.eval()
        with torch.inference_mode():
            for batch in batches(by_length, at_once(self.model.device, _BATCH, _ON_CARD)):
                logits = self.logits([query] * len(batch), [facts[number] for number in batch])
                scores[batch] = logits.double().sigmoid().cpu().numpy()
        return scores


@takes("NETWORK")
class Reranker:
    """Scores the best facts of a first ranker with a network that reads question and fact together.

    Args:
        scorer: The trained network, or its folder or name; see ``PairScorer.open``. With ``all:`` before that, all
            facts are scored, whatever the depth. After it, ``,depth=64`` and ``,first=NAME`` set the other two.
        first: The first ranker; ``unification`` if None, or ``tfidf`` for ``Regression``.
        depth: Number of its best facts to score; the default if -1; all facts if None, which takes about
            a hundred times as long.
    """

    name: ClassVar[str]
    usual_first: ClassVar[str] = "unification"
    usual_depth: ClassVar[int] = DEPTH

    def __init__(
        self,
        knowledge: KnowledgeBase,
        scorer: PairScorer | str = "",
        first: Ranker | None = None,
        depth: int | None = _USUAL,
    ) -> None:
        depth = self.usual_depth if depth == _USUAL else depth
        if isinstance(scorer, str):
            rest, _, name = scorer.partition(_FIRST)
            folder, _, suffix = rest.partition(_DEPTH)
            depth = None if folder.startswith(_ALL) else _number(suffix) if suffix else depth
            first = open_ranker(name, knowledge) if name else first
            scorer = self._opened(folder.removeprefix(_ALL))
        if depth is not None and depth < 1:
            raise InputError(f"a depth of {depth}; accepted: 1 or more facts to rank again, or all")
        self._knowledge = knowledge
        self._scorer = scorer
        self._first = first or open_ranker(self.usual_first, knowledge)
        self._depth = depth

    def _opened(self, folder: str) -> PairScorer:
        if not folder:
            accepted = f"{self.name}:FOLDER or {self.name}:all:FOLDER with the folder of a trained network"
            raise InputError(f"the ranker {self.name!r} knows nothing before it is trained; accepted: {accepted}")
        return PairScorer.open(folder)

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        That is the network's probability for the facts that it has read, and a negative number for the others.
        """
        scores = self._first.scores(question)
        best = order(self._knowledge, scores, self._depth)
        scores = np.asarray(scores - scores.max(initial=0.0) - 1.0, dtype=np.float64)
        scores[best] = self._scorer.probabilities(
            query_text(question), [self._knowledge.facts[number].text for number in best.tolist()]
        )
        return scores


def _number(text: str) -> int:
    if not text.isdigit():
        raise InputError(f"a depth of {text!r}; accepted: a whole number, as in NAME:FOLDER{_DEPTH}64")
    return int(text)


class CrossEncoder(Reranker):
    """The probability that a fact belongs to the gold explanation, from a network that reads it with the question.

    Over all facts this is the exhaustive classifier that won the TextGraphs 2019 shared task (Das et al. 2019) and
    made the shortlists of Jansen et al. 2021 (section 3); by default it ranks the best facts of a first ranker again.
    """

    name = "cross-encoder"


class Regression(Reranker):
    """Scores of the best 64 facts by tf.idf from a network distilled from another ranker.

    So re-ranks the system of Chai et al. 2019, as Jansen & Ustalov 2019 tell of it (section 6, model 3).
    """

    name = "regression"
    usual_first = "tfidf"
    usual_depth = 64


class Graded(Reranker):
    """Reranks the best 100 facts of a first ranker by a network trained on expert ratings, from 0 to 1.

    This is the model called TFR-BERT in Jansen et al. 2021 (appendix A.4.2): the pointwise ranker of Han et al. 2020.
    """

    name = "graded"
