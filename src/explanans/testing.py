"""Test the answers of a language model: a claim that its contexts do not support fails the test.

In a test of pytest or unittest::

    from explanans.testing import assert_supported

    def test_opening_hours():
        answer, contexts = ask("When do you open?")
        assert_supported(answer, contexts)
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from explanans.errors import InputError, amount
from explanans.structures.verdicts import SUPPORTED_ALL, CheckedClaims, Requirement

if TYPE_CHECKING:
    from explanans.pipeline.checking import By

__all__ = ["UnsupportedClaimsError", "assert_supported"]


class UnsupportedClaimsError(AssertionError):
    """An answer makes claims that its contexts do not support.

    Args:
        message: The claims, with marks below the words at fault and with the lines of the source.
        checked: The verdicts on all claims of the answer.
    """

    def __init__(self, message: str, checked: CheckedClaims) -> None:
        super().__init__(message)
        self.checked = checked


def assert_supported(
    answer: str,
    contexts: str | Path | Iterable[str],
    *,
    at_least: float | None = None,
    **by: "Unpack[By]",
) -> CheckedClaims:
    """Raise an error unless the contexts support each claim of an answer.

    Args:
        answer: The answer, of one sentence or several; Markdown is read as such.
        contexts: Text to check against: a text, several texts, or the path of a file.
        at_least: Minimum support of each claim, from 0 to 1; if None, each must have the status *supported*.
        by: The judge, or the scorer of arcs, and the parser; see ``explanans.check``.

    Returns:
        The verdicts on all claims.

    Raises:
        UnsupportedClaimsError: A claim fails; an ``AssertionError``.
        InputError: The answer claims nothing, the contexts have no sentence, or ``at_least`` is out of range.

    Example:
        >>> found = assert_supported("The lamp is made of brass.", ["The brass lamp is green."])
        >>> assert_supported("The lamp is red. It is made of brass.", ["The brass lamp is green."])
        Traceback (most recent call last):
        explanans.testing.UnsupportedClaimsError: 1 of 2 claims is not supported:
        ...
    """
    from explanans.pipeline.checking import check_answer  # noqa: PLC0415
    from explanans.rendering.claim_text import failed_claims, plain_text  # noqa: PLC0415 - loaded for a test alone

    __tracebackhide__ = True  # pytest shows the line of the test
    if at_least is not None and not (isinstance(at_least, int | float) and 0 <= at_least <= 1):
        raise InputError(f"at_least {at_least!r}; accepted: a number from 0 to 1")
    checked = check_answer(answer, contexts, **by)
    required = SUPPORTED_ALL if at_least is None else Requirement(fail_below=at_least)
    if failed := failed_claims(checked, required):
        count = len(checked.claims)
        what = "supported" if at_least is None else f"supported by {at_least:.0%} or more"
        said = f"{len(failed)} of {amount(count, 'claim')} {'is' if len(failed) == 1 else 'are'} not {what}"
        raise UnsupportedClaimsError(f"{said}:\n\n{plain_text(failed)}", checked)
    return checked
