"""Rank facts by the cosine of sentence vectors, from an encoder as it comes or fine-tuned on explained questions."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.encoder import Encoder
from explanans.learn.neural.pretrained import MINILM
from explanans.learn.neural.training import Schedule, batches, fit
from explanans.question import Question
from explanans.rank.neural.embeddings import fact_vectors
from explanans.rank.neural.examples import Example, gather_examples, query_text
from explanans.registry import takes

SCHEDULE = Schedule(epochs=1, batch=16, rate=1e-4)

_SHARPNESS = 20.0
"""By what cosines are multiplied before the softmax, as in sentence-transformers."""

_NOWHERE = -1000.0


@takes("ENCODER")
class BiEncoder:
    """The cosine between the vector of a fact and that of question and answer.

    Args:
        knowledge: The knowledge base to rank.
        encoder: The encoder, or its folder or name; see ``locate_encoder``.

    Raises:
        InputError: The encoder is not on this machine, not in safetensors, or damaged.
    """

    def __init__(self, knowledge: KnowledgeBase, encoder: Encoder | str = MINILM) -> None:
        self._encoder = Encoder.open(encoder) if isinstance(encoder, str) else encoder
        self._facts = fact_vectors(self._encoder, knowledge)

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one cosine a fact, from -1 to 1; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        (query,) = self._encoder.encode([query_text(question)])
        return np.asarray(self._facts @ query, dtype=np.float64)


def train_bi_encoder(
    encoder: Encoder, knowledge: KnowledgeBase, questions: Iterable[Question], schedule: Schedule = SCHEDULE
) -> None:
    """Fine-tune an encoder in place, so that questions come to lie near the facts that explain them.

    The loss is the ranking loss with multiple negatives (Henderson et al. 2017, section 4.4): each fact that explains a
    question competes with all facts of the batch that do not. Those are the facts that explain the other questions of
    the batch, and for each question one that BM25 mistakes for an explanation (Karpukhin et al. 2020, section 3.2).

    Args:
        encoder: The encoder.
        knowledge: The knowledge base.
        questions: Questions with gold explanations.
        schedule: How to fit.

    Raises:
        InputError: No fact of the knowledge base explains any of the questions.
    """
    examples = gather_examples(knowledge, questions)

    def draw(chance: np.random.Generator) -> list[Sequence[Example]]:
        shuffled = [_with_one_lookalike(examples[number], chance) for number in chance.permutation(len(examples))]
        return batches(shuffled, schedule.batch)

    fit(encoder.model, draw, lambda batch: ranking_loss(encoder, batch), schedule)


def _with_one_lookalike(example: Example, chance: np.random.Generator) -> Example:
    if not example.lookalikes:
        return example
    return replace(example, lookalikes=(example.lookalikes[chance.integers(len(example.lookalikes))],))


def ranking_loss(encoder: Encoder, examples: Sequence[Example]) -> Tensor:
    """Return how far the facts that explain each question are from beating all others of the batch.

    Args:
        encoder: The encoder.
        examples: The batch.

    Returns:
        The mean over all pairs of a question and a fact that explains it; shape ().
    """
    texts = list(dict.fromkeys(text for example in examples for text in (*example.positives, *example.lookalikes)))
    queries, facts = encoder.vectors([example.query for example in examples]), encoder.vectors(texts)
    logits = _SHARPNESS * queries @ facts.T
    explains = torch.tensor([[text in example.positives for text in texts] for example in examples])
    others = logits.masked_fill(explains, _NOWHERE).logsumexp(dim=1, keepdim=True)
    return (torch.logaddexp(logits, others) - logits)[explains].mean()
