"""A language model behind an address as generator: it writes the facts that explain an answer (Jansen et al. 2021)."""

from collections import defaultdict

import numpy as np

from explanans.fact_sets.fact_alignment import THRESHOLD, Aligner
from explanans.knowledge.base import KnowledgeBase
from explanans.runtime.chat import ChatModel, Patience, listed
from explanans.structures.explanations import ScoredFact
from explanans.structures.questions import Question

_MOST_TOKENS = 1500
"""Maximum number of tokens, including reasoning; the longest explanation of WorldTree has about 300."""
_CORE, _EXTRA = 2.0, 1.0
"""Weights of core facts and of extra detail: the lowest grades that experts give them."""
_ASKED = (
    (_CORE, "Write the facts that one has to know to see why the answer is right"),
    (_EXTRA, "Write further facts of extra detail that help to see why the answer is right"),
)
_HOW = """\
: short general sentences of elementary science, such as "ice is a kind of solid" or "heat melts a solid", each on a
line of its own, and nothing else. At most 12.
"""


class EndpointGenerator:
    """Explains answers by those facts of the knowledge base that a chat model writes.

    It is asked twice, for facts that matter and for extra detail. Each sentence stands for the fact that it comes
    nearest to by ROUGE-1, if that is near enough (Jansen et al. 2021, appendix A.4.1); a fact weighs the grades of
    what it was written for.

    Args:
        address: The address and the model, as ``URL#MODEL``; see ``ChatModel``.
        knowledge: The knowledge base.
        patience: Timeouts and retries; ``Patience.usual`` if None.
        threshold: The lowest ROUGE-1 at which a sentence stands for a fact.

    Attributes:
        name: Its name in signatures.
        model: The chat model.

    Raises:
        InputError: The address cannot be used, or no model is named.
    """

    def __init__(
        self, address: str, knowledge: KnowledgeBase, patience: Patience | None = None, threshold: float = THRESHOLD
    ) -> None:
        self.name = f"endpoint({address})"
        self.model = ChatModel(address, patience)
        current = np.concatenate([knowledge.current, knowledge.superseded])
        self._facts = [knowledge.facts[number] for number in current.tolist()]
        self._aligner = Aligner(self._facts)
        self._threshold = threshold

    def __call__(self, question: Question) -> tuple[ScoredFact, ...]:
        """Return the facts that explain an answer, the heaviest first; there may be none.

        Args:
            question: The question with its right answer.

        Raises:
            InputError: There is no response, the service refuses, the response is malformed, the limit of requests is
                reached, or the question's key names no choice.
        """
        weights: dict[int, float] = defaultdict(float)
        for weight, wanted in _ASKED:
            prompt = f"{wanted}{_HOW}\nQuestion: {question.text}\nAnswer: {question.answer}\n"
            found = (
                self._aligner.align(text, self._threshold) for text in listed(self.model.ask(prompt, _MOST_TOKENS))
            )
            for number in dict.fromkeys(item.fact for item in found if item):
                weights[number] += weight
        ranked = sorted(weights.items(), key=lambda item: -item[1])
        return tuple(ScoredFact(self._facts[number], weight) for number, weight in ranked)
