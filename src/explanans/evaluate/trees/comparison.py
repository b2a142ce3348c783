"""Whether two systems that built trees for the same problems differ by more than chance would have it."""

from dataclasses import fields

from explanans.evaluate.significance import compare
from explanans.exceptions import InputError
from explanans.tree_report import MeasureComparison, TreeFigures, TreeReport

_MEASURES = tuple(field.name for field in fields(TreeFigures) if field.name != "problem")


def compare_trees(report: TreeReport, other: TreeReport, seed: int = 0) -> dict[str, MeasureComparison]:
    """Compare two systems in every measure; see ``evaluate.significance.compare`` for the test.

    Args:
        report: What was measured of the system.
        other: What was measured of the other system, in the same way.
        seed: Seeds numpy's default generator.

    Raises:
        InputError: The systems were measured in other ways, or over other problems.
    """
    if [item.problem for item in report.figures] != [item.problem for item in other.figures]:
        raise InputError("two systems with trees of other problems; accepted: two systems with trees of the same ones")
    if (report.mode, report.leaves_by, list(report.conclusions)) != (
        other.mode,
        other.leaves_by,
        list(other.conclusions),
    ):
        raise InputError("two systems that were measured in other ways; accepted: two measured in the same way")
    return {measure: _compared(report, other, measure, seed) for measure in _MEASURES}


def _compared(report: TreeReport, other: TreeReport, measure: str, seed: int) -> MeasureComparison:
    values, others = ([float(getattr(item, measure)) for item in side.figures] for side in (report, other))
    compared = compare(values, others, seed)
    return MeasureComparison(
        other=compared.other,
        difference=compared.difference,
        interval=compared.interval,
        p_value=compared.p_value,
        exact=compared.exact,
        wins=compared.wins,
        ties=compared.ties,
        losses=compared.losses,
    )
