"""Report on graders' grades of explanations.

Undefined cases are decided here: a share of parts of which there are none is None, and so is the correlation of what
does not vary.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import itemgetter
from statistics import fmean

import numpy as np

from explanans.errors import InputError
from explanans.evaluation.agreement import count, kappa, linear
from explanans.evaluation.measure import Measure, break_down, evaluate
from explanans.evaluation.significance import RESAMPLES, clustered_interval
from explanans.runtime.version import __version__
from explanans.structures.grading import (
    FAULTS,
    GRADES,
    AutomaticScore,
    GradedPart,
    Mark,
    Part,
    ReadingAgreement,
    ReadingDetails,
)
from explanans.structures.reports import Report, Score

Place = tuple[str, Part, str]
"""An explanation, which part of it, and the name of that part."""

_FEWEST = 3
"""Minimum number of parts for a correlation."""

_WHOLE: tuple[Measure[Mapping[str, float]], ...] = tuple(
    Measure(name, "readings", meaning, itemgetter(name), percent=True) for name, meaning in GRADES[Part.WHOLE].items()
)


def evaluate_readings(marks: Iterable[Mark], stand_ins: Iterable[AutomaticScore] = (), *, seed: int = 0) -> Report:
    """Count grades: how many explanations readers would show, and how many parts are good.

    Where several people graded the same, each explanation counts once, with the mean of what they say.

    Raises:
        InputError: There are no grades of whole explanations, or one person graded a part twice.

    Example:
        >>> marks = [Mark(f"starter:q{number}", Part.WHOLE, grader="ann", grade=grade)
        ...          for number, grade in enumerate(("show", "show", "edit", "no"))]
        >>> report = evaluate_readings(marks)
        >>> report["show"], report["edit"], report["no"], report.details.faults
        (0.5, 0.25, 0.25, {})
    """
    given = by_place(marks)
    wholes = {place[0]: list(grades.values()) for place, grades in given.items() if place[1] is Part.WHOLE}
    if not wholes:
        raise InputError("no whole explanation is graded; accepted: a sheet with grades in its rows 'whole'")
    items = {
        item: {grade: fmean(mark.grade == grade for mark in found) for grade in GRADES[Part.WHOLE]}
        for item, found in wholes.items()
    }
    scores, values = evaluate(items, _WHOLE, seed)
    parts = {str(part): _part(part, given, seed) for part in Part if part is not Part.WHOLE}
    scores |= {f"{part}.{name}": score for part, found in parts.items() for name, score in found.scores.items()}
    sources = [item.partition(":")[0] for item in items]
    graders = sorted({mark.grader for found in given.values() for mark in found.values()})
    return Report(
        family="readings",
        items=tuple(items),
        scores=scores,
        values=values,
        breakdown={"source": break_down(values, sources, sorted(set(sources)))},
        details=ReadingDetails(
            graders=tuple(graders),
            parts=parts,
            faults=_faults(wholes),
            agreement={part: found for part in Part if (found := _agreement(part, given))},
            stand_ins=_stand_ins(given, stand_ins),
        ),
        signature=f"explanations:{len(items)}|graders:{len(graders)}|resamples:{RESAMPLES}|seed:{seed}"
        f"|version:{__version__}",
    )


def by_place(marks: Iterable[Mark]) -> dict[Place, dict[str, Mark]]:
    """Return the marks of each part by their graders.

    Raises:
        InputError: One person graded a part twice.
    """
    found: dict[Place, dict[str, Mark]] = {}
    for mark in marks:
        grades = found.setdefault((mark.item, mark.part, mark.name), {})
        if mark.grader in grades:
            what = f"the {mark.part} {mark.name}".strip()
            raise InputError(f"{mark.item}: {mark.grader} graded {what} twice; accepted: one grade of each part")
        grades[mark.grader] = mark
    return found


def _part(part: Part, given: Mapping[Place, Mapping[str, Mark]], seed: int) -> GradedPart:
    marks = [mark for place, grades in given.items() if place[1] is part for mark in grades.values()]
    clusters: list[Hashable] = [mark.item for mark in marks]
    scores = {}
    for grade in GRADES[part]:
        values = [float(mark.grade == grade) for mark in marks]
        interval = clustered_interval(values, clusters, seed) if values else None
        scores[grade] = Score(fmean(values) if values else None, interval, len(values), percent=True)
    return GradedPart(len(marks), {grade: sum(mark.grade == grade for mark in marks) for grade in scores}, scores)


def _faults(wholes: Mapping[str, Sequence[Mark]]) -> dict[str, float]:
    """Return in how many explanations each fault was named; one that some graders named counts in part."""
    named = {fault: sum(fmean(fault in mark.faults for mark in marks) for marks in wholes.values()) for fault in FAULTS}
    return {fault: times for fault, times in named.items() if times}


def _agreement(part: Part, given: Mapping[Place, Mapping[str, Mark]]) -> ReadingAgreement | None:
    """Return how far graders agree on parts of a kind; None if no two graded the same."""
    grades = list(GRADES[part])
    rated = {
        (place[0], place[2]): {grader: grades.index(mark.grade) for grader, mark in marks.items()}
        for place, marks in given.items()
        if place[1] is part
    }
    counts = count(rated, len(grades) - 1)
    if not counts.compared:
        return None
    confusions = [confusion.sum(axis=0) for confusion in counts.confusions.values()]
    together = np.sum(confusions, axis=0)
    kappas = [
        value for found in confusions if (value := kappa(found, linear(len(grades) - 1)).coefficient()) is not None
    ]
    return ReadingAgreement(
        compared=counts.compared,
        same=float(np.trace(together) / together.sum()),
        kappa=fmean(kappas) if kappas else None,
    )


def _stand_ins(
    given: Mapping[Place, Mapping[str, Mark]], stand_ins: Iterable[AutomaticScore]
) -> dict[str, dict[str, tuple[float | None, int]]]:
    """Return, by part and program, the rank correlation of its scores with the grades, and the number of parts."""
    pairs: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for automatic in stand_ins:
        marks = given.get((automatic.item, automatic.part, automatic.name), {})
        if not marks:
            continue
        grades = list(GRADES[automatic.part])
        good = -fmean(grades.index(mark.grade) for mark in marks.values())
        for name, value in automatic.values.items():
            pairs.setdefault(automatic.part, {}).setdefault(name, []).append((value, good))
    return {
        part: {name: (correlation(found), len(found)) for name, found in programs.items()}
        for part, programs in pairs.items()
    }


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the rank correlation of pairs (Spearman 1904); None of too few, or where one side does not vary.

    Example:
        >>> correlation([(0.1, 1), (0.5, 2), (0.7, 3)]), correlation([(0.1, 1), (0.5, 1), (0.7, 1)])
        (1.0, None)
    """
    if len(pairs) < _FEWEST:
        return None
    one, other = (_ranks(np.array(column)) for column in zip(*pairs, strict=True))
    spread = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return round(float((one * other).sum()) / spread, 12) if spread else None


def _ranks(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return ranks around their mean; equals share the mean of theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = (ends - (counts - 1) / 2)[places]
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = ranks - ranks.mean()
    return found
