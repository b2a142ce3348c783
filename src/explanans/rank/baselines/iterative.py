"""Rank facts by relevance and by what is already chosen, one after the other."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.baselines.reorder import first_facts, reordered
from explanans.rank.ranker import open_ranker
from explanans.registry import takes
from explanans.text.lemmas import content_lemmas

_SHORTLIST = 15
"""As in Jansen & Ustalov 2019, section 6."""

_REPETITION = 0.2
"""Chosen on WorldTree's training questions, each ranked without its own explanation."""

_NEAR = "near:"
_DEFAULT = "unification"


@takes("RANKER")
class Iterative:
    """A shortlist re-ranked fact by fact, after Banerjee 2019 as told by Jansen & Ustalov 2019 (section 6, model 2).

    The first 15 facts of a ranker are chosen anew: after the best one always that whose share of the best score,
    less a fifth of its largest cosine with a fact chosen before, is highest. Banerjee looks for a high cosine; on
    WorldTree that lowers average precision, since explanatory power brings facts of one explanation together already
    and what is left to gain is to repeat less, as in maximal marginal relevance (Carbonell & Goldstein 1998).

    Args:
        knowledge: The knowledge base to rank.
        parts: The name of the ranker. With ``near:`` before it, a high cosine is rewarded, as Banerjee does.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, parts: str = _DEFAULT) -> None:
        self._knowledge = knowledge
        self._reward = _REPETITION if parts.startswith(_NEAR) else -_REPETITION
        self._relevance = open_ranker(parts.removeprefix(_NEAR) or _DEFAULT, knowledge)

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        scores = self._relevance.scores(question)
        first = first_facts(self._knowledge, scores, _SHORTLIST)
        shares = scores[first] / (scores[first].max(initial=0.0) or 1.0)
        return reordered(scores, first, choose(shares, self._cosines(first), self._reward))

    def _cosines(self, facts: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the cosines of the facts' BM25 vectors with one another; shape (facts, facts)."""
        rows = np.zeros((len(facts), len(self._knowledge.vocabulary.numbers)))
        for row, number in zip(rows, facts.tolist(), strict=True):
            terms, weights = self._knowledge.vocabulary.vector(content_lemmas(self._knowledge.facts[number].text))
            row[terms] = weights
        return np.asarray(rows @ rows.T)


def choose(
    shares: NDArray[np.float64], cosines: NDArray[np.float64], reward: float = -_REPETITION
) -> NDArray[np.float64]:
    """Return when each fact is chosen, counted from 0.

    Args:
        shares: How relevant each fact is, as a share of the most relevant one; shape (facts,).
        cosines: How much each two facts resemble one another; shape (facts, facts).
        reward: What the largest cosine with a fact chosen before is multiplied by, and added.

    Example:
        >>> twins = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        >>> choose(np.array([1.0, 0.9, 0.8]), twins).tolist()
        [0.0, 2.0, 1.0]
    """
    turns = np.zeros(len(shares))
    resemblance = np.zeros(len(shares))
    left = np.ones(len(shares), dtype=np.bool_)
    for turn in range(len(shares)):
        chosen = int(np.argmax(np.where(left, shares + reward * resemblance, -np.inf)))
        left[chosen] = False
        turns[chosen] = turn
        resemblance = np.maximum(resemblance, cosines[chosen])
    return turns
