"""A metric for Ragas (https://docs.ragas.io): the share of an answer's claims that its contexts support.

It needs no language model and no key::

    from ragas import EvaluationDataset, evaluate
    from explanans.integrations.ragas import Support

    result = evaluate(EvaluationDataset.from_list(records), metrics=[Support()])
"""

from dataclasses import dataclass, field
from typing import Any

from explanans.errors import MissingExtraError
from explanans.integrations import measure_support

try:
    from ragas.metrics.base import MetricType, SingleTurnMetric
except ImportError:
    raise MissingExtraError("a metric of Ragas", "ragas") from None


@dataclass
class Support(SingleTurnMetric):  # type: ignore[misc, unused-ignore]
    """The share of the claims of ``response`` that ``retrieved_contexts`` supports.

    Attributes:
        name: The name of the column in Ragas' results.
        by: By what claims are checked; see ``explanans.check``.
    """

    name: str = "explanans_support"
    _required_columns: dict[Any, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response", "retrieved_contexts"}}
    )
    by: dict[str, Any] = field(default_factory=dict)

    def init(self, run_config: Any) -> None:
        """Do nothing: there is no model to be set up.

        Args:
            run_config: How Ragas runs.
        """

    async def _single_turn_ascore(self, sample: Any, callbacks: Any) -> float:  # noqa: ARG002 - Ragas passes it
        return measure_support(sample.response, sample.retrieved_contexts, self.by).share
