"""Explanations and checked claims as JSON records, as ``explain --json`` and ``check --json`` print them."""

from collections.abc import Iterable

from explanans.explanation import Explanation, Method
from explanans.tree import EntailmentTree
from explanans.verdict import ArcVerdict, ClaimVerdict, RankedClaim, StepVerdict

_DIGITS = 6
"""After the point; the last bits of a float differ between processors, and files should not."""


def explanation_record(explanation: Explanation) -> dict[str, object]:
    """Return an explanation as plain values that any JSON encoder takes.

    Args:
        explanation: The explanation; the key ``alternatives`` is there where it has further trees, ``with``
            and ``schemas`` where it is a set of facts.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_record(explanation)
        {'question': 'What melts ice?', 'answer': 'heat', 'hypothesis': 'Heat melts ice.', 'facts': [], 'tree': None,
         'verdicts': [], 'missing': ['no facts'], 'milliseconds': None, 'signature': 'v1'}
    """
    record = {
        "question": explanation.question,
        "answer": explanation.answer,
        "hypothesis": explanation.hypothesis,
        "facts": [
            {"id": fact.id, "text": fact.text, "table": fact.table, "source": fact.source, "score": _rounded(score)}
            for fact, score in explanation.facts
        ],
        **_proof(explanation.tree, explanation.verdicts),
        "missing": list(explanation.missing),
        "milliseconds": None if explanation.milliseconds is None else round(explanation.milliseconds, 3),
        "signature": explanation.signature,
    }
    if explanation.alternatives:
        record["alternatives"] = [_proof(tree, verdicts) for tree, verdicts in explanation.alternatives]
    if explanation.method is not Method.TREE:
        schemas = [{"pattern": schema.pattern, "facts": list(schema.facts)} for schema in explanation.schemas]
        record |= {"with": explanation.method.value, "schemas": schemas}
    return record


def _proof(tree: EntailmentTree | None, verdicts: Iterable[StepVerdict]) -> dict[str, object]:
    steps = [
        {
            "premises": list(step.premises),
            "conclusion": step.conclusion,
            "text": step.text,
            "inference": step.inference,
        }
        for step in (tree.steps if tree else ())
    ]
    return {
        "tree": {"hypothesis": tree.hypothesis, "steps": steps} if tree else None,
        "verdicts": list(map(_verdict, verdicts)),
    }


def _verdict(verdict: StepVerdict) -> dict[str, object]:
    arcs = {} if verdict.arcs is None else {"arcs": [_arc(arc) for arc in verdict.arcs]}
    follows = {} if verdict.follows is None else {"follows": round(verdict.follows, _DIGITS)}
    words = list(verdict.unsupported)
    return {"step": verdict.step, "supported": verdict.supported, "unsupported": words, **follows, **arcs}


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
    """Return one checked claim as plain values."""
    return {
        "claim": verdict.claim,
        "score": _rounded(verdict.score),
        "minimum": _rounded(verdict.minimum),
        "unsupported": [word._asdict() for word in verdict.unsupported],
        "sentences": [sentence._asdict() for sentence in verdict.sentences],
        "arcs": list(map(_arc, verdict.arcs)),
    }


def _arc(arc: ArcVerdict) -> dict[str, object]:
    return {
        "head": arc.head._asdict(),
        "child": arc.child._asdict(),
        "label": arc.label,
        "score": _rounded(arc.score),
        "supported": arc.supported,
        "evidence": {"sentence": arc.evidence.number, "text": arc.evidence.text} if arc.evidence else None,
    }


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, _DIGITS)
