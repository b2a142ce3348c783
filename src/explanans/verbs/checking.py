"""Check claims against a source."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict, Unpack, overload

from explanans.codecs.claims import read_source
from explanans.verbs.many import each
from explanans.verdict import ClaimVerdict
from explanans.verify.arcs.checker import ArcChecker


class By(TypedDict, total=False):
    """By what is checked.

    Attributes:
        scorer: The name of the scorer of arcs.
        parser: The name of the parser.
    """

    scorer: str
    parser: str


Claims = list[str] | tuple[str, ...] | Iterator[str]
"""Many claims; one is a text, which is no list of its letters."""


@overload
def check(claim: str, source: str | Path | Iterable[str], **by: Unpack[By]) -> ClaimVerdict: ...
@overload
def check(claim: Claims, source: str | Path | Iterable[str], **by: Unpack[By]) -> Iterator[ClaimVerdict]: ...
def check(
    claim: str | Claims, source: str | Path | Iterable[str], **by: Unpack[By]
) -> ClaimVerdict | Iterator[ClaimVerdict]:
    """Check which arcs and words of a claim a source supports.

    Args:
        claim: The claim, or many.
        source: What is true: a text, its sentences, or the path of a file.
        by: The scorer and the parser.

    Returns:
        The verdict; for many claims an iterator of theirs.

    Raises:
        InputError: The source or a claim has no sentence, or a part is not there.

    Example:
        >>> verdict = check("A green frog hops.", "A frog hops.", scorer="alignment")
        >>> [span.text for span in verdict.unsupported]
        ['green']
    """
    checker = ArcChecker.open(**by)
    sentences = read_source(source) if isinstance(source, str | Path) else tuple(source)
    if isinstance(claim, str):
        return checker.check(sentences, claim)
    return checker.check_document(sentences, each(claim, str, "Checking"))
