"""Answers as a language model reads them."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.proposals.proposer import Proposer

FACTS = ["The digging began in 1859 near the salt works.", "The digging ended in 1869 with a feast."]


class Reader(LanguageReader):
    """Takes salt works for the answer to every question."""

    def __init__(self) -> None:
        self.name = "reader"
        self.seen: list[tuple[str, str]] = []

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        self.seen.append((text, statement))
        return np.array([0.999, 0.0, 0.001] if "salt works" in statement else [0.001, 0.0, 0.999])


def test_a_language_model_reads_likely_phrases_beside_their_sentence_and_changes_the_order() -> None:
    reader, knowledge, question = Reader(), KnowledgeBase.of(FACTS), "Where did the digging begin?"
    assert "salt works" in Proposer(knowledge, reader=reader).propose(question)[0].text
    text = "Question: Where did the digging begin? The digging began in 1859 near the salt works."
    assert (text, "Answer: near the salt works.") in reader.seen


def test_without_a_language_model_the_trees_decide() -> None:
    knowledge = KnowledgeBase.of(FACTS)
    assert Proposer(knowledge).propose("When did the digging end?")[0].text == "in 1869"


def test_choices_that_the_question_offers_are_not_read() -> None:
    reader = Reader()
    proposed = Proposer(KnowledgeBase.of(FACTS), reader=reader).propose("Did the digging begin in 1859?")
    assert [item.text for item in proposed] == ["yes", "no"]
    assert not reader.seen
