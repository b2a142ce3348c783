"""The functions of the service: each takes plain values and returns the JSON that the command line prints."""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from explanans.entailment.claims.checker import DocumentChecker, open_checker
from explanans.entailment.judge.base import DEFAULT as DEFAULT_JUDGE
from explanans.errors import InputError
from explanans.formats.claim_texts import read_claim
from explanans.formats.claims import joined, numbered_texts, source_of
from explanans.formats.records import fact_record
from explanans.graphs.composer import Composer
from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline.answering import Answerer, asked
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.graphing import open_composer
from explanans.rendering import forms
from explanans.retrieval.ranker import score
from explanans.server.offers import Parts
from explanans.structures.facts import Document
from explanans.structures.graphs import ExplanationGraphs, Stance
from explanans.structures.questions import Question
from explanans.structures.verdicts import CheckedClaims, RankedClaim

_TEXT = "source"
"""The name of a text without a name, as on the command line."""


class Functions:
    """The functions, with what they work with held open; each part is opened when it is first wanted.

    Example:
        >>> found = msgspec.json.decode(Functions(Parts()).explain("What is ice made of?", "water"))
        >>> found["hypothesis"], found["verdict"]["status"]
        ('ice is made of water', 'supported')
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._judge = parts.judge or DEFAULT_JUDGE

    def warm(self) -> None:
        """Open what most requests need, so that the first of them does not wait for it."""
        self.explain("What is ice made of?", "water")

    def explain(self, question: str, answer: str, facts: int = 12, alternatives: int = 1) -> bytes:
        """Explain why an answer is right."""
        return _encoded(self._explainer.explain(question, answer, facts=facts, alternatives=alternatives))

    def answer(self, question: str, choices: Sequence[str] = (), facts: int = 12, most: int = 5) -> bytes:
        """Judge and explain every choice of a question, or answers that the knowledge base proposes."""
        return _encoded(Answerer(self._explainer, facts=facts, most=most).answer(asked(question, choices)))

    def rank(self, question: str, answer: str, limit: int = 100) -> bytes:
        """Rank the facts of the knowledge base by how well they explain an answer."""
        whole = Question.asked(question, answer)
        explainer = self._explainer
        found = score(explainer.ranker, explainer.knowledge, whole).best(limit)
        record = {
            "question": whole.text,
            "answer": whole.answer,
            "ranker": explainer.ranker_name,
            "facts": list(map(fact_record, found)),
        }
        return msgspec.json.encode(record)

    def check(
        self,
        claims: str | Sequence[str],
        sources: str | dict[str, str] | Sequence[str | dict[str, str]],
        arcs: bool = False,
    ) -> bytes:
        """Check claims against sources."""
        claims = [claims] if isinstance(claims, str) else claims
        sources = [sources] if isinstance(sources, str | dict) else sources
        read = source_of(
            numbered_texts(
                [
                    Document(_TEXT, source) if isinstance(source, str) else Document(source["name"], source["text"])
                    for source in sources
                ]
            )
        )
        checker = self._arc_checker if arcs else self._claim_checker
        texts = joined(map(read_claim, claims))
        found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(read, texts.claims), 1))
        return _encoded(CheckedClaims(found, checker.signature, set_aside=texts.set_aside))

    def graph(self, belief: str, argument: str, stance: str | None = None, alternatives: int = 1) -> bytes:
        """Return whether an argument supports or counters a belief, and draw the graph that explains it."""
        if stance is not None and stance not in list(Stance):
            raise InputError(f"the stance {stance!r}; accepted: {', '.join(Stance)}")
        known = None if stance is None else Stance(stance)
        return _encoded(
            ExplanationGraphs(tuple(self._composer.compose(belief, argument, known, alternatives=alternatives)))
        )

    @cached_property
    def _explainer(self) -> Explainer:
        knowledge = KnowledgeBase.open(*self._parts.knowledge)
        return Explainer(knowledge, self._parts.ranker, judge=self._judge)

    @cached_property
    def _claim_checker(self) -> DocumentChecker:
        return open_checker(self._judge)

    @cached_property
    def _arc_checker(self) -> DocumentChecker:
        return open_checker(self._judge, arcs=True)

    @cached_property
    def _composer(self) -> Composer:
        return open_composer()


def _encoded(noun: object) -> bytes:
    return msgspec.json.encode(forms.record(noun))
