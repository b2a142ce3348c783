"""Ratings of the TextGraphs 2021 shared task, and WorldTree's question files, as projects of ratings."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from explanans.errors import FormatError
from explanans.formats import ratings, worldtree
from explanans.formats.lines import numbered
from explanans.knowledge.base import KnowledgeBase
from explanans.workbench.kinds.kind import DoneItem, PreviousAnnotation
from explanans.workbench.kinds.relevance.work import Candidate, Ratings, Shortlist
from explanans.workbench.kinds.taking import File, ImportedProject, unknown
from explanans.workbench.store.tables import Role, WorkState


def ratings_project(file: File, knowledge: KnowledgeBase) -> ImportedProject[Shortlist, Ratings]:
    """Return the ratings of a file, each as the grades of two raters who are at most a point apart.

    Args:
        knowledge: Where facts stand whose texts the file does not tell.

    Raises:
        FormatError: The file breaks the format, a rating is above 6, or a text is nowhere to be found.
    """
    items = []
    for question in ratings.decode_questions(file.lines, file.name):
        if not question.text:
            raise FormatError(f"question {question.id!r} without questionText", file.name, accepted="the question")
        if high := next((it for it in question.facts if it.rating > ratings.HIGHEST_RATING), None):
            found = f"a rating of {high.rating} for the fact {high.fact!r} of question {question.id!r}"
            raise FormatError(found, file.name, accepted=f"0 to {ratings.HIGHEST_RATING}")
        candidates = []
        for it in question.facts:
            fact = knowledge.fact(it.fact)
            if not it.text and fact is None:
                found = f"the fact {it.fact!r} of question {question.id!r} without docText"
                raise FormatError(found, file.name, accepted="the fact, or the id of one in the knowledge base")
            candidates.append(Candidate(it.fact, it.text or (fact.text if fact else ""), fact.table if fact else ""))
        halves = ({it.fact: (it.rating + more) // 2 for it in question.facts} for more in (1, 0))
        works = tuple(_rated(number, grades) for number, grades in enumerate(halves, 1)) if question.facts else ()
        items.append(DoneItem(question.id, Shortlist(question.text, question.answer, tuple(candidates)), works))
    return ImportedProject(items, {"raters": 2})


def worldtree_project(files: Sequence[File], knowledge: KnowledgeBase) -> ImportedProject[Shortlist, Ratings]:
    """Return the explanations of a question file as one rater's grades: core, important or extra, by the facts' roles.

    Args:
        files: The question file, and tables of facts that are not in the knowledge base.

    Raises:
        FormatError: A file breaks its format, or a fact is nowhere to be found.
    """
    tables = (worldtree.decode_table(it.lines, PurePath(it.name).stem, it.name) for it in files[1:])
    own = {fact.id: fact for table in tables for fact in table.facts}
    name, lines = files[0].name, list(files[0].lines)
    items = []
    for question, line in zip(worldtree.decode_questions(lines, name), numbered(lines[1:], name), strict=True):
        candidates = []
        for gold in question.explanation:
            fact = own.get(gold.fact) or knowledge.fact(gold.fact)
            if fact is None:
                found = f"the fact {gold.fact!r}, which is not in the knowledge base"
                accepted = "its facts, or those of tables that are given with the file"
                raise FormatError(found, name, line.number + 1, accepted)
            candidates.append(Candidate(fact.id, fact.text, fact.table))
        grades = {gold.fact: ratings.grade_of(gold.role) for gold in question.explanation}
        works = (_rated(1, grades),) if grades else ()
        items.append(DoneItem(question.id, Shortlist(question.text, question.answer, tuple(candidates)), works))
    return ImportedProject(items, {"raters": 1})


def _rated(number: int, grades: Mapping[str, int]) -> PreviousAnnotation[Ratings]:
    return PreviousAnnotation("rate", unknown(Role.RATER, number), Ratings(dict(grades)), WorkState.DONE)
