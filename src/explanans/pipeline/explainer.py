"""Explain a question and its answer, or a hypothesis from premises: the pipeline of all stages."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from explanans.entailment.answers.weighing import MANY
from explanans.entailment.claims.context import Context
from explanans.entailment.judge.aggregation import MOST, PremiseAssessment
from explanans.entailment.judge.base import DEFAULT as DEFAULT_JUDGE
from explanans.entailment.judge.base import Judge
from explanans.entailment.judge.trained import reader_of
from explanans.entailment.steps.model import Critic
from explanans.entailment.steps.word_checker import CHECKERS, Checker, WordChecker, check
from explanans.errors import InputError
from explanans.knowledge.base import Knowledge, KnowledgeBase, open_knowledge
from explanans.language.sentences import tidy, without_period
from explanans.language.tokens import informative_lemmas
from explanans.learning.language_reader import CHOICES, PREMISES, LanguageReader
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
from explanans.pipeline.conclusion_worth import ConclusionOffers, JudgeSteps
from explanans.pipeline.statement_writer import Statement, StatementWriter, ruled_statement
from explanans.registry import name_of
from explanans.retrieval.ranker import RankedFacts, Ranker, default_ranker, open_ranker, score
from explanans.runtime.version import __version__
from explanans.structures.explanations import Alternative, Explanation, Method, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question, check_length
from explanans.structures.trees import ROOT, EntailmentTree, Problem
from explanans.structures.verdicts import StepVerdict
from explanans.trees.missing_links import missing_links
from explanans.trees.prover import PROVERS, Proof, Prover, last_steps, prune_trees, show, with_all_leaves
from explanans.trees.search import TreeSearch, tree_search

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
        self._english = English()
        self._context = Context(knowledge)
        self._assess = assess_by(self.judge, knowledge.facts) if len(knowledge.facts) <= NOTES else None

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
        _check_count(alternatives)
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
            **_checked(
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
        _check_count(alternatives)
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
        assess = self._assess if facts == self._composer.facts else None
        if assess is None and len(self.knowledge.facts) < MANY:
            assess = assess_by(self.judge, [item.fact for item in best])
        return AssessedComposition.compose(
            self.judge, statement, best, compose, alternatives, question.text, assess=assess
        )

    def _signature(self, facts: int | None) -> str:
        # The folder of a user's knowledge base is unrelated to its content.
        knowledge = f"knowledge:{Path(self.knowledge.name).resolve().name}({self.knowledge.manifest.facts})"
        limit = "" if facts is None else f"facts:{facts}"
        checker = _checker_label(self._checker) if self._composer.method is Method.TREE else ""
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


def prove(  # noqa: PLR0913 - what is shown, and by which parts
    hypothesis: str,
    premises: Sequence[Fact],
    *,
    question: str = "",
    answer: str = "",
    alternatives: int = 1,
    one_step: bool = False,
    prover: str | Path | Prover | None = None,
    checker: str | Checker = "words",
    judge: str | Path | Judge | None = DEFAULT_JUDGE,
) -> Explanation:
    """Show a hypothesis from premises: choose those that it follows from and join them step by step.

    Args:
        premises: The premises, each id once; repeated ones are left out. Of many, those that share most with the
            hypothesis are weighed. None for a writer that reads no context.
        question: The question that the hypothesis answers, which helps to find the premises; empty if there is none.
        answer: Its answer; empty if there is none.
        alternatives: The number of distinct trees to look for.
        one_step: Whether to show the last step only. The conclusions that it rests on are then leaves, and hypotheses
            that may be shown in turn.
        prover: The prover that finds trees, such as a ``TreeSearch`` of the user or a ``Writer``, its name or its
            folder; the search that comes with the package if None.
        checker: The checker of the steps, or its name.
        judge: The judge of the hypothesis, given the premises; None for no verdict.

    Returns:
        An explanation whose facts are the premises that were weighed, the likeliest
        leaves first, after sentences that are leaves but no premises.

    Raises:
        InputError: The hypothesis is empty or too long, fewer than one tree is asked for, there is no such part, or the
            premises are too few for a writer.

    Example:
        >>> texts = "a frog is a kind of amphibian", "amphibians have moist skin", "a rock is hard"
        >>> premises = [Fact(f"p{number}", text) for number, text in enumerate(texts, 1)]
        >>> explanation = prove("a frog has moist skin", premises)
        >>> sorted(leaf.id for leaf in explanation.tree.leaves)
        ['p1', 'p2']
    """
    if not hypothesis.strip():
        raise InputError("the hypothesis is empty; give a sentence")
    check_length("the hypothesis", hypothesis)
    _check_count(alternatives)
    judge = open_judge(judge)
    reader = premise_reader(judge)
    prover, checker = open_prover(prover, reader), open_checker(checker)
    offers = ConclusionOffers(Critic(judge), (lambda: reader) if reader else None)
    started = time.perf_counter()
    first: dict[str, Fact] = {}
    for premise in premises:
        first.setdefault(without_period(tidy(premise.text)).casefold(), premise)
    problem = Problem("", hypothesis.strip(), tuple(first.values()), None, question.strip(), answer.strip())
    judged = _prove_and_assess(prover, problem, alternatives, judge, offers)
    found = judged.composition
    if one_step:
        proof = with_all_leaves(Proof(last_steps(found.trees), found.facts))
        found = replace(found, trees=proof.trees, facts=proof.facts)
    parts = (f"premises:{len(premises)}", f"trees:{name_of(prover)}", f"version:{__version__}", _checker_label(checker))
    explanation = Explanation(
        question=problem.question,
        answer=problem.answer,
        hypothesis=problem.hypothesis,
        facts=found.facts,
        **_checked(found.trees, checker, judged, offers.judging(problem, writer_of(prover))),
        missing=(*found.missing, *filter(None, [found.unweighed])),
        signature="|".join(filter(None, (*parts, name_of(judge) if judge else "judge:none"))),
        verdict=judged.verdict,
        contradicted_by=judged.contradicted_by,
    )
    return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)


def _prove_and_assess(
    prover: Prover, problem: Problem, alternatives: int, judge: Judge | None, offers: ConclusionOffers
) -> AssessedComposition:
    """Prove a hypothesis from premises none of which contradicts it, and assess all premises."""
    given = [ScoredFact(premise, 0.0) for premise in problem.premises]

    @cache
    def compose(without: frozenset[str]) -> Composition:
        left = tuple(premise for premise in problem.premises if premise.id not in without)
        return _proved(prover, replace(problem, premises=left), alternatives, offers)

    # Of many premises, those are judged that the prover finds likeliest to be leaves.
    looked = given if len(given) <= MOST else compose(frozenset()).facts
    English().expect(problem.hypothesis, looked)
    assess = assess_by(judge, problem.premises if len(given) <= NOTES else [item.fact for item in looked])
    return AssessedComposition.compose(
        judge, problem.hypothesis, looked, compose, alternatives, problem.question, assess=assess
    )


def _proved(prover: Prover, problem: Problem, alternatives: int, offers: ConclusionOffers) -> Composition:
    proof = show(prover, problem, alternatives)

    def find(count: int) -> Sequence[EntailmentTree]:
        return (proof if count == alternatives else show(prover, problem, count)).trees

    writer = writer_of(prover)
    conclude = offers.of(problem, [item.fact for item in proof.facts[:FACTS]], writer)
    pairs = conclude if writer is not None else ()
    trees = prune_trees(find, alternatives, conclude[0], pairs, question=problem.question)
    said = with_all_leaves(proof._replace(trees=tuple(trees)))
    chosen = said.trees[0].leaves if said.trees else problem.premises
    missing = missing_links(problem.hypothesis, chosen, is_tree=bool(said.trees) or len(chosen) != 1)
    return Composition(said.facts, said.trees, missing, unweighed=said.unweighed)


def premise_reader(judge: Judge | None) -> LanguageReader | None:
    """Return the language model that reads premises and conclusions; None beside a judge without a language model."""
    return LanguageReader.available(PREMISES) if reader_of(judge) else None


def open_prover(prover: str | Path | Prover | None, reader: LanguageReader | None = None) -> Prover:
    """Return a prover.

    Args:
        prover: The prover, its name or its folder; the search that comes with the package if None.
        reader: A language model that reads premises for a search that is opened here; None for none.

    Raises:
        InputError: There is no such prover.
    """
    if prover is None:
        return tree_search(reader)
    if not isinstance(prover, str | Path):
        return prover
    opened = PROVERS.open(prover)
    return opened.reading(reader) if isinstance(opened, TreeSearch) else opened


def open_checker(checker: str | Checker) -> Checker:
    """Return a checker.

    Args:
        checker: The checker or its name.

    Raises:
        InputError: There is no such checker.
    """
    return CHECKERS.open(checker) if isinstance(checker, str) else checker


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


def _checker_label(checker: Checker) -> str:
    """Return a checker's part of signatures; empty for the default one."""
    return "" if isinstance(checker, WordChecker) else name_of(checker)


class _CheckedTrees(TypedDict):
    tree: EntailmentTree | None
    verdicts: tuple[StepVerdict, ...]
    alternatives: tuple[Alternative, ...]


def _checked(
    trees: Sequence[EntailmentTree], checker: Checker, judged: AssessedComposition, judge_steps: JudgeSteps
) -> _CheckedTrees:
    """Return the first tree with its verdicts, and the alternatives with theirs."""
    checked = [Alternative(tree, _verdicts(tree, checker, judged.weighed, judge_steps)) for tree in trees]
    tree, verdicts = checked[0] if checked else (None, ())
    return {"tree": tree, "verdicts": verdicts, "alternatives": tuple(checked[1:])}


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


def _verdicts(
    tree: EntailmentTree, checker: Checker, weighed: PremiseAssessment | None, judge_steps: JudgeSteps
) -> tuple[StepVerdict, ...]:
    """Return one verdict a step; a step from a single fact keeps the judge's verdict."""
    if tree.single and weighed and tree.single.id in weighed.supporting:
        follows = weighed.supporting[tree.single.id].supported
        if isinstance(checker, WordChecker):
            return (StepVerdict(tree.steps[0].conclusion, supported=True, follows=follows),)
        return tuple(replace(verdict, follows=follows) for verdict in check(checker, tree))
    return judge_steps(tree, check(checker, tree))


def _check_count(alternatives: int) -> None:
    if alternatives < 1:
        raise InputError(f"{alternatives} trees are asked for; accepted: 1 or more")
