"""Compose explanations from facts that do not contradict the hypothesis, and assess them by all facts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol

from explanans.entailment.claims.assessment import Assessor, source_of_facts
from explanans.entailment.claims.windows import SourceIndex
from explanans.entailment.judge import base as judges
from explanans.entailment.judge.aggregation import MOST, PremiseAssessment, is_judged, verdict, weigh
from explanans.entailment.judge.answer_relevance import AnswerAwareJudge, QuestionContext, is_connected
from explanans.entailment.judge.base import Judge
from explanans.entailment.judge.premise_scores import PremiseScores, Shown, granted, judge_leaves
from explanans.language.sentences import with_period
from explanans.language.tokens import LanguageCheck
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.conclusion_worth import ConclusionOffers
from explanans.pipeline.grounding import grounded
from explanans.pipeline.leaf_support import LeafEvidence, LeafSupport, Support
from explanans.retrieval.ranker import RankedFacts
from explanans.structures.explanations import Method, Schema, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.trees import EntailmentTree, Problem
from explanans.structures.verdicts import BELOW_ENOUGH, NliScores, Status, Verdict
from explanans.trees.composition import choose, compose, lone
from explanans.trees.conclusions.conclusion import ConclusionWriter
from explanans.trees.conclusions.deduction import consequences
from explanans.trees.missing_links import covered, missing_parts, sought_lemmas
from explanans.trees.model import MOST as MOST_RANKED
from explanans.trees.prover import Prover
from explanans.trees.search import TreeSearch

FACTS = 12
"""Default number of the best facts that are shown, besides further leaves: these are chosen among more."""


NOTES = 200
"""Maximum number of facts that are all read as one text; of more, the best ones are."""


@dataclass(frozen=True, slots=True)
class Composition:
    """An explanation of an answer before its steps are checked.

    Attributes:
        facts: The facts, best first; all leaves of the trees are among them.
        trees: Distinct trees, the best first; none for a set of facts.
        missing: One sentence for each link that the facts do not supply.
        schemas: The patterns that chose facts, the best first.
        unweighed: Message if some facts were skipped; empty if none.
    """

    facts: tuple[ScoredFact, ...]
    trees: tuple[EntailmentTree, ...]
    missing: tuple[str, ...]
    schemas: tuple[Schema, ...] = ()
    unweighed: str = ""


class Composer(Protocol):
    """Makes an explanation of the ranked facts of a knowledge base."""

    @property
    def method(self) -> Method:
        """Return whether it makes a tree, or which kind of set."""
        ...

    @property
    def name(self) -> str:
        """Its part of the signature of explanations; empty if the version suffices."""
        ...

    @property
    def facts(self) -> int | None:
        """Default number of facts of an explanation; None if the composer chooses the number."""
        ...

    def compose(
        self, question: Question, hypothesis: str, ranked: RankedFacts, facts: int | None, alternatives: int
    ) -> Composition:
        """Return a composition that explains an answer.

        Args:
            question: The question with its right answer.
            hypothesis: Both as one statement.
            ranked: The facts, ranked for the question.
            facts: The maximum number of them to show, and to build from.
            alternatives: How many distinct trees are wanted; there may be fewer.

        Raises:
            InputError: Several trees are wanted of what makes none, or a part of it returns what is of no use.
        """
        ...


def writer_of(prover: Prover) -> ConclusionWriter | None:
    """Return what writes the conclusions of a search; None for a prover that writes its own."""
    return prover.writer if isinstance(prover, TreeSearch) else None


class TreeComposer:
    """Builds trees: chooses the facts that bear on the hypothesis, and has a prover join them.

    Args:
        name: The name of the prover in signatures; empty for the default one.
        offers: Offers conclusions on the way; those of the prover are kept if None.
        reader: A language model that reads the most relevant facts; None for none.
    """

    method = Method.TREE
    facts = FACTS

    def __init__(
        self,
        prover: Prover,
        name: str = "",
        offers: ConclusionOffers | None = None,
        reader: LanguageReader | None = None,
    ) -> None:
        self.name = name
        self._prover = prover
        self._offers = offers
        self._reader = reader

    def compose(
        self,
        question: Question,
        hypothesis: str,
        ranked: RankedFacts,
        facts: int | None,
        alternatives: int,
    ) -> Composition:
        """Return trees and their facts; see ``Composer``."""
        pool = ranked.best(facts or MOST_RANKED)
        best = pool[: facts or self.facts]
        problem = Problem(question.id, hypothesis, (), question=question.text, answer=question.answer)
        chosen = choose(problem, pool, reader=self._reader)
        at_hand = [item.fact for item in best]
        conclude = self._offers.of(problem, at_hand, writer_of(self._prover)) if self._offers else ()
        found = compose(hypothesis, best, chosen, alternatives, self._prover, conclude, question.text)
        known = {item.fact.id for item in best}
        further = sorted((leaf for leaf in found.leaves if leaf.fact.id not in known), key=lambda leaf: -leaf.score)
        return Composition((*best, *further), found.trees, found.missing)


NO_JUDGE = "none"
"""The name that selects no judge."""

_SUPPORTED = 0.5
_NOTHING = NliScores(0.0, 0.0, 1.0)
"""Scores of leaves that have no word in common."""
_ROUNDS = 3
"""Maximum rounds of composition, each without leaves that contradict the hypothesis."""

Compose = Callable[[frozenset[str]], Composition]
"""Builds an explanation without the facts of some ids."""

Assess = Callable[[str], Verdict | None]
"""Returns the verdict of all facts at hand on a statement, as `check` has it; None if there is none."""


Refine = Callable[[Verdict, Verdict, Sequence[Fact], Sequence[Fact]], Verdict]
"""Returns a verdict for that of the leaves and all facts, given the latter alone, the leaves, and the facts shown."""


def assess_by(judge: Judge | None, facts: Iterable[Fact]) -> Assess:
    """Return the assessment of statements by facts, which are read when the first statement is assessed.

    Args:
        judge: The judge; None if nothing is to be judged.
        facts: All facts, in the order of their text.
    """
    index = cache(lambda: _index(judge, facts))

    def assess(statement: str) -> Verdict | None:
        found = index()
        return found[0].verdict(found[1], statement) if found and is_judged(statement) else None

    return assess


def _index(judge: Judge | None, facts: Iterable[Fact]) -> tuple[Assessor, SourceIndex] | None:
    source = source_of_facts(facts) if judge else None
    if judge is None or source is None:
        return None
    assessor = Assessor.of(judge)
    return assessor, assessor.index(source)


@dataclass(frozen=True, slots=True)
class AssessedComposition:
    """An explanation of a hypothesis, with its assessment by a judge.

    Attributes:
        composition: The trees and the facts; those that contradict the hypothesis are among the facts, but no leaves.
        weighed: The assessment of its facts; None without a judge.
    """

    composition: Composition
    weighed: PremiseAssessment | None

    @classmethod
    def compose(  # noqa: PLR0913, PLR0917 - what is explained, from what, and how
        cls,
        judge: Judge | None,
        hypothesis: str,
        facts: Sequence[ScoredFact],
        compose: Compose,
        alternatives: int,
        question: str = "",
        *,
        assess: Assess | None = None,
        support: Support | None = None,
        refine: Refine | None = None,
    ) -> "AssessedComposition":
        """Compose an explanation from facts none of which contradicts the hypothesis, and assess all facts.

        A fact that contradicts the hypothesis keeps its place among the facts. If there is a tree, the verdict is that
        of its leaves; if there is none, a fact that supports the hypothesis by itself is the tree.

        Args:
            judge: The judge; None if nothing is to be judged.
            facts: The facts to look at first, those that are to be shown, best first.
            question: The question that the hypothesis answers; empty if there is none.
            assess: The verdict of all facts, which limits that of the leaves. None if the facts are the best of very
                many: then what the leaves mention of the answer counts beside the judge, while a few notes mention
                wrong answers as well as right ones.
            support: Weighs what is known of leaves that were chosen among many facts; None for what comes with the
                package.
            refine: Refines the verdict, if all facts are assessed and there is a question; None for none.

        Raises:
            InputError: The judge returns what is of no use.
        """
        if judge is None:
            return cls(compose(frozenset()), None)
        looked = _texts(item.fact for item in facts[:MOST])
        aim = QuestionContext(question, hypothesis, tuple(text for _, text in looked))
        judge = AnswerAwareJudge(judge, aim)
        whole = assess(hypothesis) if assess else None
        if whole and not question:
            return cls(*_by_all(judge, hypothesis, facts, compose(frozenset()), whole, alternatives))
        # Where all facts are assessed, only the leaves are read apart.
        texts = {} if whole else dict(looked)
        weighed = weigh(judge, hypothesis, [*texts.items()])
        for _ in range(_ROUNDS):
            without = frozenset(weighed.contradicting)
            found = compose(without)
            leaves = [[leaf.id for leaf in tree.leaves] for tree in found.trees]
            texts |= _texts(leaf for tree in found.trees for leaf in tree.leaves)
            groups = [*([leaf] for tree in leaves for leaf in tree), *leaves[:1]]
            weighed = weigh(judge, hypothesis, list(texts.items()), groups, weighed.findings)
            if without.issuperset(weighed.contradicting):
                break
        against = weighed.contradicting
        sound = tuple(tree for tree in found.trees if not any(leaf.id in against for leaf in tree.leaves))
        shown = _with(found.facts, [item for item in facts if item.fact.id in against])
        if sound:
            at_hand = [item.fact for item in found.facts]
            weighed = _by_leaves(judge, aim, sound[0].leaves, at_hand, weighed, support, many=assess is None)
            weighed = _limited(weighed, whole, refine, sound[0].leaves, shown)
            if whole:
                rested = grounded(judge, sound[0], _decided_by(whole, weighed.verdict))
                sound = (rested, *sound[1:]) if rested else ()
            missing = found.missing if sound and weighed.verdict.status is not Status.SUPPORTED else ()
            return cls(replace(found, trees=sound[:alternatives], facts=shown, missing=missing), weighed)
        weighed = weigh(judge, hypothesis, looked, known=weighed.findings)
        weighed = _limited(weighed, whole, refine, (), shown)
        single = tuple(_single(hypothesis, shown, weighed))
        is_denied = whole is not None and weighed.verdict.status is Status.CONTRADICTED
        missing = () if single or is_denied else found.missing
        return cls(replace(found, trees=single, facts=shown, missing=missing), weighed)

    @classmethod
    def of_set(cls, judge: Judge | None, hypothesis: str, found: Composition) -> "AssessedComposition":
        """Assess a set of facts against a hypothesis.

        Args:
            judge: The judge; None if nothing is to be judged.

        Raises:
            InputError: The judge returns what is of no use.
        """
        return cls(found, weigh(judge, hypothesis, _texts(item.fact for item in found.facts)) if judge else None)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of all facts; None without a judge."""
        return self.weighed.verdict if self.weighed else None

    @property
    def contradicted_by(self) -> tuple[str, ...]:
        """The ids of the facts that contradict the hypothesis, the clearest first."""
        if self.weighed is None or self.weighed.verdict.status is Status.SUPPORTED:
            return ()
        shown = {item.fact.id for item in self.composition.facts}
        verdict = self.weighed.verdict
        against = dict.fromkeys(verdict.because if verdict.status is Status.CONTRADICTED else ())
        return tuple(name for name in {**against, **dict.fromkeys(self.weighed.contradicting)} if name in shown)


def open_judge(judge: str | Path | Judge | None) -> Judge | None:
    """Return a judge; None for `NO_JUDGE`.

    Args:
        judge: The judge, its name or its folder; None or `NO_JUDGE` for none.

    Raises:
        InputError: There is no such judge.
    """
    if judge is None or judge == NO_JUDGE:
        return None
    return judges.open_judge(judge)


def _texts(facts: Iterable[Fact]) -> list[tuple[str, str]]:
    return [(fact.id, fact.text) for fact in facts]


def _by_leaves(  # noqa: PLR0913, PLR0917 - what is judged, by what, and how
    judge: Judge,
    aim: QuestionContext,
    leaves: Sequence[Fact],
    at_hand: Sequence[Fact],
    weighed: PremiseAssessment,
    weigh_leaves: Support | None,
    *,
    many: bool,
) -> PremiseAssessment:
    """Return an assessment with the verdict of the leaves of a tree alone."""
    # Of many facts, a model weighs the judge and the words of the answer that are mentioned. Leaves do not support a
    # hypothesis a whole part of which none of them speaks of, or if they give another reason than the answer.
    names, texts = zip(*_texts(leaves), strict=True)
    found = next((finding for finding in weighed.findings if finding.premises == names), None)
    if found is None:
        return weighed
    given = granted(aim.hypothesis, aim.question)
    if is_connected(texts):
        shown = Shown(names, texts, consequences(texts, aim.hypothesis), given)
        finding = found._replace(judgement=judge_leaves(judge, aim.hypothesis, shown, found.judgement))
    else:
        finding = found._replace(judgement=_NOTHING)
    by_leaves = verdict(weighed.findings, finding)
    if by_leaves.status is Status.CONTRADICTED:
        return replace(weighed, verdict=by_leaves)
    support = by_leaves.support
    if many:
        added = sought_lemmas(aim.hypothesis) - aim.asked
        evidence = LeafEvidence(support, covered(added, leaves, at_hand))
        support = (weigh_leaves or LeafSupport.shipped().probability)(evidence)
    addressed = aim.addresses_answer(" ".join(map(with_period, texts)))
    if support < _SUPPORTED or not addressed or missing_parts(aim.hypothesis, leaves, given):
        return replace(weighed, verdict=Verdict(Status.UNKNOWN, min(support, BELOW_ENOUGH), ()))
    return replace(weighed, verdict=Verdict(Status.SUPPORTED, support, by_leaves.because or names))


def _by_all(  # noqa: PLR0913, PLR0917 - what is explained, from what, and how
    judge: Judge,
    hypothesis: str,
    facts: Sequence[ScoredFact],
    found: Composition,
    whole: Verdict,
    alternatives: int,
) -> tuple[Composition, PremiseAssessment]:
    """Return trees with the leaves that the verdict of all facts rests on, and that verdict as their assessment."""
    weighed = PremiseAssessment(whole, ())
    first = [grounded(judge, tree, whole) for tree in found.trees[:1]] or [*_single(hypothesis, facts, weighed)]
    trees = (*filter(None, first), *found.trees[1:])
    if trees and trees[0].single and whole.status is Status.SUPPORTED:
        alone = PremiseScores((trees[0].single.id,), NliScores(whole.support, 0.0, 1 - whole.support), 1.0)
        weighed = PremiseAssessment(whole, (alone,))
    is_open = whole.status is Status.UNKNOWN or (bool(trees) and whole.status is Status.CONTRADICTED)
    shown = _with(found.facts, [item for item in facts if item.fact.id in whole.because])
    missing = found.missing if is_open else ()
    return replace(found, trees=trees[:alternatives], facts=shown, missing=missing), weighed


def _limited(
    weighed: PremiseAssessment,
    whole: Verdict | None,
    refine: Refine | None,
    leaves: Sequence[Fact],
    shown: Sequence[ScoredFact],
) -> PremiseAssessment:
    """Return an assessment whose verdict is that of all facts, limited by that of the leaves and refined."""
    if whole is None:
        return weighed
    limited = _both(weighed.verdict, whole)
    refined = refine(limited, whole, leaves, [item.fact for item in shown]) if refine else limited
    return replace(weighed, verdict=refined)


def _decided_by(whole: Verdict, said: Verdict) -> Verdict:
    """Return the verdict by which leaves are left out: that of all facts, unless what is said goes against it."""
    is_limited = whole.status is Status.SUPPORTED and said.status is Status.UNKNOWN
    return whole if is_limited or whole.status is said.status else said


def _both(by_leaves: Verdict, whole: Verdict) -> Verdict:
    """Return the verdict of all facts, limited by that of the leaves."""
    # The facts may support an answer that is not the one asked for; then the leaves do not support it as the answer.
    # What leaves support and all facts contradict, or the other way round, is unknown.
    support = min(by_leaves.support, whole.support)
    if whole.status is by_leaves.status is Status.SUPPORTED:
        return Verdict(Status.SUPPORTED, support, by_leaves.because)
    if whole.status is Status.CONTRADICTED and by_leaves.status is not Status.SUPPORTED:
        return Verdict(Status.CONTRADICTED, support, whole.because)
    return Verdict(Status.UNKNOWN, min(support, BELOW_ENOUGH), ())


def _single(hypothesis: str, facts: Sequence[ScoredFact], weighed: PremiseAssessment) -> Iterator[EntailmentTree]:
    """Yield the tree of the fact that supports the hypothesis most clearly by itself, if there is one."""
    if weighed.verdict.status is Status.SUPPORTED:
        known = {item.fact.id: item.fact for item in facts}
        because = weighed.verdict.because
        names = [*(because if len(because) == 1 else ()), *weighed.supporting]
        yield from (lone(hypothesis, known[name]) for name in names[:1] if name in known)


def _with(facts: Sequence[ScoredFact], others: Iterable[ScoredFact]) -> tuple[ScoredFact, ...]:
    """Return facts with others among them, each before the first that scores less."""
    merged = list(facts)
    for item in others:
        if all(item.fact.id != known.fact.id for known in merged):
            place = next((place for place, known in enumerate(merged) if known.score < item.score), len(merged))
            merged.insert(place, item)
    return tuple(merged)


class English:
    """Warns once about texts that do not seem to be English."""

    def __init__(self) -> None:
        self._check = LanguageCheck("explanations")

    def expect(self, hypothesis: str, facts: Sequence[ScoredFact]) -> None:
        """Warn where a hypothesis, or the facts that are to explain it, do not read like English."""
        self._check.expect(f"the hypothesis “{hypothesis}”", hypothesis)
        self._check.expect("the knowledge base", " ".join(item.fact.text for item in facts))
