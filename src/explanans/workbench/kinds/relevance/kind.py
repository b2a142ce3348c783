"""Relevance rating as a kind of task."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from explanans.annotation import Annotation
from explanans.codecs import ratings as ratings_file
from explanans.exceptions import InputError
from explanans.question import Question
from explanans.ranking import Judgment
from explanans.verbs.files import load
from explanans.workbench.bases import Base, Bases
from explanans.workbench.kinds.desk import Desk
from explanans.workbench.kinds.kind import DoneItem, Earlier, Format, Setting, Task, TaskKind
from explanans.workbench.kinds.relevance.work import Candidate, Ratings, Shortlist, disputed, final_sums
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import FINISHED, Role

RANKERS = ("", "bm25", "tfidf")
"""Whose best facts are pooled: the usual ranker of the base, and two that know only words."""


class Relevance(TaskKind[Shortlist, Ratings]):
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
    )
    guidelines = """\
Read the question and its answer. Then ask of each fact: **does it help to explain why the answer is right?**

- Judge each fact by itself, as a sentence that may stand in an explanation.
- A true fact may be irrelevant. A fact that is worded oddly may be core.
- Two facts that say the same get the same grade.
- You do not see where a fact comes from, nor what others say.
"""
    highest = 3

    def stages(self, settings: Mapping[str, Any]) -> tuple[Stage, ...]:
        """Return the rating, and the settling of differences where it is wanted."""
        rate = Stage("rate", "Rate", Role.RATER, people=settings["raters"])
        settle = Stage("settle", "Settle differences", Role.REVIEWER, after=("rate",), others=True)
        return (rate, settle) if settings["raters"] > 1 and settings["apart"] < 4 else (rate,)

    def is_wanted(self, stage: Stage, works: Sequence[Earlier[Ratings]]) -> bool:
        """Tell whether there are differences to settle, once all have rated."""
        if stage.name != "settle":
            return True
        done = [work for work in works if work.stage == "rate" and work.state in FINISHED]
        unfinished = [work for work in works if work.stage == "rate" and work.state == "open"]
        return len(done) > 1 and not unfinished and bool(disputed(done, 1))

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:
        """Yield a shortlist for each question: the best facts of several rankers, and the facts of its explanation."""
        return self.shortlists(load(path, "questions"), knowledge, settings)

    def shortlists(
        self, questions: Iterable[Question], knowledge: str, settings: Mapping[str, Any]
    ) -> Iterator[NewItem]:
        """Yield the shortlists of questions.

        Args:
            questions: The questions.
            knowledge: The knowledge base.
            settings: The settings of the project.
        """
        base = Bases().open(knowledge)
        for question in questions:
            facts = list(_pool(base, question, settings["depth"]).values())
            random.Random(question.id).shuffle(facts)  # noqa: S311 - an order that tells nothing, the same each time
            shortlist = Shortlist(question.text, question.answer, tuple(facts))
            yield NewItem(question.id, msgspec.to_builtins(shortlist))

    def begin(self, task: Task[Shortlist, Ratings]) -> Ratings:  # noqa: ARG002 - nothing is rated yet
        """Return no ratings."""
        return Ratings()

    def heading(self, given: Shortlist) -> str:
        """Return the question."""
        return given.question

    def faults(self, task: Task[Shortlist, Ratings], made: Ratings) -> tuple[str, ...]:
        """Return how many facts have no grade yet."""
        missing = [fact for fact in self.wanted(task) if fact.id not in made.grades]
        if any(not 0 <= value <= self.highest for value in made.grades.values()):
            return ("a grade is none of the scale; accepted: 0 to 3",)
        return (f"{len(missing)} of {len(self.wanted(task))} facts have no grade yet",) if missing else ()

    def wanted(self, task: Task[Shortlist, Ratings]) -> tuple[Candidate, ...]:
        """Return the facts that are to be graded: all, or those on which raters differ.

        Args:
            task: The task.
        """
        if task.stage != "settle":
            return task.given.facts
        apart = disputed(task.earlier, task.settings["apart"])
        return tuple(fact for fact in task.given.facts if fact.id in apart)

    def draw(self, desk: Desk[Shortlist, Ratings]) -> None:
        """Draw the facts with their grades."""
        from explanans.workbench.kinds.relevance import page  # noqa: PLC0415 - the web framework takes seconds

        page.draw(desk, self.wanted(desk.task))

    def lines(self, made: Ratings) -> list[str]:
        """Return one line a grade."""
        return [
            f"{fact}: {value}" + (f" ({made.notes[fact]})" if fact in made.notes else "")
            for fact, value in made.grades.items()
        ]

    def parts(self, task: Task[Shortlist, Ratings], made: Ratings) -> Mapping[str, str]:  # noqa: ARG002
        """Return the facts."""
        return {fact.id: fact.text for fact in task.given.facts}

    def export(self, format_name: str, items: Iterable[DoneItem[Shortlist, Ratings]]) -> Iterator[str]:
        """Yield ratings as the 2021 shared task has them, or one line a grade."""
        if format_name == "ratings":
            yield ratings_file.encode(_judgments(items))
        elif format_name == "annotations":
            yield "question\tfact\trater\trating"
            yield from ("\t".join(map(str, rating)) for rating in self.ratings(items))
        else:
            raise InputError(f"the export {format_name!r}; accepted: ratings, annotations")

    def ratings(self, items: Iterable[DoneItem[Shortlist, Ratings]]) -> Iterator[Annotation]:
        """Yield every rater's grades."""
        for item in items:
            for work in item.works:
                if work.stage == "rate" and work.state in FINISHED:
                    yield from (Annotation(item.key, fact, work.person, it) for fact, it in work.made.grades.items())


def _judgments(items: Iterable[DoneItem[Shortlist, Ratings]]) -> Iterator[Judgment]:
    for item in items:
        done = [work for work in item.works if work.state in FINISHED]
        raters = [work.made for work in done if work.stage == "rate"]
        settled = next((work.made for work in done if work.stage == "settle"), None)
        if raters:
            yield from (Judgment(item.key, fact, it) for fact, it in final_sums(raters, settled).items())


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
