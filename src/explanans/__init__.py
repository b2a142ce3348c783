"""Find, compose, check and evaluate the facts that explain an answer.

Public names are loaded when they are first used, so that importing the package costs next to nothing.

Example:
    >>> import explanans
    >>> explanation = explanans.explain("What is ice made of?", "water")
    >>> explanation.hypothesis
    'ice is made of water'
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

# ONNX Runtime, which runs the networks of the package, would tell its makers of every process unless it is told not to
# before it is imported. Nobody is told anything by us; whoever sets the variable themselves has decided.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

if TYPE_CHECKING:
    from explanans.batch.job import Failure
    from explanans.candidate import Candidate, Candidates
    from explanans.compose.conclusions.conclusion import Conclusion
    from explanans.compose.trees.prover import Proof
    from explanans.document import Document, Quote
    from explanans.exceptions import ExplanansError, FormatError, InputError, MissingExtraError, StorageError
    from explanans.explainer import Explainer
    from explanans.explanation import Explanation, Method, Schema, ScoredFact
    from explanans.fact import Cell, Fact, Role, Table
    from explanans.fact_sets import FactSets
    from explanans.graph import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
    from explanans.knowledge.base import KnowledgeBase
    from explanans.problem import Prediction, Problem
    from explanans.question import Choice, GoldFact, Question
    from explanans.ranking import Judgment, Ranking
    from explanans.registry import register
    from explanans.report import Report
    from explanans.tree import EntailmentTree, Inference, Step
    from explanans.verbs.answering import answer
    from explanans.verbs.checking import check
    from explanans.verbs.evaluation import evaluate
    from explanans.verbs.explaining import explain, prove
    from explanans.verbs.files import dump, load
    from explanans.verbs.graphing import graph
    from explanans.verbs.ranking import rank
    from explanans.verdict import ArcVerdict, CheckedClaims, ClaimVerdict, Judgement, Mark, Status, StepVerdict, Verdict
    from explanans.verify.arcs.checker import ArcChecker
    from explanans.verify.claims.checker import ClaimChecker

__version__ = "0.1.0"

_MODULES = {
    "ArcChecker": "verify.arcs.checker",
    "ArcVerdict": "verdict",
    "Candidate": "candidate",
    "Candidates": "candidate",
    "Cell": "fact",
    "CheckedClaims": "verdict",
    "Choice": "question",
    "ClaimChecker": "verify.claims.checker",
    "ClaimVerdict": "verdict",
    "Conclusion": "compose.conclusions.conclusion",
    "Document": "document",
    "Edge": "graph",
    "EntailmentTree": "tree",
    "Explainer": "explainer",
    "ExplanansError": "exceptions",
    "Explanation": "explanation",
    "ExplanationGraph": "graph",
    "Fact": "fact",
    "FactSets": "fact_sets",
    "Failure": "batch.job",
    "FormatError": "exceptions",
    "GoldFact": "question",
    "GraphPrediction": "graph",
    "Inference": "tree",
    "InputError": "exceptions",
    "Judgement": "verdict",
    "Judgment": "ranking",
    "KnowledgeBase": "knowledge.base",
    "Mark": "verdict",
    "Method": "explanation",
    "MissingExtraError": "exceptions",
    "Prediction": "problem",
    "Problem": "problem",
    "Proof": "compose.trees.prover",
    "Question": "question",
    "Quote": "document",
    "Ranking": "ranking",
    "Relation": "graph",
    "Report": "report",
    "Role": "fact",
    "Schema": "explanation",
    "ScoredFact": "explanation",
    "Stance": "graph",
    "Status": "verdict",
    "Step": "tree",
    "StepVerdict": "verdict",
    "StorageError": "exceptions",
    "Table": "fact",
    "Verdict": "verdict",
    "answer": "verbs.answering",
    "check": "verbs.checking",
    "dump": "verbs.files",
    "evaluate": "verbs.evaluation",
    "explain": "verbs.explaining",
    "graph": "verbs.graphing",
    "load": "verbs.files",
    "prove": "verbs.explaining",
    "rank": "verbs.ranking",
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
    "Judgement",
    "Judgment",
    "KnowledgeBase",
    "Mark",
    "Method",
    "MissingExtraError",
    "Prediction",
    "Problem",
    "Proof",
    "Question",
    "Quote",
    "Ranking",
    "Relation",
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
    "dump",
    "evaluate",
    "explain",
    "graph",
    "load",
    "prove",
    "rank",
    "register",
]


_VERBS = {"evaluate", "graph", "rank"}
"""Verbs that are called like a module of the package, which is what their name gives: it can be called."""


class _Verb(ModuleType):
    """A module that does what the verb of its name does when it is called."""

    @property
    def __wrapped__(self) -> Callable[..., object]:
        """The verb, whose signature and documentation are shown."""
        verb: Callable[..., object] = _load(self.__name__.rpartition(".")[2])
        return verb

    def __call__(self, *given: object, **named: object) -> object:
        return self.__wrapped__(*given, **named)


class _Package(ModuleType):
    """The package: makes those of its modules callable that are called like a verb, when they are imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _VERBS and isinstance(value, ModuleType):
            value.__class__ = _Verb
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def _load(name: str) -> Any:
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}") if name in _VERBS else _load(name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
