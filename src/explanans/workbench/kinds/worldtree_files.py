"""Export of annotations as WorldTree's question files and tables (Xie et al. 2020)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from explanans.formats import worldtree
from explanans.formats.ratings import ROLES, grade
from explanans.structures.facts import Cell, Fact, Role, Table
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.workbench.kinds.tasks import Format

QUESTIONS = Format(
    "worldtree",
    "questions.tsv",
    "Questions with their facts and roles as WorldTree has them, for kb build and train ranker",
)
OWN_FACTS = Format("worldtree-facts", "OWN.tsv", "The authors' own facts as a table of WorldTree")
OWN = "OWN"
"""The table of the authors' own facts."""
_TEXT = "TEXT"
_LABEL = re.compile(r"\(([A-H1-8])\)")


class Explained(NamedTuple):
    """A question with the facts that explain its answer.

    Attributes:
        facts: The ids of the facts, with their roles.
    """

    key: str
    question: str
    answer: str
    facts: Sequence[tuple[str, Role]]


def questions(explained: Iterable[Explained]) -> Iterator[str]:
    r"""Yield the lines of a question file; the answer is the only choice.

    Example:
        >>> lines = questions([Explained("q 1", "What melts ice (A)?", "heat", [("f1", Role.CENTRAL)])])
        >>> list(lines)[1].split("\t")[:4]
        ['q_1', 'A', 'f1|CENTRAL', 'What melts ice A? (A) heat']
    """
    return worldtree.encode_questions(
        Question(
            identifier(it.key),
            _plain(it.question),
            (Choice("A", _plain(it.answer)),),
            "A",
            tuple(GoldFact(identifier(fact), role) for fact, role in it.facts),
            ("SUCCESS",),
        )
        for it in explained
    )


def of_sums(sums: Iterable[tuple[str, int]]) -> list[tuple[str, Role]]:
    """Return roles for the facts of ratings from 0 to 6; irrelevant facts are left out.

    Example:
        >>> [f"{fact} {role}" for fact, role in of_sums([("f1", 6), ("f2", 3), ("f3", 1), ("f4", 0)])]
        ['f1 CENTRAL', 'f2 GROUNDING', 'f3 BACKGROUND']
    """
    return [(fact, ROLES[grade(rating)]) for fact, rating in sums if rating > 0]


def own_facts(facts: Iterable[tuple[str, str]]) -> Iterator[str]:
    r"""Yield the lines of a table.

    Example:
        >>> list(own_facts([("own-q1-F1", "ice is cold")]))[1]
        'ice is cold\town-q1-F1'
    """
    rows = tuple(Fact(identifier(uid), text, OWN, (Cell(_TEXT, " ".join(text.split())),)) for uid, text in facts)
    return worldtree.encode_table(Table(OWN, (_TEXT, worldtree.UID_COLUMN), rows))


def identifier(name: str) -> str:
    """Return an id without what separates ids in a question file."""
    return re.sub(r"[\s|]+", "_", name.strip()) or "_"


def _plain(text: str) -> str:
    """Return a text on one line, without what would be read as the label of a choice."""
    return " ".join(_LABEL.sub(r"\1", text).split())
