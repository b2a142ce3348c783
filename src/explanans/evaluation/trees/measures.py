"""Measures of one entailment tree: what EntailmentBank's scorer counts (Dalvi et al. 2021, section 6.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from explanans.evaluation.measure import Measure
from explanans.evaluation.trees.measure import Measured
from explanans.evaluation.trees.similarity import Similarity
from explanans.structures.details.trees import Overlap

_FAMILY = "trees"
_SOURCE = "Dalvi et al. 2021, section 6.1"
_RESTRUCTURED = "docs/measures.md: steps that split or merge gold ones count"
_FIELDS = ("precision", "recall", "f1", "exact")


@dataclass(frozen=True, slots=True)
class ScoredTree:
    """One tree and how far it is right; what the measures of the family ``trees`` look at.

    Attributes:
        measured: Its counts.
        leaves: The overlap of its leaves with the gold ones.
        restructured: That of its steps when steps that split or merge gold ones count.
        intermediates: That of its intermediate conclusions, by the name of the similarity that compares them.
        all_predicted: Whether all predicted conclusions pass, whatever else is missing, 1 or 0, by the same: what the
            paper's tables call AllCorrect.
    """

    measured: Measured
    leaves: Overlap
    steps: Overlap
    restructured: Overlap
    intermediates: Mapping[str, Overlap]
    all_predicted: Mapping[str, float]

    @classmethod
    def of(cls, measured: Measured, similarities: Sequence[Similarity]) -> "ScoredTree":
        """Compare the conclusions of a tree.

        Args:
            measured: Its counts.
            similarities: Similarity measures of conclusions.
        """
        scored = measured.scored
        passing = {item.name: item.passes(scored.conclusions.pairs) for item in similarities}
        return cls(
            measured,
            scored.leaves.overlap(),
            scored.steps.overlap(),
            measured.restructured.overlap(),
            {name: scored.conclusions.counts(passed).overlap() for name, passed in passing.items()},
            {name: float(bool(scored.steps.predicted) and all(passed)) for name, passed in passing.items()},
        )

    @property
    def structure(self) -> float:
        """Return whether leaves and steps are exactly the gold ones, 1 or 0."""
        return self.leaves.exact * self.steps.exact


def tree_measures(similarities: Sequence[str]) -> tuple[Measure[ScoredTree], ...]:
    """Return the measures of trees, in the order of reports.

    Args:
        similarities: The names of what compares conclusions.
    """
    return tuple(_measures(similarities))


def _measures(similarities: Sequence[str]) -> Iterator[Measure[ScoredTree]]:
    for part, source in (("leaves", _SOURCE), ("steps", _SOURCE), ("restructured", _RESTRUCTURED)):
        for field in _FIELDS:
            yield Measure(f"{part}.{field}", _FAMILY, source, attrgetter(f"{part}.{field}"), percent=True)
    for name in similarities:
        yield from _of_similarity(name)


def _of_similarity(name: str) -> Iterator[Measure[ScoredTree]]:
    for field in _FIELDS:

        def value(tree: ScoredTree, field: str = field) -> float:
            return float(getattr(tree.intermediates[name], field))

        yield Measure(f"intermediates.{name}.{field}", _FAMILY, _SOURCE, value, percent=True)
    for measure, of_one in (
        (f"intermediates.{name}.all_predicted", lambda tree: tree.all_predicted[name]),
        (f"overall.{name}.exact", lambda tree: tree.structure * tree.intermediates[name].exact),
        (f"overall.{name}.all_predicted", lambda tree: tree.structure * tree.all_predicted[name]),
    ):
        yield Measure(measure, _FAMILY, _SOURCE, of_one, percent=True)
