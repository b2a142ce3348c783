"""Entailment trees: how a hypothesis follows from facts; proof problems, and details of the tree report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from explanans.errors import amount
from explanans.structures.facts import Fact

ROOT = "hypothesis"
"""The id of the conclusion that is the hypothesis itself."""


class Inference(StrEnum):
    """The kinds of inference that a step makes (Dalvi et al. 2021, table 3)."""

    SUBSTITUTION = "substitution"
    """One thing stands for another: a kind for its class, a part for its whole, a word for its synonym."""
    RULE = "rule"
    """A general rule is applied to a case."""
    SPECIFICATION = "specification"
    """Two facts are joined, or one adds detail to the other."""
    CLASS = "class"
    """A thing belongs to a class since it has the properties of the class."""
    INHERITANCE = "inheritance"
    """A thing has a property since its class has it."""
    SEQUENCE = "sequence"
    """Events follow from one another in order."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entailment step.

    Attributes:
        premises: The ids of leaves or of earlier conclusions; two or more.
        conclusion: The id of what follows; ``ROOT`` for the last step.
        text: The conclusion in words.
        inference: How it follows (Dalvi et al. 2021, table 3), one of ``Inference``; empty if not known.
    """

    premises: tuple[str, ...]
    conclusion: str
    text: str
    inference: str = ""


@dataclass(frozen=True, slots=True)
class EntailmentTree:
    """An entailment tree (Dalvi et al. 2021, section 3).

    Attributes:
        hypothesis: The sentence that the tree shows to follow.
        leaves: The facts that the steps start from.
        steps: The steps, each after those whose conclusions it uses; the last concludes ``ROOT``.
        question: The id of the question that the hypothesis answers; empty if there is none.
    """

    hypothesis: str
    leaves: tuple[Fact, ...]
    steps: tuple[Step, ...]
    question: str = ""

    def texts(self) -> dict[str, str]:
        """Return the words of every leaf and conclusion by id."""
        return {leaf.id: leaf.text for leaf in self.leaves} | {step.conclusion: step.text for step in self.steps}

    def step(self, conclusion: str) -> Step | None:
        """Return the step with a conclusion, or None for a leaf.

        Args:
            conclusion: The id of a leaf or of a conclusion.
        """
        return next((step for step in self.steps if step.conclusion == conclusion), None)

    @property
    def single(self) -> Fact | None:
        """The only leaf of a tree of one step from one fact, which entails the hypothesis; else None."""
        lone = len(self.steps) == 1 == len(self.leaves) and self.steps[0].premises == (self.leaves[0].id,)
        return self.leaves[0] if lone else None

    def faults(self, *, single: bool = False) -> tuple[str, ...]:
        """Return one sentence for each way in which this is not a tree; empty for a valid one.

        A valid tree has one root, the hypothesis; every premise is a leaf or an earlier conclusion, so that nothing
        rests on itself; every leaf is used, every conclusion but the root is used once, and a step has two premises or
        more.

        Args:
            single: Whether a tree may also be one fact that says all that the hypothesis does, as in explanations; in
                EntailmentBank that is no tree.

        Example:
            >>> ice, heat = Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")
            >>> EntailmentTree("heat melts ice", (ice, heat), (Step(("f1", "f2"), ROOT, "heat melts ice"),)).faults()
            ()
            >>> EntailmentTree("heat melts ice", (ice, heat), (Step(("f1", "f3"), ROOT, "heat melts ice"),)).faults()
            ('hypothesis rests on f3, which is no leaf and no earlier conclusion', 'f2 is not used')
        """
        return () if single and self.single and self.steps[0].conclusion == ROOT else tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        known = Counter(leaf.id for leaf in self.leaves)
        used: Counter[str] = Counter()
        grounds: dict[str, list[str]] = {}
        for step in self.steps:
            grounds.setdefault(step.conclusion, []).extend(step.premises)
        for step in self.steps:
            if len(step.premises) < 2:
                yield f"{step.conclusion} rests on {amount(len(step.premises), 'premise')} instead of two or more"
            for premise in step.premises:
                if premise not in known:
                    cycle = " but rests on it: a cycle" if _rests_on(premise, step.conclusion, grounds) else ""
                    yield f"{step.conclusion} rests on {premise}, which is no leaf and no earlier conclusion{cycle}"
            used.update(step.premises)
            known[step.conclusion] += 1
        yield from (f"{name} is defined {count} times" for name, count in known.items() if count > 1)
        yield from (f"{name} is not used" for name in known if name != ROOT and not used[name])
        yield from (
            f"{step.conclusion} is used {used[step.conclusion]} times instead of once"
            for step in self.steps
            if used[step.conclusion] > 1 and step.conclusion != ROOT
        )
        if used[ROOT]:
            yield f"{ROOT} is used as a premise"
        if not self.steps or self.steps[-1].conclusion != ROOT:
            yield f"the last step does not conclude the {ROOT}"
        elif self.steps[-1].text != self.hypothesis:
            yield f"the last step concludes {self.steps[-1].text!r}, not the {ROOT}"


def _rests_on(conclusion: str, ground: str, grounds: Mapping[str, Iterable[str]]) -> bool:
    """Return whether a conclusion rests on another, or is the other, whatever the order of the steps."""
    seen, waiting = set(), [conclusion]
    while waiting:
        name = waiting.pop()
        if name == ground:
            return True
        if name not in seen:
            seen.add(name)
            waiting.extend(grounds.get(name, ()))
    return False


@dataclass(frozen=True, slots=True)
class Problem:
    """A hypothesis and the premises of its proof (Dalvi et al. 2021, section 3).

    Attributes:
        id: Names the problem within its data set.
        hypothesis: The sentence to be proved.
        premises: The available sentences; proofs use their ids. In task 1 all are leaves of the gold tree, in task 2
            some are distractors, in task 3 there are none until facts are retrieved.
        tree: The gold tree; None if it is not known.
        question: The question whose answer the hypothesis states; empty if there is none.
        answer: Its answer; empty if there is none.
        all_leaves: Whether every premise is known to be a leaf, as in task 1; provers may use it.
    """

    id: str
    hypothesis: str
    premises: tuple[Fact, ...]
    tree: EntailmentTree | None = None
    question: str = ""
    answer: str = ""
    all_leaves: bool = False


@dataclass(frozen=True, slots=True)
class Prediction:
    """The unparsed proof of a problem by any system.

    Attributes:
        problem: The id of the problem.
        proof: The proof in the proof language; empty if there is none.
        premises: The sentences that the proof may name.
        line: The line of its file, counted from 1; 0 if there is no file.
        source: The name of its file, for error messages.
    """

    problem: str
    proof: str
    premises: tuple[Fact, ...]
    line: int = 0
    source: str = "prediction"


@dataclass(frozen=True, slots=True)
class Overlap:
    """The overlap of predicted and gold items; all values from 0 to 1.

    Attributes:
        precision: The share of the predicted items that are gold.
        recall: The share of the gold items that were predicted.
        exact: 1 if F1 is 1, else 0.
    """

    precision: float
    recall: float
    f1: float
    exact: float


@dataclass(frozen=True, slots=True)
class Errors:
    """Numbers of trees with each kind of error (Dalvi et al. 2021, section 6.3); a tree may have several.

    Attributes:
        repetition: A conclusion has the words of one of its premises.
        disconnected: A conclusion does not lead to the hypothesis, or nothing does.
        missing_leaves: A gold leaf is not used.
        extra_leaves: A leaf is used that is not gold.
        wrong_steps: The leaves are right, the steps are not.
        restructured: Those of ``wrong_steps`` that only split steps of the gold tree.
        wrong_conclusions: Leaves and steps are right, a conclusion is not, by the first similarity.
        premature_hypothesis: An intermediate conclusion has the words of the hypothesis.
        malformed: It is no tree; see ``TreeDetails.malformed``.
        empty: There is no proof.
    """

    repetition: int
    repetition_steps: int
    disconnected: int
    missing_leaves: int
    extra_leaves: int
    wrong_steps: int
    restructured: int
    wrong_conclusions: int
    premature_hypothesis: int
    malformed: int
    empty: int


@dataclass(frozen=True, slots=True)
class MalformedTree:
    """A prediction that is no tree.

    Attributes:
        faults: One sentence for each violation.
    """

    problem: str
    line: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TreeDetails:
    """Details of the entailment-tree report; ``docs/measures.md`` defines the measures.

    Attributes:
        mode: ``official`` or ``corrected``.
        leaves_by: The identity of leaves: ``ids``, ``text`` or ``provenance``.
        thresholds: Minimum similarity for two conclusions to count as the same, by the name of the similarity.
        micro: Micro-averaged precision, recall and F1 by part; empty in the official mode, which is macro-averaged.
        errors: Numbers of trees with each kind of error.
        malformed: The predictions that are no trees.
    """

    mode: str
    leaves_by: str
    thresholds: Mapping[str, float]
    micro: Mapping[str, Overlap]
    errors: Errors
    malformed: tuple[MalformedTree, ...]
