"""Conclusions from some of the facts of an explanation, which a language model learns to draw."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.written import BASES, HOME, rows, written_questions
from explanans.language.cells import worded
from explanans.language.statements.hypothesis import hypothesis
from explanans.trees.conclusions.joiner import NOTHING, JoinedFacts, JoinRequest

_JOINED = HOME / "joined-facts.tsv"
_NONE = "-"


class JoinLesson(NamedTuple):
    """Facts that explain an answer, and the conclusion on the way that joins some of them.

    Attributes:
        request: The facts, as sentences, and the statement of question and answer.
        joined: The conclusion; None if nothing leads on.
    """

    request: JoinRequest
    joined: JoinedFacts | None


def join_lessons(bases: Mapping[str, KnowledgeBase]) -> list[JoinLesson]:
    """Return facts to show of written questions, with conclusions that authors drew from some of them.

    Args:
        bases: Knowledge bases by name; the facts of others are left out. See `BASES`.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> lessons = join_lessons({"starter": KnowledgeBase.open("starter")})
        >>> len(lessons) > 200, all(len(lesson.request.facts) > 2 for lesson in lessons)
        (True, True)
    """
    questions = {item.id: (item, name) for name in BASES if name in bases for item in written_questions(name)}
    facts = {name: {fact.id: fact for fact in base.facts} for name, base in bases.items()}
    found = []
    accepted = "a question, the ids of facts, the places of some of them, a conclusion"
    for asked, ids, places, text in rows(_JOINED, 4, accepted):
        if asked not in questions:
            continue
        question, name = questions[asked]
        stated = hypothesis(question.text, question.answer)
        said = tuple(worded(facts[name][key], stated, question.text).text for key in ids.split())
        joined = None if places == _NONE else JoinedFacts(tuple(int(place) - 1 for place in places.split()), text)
        found.append(JoinLesson(JoinRequest(said, stated), joined))
    return found


def join_lines(lessons: Iterable[JoinLesson], chance: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Yield the prompts and lines of lessons, to be learnt, with the facts in another order each time."""
    for request, joined in lessons:
        order = chance.permutation(len(request.facts)).tolist()
        prompt = JoinRequest(tuple(request.facts[place] for place in order), request.hypothesis).prompt
        if joined is None:
            yield prompt, NOTHING
        else:
            places = tuple(sorted(order.index(place) for place in joined.places))
            yield prompt, JoinedFacts(places, joined.text).line
