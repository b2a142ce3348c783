"""``explanans prove``: an entailment tree from given premises to a hypothesis."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import (
    WORDED,
    AsJson,
    CheckerName,
    Fast,
    HtmlFile,
    JudgeName,
    KnowledgeNames,
    ProverOptions,
    Quiet,
    Seed,
    SvgFile,
    TextStyle,
    chosen_judge,
    remark,
)
from explanans.errors import InputError
from explanans.structures.explanations import Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from explanans.structures.explanations import Explanation
    from explanans.structures.facts import Fact
    from explanans.structures.questions import Question


_RETRIEVED = 25
"""Facts of a knowledge base that are premises, as many as EntailmentBank's task 3 retrieves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PremiseOptions:
    """The source of premises.

    Attributes:
        kb: Knowledge bases whose best facts are premises.
    """

    premises: Annotated[
        list[Path] | None,
        typer.Option(
            "--premises",
            metavar="FILE",
            help="The premises: text in which each sentence is one, JSON Lines, or a document. Repeatable.",
        ),
    ] = None
    kb: KnowledgeNames = None


def prove(
    hypothesis: Annotated[str, typer.Argument(metavar="HYPOTHESIS", help="The statement to prove.")],
    *,
    sources: PremiseOptions,
    question: Annotated[
        str | None, typer.Option("--question", metavar="Q", help="The question that the hypothesis answers.")
    ] = None,
    answer: Annotated[str | None, typer.Option("--answer", metavar="A", help="Its answer.")] = None,
    alternatives: Annotated[
        int, typer.Option("--alternatives", metavar="N", help="Maximum number of distinct trees.", min=1)
    ] = 1,
    one_step: Annotated[
        bool, typer.Option("--one-step", help="Show only the last step, whose premises can be proved separately.")
    ] = False,
    by: ProverOptions,
    check: CheckerName = None,
    judge: JudgeName = None,
    fast: Fast = False,
    html: HtmlFile = None,
    svg: SvgFile = None,
    style: TextStyle = Style.FULL,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Derive a hypothesis from premises, step by step.

    Without --premises, the best facts of --kb are the premises; without either, a writer makes them up.
    """
    from explanans.cli.show import check_outputs, show
    from explanans.entailment.judge.base import DEFAULT
    from explanans.pipeline import proving
    from explanans.structures.questions import Question

    check_outputs(html, svg, as_json=as_json)
    prover = by.named()
    if (question is None) is not (answer is None):
        raise InputError("a question and its answer belong together; accepted: --question with --answer, or neither")
    asked = None if question is None or answer is None else Question.asked(question, answer)
    given = _premises(hypothesis, sources, asked, made_up=_makes_up(prover, by.trees))
    explanation = proving.prove(
        hypothesis,
        given,
        question=asked.text if asked else "",
        answer=asked.answer if asked else "",
        alternatives=alternatives,
        one_step=one_step,
        prover=prover,
        checker=check or "words",
        judge=chosen_judge(judge, fast=fast) or DEFAULT,
    )
    show(explanation, html, svg, as_json=as_json, quiet=quiet, style=style)
    if one_step:
        for command in _next_commands(explanation, {fact.id for fact in given}, sources, by):
            remark(f"next: {command}", quiet=quiet or as_json)


def _next_commands(
    explanation: "Explanation", premises: set[str], sources: PremiseOptions, by: ProverOptions
) -> "Iterator[str]":
    """Yield the commands that prove in turn what the tree rests on but the premises do not say."""
    files: list[tuple[str, object]] = [("--premises", path) for path in sources.premises or ()]
    files += [("--kb", name) for name in sources.kb or ()]
    parts = [("--prover", by.prover), ("--search-model", by.trees), ("--writer", by.writer)]
    again = [str(word) for option, value in (*files, *parts) if value for word in (option, value)]
    for sentence in _open_sentences(explanation, premises):
        yield shlex.join(["explanans", "prove", sentence, *again, "--one-step"])


def _makes_up(prover: str | None, trees: Path | None) -> bool:
    """Return whether a prover may make up its own premises: a writer of trees, or one of another package."""
    return prover is not None and trees is None and not prover.startswith(WORDED)


def _premises(hypothesis: str, sources: PremiseOptions, asked: "Question | None", *, made_up: bool) -> "list[Fact]":
    """Return the premises that are named, or the best facts of a knowledge base; none if a prover makes them up."""
    from explanans.cli.streams import read_premises

    if sources.premises and sources.kb:
        raise InputError("--premises and --kb are both given; accepted: one of them")
    if sources.premises:
        return read_premises(sources.premises)
    if not sources.kb:
        if made_up:
            return []
        raise InputError("no premises; accepted: --premises FILE, --kb KB, or --writer DIR for one that makes them up")
    from explanans.knowledge.base import KnowledgeBase
    from explanans.retrieval.ranker import default_ranker, open_ranker, score
    from explanans.structures.questions import Question

    base = KnowledgeBase.open(*sources.kb)
    query = asked or Question.asked(hypothesis, hypothesis)
    ranked = score(open_ranker(default_ranker(base), base), base, query)
    return [item.fact for item in ranked.best(_RETRIEVED)]


def _open_sentences(explanation: "Explanation", premises: set[str]) -> list[str]:
    """Return the leaves of the tree that are not among the premises."""
    leaves = explanation.tree.leaves if explanation.tree else ()
    return [leaf.text for leaf in leaves if leaf.id not in premises]
