"""An explanation as a JSON record, as ``explain --json`` prints it."""

from explanans.explanation import Explanation, Method, ScoredFact
from explanans.render.claim_record import arc_record
from explanans.render.wording import SCORE_DIGITS
from explanans.tree import EntailmentTree, Step
from explanans.verdict import StepVerdict


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
        **({} if explanation.method is Method.TREE else _set(explanation)),
    }


def _set(explanation: Explanation) -> dict[str, object]:
    schemas = [{"pattern": schema.pattern, "facts": list(schema.facts)} for schema in explanation.schemas]
    return {"with": explanation.method.value, "schemas": schemas}


def _fact(scored: ScoredFact) -> dict[str, object]:
    fact, score = scored
    return {
        "id": fact.id,
        "text": fact.text,
        "table": fact.table,
        "source": fact.source,
        "score": round(score, SCORE_DIGITS),
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
    arcs = {} if verdict.arcs is None else {"arcs": [arc_record(arc) for arc in verdict.arcs]}
    follows = {} if verdict.follows is None else {"follows": round(verdict.follows, SCORE_DIGITS)}
    words = list(verdict.unsupported)
    return {"step": verdict.step, "supported": verdict.supported, "unsupported": words, **follows, **arcs}
