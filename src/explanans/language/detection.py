"""Warn, once, of texts that do not read like English, which all checks are made for."""

import logging
from collections.abc import Iterable, Iterator

from explanans.language.tokens import reads_like_english
from explanans.structures.verdicts import ClaimVerdict

_log = logging.getLogger(__name__)


def warned(source: str, verdicts: Iterable[ClaimVerdict]) -> Iterator[ClaimVerdict]:
    """Yield verdicts, and warn after the last where the source, or else one of the claims, seems not to be English.

    Args:
        source: The source.
        verdicts: The verdicts of claims against it.
    """
    foreign = "" if reads_like_english(source) else "the source"
    for verdict in verdicts:
        if not foreign and not reads_like_english(verdict.claim):
            foreign = f"the claim “{verdict.claim}”"
        yield verdict
    if foreign:
        _log.warning("%s does not read like English, which all checks are made for; expect little of them", foreign)
