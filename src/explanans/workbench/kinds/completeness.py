"""Completeness of explanations as a kind of task (Jansen et al. 2021), beside automatic measures."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from explanans.errors import InputError
from explanans.evaluation.facts.measures import Rules, important_bar
from explanans.evaluation.facts.report import evaluate_facts
from explanans.structures.grading import Annotation
from explanans.structures.rankings import FactDetails, ManualFigures, Ranking, RelevanceJudgment
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.rated import COMPLETE, RELEVANT, WHOLE, Explained, Sentence, Verdict
from explanans.workbench.kinds.rating import RATERS, SETTLED, RatedKind, Row, figure, raters_of, settled_of
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.systems import Systems, read_systems
from explanans.workbench.kinds.tasks import (
    DoneItem,
    Format,
    Setting,
    Table,
    Task,
    Writer,
    tab_separated,
    table_lines,
)
from explanans.workbench.store.projects import NewItem

_MEASURES = {"relevance": "Relevance", "complete": "Complete", "f1_complete": "F1"}


_Item = DoneItem[Explained, Verdict]


def beside(items: Iterable[_Item]) -> Iterator[Table]:
    """Yield a table of figures and one of correlations, by system; none if no work is finished.

    Relevance, completeness and F1 are those of the paper: Rel, CompB and F1exB. Where raters differ, what was settled
    counts; else an explanation is complete if half of its raters say so.
    """
    by_system: dict[str, list[_Item]] = {}
    for item in items:
        if raters_of(item):
            for system in item.given.systems:
                by_system.setdefault(system, []).append(item)
    if not by_system:
        return
    rows: list[tuple[str, ...]] = []
    correlations: list[tuple[str, ...]] = []
    for system, judged in sorted(by_system.items()):
        found = _measured(judged)
        length = f"{fmean(len(item.given.facts) for item in judged):.1f}"
        rows += [(system, name, str(len(judged)), length, *shown) for name, shown in _figures(judged, found)]
        for it in found.correlations if found else ():
            if it.pearson is not None or it.spearman is not None:
                names = (it.automatic.replace("_", " "), it.manual.replace("_", " "))
                correlations.append((system, *names, figure(it.pearson), figure(it.spearman), str(it.questions)))
    columns = ("System", "Measure", "Explanations", "Facts each", "Automatic", "People", "Difference")
    note = "Automatic figures need gold explanations. F1 is the harmonic mean of relevance and completeness."
    yield Table("Automatic against manual", note, columns, tuple(rows))
    if correlations:
        heads = ("System", "Measure", "People's", "Pearson", "Spearman", "Questions")
        yield Table("Correlation of measures with people", "Over questions.", heads, tuple(correlations))


def _figures(judged: Sequence[_Item], found: ManualFigures | None) -> Iterator[tuple[str, tuple[str, str, str]]]:
    if found is None:  # without gold facts only people's judgement is known
        complete = [note.rating for item in judged for note in _annotations(item) if not note.fact]
        yield _MEASURES["complete"], ("–", figure(fmean(complete) if complete else None), "–")
        return
    for name, title in _MEASURES.items():
        if one := found.measures.get(name):
            yield title, (figure(one.automatic), figure(one.manual), figure(one.underestimate))


def _measured(judged: Sequence[_Item]) -> ManualFigures | None:
    gold = [RelevanceJudgment(item.given.key, fact) for item in judged for fact in item.given.gold]
    made = [Ranking(item.given.key, tuple(fact.id for fact in item.given.facts)) for item in judged]
    ratings = [
        RelevanceJudgment(item.given.key, fact, value) for item in judged for fact, value in item.given.ratings.items()
    ]
    said = [note for item in judged for note in _annotations(item)]
    rules = Rules(important=important_bar(max((it.relevance for it in ratings), default=0)))
    try:
        details = evaluate_facts(gold, made, ratings or None, said, rules).details
    except InputError:
        return None  # a question has no gold facts
    return details.manual if isinstance(details, FactDetails) else None


def _annotations(item: _Item) -> Iterator[Annotation]:
    settled, works = settled_of(item), raters_of(item)
    for row in dict.fromkeys(row for work in works for row in work.made.grades):
        fact = "" if row == WHOLE else row
        if settled is not None and row in settled.grades:
            yield Annotation(item.given.key, fact, "settled", settled.grades[row])
            continue
        for work in works:
            if row in work.made.grades:
                yield Annotation(item.given.key, fact, work.person, work.made.grades[row])


class Completeness(RatedKind[Explained, Verdict]):
    """Judge whether whole explanations are complete, blind to the system that made them, and name their gaps."""

    name = "completeness"
    title = "Completeness"
    about = "Say whether an explanation is complete, what it lacks, and whether its unrated facts belong."
    reads = (
        "explanations as 'explain --out' writes them (.jsonl), with the key system where there are several; or a "
        "folder on the server with questions, a file for each system, and ratings"
    )
    given = Explained
    made = Verdict
    settings = (
        RATERS,
        SETTLED,
        Setting("top", "How many facts of each explanation are shown (0: all)", 0, 0, 200),
        Setting("seed", "The number that the order is drawn from", 0, 0, 1_000_000),
    )
    formats = (
        Format("annotations", "annotations.tsv", "What raters said, by system, for explanans evaluate facts --manual"),
        Format("gaps", "gaps.tsv", "The gaps that were named"),
        Format("table", "table.tsv", "People's judgement beside the automatic measures, by system"),
    )
    guidelines = """\
Read the question, its answer and all facts. Then ask: **do the facts lead from the question to the answer without a
significant gap?**

- Take what is written. What every reader knows need not be there; what a learner would ask for has to be.
- Facts that do not belong make no explanation incomplete.
- Where it is not complete, name each gap: the fact that is missing, in a short sentence, one a line.
- You do not see which system made an explanation, nor what others say.
"""

    def rows(self, given: Explained) -> tuple[Row, ...]:
        """Return the facts, those that were rated before only to be read, and the whole."""
        facts = [
            Row(fact.id, fact.text, what="Rated before") if fact.is_rated else Row(fact.id, fact.text, RELEVANT, "Fact")
            for fact in given.facts
        ]
        asked = f"Do these facts lead from the question to “{given.answer}” without a significant gap?"
        return (*facts, Row(WHOLE, asked, COMPLETE, "The whole explanation"))

    def wanted(self, task: Task[Explained, Verdict]) -> tuple[Row, ...]:
        """Return all rows; where differences are settled, those without one only to be read."""
        apart = {row.id for row in super().wanted(task)}
        return tuple(row if row.id in apart else row._replace(scale=()) for row in self.rows(task.given))

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:
        """Yield the explanations of all systems in an order that is drawn; those with the same facts once."""
        base, systems = Bases().open(knowledge), read_systems(path)
        by_facts: dict[tuple[str, frozenset[str]], tuple[tuple[str, ...], list[str]]] = {}
        for system, made in systems.made.items():
            for question, facts in made.items():
                shown = facts[: settings["top"] or None]
                by_facts.setdefault((question, frozenset(shown)), (shown, []))[1].append(system)
        order = list(by_facts)
        random.Random(settings["seed"]).shuffle(order)  # noqa: S311 - an order that tells nothing
        times, seen = Counter(question for question, _ in order), Counter[str]()
        for question, key in order:
            facts, by = by_facts[question, key]
            seen[question] += 1
            name = question if times[question] == 1 else f"{question}.{seen[question]}"
            texts = [Sentence(fact, systems.text(fact, base), _is_rated(systems, question, fact)) for fact in facts]
            yield NewItem(name, msgspec.to_builtins(_given(systems, question, tuple(texts), tuple(by))))

    def begin(self, task: Task[Explained, Verdict]) -> Verdict:
        """Return an empty annotation; in the settling stage, the gaps that were named."""
        return Verdict(gaps=tuple(dict.fromkeys(gap for work in task.earlier for gap in work.made.gaps)))

    def heading(self, given: Explained) -> str:
        """Return the question."""
        return given.question

    def faults(self, task: Task[Explained, Verdict], made: Verdict) -> tuple[str, ...]:
        """Return the ungraded facts, and a remark if gaps have to be named."""
        unnamed = made.grades.get(WHOLE) == 0 and not made.gaps
        return (*super().faults(task, made), *["name what is missing: it is not complete"] * unnamed)

    def draw(self, desk: EditingSession[Explained, Verdict]) -> None:
        """Draw the facts and the whole."""
        from explanans.workbench.kinds import rating_pages  # noqa: PLC0415 - the web framework takes seconds

        rating_pages.draw_completeness(desk, self.wanted(desk.task))

    def lines(self, made: Verdict) -> list[str]:
        """Return one line a grade and one a gap."""
        return [*super().lines(made), *(f"missing: {gap}" for gap in made.gaps)]

    def tables(self, items: Sequence[DoneItem[Explained, Verdict]]) -> Iterator[Table]:
        """Yield tables of people's judgements against automatic measures, and of people's agreement."""
        yield from beside(items)
        yield from super().tables(items)

    def writers(self) -> Mapping[str, Writer[Explained, Verdict]]:
        """Return what writes the annotations, the gaps, and the tables."""
        return {
            "annotations": lambda items: tab_separated(_rated_facts(items)),
            "gaps": lambda items: tab_separated(_gaps(items)),
            "table": lambda items: table_lines(self.tables(list(items))),
        }


def _is_rated(systems: Systems, question: str, fact: str) -> bool:
    return fact.lower() in systems.ratings.get(question.lower(), ())


def _given(systems: Systems, question: str, facts: tuple[Sentence, ...], by: tuple[str, ...]) -> Explained:
    asked = systems.questions[question]
    known = systems.ratings.get(question.lower(), {})
    wanted = {fact.lower() for fact in (*asked.gold, *(fact.id for fact in facts))}
    ratings = {fact: value for fact, value in known.items() if fact in wanted}
    return Explained(asked.text, asked.answer, facts, question, by, asked.gold, ratings)


def _rated_facts(items: Iterable[DoneItem[Explained, Verdict]]) -> Iterator[Sequence[object]]:
    yield ("system", "question", "fact", "rater", "rating")
    by_system: defaultdict[str, list[Sequence[object]]] = defaultdict(list)
    for item in items:
        for work in raters_of(item):
            for row, value in work.made.grades.items():
                fact = "" if row == WHOLE else row
                for system in item.given.systems:
                    by_system[system].append((system, item.given.key, fact, work.person, value))
    for system in sorted(by_system):
        yield from by_system[system]


def _gaps(items: Iterable[DoneItem[Explained, Verdict]]) -> Iterator[Sequence[object]]:
    yield ("system", "question", "rater", "gap")
    for item in items:
        for work in raters_of(item):
            for gap in work.made.gaps:
                yield (", ".join(item.given.systems), item.given.key, work.person, gap)
