"""Explain a question and its answer: the pipeline of all stages."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from explanans.entailment.answers.weighing import MANY
from explanans.entailment.claims.context import Context
from explanans.entailment.judge.base import DEFAULT as DEFAULT_JUDGE
from explanans.entailment.judge.base import Judge
from explanans.entailment.judge.trained import reader_of
from explanans.entailment.steps.model import Critic
from explanans.entailment.steps.word_checker import Checker
from explanans.errors import InputError
from explanans.knowledge.base import Knowledge, KnowledgeBase, open_knowledge
from explanans.language.tokens import informative_lemmas
from explanans.learning.language_reader import ANSWERS, CHOICES, PREMISES, LanguageReader
from explanans.pipeline.answer_reading import AnswerReader
from explanans.pipeline.assessment import (
    FACTS,
    NOTES,
    AssessedComposition,
    Composer,
    Composition,
    English,
    TreeComposer,
    assess_by,
    open_judge,
    writer_of,
)
from explanans.pipeline.checked_trees import check_tree_count, checked_trees, checker_label, open_checker
from explanans.pipeline.conclusion_worth import ConclusionOffers
from explanans.pipeline.proving import open_prover
from explanans.pipeline.statement_writer import Statement, StatementWriter, ruled_statement
from explanans.registry import name_of
from explanans.retrieval.ranker import RankedFacts, Ranker, default_ranker, open_ranker, score
from explanans.runtime.version import __version__
from explanans.structures.explanations import Alternative, Explanation, Method
from explanans.structures.questions import Question, check_length
from explanans.structures.trees import ROOT, EntailmentTree, Problem
from explanans.structures.verdicts import StepVerdict
from explanans.trees.prover import Prover
from explanans.trees.search import tree_search

if TYPE_CHECKING:
    from explanans.pipeline.fact_sets import FactSets


class Explainer:
    """Explains answers from one knowledge base.

    Every part may be an object of the user that keeps the protocol, the name of a part that is installed or was
    registered (see ``registry``), or a folder that ``explanans train`` made. What a part returns is checked.

    Args:
        ranker: The ranker that finds facts; that of ``default_ranker`` if None.
        prover: The prover that joins them into trees; the search that comes with the package if None.
        checker: The checker of the steps of trees.
        method: ``tree``, or the set of facts to choose (``ranking``, ``schema``, ``ensemble``), or ``FactSets``, or a
            composer of the user.
        judge: The judge of hypotheses, given facts; None for no verdicts.
        answer_reader: Refines verdicts on answers where all facts are read. None for that of the package, if the judge
            has a language model.

    Raises:
        InputError: There is no such part, or it has nothing to do.

    Example:
        >>> explainer = Explainer(KnowledgeBase.of(["Ice is a solid.", "Heat melts solids."]), ranker="bm25")
        >>> [leaf.text for leaf in explainer.explain("What does heat melt?", "ice").tree.leaves]
        ['Ice is a solid', 'Heat melts solids']
    """

    def __init__(  # noqa: PLR0913 - one a part
        self,
        knowledge: KnowledgeBase,
        ranker: str | Path | Ranker | None = None,
        prover: str | Path | Prover | None = None,
        checker: str | Checker = "words",
        method: "str | FactSets | Composer" = Method.TREE,
        *,
        judge: str | Path | Judge | None = DEFAULT_JUDGE,
        answer_reader: AnswerReader | None = None,
    ) -> None:
        self.knowledge = knowledge
        ranker = default_ranker(knowledge) if ranker is None else ranker
        named = isinstance(ranker, str | Path)
        self.ranker_name = str(ranker) if named else name_of(ranker)
        self.ranker = open_ranker(ranker, knowledge) if isinstance(ranker, str | Path) else ranker
        self._checker = open_checker(checker)
        self.judge = open_judge(judge)
        opened = open_prover(prover) if prover is not None or method == Method.TREE else None
        reader = LanguageReader.available(CHOICES) if reader_of(self.judge) else None
        self._writer = writer_of(opened) if opened is not None else None
        self._offers = ConclusionOffers(
            Critic(self.judge), partial(LanguageReader.shipped, PREMISES) if reader else None
        )
        self._composer = _composer(method, knowledge, opened, self._offers, reader)
        self._state = StatementWriter(reader).statement if reader else ruled_statement
        if answer_reader is None and reader:
            answer_reader = AnswerReader(partial(LanguageReader.shipped, ANSWERS))
        self._answer_reader = answer_reader
        self._english = English()
        self._context = Context(knowledge)
        removed = frozenset(knowledge.removed.tolist())
        notes = (fact for number, fact in enumerate(knowledge.facts) if number not in removed)
        self._notes = tuple(notes) if len(knowledge.facts) - len(removed) <= NOTES else ()
        self._assess = assess_by(self.judge, self._notes) if self._notes else None

    @classmethod
    def open(  # noqa: PLR0913 - one a part
        cls,
        knowledge: Knowledge = "starter",
        ranker: str | Path | Ranker | None = None,
        prover: str | Path | Prover | None = None,
        checker: str | Checker = "words",
        method: "str | FactSets | Composer" = Method.TREE,
        *,
        judge: str | Path | Judge | None = DEFAULT_JUDGE,
    ) -> "Explainer":
        """Open a knowledge base and explain from it.

        Args:
            knowledge: A knowledge base, ``starter``, the path of one, or facts; see ``open_knowledge``.
            ranker: See ``Explainer``, as for all others.

        Raises:
            InputError: There is no such knowledge base, or see ``Explainer``.
        """
        return cls(open_knowledge(knowledge), ranker, prover, checker, method, judge=judge)

    def explain(self, question: str, answer: str, *, facts: int | None = None, alternatives: int = 1) -> Explanation:
        """Explain why an answer is right.

        Args:
            facts: The number of the best facts to show and to build from; if None, 12 for a tree, and for a set as
                many as are chosen.
            alternatives: The number of distinct trees to look for.

        Raises:
            InputError: The question or the answer is empty, or fewer than one fact or tree is asked for.

        Example:
            >>> explanation = Explainer.open("starter").explain("What is ice made of?", "water")
            >>> explanation.hypothesis
            'ice is made of water'
        """
        return self.explain_question(Question.asked(question, answer), facts=facts, alternatives=alternatives)

    def explain_question(self, question: Question, *, facts: int | None = None, alternatives: int = 1) -> Explanation:
        """Explain why the right choice of a question is right.

        A question that is among the knowledge base's own does not profit from its gold explanation.

        Args:
            facts: See ``explain``.
            alternatives: The number of distinct trees to look for.

        Raises:
            InputError: The question or its answer is blank, its key names no choice, it is too long (see
                ``question.LONGEST``), fewer than one fact or tree is asked for, or a part returns what is of no use.
        """
        facts = self._limit(facts)
        check_tree_count(alternatives)
        question.check()
        check_length("the question with its answer", f"{question.text} {question.answer}")
        started = time.perf_counter()
        stated = self.statement(question.text, question.answer)
        statement = stated.sentence
        ranked = score(self.ranker, self.knowledge, question).worded(statement, question.text)
        if self._composer.method is Method.TREE:
            ranked = ranked.read(self._context.resolved)
        judged = self._compose(question, statement, ranked, facts, alternatives)
        found = judged.composition
        problem = Problem("", statement, (), question=question.text, answer=question.answer)
        explanation = Explanation(
            question=question.text,
            answer=question.answer,
            hypothesis=statement,
            facts=found.facts,
            **checked_trees(
                [replace(tree, question=question.id) for tree in found.trees],
                self._checker,
                judged,
                self._offers.judging(problem, self._writer),
            ),
            missing=found.missing,
            signature=self._signature(facts),
            method=self._composer.method,
            schemas=found.schemas,
            id=question.id,
            verdict=judged.verdict,
            contradicted_by=judged.contradicted_by,
        )
        explanation = _as_written(explanation, stated, self._context)
        return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)

    def statement(self, question: str, answer: str) -> Statement:
        """Return the statement of a question and its answer, by which it is explained.

        Example:
            >>> Explainer.open("starter").statement("What is ice made of?", "water").sentence
            'ice is made of water'
        """
        return self._state(question, answer)

    def signature(self, facts: int | None = None, alternatives: int = 1) -> str:
        """Return the signature that reproduces explanations of any question.

        Args:
            facts: See ``explain``.
            alternatives: How many distinct trees are looked for.

        Raises:
            InputError: Fewer than one fact or tree is asked for.

        Example:
            >>> Explainer(KnowledgeBase.of(["Ice is a solid."]), "bm25", judge=None).signature(3).split("|")[1:3]
            ['ranker:bm25', 'facts:3']
        """
        facts = self._limit(facts)
        check_tree_count(alternatives)
        return self._signature(facts) + f"|alternatives:{alternatives}" * (alternatives > 1)

    def _limit(self, facts: int | None) -> int | None:
        facts = self._composer.facts if facts is None else facts
        if facts is not None and facts < 1:
            raise InputError(f"{facts} facts are asked for; accepted: 1 or more")
        return facts

    def _compose(
        self, question: Question, statement: str, ranked: RankedFacts, facts: int | None, alternatives: int
    ) -> AssessedComposition:
        def compose(without: frozenset[str]) -> Composition:
            return self._composer.compose(question, statement, ranked.without(without), facts, alternatives)

        if self._composer.method is not Method.TREE:
            found = compose(frozenset())
            self._english.expect(statement, found.facts)
            return AssessedComposition.of_set(self.judge, statement, found)
        best = ranked.best(facts or FACTS)
        self._english.expect(statement, best)
        assess = refine = None
        if self._assess and facts == self._composer.facts:
            assess = self._assess
            refine = partial(self._answer_reader.refine, question, self._notes) if self._answer_reader else None
        elif len(self.knowledge.facts) < MANY:
            assess = assess_by(self.judge, [item.fact for item in best])
        return AssessedComposition.compose(
            self.judge, statement, best, compose, alternatives, question.text, assess=assess, refine=refine
        )

    def _signature(self, facts: int | None) -> str:
        # The folder of a user's knowledge base is unrelated to its content.
        knowledge = f"knowledge:{Path(self.knowledge.name).resolve().name}({self.knowledge.manifest.facts})"
        limit = "" if facts is None else f"facts:{facts}"
        checker = checker_label(self._checker) if self._composer.method is Method.TREE else ""
        judge = name_of(self.judge) if self.judge else "judge:none"
        parts = (
            knowledge,
            f"ranker:{self.ranker_name}",
            self._composer.name,
            limit,
            f"version:{__version__}",
            checker,
            judge,
        )
        return "|".join(filter(None, parts))


def _composer(
    method: "str | FactSets | Composer",
    knowledge: KnowledgeBase,
    prover: Prover | None,
    offers: ConclusionOffers,
    reader: LanguageReader | None,
) -> Composer:
    if method == Method.TREE and prover is not None:
        return TreeComposer(prover, "" if prover is tree_search() else f"trees:{name_of(prover)}", offers, reader)
    if prover is not None:
        raise InputError("a set of facts has no tree to prove; accepted: a prover with the method tree")
    from explanans.pipeline.fact_sets import (  # noqa: PLC0415 - trees, which are usual, do without patterns
        FactSetComposer,
        FactSets,
    )

    if isinstance(method, str):
        if method not in list(Method):
            raise InputError(f"the method {method!r}; accepted: {', '.join(Method)}")
        method = FactSets(Method(method))
    return FactSetComposer(knowledge, method) if isinstance(method, FactSets) else method


def _as_written(explanation: Explanation, stated: Statement, context: Context) -> Explanation:
    """Return an explanation with its hypothesis as it is shown, and its facts as they stand in their text.

    What the hypothesis repeats of the question needs no premise.
    """
    granted = informative_lemmas(stated.context)

    def tree(read: EntailmentTree) -> EntailmentTree:
        steps = tuple(replace(step, text=stated.text) if step.conclusion == ROOT else step for step in read.steps)
        return replace(read, hypothesis=stated.text, leaves=tuple(map(context.written, read.leaves)), steps=steps)

    def checked(verdicts: tuple[StepVerdict, ...]) -> tuple[StepVerdict, ...]:
        return tuple(_granting(verdict, granted) if verdict.step == ROOT else verdict for verdict in verdicts)

    return replace(
        explanation,
        hypothesis=stated.text,
        facts=tuple(item._replace(fact=context.written(item.fact)) for item in explanation.facts),
        tree=explanation.tree and tree(explanation.tree),
        verdicts=checked(explanation.verdicts),
        alternatives=tuple(Alternative(tree(it.tree), checked(it.verdicts)) for it in explanation.alternatives),
    )


def _granting(verdict: StepVerdict, granted: frozenset[str]) -> StepVerdict:
    """Return a verdict without the unsupported words that are granted; what a checker finds beside words stays."""
    if not granted or not verdict.unsupported or verdict.arcs is not None:
        return verdict
    left = tuple(word for word in verdict.unsupported if not informative_lemmas(word) <= granted)
    return replace(verdict, unsupported=left, supported=not left)
