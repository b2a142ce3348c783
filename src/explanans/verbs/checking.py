"""Check claims against a source."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict, Unpack, overload

from explanans.codecs.claims import read_source, source_of, texts_as_documents
from explanans.document import Source
from explanans.verbs.many import each
from explanans.verdict import ClaimVerdict
from explanans.verify.claims.opening import open_checker
from explanans.verify.judge.judge import Judge


class By(TypedDict, total=False):
    """By what is checked.

    Attributes:
        judge: The judge, its name, or the folder of a model.
        arcs: Whether to check arcs beside.
        scorer: The name of a scorer of arcs: then arcs alone are checked, and nothing is judged.
        parser: The name of the parser that finds arcs.
    """

    judge: str | Path | Judge
    arcs: bool
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
    """Check whether a source supports a claim or contradicts it, and which words of the claim are at fault.

    Args:
        claim: The claim, or many.
        source: What is true: a text, several texts or the sentences of one, or the path of a file.
        by: The judge, or the scorer of arcs, and the parser.

    Returns:
        The verdict; for many claims an iterator of theirs.

    Raises:
        InputError: The source or a claim has no sentence, or a part is not there.

    Example:
        >>> verdict = check("The shop closes at six.", "The shop closes at six. On Sundays it stays shut.")
        >>> verdict.status.value, verdict.evidence[0].text
        ('supported', 'The shop closes at six.')
        >>> verdict = check("A green frog hops.", "A frog hops.", scorer="alignment")
        >>> [word.text for word in verdict.unsupported]
        ['green']
    """
    checker = open_checker(**by)
    read = _read(source)
    found = checker.check_document(read, [claim] if isinstance(claim, str) else each(claim, str, "Checking"))
    return next(iter(found)) if isinstance(claim, str) else found


def _read(source: str | Path | Iterable[str]) -> Source:
    return read_source(source) if isinstance(source, str | Path) else source_of(texts_as_documents(source))
