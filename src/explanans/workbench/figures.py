"""Figures of a project: how far it is, how far people agree, how long they take, where they differ."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.evaluation.agreement import evaluate_agreement
from explanans.evaluation.labels import evaluate_labels
from explanans.structures.grading import AgreementDetails, Annotation
from explanans.structures.labels import Label
from explanans.structures.reports import Report, Score
from explanans.workbench.kinds.assignments import all_done
from explanans.workbench.kinds.kind import AnyKind, open_kind
from explanans.workbench.kinds.tasks import DoneItem, Table, Task
from explanans.workbench.store.tables import FINISHED, Account, Event, Item, Project, Work, WorkState
from explanans.workbench.store.works import works_by_item

DAYS = 14
"""Days that the table of progress shows."""
_NOT_ASKED = frozenset({WorkState.SKIPPED, WorkState.WITHDRAWN})
_NAMES = {
    "percent": "the same, of pairs of ratings",
    "within_one": "one point apart at most",
    "kappa": "Cohen's kappa",
    "kappa_linear": "kappa, linear weights",
    "kappa_quadratic": "kappa, quadratic weights",
    "fleiss": "Fleiss' kappa",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "alpha, ordinal",
    "alpha_interval": "alpha, interval",
}
_NOMINAL = frozenset({"percent", "kappa", "fleiss", "alpha_nominal"})
"""Measures that know no order of ratings."""


class StageProgress(NamedTuple):
    """The progress of a stage, in items.

    Attributes:
        people: The required number of people per item.
        finished: Items that as many people have finished.
        asked: Items that as many people have, but have not all finished.
        partly: Items that some people have, but too few.
    """

    title: str
    people: int
    finished: int
    asked: int
    partly: int
    unassigned: int


def stage_progress(db: Session, project: Project) -> tuple[StageProgress, ...]:
    """Return the progress of each stage."""
    count = db.scalar(select(func.count()).select_from(Item).where(Item.project == project.id)) or 0
    by_item = works_by_item(db, project.id)
    found = []
    for stage in open_kind(project.kind).stages(project.settings):
        people, counts = max(1, stage.people), Counter[str]()
        for works in by_item.values():
            here = [work for work in works.get(stage.name, ()) if work.state not in _NOT_ASKED]
            if sum(work.counts for work in here) >= people:
                counts["finished"] += 1
            elif here:
                counts["asked" if len(here) >= people else "partly"] += 1
        rest = count - counts.total()
        found.append(StageProgress(stage.title, people, counts["finished"], counts["asked"], counts["partly"], rest))
    return tuple(found)


class Daily(NamedTuple):
    """Finished works by person and day, in UTC.

    Attributes:
        days: The days, the last of them today.
        people: How many works each person finished on each of these days, by name.
        totals: How many they finished in all.
    """

    days: tuple[date, ...]
    people: Mapping[str, tuple[int, ...]]
    totals: Mapping[str, int]


def daily(db: Session, project: Project, today: date | None = None) -> Daily:
    """Return the finished works by day; a work counts on the day on which it was first done.

    Args:
        today: The last day to show; the present one if None.
    """
    last = today or datetime.now(UTC).date()
    days = tuple(last - timedelta(days=back) for back in range(DAYS - 1, -1, -1))
    query = (
        select(Account.name, func.min(Event.at))
        .join(Work, Work.id == Event.work)
        .join(Item, Item.id == Work.item)
        .join(Account, Account.id == Work.account)
        .where(Item.project == project.id, Event.state.in_(FINISHED))
        .group_by(Work.id, Account.name)
    )
    by_person: defaultdict[str, Counter[date]] = defaultdict(Counter)
    for name, at in db.execute(query):
        by_person[name][at.date()] += 1
    people = {name: tuple(counts[day] for day in days) for name, counts in sorted(by_person.items())}
    return Daily(days, people, {name: counts.total() for name, counts in by_person.items()})


def bars(counts: Sequence[int]) -> str:
    """Return counts as a row of bars of text.

    Example:
        >>> bars([0, 1, 8])
        '·▁█'
    """
    most = max(counts, default=0)
    return (
        "".join("·" if not it else "▁▂▃▄▅▆▇█"[max(0, (8 * it - 1) // most)] for it in counts)
        if most
        else "·" * len(counts)
    )


class PersonFigures(NamedTuple):
    """The progress of one person.

    Attributes:
        median: How long half of their finished works took at most, in seconds; None if none is finished.
    """

    name: str
    begun: int
    finished: int
    skipped: int
    seconds: float
    median: float | None


class Difference(NamedTuple):
    """Ratings of one thing that differ.

    Attributes:
        part: The id of the fact; empty if the whole was rated.
        given: The raters of each rating, by its name.
        words: The text of the rated thing.
        settled: Whether the stage that settles the differences of the item is finished.
        rule: By which rule it is decided without a reviewer; empty if a reviewer settles it.
        apart: How many points the ratings are apart; of labels, how many labels there are beside the first.
    """

    item: str
    part: str
    given: tuple[tuple[str, str], ...]
    words: str = ""
    settled: bool = False
    apart: int = 0
    rule: str = ""


class PairAgreement(NamedTuple):
    """The agreement of two people.

    Attributes:
        scores: Cohen's kappa, plain and weighted, by their names on pages.
    """

    raters: tuple[str, str]
    items: int
    scores: tuple[tuple[str, Score], ...]


class TimeSpent(NamedTuple):
    """The time that a person worked on an item."""

    item: str
    stage: str
    person: str
    state: str
    seconds: float
    versions: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a project.

    Attributes:
        finished: Of how many all that was begun is finished.
        agreement: Measures of agreement, by their names on pages; none if no two people rated the same.
        why: Why there is no agreement; empty if there is.
        compared: How many things were rated by two people or more.
        differences: Where ratings differ: first what is not settled, and of that what is furthest apart.
        times: How long everybody was busy with each item.
        tables: Tables that only its kind has.
    """

    items: int
    finished: int
    persons: tuple[PersonFigures, ...]
    agreement: tuple[tuple[str, Score], ...]
    why: str
    compared: int
    differences: tuple[Difference, ...]
    pairs: tuple[PairAgreement, ...]
    times: tuple[TimeSpent, ...]
    tables: tuple[Table, ...]


def figures(db: Session, project: Project) -> Figures:
    """Return the figures of a project."""
    kind = open_kind(project.kind)
    items = list(all_done(db, project))
    ratings = list(kind.ratings(items))
    agreement, pairs, why, compared = _agreement(kind, ratings)
    return Figures(
        items=len(items),
        finished=sum(bool(item.works) and all(work.state in FINISHED for work in item.works) for item in items),
        persons=_persons(items),
        agreement=agreement,
        why=why,
        compared=compared,
        differences=_differences(project, kind, items, ratings),
        pairs=pairs,
        times=_times(items),
        tables=tuple(kind.tables(items)),
    )


def _agreement(
    kind: AnyKind, ratings: Sequence[Annotation]
) -> tuple[tuple[tuple[str, Score], ...], tuple[PairAgreement, ...], str, int]:
    if not ratings:
        return (), (), "nothing was rated yet" if kind.highest > 1 else "this kind of task has no ratings to compare", 0
    try:
        report: Report = evaluate_agreement(ratings, highest=kind.highest)
    except InputError as error:
        return (), (), str(error).partition(";")[0], 0
    details = report.details
    if not isinstance(details, AgreementDetails) or (found := details.facts or details.explanations) is None:
        return (), (), "no two people rated the same", 0
    scores = {**found.scores, "fleiss": _fleiss(ratings, found.items_compared)}
    pairs = tuple(PairAgreement(it.raters, it.items, _named(it.scores, kind)) for it in found.pairs)
    return _named(scores, kind), pairs, "", found.items_compared


def _named(scores: Mapping[str, Score], kind: AnyKind) -> tuple[tuple[str, Score], ...]:
    """Return measures in the order and by the names of pages; of labels only those that know no order."""
    names = (*(name for name in _NAMES if name in scores), *(it for it in scores if it not in _NAMES))
    return tuple((_NAMES.get(name, name), scores[name]) for name in names if not kind.nominal or name in _NOMINAL)


def _fleiss(ratings: Sequence[Annotation], compared: int) -> Score:
    found = evaluate_labels(Label("rating", f"{it[0]} {it[1]}", it[2], str(it[3])) for it in ratings).kinds["rating"]
    return Score(found.fleiss, found.fleiss_interval, compared, source="Fleiss 1971")


def _times(items: Sequence[DoneItem[Any, Any]]) -> tuple[TimeSpent, ...]:
    return tuple(
        TimeSpent(item.key, work.stage, work.person, str(work.state), work.seconds, work.version)
        for item in items
        for work in item.works
    )


def _persons(items: Sequence[DoneItem[Any, Any]]) -> tuple[PersonFigures, ...]:
    by_person: defaultdict[str, list[Any]] = defaultdict(list)
    for item in items:
        for work in item.works:
            by_person[work.person].append(work)
    return tuple(
        PersonFigures(
            name=name,
            begun=len(found),
            finished=len(done := [work.seconds for work in found if work.state in FINISHED]),
            skipped=sum(work.state in {WorkState.SKIPPED, WorkState.UNSUITABLE} for work in found),
            seconds=sum(work.seconds for work in found),
            median=median(done) if done else None,
        )
        for name, found in sorted(by_person.items())
    )


def _differences(
    project: Project, kind: AnyKind, items: Sequence[DoneItem[Any, Any]], ratings: Sequence[Annotation]
) -> tuple[Difference, ...]:
    given: defaultdict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for rating in ratings:
        given[rating.question, rating.fact].append((rating.rater, int(rating.rating)))
    differing = {place: values for place, values in given.items() if len({it for _, it in values}) > 1}
    after = {stage.name: stage.after for stage in kind.stages(project.settings)}
    by_key = {item.key: item for item in items}
    words: dict[str, Mapping[str, str]] = {}
    found = []
    for (key, part), values in differing.items():
        item = by_key.get(key)
        numbers = {value for _, value in values}
        apart = len(numbers) - 1 if kind.nominal else max(numbers) - min(numbers)
        given_names = tuple((who, kind.rating_name(value)) for who, value in values)
        rule = kind.rule_of(apart, project.settings)
        if item is None:  # a kind may rate what is finer than its items
            found.append(Difference(key, part, given_names, apart=apart))
            continue
        if key not in words:
            task: Task[Any, Any] = Task(key, item.given, item.works[0].stage, project.settings, project.knowledge)
            words[key] = kind.parts(task, item.works[0].made)
        # Where the part names a stage, what was rated is what that stage looked at.
        settled = any(
            work.state in FINISHED and (part in before if part in after else bool(before))
            for work in item.works
            if (before := after.get(work.stage, ()))
        )
        found.append(
            Difference(key, part, given_names, words[key].get(part, ""), settled, apart, "" if settled else rule)
        )
    return tuple(sorted(found, key=lambda it: (it.settled, bool(it.rule), -it.apart)))
