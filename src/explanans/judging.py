"""Judge what is explained: build from facts that do not contradict the hypothesis, and say what all facts say of it."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from explanans.compose.conclusions.consequences import consequences
from explanans.compose.trees.selection import share, stands_alone
from explanans.composers import Composition
from explanans.explanation import ScoredFact
from explanans.fact import Fact
from explanans.text.lemmas import reads_like_english
from explanans.tree import ROOT, EntailmentTree, Step
from explanans.verdict import Judgement, Status, Verdict
from explanans.verify.judge import judge as judges
from explanans.verify.judge.aim import Aim, AimedJudge, hangs_together
from explanans.verify.judge.evidence import MOST, Weighed, verdict, weigh
from explanans.verify.judge.judge import Judge
from explanans.verify.judge.shown import Shown, granted, told

NOBODY = "none"
"""What is named where nothing is to be judged."""

_SAYS_IT_ALL = ((0.9, 0.5), (0.8, 0.7), (0.6, 0.8))
"""From which probability on one fact is all that a hypothesis is shown to need, though several were joined, by the
share of the hypothesis's words that it holds: where they are the same, little is left to doubt."""
_NOTHING = Judgement(0.0, 0.0, 1.0)
"""What leaves say together that have no word in common."""
_ROUNDS = 3
"""How often facts are joined anew, without leaves that turn out to contradict the hypothesis."""

_log = logging.getLogger(__name__)

Compose = Callable[[frozenset[str]], Composition]
"""Builds an explanation without the facts of some ids."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What explains a hypothesis, and what its facts say of it.

    Attributes:
        composition: The trees and the facts; those that contradict the hypothesis are among the facts, but no leaves.
        weighed: What the facts say; None where nothing was judged.
    """

    composition: Composition
    weighed: Weighed | None

    @classmethod
    def composed(  # noqa: PLR0913, PLR0917 - what is explained, from what, and how
        cls,
        judge: Judge | None,
        hypothesis: str,
        facts: Sequence[ScoredFact],
        compose: Compose,
        alternatives: int,
        question: str = "",
    ) -> "Judged":
        """Build an explanation from facts none of which contradicts the hypothesis, and say what all say of it.

        A fact that contradicts the hypothesis keeps its place among the facts. Where one fact alone says all that the
        hypothesis does, it is the tree.

        Args:
            judge: The judge; None where nothing is to be judged.
            hypothesis: The hypothesis.
            facts: The facts to look at first, those that are to be shown, best first.
            compose: Builds the explanation.
            alternatives: How many trees there may be.
            question: The question that the hypothesis answers; empty where there is none.

        Raises:
            InputError: The judge returns what is of no use.
        """
        if judge is None:
            return cls(compose(frozenset()), None)
        looked = _texts(item.fact for item in facts[:MOST])
        judge = AimedJudge(judge, Aim(question, hypothesis, tuple(text for _, text in looked)))
        weighed = weigh(judge, hypothesis, looked)
        for _ in range(_ROUNDS):
            without = frozenset(weighed.contradicting)
            found = compose(without)
            leaves = [[leaf.id for leaf in tree.leaves] for tree in found.trees]
            texts = dict(looked) | dict(_texts(leaf for tree in found.trees for leaf in tree.leaves))
            groups = [*([leaf] for tree in leaves for leaf in tree), *leaves[:1]]
            weighed = weigh(judge, hypothesis, list(texts.items()), groups, weighed.findings)
            if without.issuperset(weighed.contradicting):
                break
        against = weighed.contradicting
        sound = tuple(tree for tree in found.trees if not any(leaf.id in against for leaf in tree.leaves))
        if sound:
            weighed = _by_leaves(judge, hypothesis, sound[0], facts, weighed, question)
        single = tuple(_single(hypothesis, facts, weighed, is_only=not sound))
        shown = _with(found.facts, [item for item in facts if item.fact.id in against])
        others = [tree for tree in sound if not (single and tree.single == single[0].single)]
        missing = () if single else found.missing
        return cls(replace(found, trees=(*single, *others)[:alternatives], facts=shown, missing=missing), weighed)

    @classmethod
    def of_set(cls, judge: Judge | None, hypothesis: str, found: Composition) -> "Judged":
        """Say what a set of facts says of a hypothesis.

        Args:
            judge: The judge; None where nothing is to be judged.
            hypothesis: The hypothesis.
            found: The set.

        Raises:
            InputError: The judge returns what is of no use.
        """
        return cls(found, weigh(judge, hypothesis, _texts(item.fact for item in found.facts)) if judge else None)

    @property
    def verdict(self) -> Verdict | None:
        """What the facts say all in all; None where nothing was judged."""
        return self.weighed.verdict if self.weighed else None

    @property
    def contradicted_by(self) -> tuple[str, ...]:
        """The ids of the facts that contradict the hypothesis, the clearest first."""
        shown = {item.fact.id for item in self.composition.facts}
        return tuple(name for name in (self.weighed.contradicting if self.weighed else ()) if name in shown)


def open_judge(judge: str | Path | Judge | None) -> Judge | None:
    """Return a judge; None where nothing is to be judged.

    Args:
        judge: The judge, its name or its folder; None or `NOBODY` where nothing is to be judged.

    Raises:
        InputError: There is no such judge.
    """
    if judge is None or judge == NOBODY:
        return None
    return judges.open_judge(judge)


def _texts(facts: Iterable[Fact]) -> list[tuple[str, str]]:
    return [(fact.id, fact.text) for fact in facts]


def _by_leaves(  # noqa: PLR0913, PLR0917 - the leaves, and what is known of them
    judge: Judge,
    hypothesis: str,
    tree: EntailmentTree,
    facts: Sequence[ScoredFact],
    weighed: Weighed,
    question: str,
) -> Weighed:
    """Return what was found with the verdict that the leaves of a tree give: a reader sees no other facts."""
    names, texts = zip(*_texts(tree.leaves), strict=True)
    found = next((finding for finding in weighed.findings if finding.premises == names), None)
    if found is None:
        return weighed
    if hangs_together(texts):
        shown = Shown(names, texts, consequences(texts, hypothesis), granted(hypothesis, question))
        finding = found._replace(judgement=told(judge, hypothesis, shown, found.judgement))
    else:
        finding = found._replace(judgement=_NOTHING)
    supporting = weighed.supporting
    enough = {
        item.fact.id
        for item in facts
        if item.fact.id in supporting and _says_all(hypothesis, item.fact, supporting[item.fact.id].supported)
    }
    return replace(weighed, verdict=verdict(weighed.findings, finding, enough))


def _single(
    hypothesis: str, facts: Sequence[ScoredFact], weighed: Weighed, *, is_only: bool
) -> Iterator[EntailmentTree]:
    """Yield the tree of the fact that says all that the hypothesis does, where there is one."""
    if weighed.verdict.status is not Status.SUPPORTED:
        return
    found = [item.fact for item in facts if item.fact.id in weighed.supporting]
    if is_only:
        found.sort(key=lambda fact: list(weighed.supporting).index(fact.id))
    else:
        found = [fact for fact in found if _says_all(hypothesis, fact, weighed.supporting[fact.id].supported)]
        # A judge is taken in by what repeats a part of the hypothesis; what says more of it, and ranks first, is safer.
        found.sort(key=lambda fact: -share(hypothesis, fact.text))
    for fact in found[:1]:
        yield EntailmentTree(hypothesis, (fact,), (Step((fact.id,), ROOT, hypothesis),))


def _says_all(hypothesis: str, fact: Fact, supported: float) -> bool:
    return any(supported >= probable and stands_alone(hypothesis, fact.text, least) for probable, least in _SAYS_IT_ALL)


def _with(facts: Sequence[ScoredFact], others: Iterable[ScoredFact]) -> tuple[ScoredFact, ...]:
    """Return facts with others among them, each before the first that scores less."""
    merged = list(facts)
    for item in others:
        if all(item.fact.id != known.fact.id for known in merged):
            place = next((place for place, known in enumerate(merged) if known.score < item.score), len(merged))
            merged.insert(place, item)
    return tuple(merged)


class English:
    """Says once that texts do not read like English, which everything here is made for."""

    def __init__(self) -> None:
        self._said = False

    def expect(self, hypothesis: str, facts: Sequence[ScoredFact]) -> None:
        """Warn where a hypothesis, or the facts that are to explain it, do not read like English.

        Args:
            hypothesis: The hypothesis.
            facts: The facts.
        """
        if self._said:
            return
        if not reads_like_english(hypothesis):
            self._warn(f"the hypothesis “{hypothesis}”")
        elif facts and not reads_like_english(" ".join(item.fact.text for item in facts)):
            self._warn("the knowledge base")

    def _warn(self, what: str) -> None:
        self._said = True
        _log.warning("%s does not read like English, which explanations are made for; expect little of them", what)
