"""Explanations and checked claims as JSON records: what ``explain`` and ``check`` print and write."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from explanans.formats.codec import Codec
from explanans.formats.lines import Line, numbered, read_record
from explanans.structures.explanations import Alternative, Explanation, Method, Schema, ScoredFact
from explanans.structures.facts import Fact, SetAside
from explanans.structures.trees import EntailmentTree, Step
from explanans.structures.verdicts import (
    ArcVerdict,
    ClaimVerdict,
    Evidence,
    LabelAgreement,
    NliScores,
    RankedClaim,
    Span,
    Status,
    StepVerdict,
    Verdict,
)

_DIGITS = 6
"""After the point; the last bits of a float differ between processors, and files should not."""


def explanation_record(explanation: Explanation) -> dict[str, object]:
    """Return an explanation as plain values that any JSON encoder takes.

    Args:
        explanation: The explanation; the key ``alternatives`` is there where it has further trees, ``with``
            and ``schemas`` if it is a set of facts.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_record(explanation)
        {'question': 'What melts ice?', 'answer': 'heat', 'hypothesis': 'Heat melts ice.', 'facts': [], 'tree': None,
         'verdicts': [], 'missing': ['no facts'], 'verdict': None, 'contradicted_by': [], 'milliseconds': None,
         'signature': 'v1'}
    """
    record = {
        "question": explanation.question,
        "answer": explanation.answer,
        "hypothesis": explanation.hypothesis,
        "facts": list(map(fact_record, explanation.facts)),
        **_proof(explanation.tree, explanation.verdicts),
        "missing": list(explanation.missing),
        "verdict": None if explanation.verdict is None else verdict_record(explanation.verdict),
        "contradicted_by": list(explanation.contradicted_by),
        "milliseconds": None if explanation.milliseconds is None else round(explanation.milliseconds, 3),
        "signature": explanation.signature,
    }
    if explanation.alternatives:
        record["alternatives"] = [_proof(tree, verdicts) for tree, verdicts in explanation.alternatives]
    if explanation.method is not Method.TREE:
        schemas = [
            {
                "pattern": schema.pattern,
                "facts": list(schema.facts),
                "filtered": [{"id": fact.id, "text": fact.text} for fact in schema.filtered],
            }
            for schema in explanation.schemas
        ]
        record |= {"with": explanation.method.value, "schemas": schemas}
    return record


def fact_record(found: ScoredFact) -> dict[str, object]:
    """Return a fact that was found as plain values."""
    fact, score = found
    return {"id": fact.id, "text": fact.text, "table": fact.table, "source": fact.source, "score": rounded(score)}


def verdict_record(verdict: Verdict) -> dict[str, object]:
    """Return the verdict on an answer as plain values."""
    return {"status": verdict.status.value, "support": rounded(verdict.support), "because": list(verdict.because)}


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


def claims_record(
    claims: Iterable[RankedClaim],
    signature: str,
    set_aside: Iterable[SetAside] = (),
    ids: Sequence[str] = (),
    labels: LabelAgreement | None = None,
) -> dict[str, object]:
    """Return checked claims as plain values that any JSON encoder takes.

    Args:
        ids: The ids of the claims by their places; empty if they have none.
        labels: How far the verdicts agree with labels; None if there are none.

    Example:
        >>> record = claims_record([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1")
        >>> [(claim["claim"], claim["status"], claim["support"]) for claim in record["claims"]]
        [('Yes.', 'unknown', 0.0)]
    """
    checked = [
        {"place": place, **({"id": ids[place - 1]} if ids else {}), **claim_record(verdict)}
        for place, verdict in claims
    ]
    aside = [{"text": item.text, "kind": item.kind.value} for item in set_aside]
    agreement = {} if labels is None else {"labels": _labels(labels)}
    return {"claims": checked, "set_aside": aside, **agreement, "signature": signature}


def _labels(labels: LabelAgreement) -> dict[str, object]:
    balanced = labels.balanced_accuracy
    return {
        **labels._asdict(),
        "accuracy": round(labels.accuracy, _DIGITS),
        "balanced_accuracy": None if balanced is None else round(balanced, _DIGITS),
    }


def claim_record(verdict: ClaimVerdict) -> dict[str, object]:
    """Return one checked claim as plain values; the last keys are of arcs, if they were checked."""
    return {
        "claim": verdict.claim,
        "status": verdict.status.value,
        "support": rounded(verdict.support),
        "probabilities": _probabilities(verdict.judgement),
        "unsupported": [mark._asdict() for mark in verdict.unsupported],
        "contradicted": [mark._asdict() for mark in verdict.contradicted],
        "evidence": [quote._asdict() for quote in verdict.evidence],
        "sentences": [sentence._asdict() for sentence in verdict.sentences],
        "score": rounded(verdict.score),
        "minimum": rounded(verdict.minimum),
        "arcs": list(map(_arc, verdict.arcs)),
    }


def _probabilities(judgement: NliScores | None) -> dict[str, float | None] | None:
    return judgement and {name: rounded(value) for name, value in judgement._asdict().items()}


def _arc(arc: ArcVerdict) -> dict[str, object]:
    return {
        "head": arc.head._asdict(),
        "child": arc.child._asdict(),
        "label": arc.label,
        "score": rounded(arc.score),
        "supported": arc.supported,
        "evidence": {"sentence": arc.evidence.number, "text": arc.evidence.text} if arc.evidence else None,
    }


def rounded(score: float | None) -> float | None:
    """Return a score as files have it."""
    return None if score is None else round(score, _DIGITS)


class _Fact(msgspec.Struct):
    id: str
    text: str
    score: float
    table: str = ""
    source: str = ""


class _Tree(msgspec.Struct):
    hypothesis: str
    steps: tuple[Step, ...]


class _Evidence(msgspec.Struct):
    sentence: int
    text: str


class _Place(msgspec.Struct):
    text: str
    start: int
    end: int


class _ArcVerdict(msgspec.Struct):
    head: _Place
    child: _Place
    label: str
    score: float
    supported: bool
    evidence: _Evidence | None = None


class _StepVerdict(msgspec.Struct):
    step: str
    supported: bool
    unsupported: tuple[str, ...] = ()
    follows: float | None = None
    arcs: tuple[_ArcVerdict, ...] | None = None


class _Proof(msgspec.Struct):
    tree: _Tree
    verdicts: tuple[_StepVerdict, ...] = ()


class _Filtered(msgspec.Struct):
    id: str
    text: str


class _Pattern(msgspec.Struct):
    pattern: str
    facts: tuple[str, ...]
    filtered: tuple[_Filtered, ...] = ()


class _Verdict(msgspec.Struct):
    status: Status
    support: float
    because: tuple[str, ...] = ()


class _Record(msgspec.Struct, rename={"method": "with"}):
    question: str
    answer: str
    hypothesis: str
    facts: tuple[_Fact, ...]
    tree: _Tree | None = None
    verdicts: tuple[_StepVerdict, ...] = ()
    missing: tuple[str, ...] = ()
    signature: str = ""
    milliseconds: float | None = None
    alternatives: tuple[_Proof, ...] = ()
    method: Method = Method.TREE
    schemas: tuple[_Pattern, ...] = ()
    id: str = ""
    verdict: _Verdict | None = None
    contradicted_by: tuple[str, ...] = ()


def encode(explanation: Explanation) -> str:
    """Return an explanation as one line of JSON, without a line end, as ``explain --out`` writes it."""
    name = {"id": explanation.id} if explanation.id else {}
    return msgspec.json.encode({**name, **explanation_record(explanation)}).decode()


def decode(lines: Iterable[str], source: str) -> Iterator[Explanation]:
    """Yield explanations, one a line.

    Args:
        lines: The lines, as ``encode`` makes them.

    Raises:
        FormatError: A line is no record of an explanation, or its tree rests on a fact that it does not name.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> list(decode([encode(explanation)], "out.jsonl")) == [explanation]
        True
    """
    decoder = msgspec.json.Decoder(_Record)
    for line in numbered(lines, source):
        yield _explanation(read_record(line, decoder, "one explanation a line, as 'explain --out' writes them"), line)


def _schema(pattern: _Pattern) -> Schema:
    return Schema(pattern.pattern, pattern.facts, tuple(Fact(fact.id, fact.text) for fact in pattern.filtered))


def _explanation(record: _Record, line: Line) -> Explanation:
    facts = {fact.id: Fact(fact.id, fact.text, fact.table, source=fact.source) for fact in record.facts}
    others = [
        Alternative(_tree(proof.tree, facts, record.id, line), _verdicts(proof.verdicts))
        for proof in record.alternatives
    ]
    return Explanation(
        question=record.question,
        answer=record.answer,
        hypothesis=record.hypothesis,
        facts=tuple(ScoredFact(facts[fact.id], fact.score) for fact in record.facts),
        tree=_tree(record.tree, facts, record.id, line) if record.tree else None,
        verdicts=_verdicts(record.verdicts),
        missing=record.missing,
        signature=record.signature,
        milliseconds=record.milliseconds,
        alternatives=tuple(others),
        method=record.method,
        schemas=tuple(map(_schema, record.schemas)),
        id=record.id,
        verdict=_whole(record.verdict) if record.verdict else None,
        contradicted_by=record.contradicted_by,
    )


def _whole(record: _Verdict) -> Verdict:
    return Verdict(record.status, record.support, record.because)


def _tree(record: _Tree, facts: dict[str, Fact], question: str, line: Line) -> EntailmentTree:
    concluded = {step.conclusion for step in record.steps}
    used = dict.fromkeys(name for step in record.steps for name in step.premises if name not in concluded)
    for name in used:
        if name not in facts:
            raise line.error(f"a tree that rests on {name!r}", "the id of one of the facts, or of a conclusion")
    return EntailmentTree(record.hypothesis, tuple(facts[name] for name in used), record.steps, question)


def _verdicts(records: Iterable[_StepVerdict]) -> tuple[StepVerdict, ...]:
    return tuple(
        StepVerdict(
            record.step,
            record.supported,
            record.unsupported,
            None if record.arcs is None else tuple(map(_arc_verdict, record.arcs)),
            record.follows,
        )
        for record in records
    )


def _arc_verdict(record: _ArcVerdict) -> ArcVerdict:
    head, child = (Span(place.text, place.start, place.end) for place in (record.head, record.child))
    evidence = Evidence(record.evidence.sentence, record.evidence.text) if record.evidence else None
    return ArcVerdict(head, child, record.label, record.score, record.supported, evidence)


EXPLANATIONS = Codec("jsonl", (".jsonl",), decode, lambda explanations: map(encode, explanations))
