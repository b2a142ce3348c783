"""What a generator learns from: the facts that each question's explanation is to have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explanans.codecs.ratings import grade
from explanans.compose.facts.neural.cues import Subtask, cue
from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.ranking import Judgment


@dataclass(frozen=True, slots=True)
class Example:
    """What a generator is to write.

    Attributes:
        question: The question's id.
        cue: What it reads.
        subtask: Which facts it is asked for.
        facts: Their texts, all different.
    """

    question: str
    cue: str
    subtask: Subtask
    facts: tuple[str, ...]


def gather_examples(
    knowledge: KnowledgeBase, questions: Iterable[Question], ratings: Sequence[Judgment] = ()
) -> list[Example]:
    """Return one example for each question and subtask that has facts.

    With ratings, facts of grade 2 or 3 are core, those of grade 1 extra detail (see ``codecs.ratings.grade``), and
    questions without a rated fact are left out. Without ratings, the gold explanation is core, and nothing else is
    learnt. Facts that the knowledge base lacks are passed over.

    Args:
        knowledge: The knowledge base.
        questions: Questions with their right answers.
        ratings: Expert ratings from 0 to 6.

    Raises:
        InputError: A rating is above 6, a question's key names no choice, or there is no example.
    """
    texts = {fact.id.lower(): fact.text for fact in knowledge.facts}
    rated: dict[tuple[str, Subtask], list[str]] = {}
    for rating in ratings:
        graded = grade(rating.relevance)
        if graded and rating.fact.lower() in texts:
            subtask = Subtask.CORE if graded >= Subtask.CORE.weight else Subtask.EXT
            rated.setdefault((rating.question.lower(), subtask), []).append(texts[rating.fact.lower()])
    examples = []
    for question in questions:
        gold = [texts[fact.fact.lower()] for fact in question.explanation if fact.fact.lower() in texts]
        for subtask in Subtask:
            found = rated.get((question.id.lower(), subtask), []) if ratings else gold * (subtask is Subtask.CORE)
            if found:
                examples.append(Example(question.id, cue(question, subtask), subtask, tuple(dict.fromkeys(found))))
    if not examples:
        raise InputError(f"no fact of {knowledge.name} explains any of the questions; accepted: explained questions")
    return examples
