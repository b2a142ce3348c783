"""Find, compose, check and evaluate the facts that explain an answer.

Public names are loaded when they are first used, so that importing the package costs next to nothing.

Example:
    >>> import explanans
    >>> explanation = explanans.explain("What is ice made of?", "water")
    >>> explanation.hypothesis
    'ice is made of water'
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

from explanans.runtime.version import __version__ as __version__

# ONNX Runtime, which runs the networks of the package, sends telemetry of every process unless this variable is set
# before its import. A value that the user has set stays.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

if TYPE_CHECKING:
    from explanans.entailment.arcs.checker import ArcChecker
    from explanans.entailment.claims.checker import ClaimChecker
    from explanans.errors import ExplanansError, FormatError, InputError, MissingExtraError, StorageError
    from explanans.formats.codec import dump, load
    from explanans.knowledge.base import KnowledgeBase
    from explanans.pipeline.answering import answer
    from explanans.pipeline.checking import check, check_answer
    from explanans.pipeline.evaluating import evaluate
    from explanans.pipeline.explainer import Explainer
    from explanans.pipeline.explaining import explain, prove
    from explanans.pipeline.fact_sets import FactSets
    from explanans.pipeline.graphing import graph
    from explanans.pipeline.ranking import rank
    from explanans.registry import register
    from explanans.runtime.job import Failure
    from explanans.structures.explanations import Candidate, Candidates, Explanation, Method, Schema, ScoredFact
    from explanans.structures.facts import Cell, Document, Fact, Quote, Role, Table
    from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
    from explanans.structures.questions import Choice, GoldFact, Question
    from explanans.structures.rankings import Ranking, RelevanceJudgment
    from explanans.structures.reports import Report
    from explanans.structures.trees import EntailmentTree, Inference, Prediction, Problem, Step
    from explanans.structures.verdicts import (
        ArcVerdict,
        CheckedClaims,
        ClaimVerdict,
        Mark,
        NliScores,
        Status,
        StepVerdict,
        Verdict,
    )
    from explanans.trees.conclusions.conclusion import Conclusion
    from explanans.trees.prover import Proof

_MODULES = {
    "ArcChecker": "entailment.arcs.checker",
    "ArcVerdict": "structures.verdicts",
    "Candidate": "structures.explanations",
    "Candidates": "structures.explanations",
    "Cell": "structures.facts",
    "CheckedClaims": "structures.verdicts",
    "Choice": "structures.questions",
    "ClaimChecker": "entailment.claims.checker",
    "ClaimVerdict": "structures.verdicts",
    "Conclusion": "trees.conclusions.conclusion",
    "Document": "structures.facts",
    "Edge": "structures.graphs",
    "EntailmentTree": "structures.trees",
    "Explainer": "pipeline.explainer",
    "ExplanansError": "errors",
    "Explanation": "structures.explanations",
    "ExplanationGraph": "structures.graphs",
    "Fact": "structures.facts",
    "FactSets": "pipeline.fact_sets",
    "Failure": "runtime.job",
    "FormatError": "errors",
    "GoldFact": "structures.questions",
    "GraphPrediction": "structures.graphs",
    "Inference": "structures.trees",
    "InputError": "errors",
    "KnowledgeBase": "knowledge.base",
    "Mark": "structures.verdicts",
    "Method": "structures.explanations",
    "MissingExtraError": "errors",
    "NliScores": "structures.verdicts",
    "Prediction": "structures.trees",
    "Problem": "structures.trees",
    "Proof": "trees.prover",
    "Question": "structures.questions",
    "Quote": "structures.facts",
    "Ranking": "structures.rankings",
    "Relation": "structures.graphs",
    "RelevanceJudgment": "structures.rankings",
    "Report": "structures.reports",
    "Role": "structures.facts",
    "Schema": "structures.explanations",
    "ScoredFact": "structures.explanations",
    "Stance": "structures.graphs",
    "Status": "structures.verdicts",
    "Step": "structures.trees",
    "StepVerdict": "structures.verdicts",
    "StorageError": "errors",
    "Table": "structures.facts",
    "Verdict": "structures.verdicts",
    "answer": "pipeline.answering",
    "check": "pipeline.checking",
    "check_answer": "pipeline.checking",
    "dump": "formats.codec",
    "evaluate": "pipeline.evaluating",
    "explain": "pipeline.explaining",
    "graph": "pipeline.graphing",
    "load": "formats.codec",
    "prove": "pipeline.explaining",
    "rank": "pipeline.ranking",
    "register": "registry",
}

__all__ = [
    "ArcChecker",
    "ArcVerdict",
    "Candidate",
    "Candidates",
    "Cell",
    "CheckedClaims",
    "Choice",
    "ClaimChecker",
    "ClaimVerdict",
    "Conclusion",
    "Document",
    "Edge",
    "EntailmentTree",
    "Explainer",
    "ExplanansError",
    "Explanation",
    "ExplanationGraph",
    "Fact",
    "FactSets",
    "Failure",
    "FormatError",
    "GoldFact",
    "GraphPrediction",
    "Inference",
    "InputError",
    "KnowledgeBase",
    "Mark",
    "Method",
    "MissingExtraError",
    "NliScores",
    "Prediction",
    "Problem",
    "Proof",
    "Question",
    "Quote",
    "Ranking",
    "Relation",
    "RelevanceJudgment",
    "Report",
    "Role",
    "Schema",
    "ScoredFact",
    "Stance",
    "Status",
    "Step",
    "StepVerdict",
    "StorageError",
    "Table",
    "Verdict",
    "answer",
    "check",
    "check_answer",
    "dump",
    "evaluate",
    "explain",
    "graph",
    "load",
    "prove",
    "rank",
    "register",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
