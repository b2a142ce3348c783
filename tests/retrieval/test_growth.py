"""Facts that a ranker compares with a question, as the knowledge base grows."""

import numpy as np
import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.trained import LENGTH, Shortlist
from explanans.structures.questions import Question

NOUNS = "frog pond river stone cloud seed magnet lens planet engine".split()
MOST_CANDIDATES = 110 + 120 + 3 * 90
"""The sum of the limits of the kinds of evidence by words."""


@pytest.mark.parametrize("size", [300, 3_000])
def test_candidates_do_not_grow_with_the_base(size: int) -> None:
    facts = [f"a {NOUNS[n % 10]} of kind {n} is near a {NOUNS[n // 10 % 10]} in summer" for n in range(size)]
    extractor = Extractor(KnowledgeBase.of(facts), with_explanations=False)
    query, evidence = extractor.evidence(Question.asked("Where is a frog in summer?", "near a pond"))
    assert len(evidence.relevance.numbers) > size / 10  # of up to 100,000 facts, all that share a lemma are scored
    shortlist = Shortlist.of(extractor, query, evidence)
    assert len(shortlist.numbers) <= MOST_CANDIDATES
    passed = shortlist.passed_on(np.arange(len(shortlist.numbers), dtype=np.float64))
    assert len(passed.numbers) == LENGTH
