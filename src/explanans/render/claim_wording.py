"""Words that every form of a checked claim shares."""

from collections.abc import Iterable, Sequence

from explanans.render.wording import counted, format_score
from explanans.text.sentences import tidy
from explanans.verdict import ArcVerdict, ClaimVerdict, Evidence, RankedClaim

NOTHING = "nothing to check: no two of its words depend on each other in a way that says something"


def arc_words(arc: ArcVerdict) -> str:
    """Return an arc in words: its head, its child and what the child is to the head.

    Args:
        arc: The verdict of the arc.
    """
    return f"{tidy(arc.head.text)} → {tidy(arc.child.text)} ({tidy(arc.label)})"


def finding(arc: ArcVerdict) -> str:
    """Return what the check says of an arc, in words.

    Args:
        arc: The verdict of the arc.
    """
    support = "not supported"
    if arc.evidence:
        support = f"supported by sentence {arc.evidence.number}: {tidy(arc.evidence.text)}"
    return f"{arc_words(arc)}, score {format_score(arc.score)}, {support}"


def support(verdict: ClaimVerdict) -> str:
    """Return in one line how far a claim is supported.

    Args:
        verdict: The verdict of the claim.

    Example:
        >>> support(ClaimVerdict("Yes.", (), (), (), None, None)).partition(":")[0]
        'nothing to check'
    """
    if verdict.score is None or verdict.minimum is None:
        return NOTHING
    supported = sum(arc.supported for arc in verdict.arcs)
    return (
        f"{supported} of {counted(len(verdict.arcs), 'arc')} supported · score {format_score(verdict.score)} · "
        f"least {format_score(verdict.minimum)}"
    )


def unsupported_arcs(verdict: ClaimVerdict) -> tuple[ArcVerdict, ...]:
    """Return the arcs of a claim that are not supported, the worst first.

    Args:
        verdict: The verdict of the claim.
    """
    return tuple(sorted((arc for arc in verdict.arcs if not arc.supported), key=lambda arc: arc.score))


def by_evidence(arcs: Iterable[ArcVerdict]) -> dict[Evidence, list[ArcVerdict]]:
    """Return the sentences of a source that support arcs, in order, each with its arcs.

    Args:
        arcs: The verdicts of the arcs.
    """
    found: dict[Evidence, list[ArcVerdict]] = {}
    for arc in sorted((arc for arc in arcs if arc.evidence), key=lambda arc: arc.evidence or ()):
        if arc.evidence:
            found.setdefault(arc.evidence, []).append(arc)
    return found


def tally(claims: Sequence[RankedClaim]) -> str:
    """Return in one line how many claims are supported in all their arcs.

    Args:
        claims: The claims.

    Example:
        >>> tally([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))])
        '1 claim · 1 with nothing to check'
    """
    doubtful = sum(bool(unsupported_arcs(claim.verdict)) for claim in claims)
    unchecked = sum(claim.verdict.score is None for claim in claims)
    whole = len(claims) - doubtful - unchecked
    parts = [
        counted(len(claims), "claim"),
        f"{whole} with every arc supported" * bool(whole),
        f"{doubtful} with unsupported arcs" * bool(doubtful),
        f"{unchecked} with nothing to check" * bool(unchecked),
    ]
    return " · ".join(filter(None, parts))
