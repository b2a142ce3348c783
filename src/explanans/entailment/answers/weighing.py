"""Weigh the choices of a question against one another: how probable each is the right one, by features of each."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import informative_lemmas
from explanans.learning.embedder import SAME, Embedder
from explanans.learning.model import LinearModel
from explanans.learning.nli import softmax
from explanans.structures.verdicts import Status, Verdict

SEEN = (
    *("support", "log_support", "supported", "contradicted"),
    *("best_words", "mean_words"),
    *("nearest", "mean_nearest"),
    *("lesser", "sum", "mean_sum", "likeness"),
    *("product", "lesser_share", "covered"),
    "known",
)
"""Names of the raw features of a choice.

Its verdict; cosines of BM25 vectors of its statement and of the facts that share most words with it; cosines in meaning
of its statement and of the facts nearest to it; of question and answer apart, with the same fact, and with each other;
which shares of the words of question and answer one fact holds; and the cosine of its statement with those of right
answers to other questions.
"""
NAMES = (*(f"{name}_above_mean" for name in SEEN), *(f"{name}_below_best" for name in SEEN))
"""The features of a choice among others: only what sets it apart from these tells anything."""

_FACTS = 64
"""Number of facts that are compared with a choice: those nearest in meaning, and half as many that share most words."""
_FEW = 3
_SOME = 0.02
"""Smoothing added to support, so that its logarithm is finite."""


class AskedChoice(NamedTuple):
    """A choice of a question."""

    text: str
    hypothesis: str
    verdict: Verdict


def describe(
    knowledge: KnowledgeBase,
    question: str,
    choices: Sequence[AskedChoice],
    known: NDArray[np.float32] | None = None,
) -> NDArray[np.float64]:
    """Return the features of the choices of a question, in the order of `NAMES`; shape (choices, features).

    Args:
        choices: Its choices; one or more.
        known: The vectors of statements of right answers to questions; shape (statements, width). None for none.

    Example:
        >>> knowledge = KnowledgeBase.of(["Ice is made of frozen water.", "Glass is made of sand."])
        >>> unknown = Verdict(Status.UNKNOWN, 0.0, ())
        >>> choices = [AskedChoice(text, f"ice is made of {text}", unknown) for text in ("water", "sand")]
        >>> water, sand = describe(knowledge, "What is ice made of?", choices)
        >>> bool(water[NAMES.index("nearest_below_best")] > sand[NAMES.index("nearest_below_best")])
        True
    """
    asked = Embedder.shipped().embed([question])[0]
    said = Embedder.shipped().embed([choice.hypothesis for choice in choices])
    rows = [_raw_features(knowledge, question, asked, *given) for given in zip(choices, said, strict=True)]
    seen = np.column_stack([rows, _known(said, known)])
    return np.hstack([seen - seen.mean(axis=0), seen - seen.max(axis=0)])


def _raw_features(
    knowledge: KnowledgeBase,
    question: str,
    asked: NDArray[np.float32],
    choice: AskedChoice,
    said: NDArray[np.float32],
) -> list[float]:
    (answer,) = Embedder.shipped().embed([choice.text])
    numbers, words = _candidates(knowledge, choice.hypothesis, said)
    rows = knowledge.vectors.rows(numbers)
    whole, of_question, of_answer = (rows @ vector for vector in (said, asked, answer))
    both = of_question + of_answer
    verdict = choice.verdict
    return [
        verdict.support,
        float(np.log(verdict.support + _SOME)),
        float(verdict.status is Status.SUPPORTED),
        float(verdict.status is Status.CONTRADICTED),
        *_best_and_mean(words),
        *_best_and_mean(whole),
        float(np.minimum(of_question, of_answer).max(initial=0.0)),
        *_best_and_mean(both),
        float(asked @ answer),
        *_shares(knowledge, numbers, informative_lemmas(question), informative_lemmas(choice.text)),
    ]


def _known(said: NDArray[np.float32], known: NDArray[np.float32] | None) -> NDArray[np.float64]:
    """Return the mean cosine of each statement with those nearest to it, but for the same; shape (choices,)."""
    if known is None or not len(known):
        return np.zeros(len(said))
    cosines: NDArray[np.float64] = (said @ known.T).astype(np.float64)
    # A question does not profit from its own right answer.
    others = cosines[:, cosines.max(axis=0) < SAME]
    return np.array([_best_and_mean(row)[1] for row in others])


def _candidates(
    knowledge: KnowledgeBase, hypothesis: str, said: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the numbers of the facts to compare, and the cosines of words of those that share most words."""
    numbers, cosines = knowledge.vectors.nearest(said, _FACTS)
    near = numbers[np.argsort(-cosines, kind="stable")[:_FACTS]]
    sharing = knowledge.search(hypothesis, _FACTS // 2)
    found = knowledge.numbers([item.fact.id for item in sharing])
    candidates = np.union1d(near, found).astype(np.intp)
    return candidates[~np.isin(candidates, knowledge.removed)], np.array([item.score for item in sharing])


def _best_and_mean(values: NDArray[np.float64]) -> tuple[float, float]:
    best = np.sort(values)[::-1][:_FEW]
    return float(best.max(initial=0.0)), float(best.sum() / _FEW)


def _shares(
    knowledge: KnowledgeBase, numbers: NDArray[np.intp], question: frozenset[str], answer: frozenset[str]
) -> tuple[float, float, float]:
    """Return how far one fact holds the words of question and answer: product and lesser of the shares, and of all."""
    own = answer - question
    held = [informative_lemmas(knowledge.facts[number].text) for number in numbers.tolist()]
    shares = [tuple(_share(knowledge, words, lemmas) for words in (question, own, question | own)) for lemmas in held]
    return (
        max((first * second for first, second, _ in shares), default=0.0),
        max((min(first, second) for first, second, _ in shares), default=0.0),
        max((every for _, _, every in shares), default=0.0),
    )


def _share(knowledge: KnowledgeBase, words: frozenset[str], held: frozenset[str]) -> float:
    """Return the share of words that are held, each counting as much as it tells."""
    weight = knowledge.vocabulary.weight
    whole = sum(map(weight, sorted(words)))
    return sum(map(weight, sorted(words & held))) / whole if whole else 0.0


MANY = 1000
"""Minimum number of facts for the choice model; with fewer, the judge reads every fact, and its support is better."""


class Weighing(LinearModel):
    """A weight for each feature of a choice; the weighted sums make chances (McFadden 1974: conditional logit)."""

    kind = "answers"
    home = Path(__file__).parent / "models" / "weighing"
    names = NAMES

    def chances(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how probable each choice of a question is the right one; shape (choices,), summing to 1.

        Args:
            features: The features of its choices, see ``describe``; shape (choices, features).

        Example:
            >>> Weighing.shipped().chances(np.zeros((4, len(NAMES)))).tolist()
            [0.25, 0.25, 0.25, 0.25]
        """
        return softmax(features @ np.array([self.weights[name] for name in NAMES]))
