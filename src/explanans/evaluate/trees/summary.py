"""Means, shares and intervals over many measured trees."""

from collections.abc import Sequence
from statistics import fmean

from explanans.evaluate.significance import bootstrap_interval
from explanans.evaluate.trees.measure import Measured
from explanans.evaluate.trees.scored import Counts, Scored
from explanans.tree_report import Conclusions, Errors, Overlap, Overlaps, Part, TreeFigures

_LARGEST = 6


def overlaps(counts: Sequence[Counts], seed: int, *, micro: bool) -> Overlaps:
    """Return the overlaps of many trees.

    Args:
        counts: What was counted of each tree.
        seed: Seeds the bootstrap.
        micro: Whether to count all trees together, too.
    """
    each = [item.overlap() for item in counts]
    return Overlaps(
        macro=_mean(each),
        micro=_micro(counts, each) if micro else None,
        interval=bootstrap_interval([item.f1 for item in each], seed),
        all_correct_interval=bootstrap_interval([item.all_correct for item in each], seed),
    )


def _mean(each: Sequence[Overlap]) -> Overlap:
    return Overlap(
        fmean(item.precision for item in each),
        fmean(item.recall for item in each),
        fmean(item.f1 for item in each),
        fmean(item.all_correct for item in each),
    )


def _micro(counts: Sequence[Counts], each: Sequence[Overlap]) -> Overlap:
    together = Counts(
        sum(item.correct for item in counts),
        sum(item.predicted for item in counts),
        sum(item.recalled for item in counts),
        sum(item.gold for item in counts),
    ).overlap()
    return Overlap(together.precision, together.recall, together.f1, fmean(item.all_correct for item in each))


def conclusions(
    scored: Sequence[Scored], similar: Sequence[Sequence[bool]], threshold: float, seed: int, *, micro: bool
) -> Conclusions:
    """Return the overlap of the conclusions of many trees, and how many trees are right in every way.

    Args:
        scored: What was counted of each tree.
        similar: Which conclusions of each say what they are aligned to.
        threshold: The similarity from which on they do.
        seed: Seeds the bootstrap.
        micro: Whether to count all trees together, too.
    """
    counts = [item.conclusions.counts(passed) for item, passed in zip(scored, similar, strict=True)]
    structure = [item.leaves.overlap().all_correct * item.steps.overlap().all_correct for item in scored]
    passing = [float(bool(item.steps.predicted) and all(passed)) for item, passed in zip(scored, similar, strict=True)]
    overall = [item.overlap().all_correct * right for item, right in zip(counts, structure, strict=True)]
    return Conclusions(
        threshold=threshold,
        overlaps=overlaps(counts, seed, micro=micro),
        all_predicted=fmean(passing),
        overall=fmean(overall),
        overall_all_predicted=fmean(one * other for one, other in zip(passing, structure, strict=True)),
        overall_interval=bootstrap_interval(overall, seed),
    )


def figures(measured: Sequence[Measured], similar: Sequence[Sequence[bool]]) -> tuple[TreeFigures, ...]:
    """Return what was measured of each tree.

    Args:
        measured: The trees.
        similar: Which conclusions of each say what they are aligned to.
    """
    made = []
    for item, passed in zip(measured, similar, strict=True):
        leaves, steps = item.scored.leaves.overlap(), item.scored.steps.overlap()
        said, other = item.scored.conclusions.counts(passed).overlap(), item.restructured.overlap()
        made.append(
            TreeFigures(
                problem=item.problem,
                leaves_f1=leaves.f1,
                leaves_all_correct=leaves.all_correct,
                steps_f1=steps.f1,
                steps_all_correct=steps.all_correct,
                restructured_f1=other.f1,
                restructured_all_correct=other.all_correct,
                conclusions_f1=said.f1,
                conclusions_all_correct=said.all_correct,
                overall=leaves.all_correct * steps.all_correct * said.all_correct,
            )
        )
    return tuple(made)


def by_size(scored: Sequence[Scored], similar: Sequence[Sequence[bool]], sizes: Sequence[int]) -> dict[str, Part]:
    """Return the figures of the trees of each size, smallest first; those of six or more are one (table A3).

    Args:
        scored: What was counted of each tree.
        similar: Which conclusions of each say what they are aligned to.
        sizes: The size of each gold tree.
    """
    parts: dict[str, list[tuple[Scored, Sequence[bool]]]] = {}
    for item, passed, size in sorted(zip(scored, similar, sizes, strict=True), key=lambda each: each[2]):
        parts.setdefault(str(size) if size < _LARGEST else f"{_LARGEST}+", []).append((item, passed))
    return {name: _part(items) for name, items in parts.items()}


def _part(items: Sequence[tuple[Scored, Sequence[bool]]]) -> Part:
    leaves, steps = (
        [item.overlap() for item in side] for side in zip(*((s.leaves, s.steps) for s, _ in items), strict=True)
    )
    said = [scored.conclusions.counts(passed).overlap() for scored, passed in items]
    right = (a.all_correct * b.all_correct * c.all_correct for a, b, c in zip(leaves, steps, said, strict=True))
    return Part(len(items), _mean(leaves), _mean(steps), _mean(said), fmean(right))


def errors(measured: Sequence[Measured], trees: Sequence[TreeFigures]) -> Errors:
    """Return how many trees have each kind of error.

    Args:
        measured: The trees.
        trees: What was measured of each.
    """
    wrong = [item for item in trees if item.leaves_all_correct and not item.steps_all_correct]
    return Errors(
        repetition=sum(bool(item.errors.repetition_steps) for item in measured),
        repetition_steps=sum(item.errors.repetition_steps for item in measured),
        disconnected=sum(item.errors.disconnected for item in measured),
        missing_leaves=sum(item.errors.missing_leaves for item in measured),
        extra_leaves=sum(item.errors.extra_leaves for item in measured),
        wrong_steps=len(wrong),
        restructured=sum(bool(item.restructured_all_correct) for item in wrong),
        wrong_conclusions=sum(
            bool(item.leaves_all_correct and item.steps_all_correct and not item.conclusions_all_correct)
            for item in trees
        ),
        premature_hypothesis=sum(item.errors.premature_hypothesis for item in measured),
        malformed=sum(bool(item.faults) and not item.empty for item in measured),
        empty=sum(item.empty for item in measured),
    )
