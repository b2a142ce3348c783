"""Answers as a language model reads them."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.proposals.proposer import Proposer

FACTS = ["The digging began near the old mill in 1859.", "The digging ended in 1869 with a feast."]


class Reader(LanguageReader):
    """Takes the old mill for the answer to every question, or for the answer to none."""

    def __init__(self, *, salt: bool = True) -> None:
        self.name = "reader"
        self.salt = salt
        self.seen: list[tuple[str, str]] = []

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        self.seen.append((text, statement))
        return np.array([0.999, 0.0, 0.001] if ("old mill" in statement) is self.salt else [0.001, 0.0, 0.999])


def chance(reader: Reader | None, question: str, words: str) -> float:
    proposed = Proposer(KnowledgeBase.of(FACTS), reader=reader).propose(question)
    return max((item.chance for item in proposed if words in item.text), default=0.0)


def test_a_language_model_reads_phrases_beside_their_sentence_and_changes_their_chances() -> None:
    reader, question = Reader(), "Where did the digging begin?"
    assert chance(reader, question, "old mill") > chance(Reader(salt=False), question, "old mill")
    text = "Question: Where did the digging begin? The digging began near the old mill in 1859."
    assert (text, "Answer: near the old mill.") in reader.seen


def test_without_a_language_model_the_trees_decide() -> None:
    knowledge = KnowledgeBase.of(FACTS)
    assert Proposer(knowledge).propose("When did the digging end?")[0].text == "in 1869"


def test_choices_that_the_question_offers_are_not_read() -> None:
    reader = Reader()
    proposed = Proposer(KnowledgeBase.of(FACTS), reader=reader).propose("Did the digging begin in 1859?")
    assert [item.text for item in proposed] == ["yes", "no"]
    assert not reader.seen
