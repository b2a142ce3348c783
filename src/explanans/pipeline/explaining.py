"""Explain answers, and show hypotheses from premises."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

from explanans.entailment.judge.base import DEFAULT as DEFAULT_JUDGE
from explanans.entailment.judge.base import Judge
from explanans.entailment.steps.word_checker import Checker
from explanans.errors import InputError
from explanans.formats.prose import decode_premises, premises_of_file
from explanans.io.files import read_lines
from explanans.knowledge.base import Knowledge, KnowledgeBase
from explanans.pipeline.assessment import open_judge
from explanans.pipeline.checked_trees import open_checker
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.parallel import ParallelOptions, map_items, split_options
from explanans.pipeline.proving import open_prover, premise_reader
from explanans.pipeline.proving import prove as prove_hypothesis
from explanans.registry import name_of
from explanans.retrieval.ranker import Ranker
from explanans.runtime.job import OpenJob
from explanans.runtime.version import __version__
from explanans.structures.explanations import Explanation
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.trees import Problem
from explanans.trees.prover import Prover

if TYPE_CHECKING:
    from explanans.pipeline.assessment import Composer
    from explanans.pipeline.fact_sets import FactSets

Asked = Question | tuple[str, str]
"""A question with its right answer."""


class Parts(ParallelOptions, total=False):
    """The components of an explainer; see ``Explainer.open``."""

    knowledge: Knowledge
    ranker: str | Path | Ranker | None
    prover: str | Path | Prover | None
    checker: str | Checker
    method: "str | FactSets | Composer"
    judge: str | Path | Judge | None


@dataclass(frozen=True, slots=True)
class ExplainJob:
    """Explains answers; see ``batch.job.Job``.

    Attributes:
        parts: The components of the explainer; see `Parts`.
        facts: How many facts an explanation shows; as many as the method thinks right if None.
        alternatives: The number of distinct trees to look for.
        bases: The names of knowledge bases that are put together, in place of the knowledge among the parts.
    """

    parts: Mapping[str, Any] = field(default_factory=dict)
    facts: int | None = None
    alternatives: int = 1
    bases: tuple[str, ...] = ()

    label = "Explaining"

    def explainer(self) -> Explainer:
        """Return the explainer.

        Raises:
            InputError: There is no such knowledge base, ranker, prover, checker, judge, pattern or generator.
            MissingExtraError: A network is named, and the extra ``neural`` is not installed.
        """
        known = {"knowledge": KnowledgeBase.open(*self.bases)} if self.bases else {}
        return Explainer.open(**{**self.parts, **known})

    def open(self) -> OpenJob:
        """Open what explains one question.

        Raises:
            InputError: See ``explainer``; or fewer than one fact or tree is asked for.
        """
        explainer = self.explainer()
        signature = explainer.signature(self.facts, self.alternatives)

        def one(asked: Asked) -> Explanation:
            whole = asked if isinstance(asked, Question) else Question.asked(*asked)
            return explainer.explain_question(whole, facts=self.facts, alternatives=self.alternatives)

        return OpenJob(one, signature)


class Proving(ParallelOptions, total=False):
    """Options of a proof; see ``proving.prove``."""

    question: str
    answer: str
    alternatives: int
    one_step: bool
    prover: str | Path | Prover | None
    checker: str | Checker
    judge: str | Path | Judge | None


@overload
def explain(
    question: str, answer: str, *, facts: int | None = None, alternatives: int = 1, **parts: Unpack[Parts]
) -> Explanation: ...
@overload
def explain(
    question: Question, *, facts: int | None = None, alternatives: int = 1, **parts: Unpack[Parts]
) -> Explanation: ...
@overload
def explain(
    question: Iterable[Asked], *, facts: int | None = None, alternatives: int = 1, **parts: Unpack[Parts]
) -> Iterator[Explanation]: ...
def explain(
    question: str | Question | Iterable[Asked],
    answer: str | None = None,
    *,
    facts: int | None = None,
    alternatives: int = 1,
    **parts: Unpack[Parts],
) -> Explanation | Iterator[Explanation]:
    """Explain why an answer is right.

    Args:
        question: The question; or a ``Question`` with its answer; or many, as such or as pairs with their answers.
        facts: The number of the best facts to show and to build from; see ``Explainer.explain``.
        alternatives: The number of distinct trees to look for.
        parts: The knowledge and the parts that explain; see ``Explainer.open``.

    Returns:
        The explanation; for many questions an iterator of theirs.

    Raises:
        InputError: The question or the answer is missing or empty, or a part is not there or of no use.

    Example:
        >>> facts = ["Ice is a solid.", "Heat melts solids."]
        >>> explanation = explain("What does heat melt?", "ice", knowledge=facts, ranker="bm25")
        >>> sorted(explanation.tree.steps[0].premises)
        ['facts#1', 'facts#2']
        >>> pairs = [("What does heat melt?", "ice"), ("What is ice?", "a solid")]
        >>> [found.hypothesis for found in explain(pairs, knowledge=facts, ranker="bm25")]
        ['heat melts ice', 'ice is a solid']
    """
    if answer is not None and not isinstance(question, str):
        raise InputError(
            "an answer given with a question that is not a text; accepted: a text and its answer, a Question, or pairs"
        )
    if isinstance(question, str):
        question = Question.asked(question, answer or "")
    sharing = split_options(parts)
    job = ExplainJob(sharing.parts, facts, alternatives)
    return job.open().make(question) if isinstance(question, Question) else map_items(question, job, sharing)


@overload
def prove(hypothesis: str, premises: str | Path | Iterable[Fact | str], **proving: Unpack[Proving]) -> Explanation: ...
@overload
def prove(hypothesis: Problem, **proving: Unpack[Proving]) -> Explanation: ...
@overload
def prove(hypothesis: Iterable[Problem], **proving: Unpack[Proving]) -> Iterator[Explanation]: ...
def prove(
    hypothesis: str | Problem | Iterable[Problem],
    premises: str | Path | Iterable[Fact | str] = (),
    **proving: Unpack[Proving],
) -> Explanation | Iterator[Explanation]:
    """Show a hypothesis from premises: choose those that it follows from and join them step by step.

    Args:
        hypothesis: The hypothesis; or a ``Problem`` with its premises; or many of these.
        premises: The premises: facts, sentences, or the path of a file, each sentence of a line being one.
        proving: How; see ``proving.prove``.

    Returns:
        The explanation; for many problems an iterator of theirs.

    Raises:
        InputError: The hypothesis or a premise is empty, or a part is not there or of no use.

    Example:
        >>> explanation = prove("a frog has moist skin", ["a frog is an amphibian", "amphibians have moist skin"])
        >>> [step.text for step in explanation.tree.steps]
        ['a frog has moist skin']
    """
    sharing = split_options(proving)
    if isinstance(hypothesis, str):
        return prove_hypothesis(hypothesis, _premises(premises), **sharing.parts)
    job = ProveJob(sharing.parts)
    return job.open().make(hypothesis) if isinstance(hypothesis, Problem) else map_items(hypothesis, job, sharing)


@dataclass(frozen=True, slots=True)
class ProveJob:
    """Shows hypotheses from premises; see ``batch.job.Job``.

    Attributes:
        proving: How; see `Proving`.
    """

    proving: Mapping[str, Any] = field(default_factory=dict)

    label = "Proving"

    def open(self) -> OpenJob:
        """Open what shows one hypothesis.

        Raises:
            InputError: There is no such part.
        """
        parts = dict(self.proving)
        parts["judge"] = open_judge(parts.get("judge", DEFAULT_JUDGE))
        parts["prover"] = open_prover(parts.get("prover"), premise_reader(parts["judge"]))
        parts["checker"] = open_checker(parts.get("checker", "words"))

        def one(problem: Problem) -> Explanation:
            asked = {"question": problem.question, "answer": problem.answer, **parts}
            return prove_hypothesis(problem.hypothesis, problem.premises, **asked)

        return OpenJob(one, f"{_named(parts)}|version:{__version__}")


def _named(parts: Mapping[str, Any]) -> str:
    named = {name: part if isinstance(part, int) else name_of(part) for name, part in parts.items() if part}
    return "|".join(f"{name}:{part}" for name, part in named.items())


def _premises(premises: str | Path | Iterable[Fact | str]) -> list[Fact]:
    if isinstance(premises, str | Path):
        return list(premises_of_file(read_lines(Path(premises)), Path(premises).name))
    given = list(premises)
    texts = decode_premises((item for item in given if isinstance(item, str)), "premises", are_split=False)
    return [item if isinstance(item, Fact) else next(texts) for item in given]
