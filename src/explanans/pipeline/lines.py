"""Encode results as lines of output files; see ``runtime.job.Encode``."""

from dataclasses import replace

import msgspec

from explanans.formats import answers, jsonl, records, runs
from explanans.structures.explanations import Candidates, Explanation
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.rankings import Ranking
from explanans.structures.verdicts import ClaimVerdict


def explanation_line(uid: str, made: Explanation, signature: str) -> str:  # noqa: ARG001 - it has both itself
    """Return an explanation as a line of JSON, without the time it took, so that files are reproducible."""
    return f"{records.encode(replace(made, milliseconds=None))}\n"


def answers_line(uid: str, made: Candidates, signature: str) -> str:  # noqa: ARG001 - it has both itself
    """Return the judged answers to a question as a line of JSON."""
    return f"{answers.encode_answers(made)}\n"


def run_lines(uid: str, made: Ranking, signature: str) -> str:  # noqa: ARG001 - a run file has no place for either
    """Return a ranking as lines of a TextGraphs run file."""
    return runs.encode(made)


def ranking_line(uid: str, made: Ranking, signature: str) -> str:  # noqa: ARG001 - it has the id itself
    """Return a ranking with its scores as a line of JSON."""
    return _signed(msgspec.json.decode(jsonl.encode(made)), signature)


def verdict_line(uid: str, made: ClaimVerdict, signature: str) -> str:
    """Return the verdict on a claim as a line of JSON."""
    return _signed({"id": uid, **records.claim_record(made)}, signature)


def graph_line(uid: str, made: ExplanationGraph, signature: str) -> str:
    """Return an explanation graph as a line of JSON."""
    return _signed(msgspec.json.decode(jsonl.encode(replace(made, id=uid))), signature)


def _signed(record: dict[str, object], signature: str) -> str:
    return msgspec.json.encode({**record, "signature": signature}).decode() + "\n"
