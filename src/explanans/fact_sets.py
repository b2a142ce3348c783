"""Sets of facts written by language models and matched to a knowledge base."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import tokens
from explanans.runtime.chat import ChatModel, Patience, listed
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question

THRESHOLD = 0.70
"""Below it alignments tend to be poor, as Jansen et al. 2021 (appendix A.4.1) found."""


class Alignment(NamedTuple):
    """A fact and how near a sentence comes to it.

    Attributes:
        rouge: ROUGE-1, from 0 to 1.
    """

    fact: int
    rouge: float


class Aligner:
    """Compares sentences with every fact by ROUGE-1 (Lin & Hovy 2003).

    That is the F1 over the words that both have, each as often as the one that has it less often. Words are compared in
    lower case and are not stemmed.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths = np.zeros(len(facts), dtype=np.int64)
        for number, fact in enumerate(facts):
            counts = Counter(tokens(fact.text.lower()))
            self._lengths[number] = counts.total()
            for word, count in counts.items():
                postings[word].append((number, count))
        self._postings = {word: np.array(pairs, dtype=np.int64).T for word, pairs in postings.items()}

    def align(self, sentence: str, threshold: float = THRESHOLD) -> Alignment | None:
        """Return the fact that a sentence comes nearest to; of equals the first, None if all are too far.

        Args:
            threshold: The lowest ROUGE-1 that counts.

        Example:
            >>> aligner = Aligner([Fact("f1", "ice is a kind of solid"), Fact("f2", "heat melts ice")])
            >>> aligner.align("Ice is a solid")
            Alignment(fact=0, rouge=0.8)
            >>> aligner.align("frogs are green") is None
            True
        """
        words = Counter(tokens(sentence.lower()))
        shared = np.zeros(len(self._lengths), dtype=np.int64)
        for word, count in words.items():
            if word in self._postings:
                numbers, counts = self._postings[word]
                shared[numbers] += np.minimum(counts, count)
        if not shared.any():
            return None
        rouge = 2 * shared / (self._lengths + words.total())
        best = int(np.argmax(rouge))
        return Alignment(best, float(rouge[best])) if rouge[best] >= threshold else None


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
        patience: Timeouts and retries; ``Patience.usual`` if None.
        threshold: The lowest ROUGE-1 at which a sentence stands for a fact.

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
