"""Figures of a project: how far it is, how far people agree, how long they take, where they differ."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from explanans.annotation import Annotation
from explanans.details import AgreementDetails
from explanans.evaluate.agreement.report import evaluate_agreement
from explanans.exceptions import InputError
from explanans.report import Report, Score
from explanans.workbench.kinds.giving import all_done
from explanans.workbench.kinds.kind import AnyKind, DoneItem, Table, open_kind
from explanans.workbench.store.tables import FINISHED, Project, WorkState

_NAMES = {
    "percent": "the same, of pairs of ratings",
    "within_one": "one point apart at most",
    "kappa": "Cohen's kappa",
    "kappa_linear": "kappa, linear weights",
    "kappa_quadratic": "kappa, quadratic weights",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "alpha, ordinal",
    "alpha_interval": "alpha, interval",
}


class PersonFigures(NamedTuple):
    """What one person did.

    Attributes:
        name: Their name.
        begun: Works begun.
        finished: Works finished.
        skipped: Works skipped, or called unsuitable.
        seconds: How long they were busy.
        median: How long half of their finished works took at most, in seconds; None where none is finished.
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
        item: The id of the item.
        part: The id of the fact; empty where the whole was rated.
        given: Who gave which rating.
    """

    item: str
    part: str
    given: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a project.

    Attributes:
        items: How many items it has.
        finished: Of how many all that was begun is finished.
        persons: What each person did, by name.
        agreement: Measures of agreement, by their names on pages; none where no two people rated the same.
        why: Why there is no agreement; empty where there is.
        compared: How many things were rated by two people or more.
        differences: Where ratings differ, those furthest apart first.
        differing: How many there are.
        tables: Tables that only its kind has.
    """

    items: int
    finished: int
    persons: tuple[PersonFigures, ...]
    agreement: tuple[tuple[str, Score], ...]
    why: str
    compared: int
    differences: tuple[Difference, ...]
    differing: int
    tables: tuple[Table, ...]


MOST_DIFFERENCES = 50


def figures(db: Session, project: Project) -> Figures:
    """Return the figures of a project.

    Args:
        db: The database.
        project: The project.
    """
    kind = open_kind(project.kind)
    items = list(all_done(db, project))
    ratings = list(kind.ratings(items))
    agreement, why, compared = _agreement(kind, ratings)
    differing = _differences(ratings)
    return Figures(
        items=len(items),
        finished=sum(bool(item.works) and all(work.state in FINISHED for work in item.works) for item in items),
        persons=_persons(items),
        agreement=agreement,
        why=why,
        compared=compared,
        differences=tuple(differing[:MOST_DIFFERENCES]),
        differing=len(differing),
        tables=tuple(kind.tables(items)),
    )


def _agreement(kind: AnyKind, ratings: Sequence[Annotation]) -> tuple[tuple[tuple[str, Score], ...], str, int]:
    if not ratings:
        return (), "nothing was rated yet" if kind.highest > 1 else "this kind of task has no ratings to compare", 0
    try:
        report: Report = evaluate_agreement(ratings, highest=kind.highest)
    except InputError as error:
        return (), str(error).partition(";")[0], 0
    details = report.details
    if not isinstance(details, AgreementDetails) or (found := details.facts or details.explanations) is None:
        return (), "no two people rated the same", 0
    return tuple((_NAMES.get(name, name), score) for name, score in found.scores.items()), "", found.items_compared


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


def _differences(ratings: Sequence[Annotation]) -> list[Difference]:
    given: defaultdict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for rating in ratings:
        given[rating.question, rating.fact].append((rating.rater, rating.rating))
    found = [Difference(*place, tuple(values)) for place, values in given.items() if len({it for _, it in values}) > 1]
    return sorted(found, key=_apart, reverse=True)


def _apart(difference: Difference) -> int:
    values = [value for _, value in difference.given]
    return max(values) - min(values)
