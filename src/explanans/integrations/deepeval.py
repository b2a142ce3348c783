"""A metric for DeepEval (https://deepeval.com): the share of an answer's claims that its contexts support.

It needs no language model and no key::

    from deepeval import assert_test
    from deepeval.test_case import LLMTestCase
    from explanans.integrations.deepeval import SupportMetric

    def test_answer():
        case = LLMTestCase(input="When?", actual_output="At nine.", retrieval_context=["We open at nine."])
        assert_test(case, [SupportMetric(threshold=1.0)])
"""

from typing import Any, Unpack

from explanans.errors import InputError, MissingExtraError
from explanans.integrations import measure_support
from explanans.pipeline.checking import By

try:
    from deepeval.metrics import BaseMetric
except ImportError:
    raise MissingExtraError("a metric of DeepEval", "deepeval") from None


class SupportMetric(BaseMetric):  # type: ignore[misc, unused-ignore]
    """The share of the claims of ``actual_output`` that ``retrieval_context``, else ``context``, supports.

    ``reason`` has the claims that are not supported, with marks below the words at fault.

    Args:
        threshold: The minimum share with which a test case passes.
        by: By what claims are checked; see ``explanans.check``.
    """

    def __init__(self, threshold: float = 1.0, **by: Unpack[By]) -> None:
        self.threshold = threshold
        self.async_mode = False
        self.include_reason = True
        self._by = by

    @property
    def __name__(self) -> str:
        """The name in reports of DeepEval."""
        return "Explanans support"

    def measure(self, test_case: Any, *_: object, **__: object) -> float:
        """Return the share, and keep it with its reason.

        Args:
            test_case: An ``LLMTestCase``.

        Raises:
            InputError: It has no answer or no context.
        """
        answer, contexts = test_case.actual_output, test_case.retrieval_context or test_case.context
        if answer is None or not contexts:
            raise InputError(
                "a test case without answer or context; accepted: actual_output, and retrieval_context or context"
            )
        found = measure_support(str(answer), [str(context) for context in contexts], dict(self._by))
        self.score, self.reason = found
        self.success = found.share >= self.threshold
        return found.share

    async def a_measure(self, test_case: Any, *_: object, **__: object) -> float:
        """Return the result of ``measure``.

        Args:
            test_case: An ``LLMTestCase``.
        """
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Return whether the last test case passed."""
        return bool(self.success)
