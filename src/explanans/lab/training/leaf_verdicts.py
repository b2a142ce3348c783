"""Leaves with labels: do they support the statement of a question and an answer? And the weights fitted on them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.entailment.judge.base import Judge
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.language_relevance import logistic_weights
from explanans.lab.training.written import rows as read_rows
from explanans.language.cells import worded
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.model import Origin
from explanans.pipeline.assessment import AssessedComposition, Composition
from explanans.pipeline.leaf_support import LeafEvidence, LeafSupport, columns
from explanans.runtime.progress import track
from explanans.structures.explanations import ScoredFact
from explanans.structures.questions import Question
from explanans.structures.trees import ROOT, EntailmentTree, Step

VERDICTS = Path(__file__).parent / "examples" / "leaf-verdicts.tsv"
LABELS = ("yes", "partly", "no")
"""The facts support the statement, a part of it, or nothing of it."""
_PENALTY = 1e-3
_SETS = 1000
"""Number of sampled sets of leaves; a judge reads four of them a second."""
_WRONG = 0.5
"""Weight of leaves of a wrong answer: most answers that are explained are right."""
_RIGHT = "-"
"""Stands for the right choice."""


class LeafVerdict(NamedTuple):
    """Facts with a label: the part of the statement of a question and an answer that they support.

    Attributes:
        question: The id of the question.
        choice: The label of a wrong choice. Its facts are those that ``explain`` chose, and are always labelled *no*.
            Empty for the right choice.
        facts: The ids of the facts.
        label: One of `LABELS`.
    """

    question: str
    choice: str
    facts: tuple[str, ...]
    label: str

    @property
    def is_supported(self) -> bool:
        """True if the facts support the whole statement."""
        return self.label == LABELS[0]


class LabelledLeaves(NamedTuple):
    """The texts of a `LeafVerdict`.

    Attributes:
        question: The question, whose key names the answer that the statement says.
        hypothesis: The statement by the rules.
        facts: The facts in the words that fit the question.
        is_supported: Whether the facts support the whole statement.
        is_right: Whether the answer is right.
    """

    question: Question
    hypothesis: str
    facts: tuple[ScoredFact, ...]
    is_supported: bool
    is_right: bool


def leaf_verdicts() -> list[LeafVerdict]:
    """Return facts of training questions of WorldTree and of the starter base, with their labels.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> {verdict.label for verdict in leaf_verdicts()} == set(LABELS)
        True
    """
    accepted = "a question, a choice, the ids of facts, and yes, partly or no"
    return [
        LeafVerdict(question, "" if choice == _RIGHT else choice, tuple(facts.split()), label)
        for question, choice, facts, label in read_rows(VERDICTS, 4, accepted, LABELS)
    ]


def labelled_leaves(bases: Iterable[KnowledgeBase]) -> Iterator[LabelledLeaves]:
    """Yield the labelled facts of the questions of knowledge bases.

    Raises:
        InputError: A knowledge base has a question without its facts.
    """
    known = {question.id: (knowledge, question) for knowledge in bases for question in knowledge.questions}
    for verdict in leaf_verdicts():
        if verdict.question not in known:
            continue
        knowledge, question = known[verdict.question]
        question = replace(question, key=verdict.choice or question.key)
        stated = hypothesis(question.text, question.answer)
        numbers = knowledge.numbers(verdict.facts).tolist()
        if min(numbers) < 0:
            raise InputError(f"{knowledge.name}: a fact of {verdict.question} is missing; accepted: the whole data set")
        facts = tuple(ScoredFact(worded(knowledge.facts[place], stated, question.text), 0.0) for place in numbers)
        yield LabelledLeaves(question, stated, facts, verdict.is_supported, not verdict.choice)


def train(knowledge: KnowledgeBase, judge: Judge, seed: int) -> LeafSupport:
    """Fit the weights of `LeafSupport` by a logistic regression.

    Args:
        knowledge: WorldTree's training questions and facts.
        judge: The judge by which leaves are judged.
        seed: Recorded with the weights.

    Raises:
        InputError: The knowledge base has none of the questions.
    """
    labelled = list(labelled_leaves((knowledge,)))
    if not labelled:
        raise InputError(f"{knowledge.name}: none of the labelled questions; accepted: WorldTree's training questions")
    labelled += labelled_leaves((KnowledgeBase.open("starter"),))
    drawn = [labelled[place] for place in np.random.default_rng(seed).permutation(len(labelled))[:_SETS].tolist()]
    found = [(item, evidence_of(judge, item)) for item in track(drawn, "Judging", len(drawn))]
    rows = [(item, evidence) for item, evidence in found if evidence]
    return LeafSupport(fit(rows), Origin({"verdicts": len(rows), "judge": judge.name}, seed))


def fit(rows: Sequence[tuple[LabelledLeaves, LeafEvidence]]) -> dict[str, float]:
    """Return the weights by their names.

    Args:
        rows: Leaves, and what is known of them.
    """
    features = np.array([[*columns(evidence).values()] for _, evidence in rows])
    gold = np.array([float(item.is_supported) for item, _ in rows])
    counts = np.array([1.0 if item.is_right else _WRONG for item, _ in rows])
    return logistic_weights(LeafSupport.names, features, gold, _PENALTY, counts)


def evidence_of(judge: Judge, item: LabelledLeaves) -> LeafEvidence | None:
    """Return what is known of leaves as in ``explain``, if they were all facts at hand; None if one contradicts."""
    names = tuple(leaf.fact.id for leaf in item.facts)
    leaves = tuple(leaf.fact for leaf in item.facts)
    tree = EntailmentTree(item.hypothesis, leaves, (Step(names, ROOT, item.hypothesis),))
    composition = Composition(item.facts, (tree,), ())
    found: list[LeafEvidence] = []

    def keep(evidence: LeafEvidence) -> float:
        found.append(evidence)
        return 1.0

    AssessedComposition.compose(
        judge, item.hypothesis, item.facts, lambda _: composition, 1, item.question.text, support=keep
    )
    return found[-1] if found else None
