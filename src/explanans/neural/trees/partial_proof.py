"""Proofs that are being written: what may come next, and steps that only repeat a premise."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from explanans.language.tokens import tokens
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step

_ARTICLES = frozenset(("a", "an", "the"))


Shape = tuple[tuple[str, ...], ...]
"""The premises of the steps of a proof."""


class Kind(StrEnum):
    """Kinds of writers, by what they write (Dalvi et al. 2021, sections 5 and 7)."""

    ALL_AT_ONCE = "all-at-once"
    """A whole tree over given premises."""
    ONE_STEP = "one-step"
    """One step to the hypothesis, from given premises and from new sentences, which it can be asked to show in turn."""
    NO_CONTEXT = "no-context"
    """A whole tree, leaves included, from question, answer and hypothesis alone."""

    @property
    def reads(self) -> bool:
        """Return whether it is given premises."""
        return self is not Kind.NO_CONTEXT

    @property
    def prefix(self) -> str:
        """Prefix of the ids of generated premises; empty if there are none."""
        return {Kind.ALL_AT_ONCE: "", Kind.ONE_STEP: "int", Kind.NO_CONTEXT: "sent"}[self]

    @property
    def branches(self) -> bool:
        """Return whether its trees have steps before the last."""
        return self is not Kind.ONE_STEP


@dataclass(frozen=True, slots=True)
class PartialProof:
    """A partial proof.

    Attributes:
        leaves: The ids of the sentences that premises may name: the given ones, then those made up.
        waiting: The conclusions that no step has used yet, in order.
        premises: Those of the step that is being written.
        made: The id and the words of each premise made up.
        unused: The given sentences that no step has used, where all are known to be leaves; else none.
        steps: The steps that are written; the words of the last one are empty, since it concludes the hypothesis.
    """

    kind: Kind
    leaves: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()
    made: tuple[tuple[str, str], ...] = ()
    unused: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()

    @classmethod
    def begin(cls, kind: Kind, problem: Problem) -> "PartialProof":
        """Return an empty proof."""
        names = tuple(given_names(problem)) if kind.reads else ()
        return cls(kind, names, unused=names if problem.all_leaves and kind is Kind.ALL_AT_ONCE else ())

    @property
    def candidates(self) -> tuple[str, ...]:
        """The ids that the next premise may have, but for one made up: first those that must be used.

        Leaves may serve several steps.
        """
        must = (*self.waiting, *self.unused)
        return (*must, *(leaf for leaf in self.leaves if leaf not in self.premises and leaf not in must))

    @property
    def shape(self) -> Shape:
        """The premises of each step, with those of the one that is being written."""
        return (*(step.premises for step in self.steps), self.premises)

    @property
    def new_premise(self) -> str:
        """The id that a premise made up would have; empty if none may be."""
        return f"{self.kind.prefix}{len(self.made) + 1}" if self.kind.prefix else ""

    @property
    def may_go_on(self) -> bool:
        """Return whether the step may have one more premise."""
        return bool(self.candidates or self.kind.prefix)

    @property
    def may_conclude(self) -> bool:
        """Return whether the step has premises enough, two, and none is left behind for ever."""
        return len(self.premises) > 1 and (self.kind.branches or not self.waiting)

    @property
    def new_conclusion(self) -> str:
        """The id that a conclusion before the last would have; empty if the step must conclude the hypothesis."""
        return f"int{len(self.steps) + 1}" if self.kind.branches else ""

    @property
    def may_end(self) -> bool:
        """Return whether the step may conclude the hypothesis: nothing that must be used is left."""
        return not self.waiting and not self.unused

    def with_premise(self, name: str, text: str = "") -> "PartialProof":
        """Return the proof with one more premise in the step that is being written."""
        known = name in self.waiting or name in self.leaves
        return replace(
            self,
            premises=(*self.premises, name),
            waiting=tuple(other for other in self.waiting if other != name),
            unused=tuple(other for other in self.unused if other != name),
            leaves=self.leaves if known else (*self.leaves, name),
            made=self.made if known else (*self.made, (name, text)),
        )

    def with_conclusion(self, name: str, text: str = "") -> "PartialProof":
        """Return the proof with the step that is being written concluded."""
        steps = (*self.steps, Step(self.premises, name, text))
        return replace(self, steps=steps, premises=(), waiting=(*self.waiting, *((name,) if name != ROOT else ())))

    def tree(self, problem: Problem, source: str = "") -> EntailmentTree:
        """Return the tree of a proof that has come to its end."""
        facts = given_names(problem) if self.kind.reads else {}
        facts |= {name: Fact(name, text, source=source) for name, text in self.made}
        used = {premise for step in self.steps for premise in step.premises}
        ids = {name: fact.id for name, fact in facts.items()}
        steps = tuple(
            replace(step, premises=tuple(ids.get(name, name) for name in step.premises)) for step in self.steps
        )
        last = replace(steps[-1], text=problem.hypothesis)
        leaves = tuple(fact for name, fact in facts.items() if name in used)
        return EntailmentTree(problem.hypothesis, leaves, (*steps[:-1], last), problem.id)


def given_names(problem: Problem) -> dict[str, Fact]:
    """Return the premises of a problem under the names by which proofs call them, whatever their ids.

    Example:
        >>> list(given_names(Problem("q1", "heat melts ice", (Fact("k7", "ice is a solid"), Fact("k9", "heat melts")))))
        ['sent1', 'sent2']
    """
    return {f"sent{number}": premise for number, premise in enumerate(problem.premises, 1)}


def first_idle(proof: PartialProof, problem: Problem) -> Shape:
    """Return the shape of a proof up to its first step that repeats a premise; empty if there is none.

    Such a step is not the last, and concludes the hypothesis, or what a premise or a conclusion before it says. Texts
    say the same if they differ in articles, case, signs or order only.

    Example:
        >>> from explanans.neural.trees.partial_proof import Kind
        >>> from explanans.structures.facts import Fact
        >>> problem = Problem("q1", "heat melts ice", (Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")))
        >>> proof = PartialProof.begin(Kind.ALL_AT_ONCE, problem).with_premise("sent2").with_premise("sent1")
        >>> first_idle(proof.with_conclusion("int1", "The heat melts ice.").with_conclusion("hypothesis"), problem)
        (('sent2', 'sent1'),)
        >>> first_idle(proof.with_conclusion("int1", "ice can melt").with_conclusion("hypothesis"), problem)
        ()
    """
    given = [fact.text for fact in given_names(problem).values()] if proof.kind.reads else []
    said = [_words(text) for text in (problem.hypothesis, *given, *dict(proof.made).values())]
    for number, step in enumerate(proof.steps[:-1], 1):
        words = _words(step.text)
        if words in said:
            return tuple(other.premises for other in proof.steps[:number])
        said.append(words)
    return ()


def _words(text: str) -> Counter[str]:
    return Counter(word for word in tokens(text.lower()) if word not in _ARTICLES)
