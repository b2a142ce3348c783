"""Whether two explainers of the same questions differ by more than chance would have it."""

from explanans.evaluate.comparison import compare
from explanans.evaluate.facts.figures import column
from explanans.exceptions import InputError
from explanans.fact_report import FactComparison, FactReport

_MEASURES = {
    "relevance": "relevance",
    "completeness": "completeness",
    "f1_mean": "f1",
    "complete": "complete",
    "precision": "precision",
    "recall": "recall",
    "gold_f1": "gold_f1",
}
"""The figures that are means of one value a question, and what that value is called."""


def compare_facts(report: FactReport, other: FactReport, seed: int = 0) -> dict[str, FactComparison]:
    """Compare two explainers in every measure that is a mean; see ``evaluate.comparison.compare`` for the test.

    Args:
        report: What was measured of the explainer.
        other: What was measured of the other one, against the same gold and ratings.
        seed: Seeds numpy's default generator.

    Raises:
        InputError: They were measured over other questions.
    """
    if [item.question for item in report.scores] != [item.question for item in other.scores]:
        raise InputError("two explainers of other questions; accepted: two that are measured over the same ones")
    return {name: _compared(report, other, value, seed) for name, value in _MEASURES.items()}


def _compared(report: FactReport, other: FactReport, value: str, seed: int) -> FactComparison:
    compared = compare(column(report.scores, value), column(other.scores, value), seed)
    return FactComparison(
        other=compared.map,
        difference=compared.difference,
        interval=compared.interval,
        p_value=compared.p_value,
        exact=compared.exact,
        wins=compared.wins,
        ties=compared.ties,
        losses=compared.losses,
    )
