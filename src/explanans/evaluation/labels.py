"""Human labels: counts, agreement of raters, and agreement of automatic labels with the majority."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.agreement import alpha, kappa, nominal
from explanans.evaluation.decisions import auc
from explanans.evaluation.significance import RESAMPLES, bootstrap_interval, resampled_sums
from explanans.runtime.version import __version__
from explanans.structures.labels import LABELS, Automatic, Label, Labelled, LabelReport, Share, Threshold
from explanans.structures.reports import Interval

Given = Mapping[str, Mapping[str, str]]
"""The label of each rater, by the item."""


def evaluate_labels(labels: Iterable[Label], automatic: Iterable[Label] = (), *, seed: int = 0) -> LabelReport:
    """Count labels, and measure agreement of raters and of automatic labels with the majority.

    The label of an item is its most frequent one; items with ties are left out of the comparison. If all labels of
    ``automatic`` are numbers, they are scores of the first label of their kind in ``LABELS``, or of the alphabetically
    first one.

    Raises:
        InputError: There are no labels, or a rater labelled an item twice.

    Example:
        >>> said = {"q1": ("support", "support"), "q2": ("counter", "counter"), "q3": ("support", "counter")}
        >>> report = evaluate_labels(
        ...     Label("stance", item, rater, label)
        ...     for item, given in said.items() for rater, label in zip(("ann", "bob"), given))
        >>> stances = report.kinds["stance"]
        >>> stances.majority["support"].items, stances.undecided, round(stances.fleiss, 3)
        (1, 1, 0.333)
    """
    people, machine = _collected(labels), _collected(automatic)
    if not people:
        raise InputError("there are no labels; accepted: rows whose fields 'rater' and 'label' are filled in")
    kinds = {kind: _labelled(kind, given, machine.get(kind, {}), seed) for kind, given in people.items()}
    count = sum(item.labels for item in kinds.values())
    return LabelReport(kinds, f"labels:{count}|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}")


def _collected(labels: Iterable[Label]) -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = {}
    for kind, item, rater, label in labels:
        given = found.setdefault(kind, {}).setdefault(item, {})
        if rater in given:
            raise InputError(f"rater {rater} labelled {kind} {item} twice; accepted: one label")
        given[rater] = label
    return found


def _labelled(kind: str, given: Given, machine: Given, seed: int) -> Labelled:
    occurring = {label for raters in given.values() for label in raters.values()}
    names = [label for label in LABELS.get(kind, ()) if label in occurring]
    names += sorted(occurring - set(names))
    counts = np.array([[list(raters.values()).count(name) for name in names] for raters in given.values()], dtype=float)
    decided = dict(zip(given, _majorities(counts, names), strict=True))
    chosen = [label for label in decided.values() if label]
    several = counts[counts.sum(axis=1) > 1]
    together = _coincidences(several)
    return Labelled(
        items=len(given),
        labels=int(counts.sum()),
        raters=dict(sorted(Counter(rater for raters in given.values() for rater in raters).items())),
        compared=len(several),
        majority={name: _share([label == name for label in chosen], seed) for name in names if name in chosen},
        undecided=len(given) - len(chosen),
        fleiss=next(iter(_fleiss(_terms(several).sum(axis=0)[None]).tolist()), None) if len(several) else None,
        fleiss_interval=_fleiss_interval(several, seed),
        alpha=alpha(together, nominal(len(names) - 1)).coefficient() if len(several) else None,
        percent=float(np.trace(together) / together.sum()) if len(several) else None,
        kappas=_kappas(given, names),
        automatic=_automatic(kind, decided, machine, names, seed) if machine else None,
    )


def _majorities(counts: NDArray[np.float64], names: Sequence[str]) -> list[str]:
    """Return the most frequent label of each item; empty if two are as frequent."""
    best = counts.max(axis=1)
    alone = (counts == best[:, None]).sum(axis=1) == 1
    return [names[int(row.argmax())] if single else "" for row, single in zip(counts, alone, strict=True)]


def _share(has: Sequence[bool], seed: int) -> Share:
    values = [float(value) for value in has]
    return Share(int(sum(values)), fmean(values), bootstrap_interval(values, seed))


def _terms(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the summands of Fleiss' kappa for each item: its agreement, 1, and its label counts."""
    raters = counts.sum(axis=1)
    same = (counts * (counts - 1)).sum(axis=1) / (raters * (raters - 1))
    return np.column_stack((same, np.ones(len(counts)), counts))


def _fleiss(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Fleiss' kappa of each row of sums (Fleiss 1971) in which more than one label occurs."""
    # Items may have different numbers of raters, at least two.
    observed, shares = sums[:, 0] / sums[:, 1], sums[:, 2:] / sums[:, 2:].sum(axis=1, keepdims=True)
    expected = (shares**2).sum(axis=1)
    several = expected < 1
    kappas: NDArray[np.float64] = (observed[several] - expected[several]) / (1 - expected[several])
    return kappas


def _fleiss_interval(counts: NDArray[np.float64], seed: int) -> Interval | None:
    if len(counts) < 2:
        return None
    found = _fleiss(resampled_sums(_terms(counts), seed))
    if not len(found):
        return None
    low, high = np.percentile(found, (2.5, 97.5))
    return float(low), float(high)


def _coincidences(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    size = counts.shape[1]
    together = np.zeros((size, size))
    for row in counts:
        together += (np.outer(row, row) - np.diag(row)) / (row.sum() - 1)
    return together


def _kappas(given: Given, names: Sequence[str]) -> dict[str, float | None]:
    numbers = {name: number for number, name in enumerate(names)}
    confusions: dict[tuple[str, str], NDArray[np.float64]] = {}
    for raters in given.values():
        for pair in combinations(sorted(raters), 2):
            table = confusions.setdefault(pair, np.zeros((len(names), len(names))))
            table[numbers[raters[pair[0]]], numbers[raters[pair[1]]]] += 1
    apart = nominal(len(names) - 1)
    return {" and ".join(pair): kappa(table, apart).coefficient() for pair, table in sorted(confusions.items())}


def _automatic(kind: str, decided: Mapping[str, str], machine: Given, names: Sequence[str], seed: int) -> Automatic:
    both = [(next(iter(machine[item].values())), label) for item, label in decided.items() if label and item in machine]
    if not both:
        return Automatic(0)
    try:
        scores = [float(said) for said, _ in both]
    except ValueError:
        return _compared(both, seed)
    first = next((label for label in LABELS.get(kind, ())), names[0])
    return _scored(scores, [label == first for _, label in both])


def _compared(both: Sequence[tuple[str, str]], seed: int) -> Automatic:
    names = sorted({label for pair in both for label in pair})
    numbers = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for said, label in both:
        table[numbers[said], numbers[label]] += 1
    same = [float(said == label) for said, label in both]
    confusion = {
        said: {
            label: int(table[numbers[said], numbers[label]]) for label in names if table[numbers[said], numbers[label]]
        }
        for said in names
        if table[numbers[said]].any()
    }
    return Automatic(
        len(both),
        fmean(same),
        bootstrap_interval(same, seed),
        kappa(table, nominal(len(names) - 1)).coefficient(),
        confusion,
    )


def _scored(scores: Sequence[float], right: Sequence[bool]) -> Automatic:
    if len(set(right)) < 2:
        return Automatic(len(scores))
    varies = len(set(scores)) > 1
    correlation = float(np.corrcoef(scores, np.array(right, dtype=float))[0, 1]) if varies else None
    return Automatic(
        len(scores), correlation=correlation, auc=auc(scores, right), threshold=_best_threshold(scores, right)
    )


def _best_threshold(scores: Sequence[float], right: Sequence[bool]) -> Threshold:
    """Return the lowest of the scores with the best F1 (Dalvi et al. 2021, section 6.1, of BLEURT)."""
    values, wanted = np.array(scores), np.array(right)

    def at(score: float) -> Threshold:
        accepted = values >= score
        hits = float((accepted & wanted).sum())
        specificity = float((~accepted & ~wanted).sum() / (~wanted).sum())
        return Threshold(
            score, 2 * hits / float(accepted.sum() + wanted.sum()), hits / float(wanted.sum()), specificity
        )

    return max(map(at, sorted(set(scores))), key=lambda found: found.f1)
