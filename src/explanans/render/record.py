"""Explanations and checked claims as JSON records, as ``explain --json`` and ``check --json`` print them."""

from collections.abc import Iterable

from explanans.explanation import Explanation, ScoredFact, Way
from explanans.tree import EntailmentTree, Step
from explanans.verdict import ArcVerdict, ClaimVerdict, Evidence, RankedClaim, Span, StepVerdict

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
    milliseconds = explanation.milliseconds
    others = [
        {"tree": _tree(tree), "verdicts": [_verdict(verdict) for verdict in verdicts]}
        for tree, verdicts in explanation.alternatives
    ]
    return {
        "question": explanation.question,
        "answer": explanation.answer,
        "hypothesis": explanation.hypothesis,
        "facts": [_fact(scored) for scored in explanation.facts],
        "tree": None if explanation.tree is None else _tree(explanation.tree),
        "verdicts": [_verdict(verdict) for verdict in explanation.verdicts],
        "missing": list(explanation.missing),
        "milliseconds": None if milliseconds is None else round(milliseconds, 3),
        "signature": explanation.signature,
        **({"alternatives": others} if others else {}),
        **({} if explanation.way is Way.TREE else _set(explanation)),
    }


def _set(explanation: Explanation) -> dict[str, object]:
    schemas = [{"pattern": schema.pattern, "facts": list(schema.facts)} for schema in explanation.schemas]
    return {"with": explanation.way.value, "schemas": schemas}


def _fact(scored: ScoredFact) -> dict[str, object]:
    fact, score = scored
    return {
        "id": fact.id,
        "text": fact.text,
        "table": fact.table,
        "source": fact.source,
        "score": round(score, _DIGITS),
    }


def _tree(tree: EntailmentTree) -> dict[str, object]:
    return {"hypothesis": tree.hypothesis, "steps": [_step(step) for step in tree.steps]}


def _step(step: Step) -> dict[str, object]:
    return {
        "premises": list(step.premises),
        "conclusion": step.conclusion,
        "text": step.text,
        "inference": step.inference,
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
    return {"claims": [{"place": place, **_claim(verdict)} for place, verdict in claims], "signature": signature}


def _claim(verdict: ClaimVerdict) -> dict[str, object]:
    return {
        "claim": verdict.claim,
        "score": _rounded(verdict.score),
        "minimum": _rounded(verdict.minimum),
        "unsupported": [_span(word) for word in verdict.unsupported],
        "sentences": [_span(sentence) for sentence in verdict.sentences],
        "arcs": [_arc(arc) for arc in verdict.arcs],
    }


def _arc(arc: ArcVerdict) -> dict[str, object]:
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
    return None if score is None else round(score, _DIGITS)
