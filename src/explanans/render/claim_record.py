"""Checked claims as JSON records, as ``check --json`` prints them."""

from collections.abc import Iterable

from explanans.render.wording import SCORE_DIGITS
from explanans.verdict import ArcVerdict, ClaimVerdict, Evidence, RankedClaim, Span


def claims_record(claims: Iterable[RankedClaim], signature: str) -> dict[str, object]:
    """Return checked claims as plain values that any JSON encoder takes.

    Args:
        claims: The claims, in the order in which to list them.
        signature: What reproduces their verdicts.

    Example:
        >>> claims_record([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1")
        {'claims': [{'place': 1, 'claim': 'Yes.', 'score': None, 'minimum': None, 'unsupported': [], 'sentences': [],
         'arcs': []}], 'signature': 'v1'}
    """
    return {"claims": [{"place": place, **claim_record(verdict)} for place, verdict in claims], "signature": signature}


def claim_record(verdict: ClaimVerdict) -> dict[str, object]:
    """Return one checked claim as plain values.

    Args:
        verdict: Its verdict.
    """
    return {
        "claim": verdict.claim,
        "score": _rounded(verdict.score),
        "minimum": _rounded(verdict.minimum),
        "unsupported": [_span(word) for word in verdict.unsupported],
        "sentences": [_span(sentence) for sentence in verdict.sentences],
        "arcs": [arc_record(arc) for arc in verdict.arcs],
    }


def arc_record(arc: ArcVerdict) -> dict[str, object]:
    """Return the verdict of an arc as plain values.

    Args:
        arc: The verdict.
    """
    return {
        "head": _span(arc.head),
        "child": _span(arc.child),
        "label": arc.label,
        "score": _rounded(arc.score),
        "supported": arc.supported,
        "evidence": _evidence(arc.evidence) if arc.evidence else None,
    }


def _span(span: Span) -> dict[str, object]:
    return {"text": span.text, "start": span.start, "end": span.end}


def _evidence(evidence: Evidence) -> dict[str, object]:
    return {"sentence": evidence.number, "text": evidence.text}


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, SCORE_DIGITS)
