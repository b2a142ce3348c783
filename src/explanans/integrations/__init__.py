"""Metrics for the evaluation tools of others: Ragas and DeepEval."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from explanans.formats.claim_tables import AnswerRecord
from explanans.pipeline.checking import check_answer
from explanans.rendering.claim_text import failed_claims, plain_text
from explanans.structures.verdicts import SUPPORTED_ALL


class Support(NamedTuple):
    """Support of an answer by contexts.

    Attributes:
        share: The share of its claims that are supported; 1 if it claims nothing.
        reason: The claims that are not, with marks below the words at fault and with the lines of the source.
    """

    share: float
    reason: str


def measure_support(answer: str, contexts: Sequence[str], by: Mapping[str, Any]) -> Support:
    """Return how far contexts support an answer.

    Args:
        by: By what claims are checked; see ``explanans.check``.

    Raises:
        InputError: The contexts have no sentence, or a part is not there.

    Example:
        >>> measure_support("The lamp is red. It is made of brass.", ["The brass lamp is green."], {}).share
        0.5
    """
    if not AnswerRecord("", answer, False, None, "", "the answer").claims().claims:
        return Support(1.0, "The answer claims nothing.")
    checked = check_answer(answer, contexts, **by)
    failed = failed_claims(checked, SUPPORTED_ALL)
    count = len(checked.claims)
    reason = plain_text(failed) if failed else f"All claims are supported: {count}."
    return Support((count - len(failed)) / count, reason)
