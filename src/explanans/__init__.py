"""Find, compose, check and evaluate the facts that explain an answer.

Public names are loaded when they are first used, so that importing the package costs next to nothing.

Example:
    >>> import explanans
    >>> explanation = explanans.Explainer.open("starter").explain("What is ice made of?", "water")
    >>> explanation.hypothesis
    'ice is made of water'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explanans.exceptions import ExplanansError, FormatError, InputError, MissingExtraError, StorageError
    from explanans.explainer import Explainer
    from explanans.explanation import Explanation, ScoredFact
    from explanans.fact import Cell, Fact, Role, Table
    from explanans.graph import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
    from explanans.knowledge.base import KnowledgeBase
    from explanans.problem import Prediction, Problem
    from explanans.question import Choice, GoldFact, Question
    from explanans.ranking import Judgment, Ranking
    from explanans.tree import EntailmentTree, Inference, Step
    from explanans.verdict import ArcVerdict, ClaimVerdict, StepVerdict
    from explanans.verify.arcs.checker import ArcChecker

__version__ = "0.1.0"

_MODULES = {
    "ArcChecker": "verify.arcs.checker",
    "ArcVerdict": "verdict",
    "Cell": "fact",
    "Choice": "question",
    "ClaimVerdict": "verdict",
    "Edge": "graph",
    "EntailmentTree": "tree",
    "Explainer": "explainer",
    "ExplanansError": "exceptions",
    "Explanation": "explanation",
    "ExplanationGraph": "graph",
    "Fact": "fact",
    "FormatError": "exceptions",
    "GoldFact": "question",
    "GraphPrediction": "graph",
    "Inference": "tree",
    "InputError": "exceptions",
    "Judgment": "ranking",
    "KnowledgeBase": "knowledge.base",
    "MissingExtraError": "exceptions",
    "Prediction": "problem",
    "Problem": "problem",
    "Question": "question",
    "Ranking": "ranking",
    "Relation": "graph",
    "Role": "fact",
    "ScoredFact": "explanation",
    "Stance": "graph",
    "Step": "tree",
    "StepVerdict": "verdict",
    "StorageError": "exceptions",
    "Table": "fact",
}

__all__ = [
    "ArcChecker",
    "ArcVerdict",
    "Cell",
    "Choice",
    "ClaimVerdict",
    "Edge",
    "EntailmentTree",
    "Explainer",
    "ExplanansError",
    "Explanation",
    "ExplanationGraph",
    "Fact",
    "FormatError",
    "GoldFact",
    "GraphPrediction",
    "Inference",
    "InputError",
    "Judgment",
    "KnowledgeBase",
    "MissingExtraError",
    "Prediction",
    "Problem",
    "Question",
    "Ranking",
    "Relation",
    "Role",
    "ScoredFact",
    "Stance",
    "Step",
    "StepVerdict",
    "StorageError",
    "Table",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
