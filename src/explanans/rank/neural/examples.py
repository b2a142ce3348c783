"""What neural rankers learn from: questions with the facts that explain them, and facts that only look like those."""

from collections.abc import Iterable
from dataclasses import dataclass

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.bm25 import Bm25
from explanans.rank.ranker import order

_LOOKALIKES = 100


@dataclass(frozen=True, slots=True)
class Example:
    """A question to learn from.

    Facts are told apart by their words: some stand in a knowledge base twice.

    Attributes:
        query: The words of the question and its right answer.
        positives: The texts of the facts that explain it.
        lookalikes: The texts of other facts that share the most telling words with it, best first.
    """

    query: str
    positives: tuple[str, ...]
    lookalikes: tuple[str, ...]


def query_text(question: Question) -> str:
    """Return what an encoder reads of a question: its words and those of its right answer.

    Args:
        question: A question with its right answer.

    Raises:
        InputError: The question's key names no choice.
    """
    return f"{question.text} {question.answer}"


def gather_examples(knowledge: KnowledgeBase, questions: Iterable[Question]) -> list[Example]:
    """Return an example for each question that a fact of the knowledge base explains.

    Args:
        knowledge: The knowledge base.
        questions: Questions with gold explanations.

    Raises:
        InputError: A question's key names no choice, or there is no example.
    """
    relevance = Bm25(knowledge)
    examples = []
    for question in questions:
        facts = (knowledge.fact(gold.fact) for gold in question.explanation)
        positives = tuple(dict.fromkeys(fact.text for fact in facts if fact))
        if positives:
            best = order(knowledge, relevance.scores(question), _LOOKALIKES + len(positives))
            similar = dict.fromkeys(knowledge.facts[number].text for number in best.tolist())
            lookalikes = tuple(text for text in similar if text not in positives)[:_LOOKALIKES]
            examples.append(Example(query_text(question), positives, lookalikes))
    if not examples:
        raise InputError(f"no fact of {knowledge.name} explains any of the questions; accepted: explained questions")
    return examples
