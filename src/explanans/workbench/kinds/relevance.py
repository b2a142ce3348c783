"""Relevance rating as a kind of task: how relevant each fact of a shortlist is (Jansen et al. 2021)."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

import msgspec

from explanans.errors import FormatError
from explanans.formats import ratings, worldtree
from explanans.formats import ratings as ratings_file
from explanans.formats.codec import load
from explanans.formats.lines import numbered
from explanans.formats.ratings import RatedFact, RatedQuestion
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.questions import Question
from explanans.workbench.bases import Base, Bases
from explanans.workbench.kinds import worldtree_files
from explanans.workbench.kinds.rated import SCALE, Candidate, Ratings, Shortlist, final_sums
from explanans.workbench.kinds.rating import RatedKind, Row, raters_of, settled_of
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import (
    DoneItem,
    File,
    Format,
    ImportedProject,
    PreviousAnnotation,
    Reader,
    Setting,
    Writer,
    only,
    unknown,
)
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Role, WorkState

RANKERS = ("", "bm25", "tfidf")
"""Whose best facts are pooled: the usual ranker of the base, and two that know only words."""


def ratings_project(file: File, knowledge: KnowledgeBase) -> ImportedProject[Shortlist, Ratings]:
    """Return the ratings of a file, each as the grades of two raters who are at most a point apart."""
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
    """Return the explanations of a question file as grades of one rater, by the roles of the facts."""
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


class Relevance(RatedKind[Shortlist, Ratings]):
    """Rate how relevant each fact of a shortlist is, by two raters or more; differences are settled."""

    name = "relevance"
    title = "Relevance rating"
    about = "Say of each fact on a shortlist how relevant it is to why the answer is right."
    reads = "questions with their right answers, as .tsv, .csv or .jsonl"
    given = Shortlist
    made = Ratings
    settings = (
        Setting("raters", "How many people rate each question", 2, 1, 20),
        Setting("depth", "How many of the best facts of each ranker are pooled", 20, 1, 200),
        Setting("apart", "From how many points apart on a difference has to be settled (4: never)", 2, 1, 4),
    )
    formats = (
        Format("ratings", "ratings.json", "Ratings as the TextGraphs 2021 shared task has them, 0 to 6 a fact"),
        Format("annotations", "annotations.tsv", "Every rater's grade of every fact, for explanans evaluate agreement"),
        worldtree_files.QUESTIONS,
        worldtree_files.OWN_FACTS,
    )
    taken = ("ratings", worldtree_files.QUESTIONS.name)
    guidelines = """\
Read the question and its answer. Then ask of each fact: **does it help to explain why the answer is right?**

- Judge each fact by itself, as a sentence that may stand in an explanation.
- A true fact may be irrelevant. A fact that is worded oddly may be core.
- Two facts that say the same get the same grade.
- You do not see where a fact comes from, nor what others say.
"""
    highest = 3

    rule = "the sum of the grades holds"

    def apart(self, settings: Mapping[str, Any]) -> int:
        """Return from how many points apart on a difference is settled."""
        apart = int(settings["apart"])
        return 0 if apart > self.highest else apart

    def rows(self, given: Shortlist) -> tuple[Row, ...]:
        """Return the facts."""
        return tuple(Row(fact.id, fact.text, SCALE) for fact in given.facts)

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:
        """Yield a shortlist for each question: the best facts of several rankers, and the facts of its explanation."""
        return self.shortlists(load(path, "questions"), knowledge, settings)

    def shortlists(
        self, questions: Iterable[Question], knowledge: str, settings: Mapping[str, Any]
    ) -> Iterator[NewItem]:
        """Yield the shortlists of questions."""
        base = Bases().open(knowledge)
        for question in questions:
            facts = list(_pool(base, question, settings["depth"]).values())
            random.Random(question.id).shuffle(facts)  # noqa: S311 - an order that tells nothing, the same each time
            shortlist = Shortlist(question.text, question.answer, tuple(facts))
            yield NewItem(question.id, msgspec.to_builtins(shortlist))

    def heading(self, given: Shortlist) -> str:
        """Return the question."""
        return given.question

    def draw(self, desk: EditingSession[Shortlist, Ratings]) -> None:
        """Draw the facts with their grades."""
        from explanans.workbench.kinds import rating_pages  # noqa: PLC0415 - the web framework takes seconds

        rating_pages.draw_relevance(desk, self.wanted(desk.task))

    def writers(self) -> Mapping[str, Writer[Shortlist, Ratings]]:
        """Return what writes ratings as the 2021 shared task has them, one line a grade, and WorldTree's files."""
        return {
            "ratings": lambda items: iter(
                [ratings_file.encode_questions(rated for item in items if (rated := _rated_question(item)).facts)]
            ),
            "annotations": lambda items: (
                "\t".join(map(str, row)) for row in (("question", "fact", "rater", "rating"), *self.ratings(items))
            ),
            worldtree_files.QUESTIONS.name: lambda items: worldtree_files.questions(_explained(items)),
            worldtree_files.OWN_FACTS.name: lambda items: worldtree_files.own_facts(_own_facts(items)),
        }

    def readers(self, knowledge: str) -> Mapping[str, Reader[Shortlist, Ratings]]:
        """Return what reads ratings of the 2021 shared task, and those that roles of WorldTree's facts amount to."""
        return {
            "ratings": lambda files: ratings_project(only(files), KnowledgeBase.open(knowledge)),
            worldtree_files.QUESTIONS.name: lambda files: worldtree_project(files, KnowledgeBase.open(knowledge)),
        }


def _sums(item: DoneItem[Shortlist, Ratings]) -> Mapping[str, int]:
    return final_sums([work.made for work in raters_of(item)], settled_of(item))


def _rated_question(item: DoneItem[Shortlist, Ratings]) -> RatedQuestion:
    texts = {fact.id: fact.text for fact in item.given.facts}
    facts = (RatedFact(item.key, fact, it, gold=False, text=texts.get(fact, "")) for fact, it in _sums(item).items())
    return RatedQuestion(item.key, item.given.question, item.given.answer, tuple(facts))


def _explained(items: Iterable[DoneItem[Shortlist, Ratings]]) -> Iterator[worldtree_files.Explained]:
    for item in items:
        if facts := worldtree_files.of_sums(_sums(item).items()):
            yield worldtree_files.Explained(item.key, item.given.question, item.given.answer, facts)


def _own_facts(items: Iterable[DoneItem[Shortlist, Ratings]]) -> Iterator[tuple[str, str]]:
    """Yield the facts of explanations that some author worded, each once."""
    found: dict[str, str] = {}
    for item in items:
        sums = _sums(item)
        found |= {it.id: it.text for it in item.given.facts if it.table == worldtree_files.OWN and sums.get(it.id)}
    yield from found.items()


def _pool(base: Base, question: Question, depth: int) -> dict[str, Candidate]:
    gold = [base.fact(fact.fact) for fact in question.explanation]
    facts = [fact for fact in gold if fact is not None]
    for ranker in RANKERS:
        facts += [item.fact for item in base.rank(question.text, question.answer, depth, ranker)]
    pool: dict[str, Candidate] = {}
    said: set[str] = set()
    for fact in facts:
        if fact.text.lower() not in said:  # the same sentence need not be rated twice
            said.add(fact.text.lower())
            pool[fact.id] = Candidate(fact.id, fact.text, fact.table)
    return pool
