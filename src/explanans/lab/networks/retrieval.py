"""Train a neural ranker and keep it: what ``explanans lab train ranker`` is for the other rankers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from explanans.errors import InputError
from explanans.formats.ratings import HIGHEST_GRADE, grade
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.fitting import fit
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.device import at_once, batches
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import LONGEST, MINILM
from explanans.neural.retrieval.reranker import PairScorer
from explanans.retrieval.baselines.bm25 import Bm25
from explanans.retrieval.dual_encoder import BETWEEN
from explanans.retrieval.ranker import Ranker, order, query_text
from explanans.structures.facts import Role
from explanans.structures.questions import Question
from explanans.structures.rankings import RelevanceJudgment

BI_ENCODER = Schedule(epochs=1, batch=16, rate=1e-4, choose_by="last")
CROSS_ENCODER = Schedule(epochs=1, batch=32, rate=5e-5, choose_by="last")
GRADED = Schedule(epochs=2, batch=32, rate=5e-5, choose_by="last")

_LOOKALIKES = 100

_SHARPNESS = 20.0
"""By what cosines are multiplied before the softmax, as in sentence-transformers."""

_NOWHERE = -1000.0

_NEGATIVES = 8
"""Default number of negatives of each kind."""

_AT_ONCE, _ON_CARD = 16, 512
"""Pairs that are read at once, on a processor and on a graphics card."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question to learn from.

    Facts are identified by their text: some occur in a knowledge base twice.

    Attributes:
        query: Words of the question, its correct answer and the context facts.
        positives: Texts of the facts that explain it, with their relevance, from 0 to 1. Context facts have 0: they are
            not targets.
        lookalikes: Hard negatives: texts of other facts with the greatest lexical overlap, best first.
    """

    query: str
    positives: Mapping[str, float]
    lookalikes: tuple[str, ...]


class Pair(NamedTuple):
    """A question and a fact to learn from.

    Attributes:
        query: Words of the question, its correct answer and the context facts.
        target: Relevance of the fact, from 0 to 1.
    """

    query: str
    fact: str
    target: float


@dataclass(frozen=True, slots=True)
class Recipe:
    """Training options of a ranker.

    Attributes:
        ranker: ``bi-encoder``, ``cross-encoder``, ``graded`` or ``regression``.
        schedule: The training schedule; an epoch is chosen on every tenth question, which is not learnt then.
        encoder: The encoder to start from; see ``locate_encoder``.
        random: How many facts of no explanation are drawn anew for each question and epoch. Jansen et al.
            2021 (appendix A.4.4) draw 200, which a graphics card has the time for.
        near: How many more of them are among the best of a first ranker.
        window: How many tokens of a question and a fact ``cross-encoder`` and ``graded`` read together at most.
        first: The first ranker, whose scores ``regression`` learns; see ``open_ranker``.
        depth: How many of its best facts are near ones, and are ranked again where MAP chooses the epoch.
        context: The maximum number of gold facts that an encoder reads with a question, drawn anew for
            each question and epoch; the others are the targets. So learn the rankers of Banerjee 2019, as Jansen &
            Ustalov 2019 tell of them (section 6, model 2).
    """

    ranker: str
    schedule: Schedule
    encoder: str = MINILM
    random: int = _NEGATIVES
    near: int = _NEGATIVES
    window: int = LONGEST
    first: str = "bm25"
    depth: int = _LOOKALIKES
    context: int = 0

    def __post_init__(self) -> None:
        if self.random < 0 or self.near < 0 or self.random + self.near < 1 or self.depth < 1:
            accepted = "1 fact or more that explains nothing, and a depth of 1 or more"
            raise InputError(f"{self.random} random and {self.near} near facts of {self.depth}; accepted: {accepted}")
        if self.context and self.ranker not in {"bi-encoder", "cross-encoder"}:
            raise InputError(f"{self.ranker} and facts beside the question; accepted: with bi-encoder, cross-encoder")


RECIPES = {
    "bi-encoder": Recipe("bi-encoder", BI_ENCODER, random=0, near=1),
    "cross-encoder": Recipe("cross-encoder", CROSS_ENCODER),
    "graded": Recipe("graded", GRADED),
    "regression": Recipe("regression", CROSS_ENCODER, first="tfidf", depth=64),
}
"""Default training options of each neural ranker."""


def _wholly(_: Role) -> float:
    return 1.0


def gather_examples(
    knowledge: KnowledgeBase,
    questions: Iterable[Question],
    first: Ranker | None = None,
    depth: int = _LOOKALIKES,
    worth: Callable[[Role], float] = _wholly,
) -> list[Example]:
    """Return an example for each question that a fact of the knowledge base explains.

    Args:
        worth: Returns how well a fact of a role explains, from 0 to 1.
    """
    relevance = first or Bm25(knowledge)
    examples = []
    for question in questions:
        facts = ((knowledge.fact(gold.fact), worth(gold.role)) for gold in question.explanation)
        positives = {fact.text: share for fact, share in facts if fact}
        if positives:
            best = order(knowledge, relevance.scores(question), depth + len(positives))
            similar = dict.fromkeys(knowledge.facts[number].text for number in best.tolist())
            lookalikes = tuple(text for text in similar if text not in positives)[:depth]
            examples.append(Example(query_text(question), positives, lookalikes))
    if not examples:
        raise InputError(f"no fact of {knowledge.name} explains any of the questions; accepted: explained questions")
    return examples


def train_bi_encoder(
    encoder: Encoder,
    knowledge: KnowledgeBase,
    examples: Sequence[Example],
    recipe: "Recipe",
    after_epoch: Callable[[], None] | None = None,
) -> None:
    """Fine-tune an encoder in place, so that questions come to lie near the facts that explain them.

    The loss is the ranking loss with multiple negatives (Henderson et al. 2017, section 4.4): each fact that explains a
    question competes with all facts of the batch that do not. Those are the facts that explain the other questions of
    the batch, for each question some that a first ranker mistakes for an explanation (Karpukhin et al. 2020, section
    3.2), and others at random.

    Args:
        recipe: The training options, with the numbers of facts of each kind, and of gold facts read with a question.
    """
    texts = sorted({fact.text for fact in knowledge.facts})
    schedule = recipe.schedule

    def draw(chance: np.random.Generator) -> list[_Batch]:
        shuffled = [_drawn(examples[number], recipe, chance) for number in chance.permutation(len(examples))]
        return [
            _Batch(group, [texts[number] for number in chance.integers(len(texts), size=recipe.random * len(group))])
            for group in batches(shuffled, schedule.batch)
        ]

    fit(encoder.model, draw, lambda asked: ranking_loss(encoder, *asked), schedule, after_epoch)


class _Batch(NamedTuple):
    """A batch of questions, and the texts of facts at random."""

    examples: Sequence[Example]
    others: Sequence[str]


def _drawn(example: Example, recipe: "Recipe", chance: np.random.Generator) -> Example:
    near = chance.permutation(len(example.lookalikes))[: recipe.near]
    context = _context(example, recipe.context, chance) if recipe.context else ()
    return Example(
        BETWEEN.join((example.query, *context)) if context else example.query,
        {text: 0.0 if text in context else share for text, share in example.positives.items()},
        tuple(example.lookalikes[number] for number in near.tolist()),
    )


def ranking_loss(encoder: Encoder, examples: Sequence[Example], others: Sequence[str] = ()) -> Tensor:
    """Return how far the facts that explain each question are from beating all others of the batch.

    Returns:
        The mean over all pairs of a question and a fact that explains it; shape ().
    """
    known = (text for example in examples for text in (*example.positives, *example.lookalikes))
    texts = list(dict.fromkeys((*known, *others)))
    places = {text: number for number, text in enumerate(texts)}
    queries, facts = encoder.vectors([example.query for example in examples]), encoder.vectors(texts)
    logits = _SHARPNESS * queries @ facts.T
    explains, is_context = torch.zeros((2, len(examples), len(texts)), dtype=torch.bool)
    for row, example in enumerate(examples):
        numbers = torch.tensor([places[text] for text in example.positives])
        explains[row, numbers] = True
        is_context[row, numbers] = torch.tensor([share == 0 for share in example.positives.values()])
    explains, is_context = explains.to(logits.device), is_context.to(logits.device)
    rivals = logits.masked_fill(explains, _NOWHERE).logsumexp(dim=1, keepdim=True)
    return (torch.logaddexp(logits, rivals) - logits)[explains & ~is_context].mean()


def drawn_pairs(
    examples: Iterable[Example], knowledge: KnowledgeBase, recipe: Recipe, chance: np.random.Generator
) -> list[Pair]:
    """Return the facts of questions and, drawn anew, others.

    Supervision is distant: all facts outside the gold explanation pass for irrelevant, though some are not.
    """
    texts = [fact.text for fact in knowledge.facts]
    return [pair for item in examples for pair in _pairs(item, texts, recipe, chance)]


def _pairs(example: Example, texts: Sequence[str], recipe: Recipe, chance: np.random.Generator) -> list[Pair]:
    anywhere = [texts[number] for number in chance.integers(len(texts), size=recipe.random)]
    similar = chance.permutation(len(example.lookalikes))[: recipe.near]
    others = [*anywhere, *(example.lookalikes[number] for number in similar)]
    context = _context(example, recipe.context, chance) if recipe.context else ()
    query = " ".join((example.query, *context))
    targets = {**dict.fromkeys(others, 0.0), **example.positives}
    return [Pair(query, text, target) for text, target in targets.items() if text not in context]


def _context(example: Example, most: int, chance: np.random.Generator) -> tuple[str, ...]:
    """Return facts of the explanation, none to as many as wanted, but never all."""
    count = chance.integers(min(most, len(example.positives) - 1) + 1)
    return tuple(chance.permutation(list(example.positives))[:count].tolist())


def rated_pairs(
    knowledge: KnowledgeBase, questions: Iterable[Question], ratings: Iterable[RelevanceJudgment]
) -> list[Pair]:
    """Return the rated facts of questions.

    Args:
        ratings: Judgments with relevances from 0 to 6, such as ``codecs.ratings.decode`` yields; those of other
            questions and of other facts are passed over.
    """
    queries = {question.id.lower(): query_text(question) for question in questions}
    texts = {fact.id.lower(): fact.text for fact in knowledge.facts}
    pairs = [
        Pair(queries[rating.question.lower()], texts[rating.fact.lower()], grade(rating.relevance) / HIGHEST_GRADE)
        for rating in ratings
        if rating.question.lower() in queries and rating.fact.lower() in texts
    ]
    if not pairs:
        raise InputError("none of the ratings is of one of the questions and a fact of the knowledge base")
    return pairs


def fit_pairs(
    scorer: PairScorer,
    draw: Callable[[np.random.Generator], Sequence[Pair]],
    schedule: Schedule,
    after_epoch: Callable[[], None] | None = None,
) -> None:
    """Train a scorer in place, by the cross entropy between its probabilities and the targets.

    For grades divided by 3 that is the pointwise loss of Han et al. 2020 (section 3.3).
    """

    def shuffled(chance: np.random.Generator) -> list[Sequence[Pair]]:
        pairs = draw(chance)
        return batches([pairs[number] for number in chance.permutation(len(pairs))], schedule.batch)

    fit(scorer.model, shuffled, lambda batch: pair_losses(scorer, batch).mean(), schedule, after_epoch)


def pair_losses(scorer: PairScorer, batch: Sequence[Pair]) -> Tensor:
    """Return the cross entropy between the probability of each pair and its target, in nats; shape (pairs,).

    Pairs of like length are read together, so that little is padded, and numbers are multiplied in bfloat16.

    Args:
        batch: At least one pair; the losses come the shortest pair first.
    """
    ordered = sorted(batch, key=lambda pair: len(pair.query) + len(pair.fact))
    device = scorer.model.device
    with torch.autocast(device.type, dtype=torch.bfloat16):
        parts = batches(ordered, at_once(device, _AT_ONCE, _ON_CARD))
        read = [scorer.logits(*list(zip(*part, strict=True))[:2]) for part in parts]
    logits = torch.cat(read)
    targets = torch.tensor([pair.target for pair in ordered], device=logits.device)
    return binary_cross_entropy_with_logits(logits, targets, reduction="none")
