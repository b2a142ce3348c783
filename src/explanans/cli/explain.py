"""``explanans explain``: why an answer is right."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import given
from explanans.cli.options import (
    FAILED,
    AsJson,
    CheckerName,
    Fast,
    HtmlFile,
    JudgeName,
    KnowledgeNames,
    LeastSupport,
    ManyOptions,
    ProverOptions,
    Quiet,
    RankerName,
    Seed,
    SvgFile,
    TextStyle,
    chosen_judge,
    remark,
    unclear,
)
from explanans.errors import InputError
from explanans.structures.explanations import Method, Style
from explanans.structures.verdicts import Requirement

if TYPE_CHECKING:
    from explanans.cli.many import Writing
    from explanans.pipeline.explaining import ExplainJob
    from explanans.pipeline.fact_sets import FactSets
    from explanans.structures.explanations import Explanation

_ACCEPTED = (
    "QUESTION with --answer (and --alternatives, --html, --svg, --style), "
    "or --questions FILE with --out FILE (and --workers or --cluster, --resume)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOptions:
    """The method of explanation: a tree, or a set of facts."""

    method: Annotated[
        Method, typer.Option("--method", metavar="METHOD", help="tree, schema, ranking, generator or ensemble.")
    ] = Method.TREE
    schemas: Annotated[
        Path | None, typer.Option("--schemas", metavar="PATH", help="Patterns, or a cache made by 'schema cache'.")
    ] = None
    generator: Annotated[
        str | None,
        typer.Option(
            "--generator",
            metavar="NAME",
            help="Model that generates facts: a folder of 'lab train generator'.",
        ),
    ] = None

    def named(self, *, of_trees: bool) -> "Method | FactSets":
        """Return the method that is named, with all that its sets need."""
        if self.method is Method.TREE:
            if self.schemas or self.generator:
                raise InputError(
                    "a tree uses no patterns and no generator; accepted: --schemas with --method schema or ensemble, "
                    "--generator with --method generator or ensemble"
                )
            return self.method
        if of_trees:
            raise InputError(
                "a set of facts has no tree to draw, to vary, to prove or to check; accepted: "
                f"--method {self.method} without --svg, --alternatives, --prover, --search-model, --writer, "
                "--step-checker"
            )
        from explanans.pipeline.fact_sets import FactSets

        return FactSets(self.method, self.schemas, self.generator)


def explain(
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="The question.")] = None,
    answer: Annotated[str | None, typer.Option("--answer", "-a", metavar="TEXT", help="Its answer.")] = None,
    kb: KnowledgeNames = None,
    facts: Annotated[int, typer.Option("--facts", metavar="N", help="Number of facts to show and build from.")] = 12,
    model: RankerName = None,
    alternatives: Annotated[
        int | None,
        typer.Option("--alternatives", metavar="N", help="Maximum number of distinct trees; default 1.", min=1),
    ] = None,
    *,
    by: ProverOptions,
    check: CheckerName = None,
    judge: JudgeName = None,
    fast: Fast = False,
    fail_below: LeastSupport = None,
    composing: MethodOptions,
    html: HtmlFile = None,
    svg: SvgFile = None,
    style: TextStyle = Style.FULL,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="FILE", help="Explain a file of questions instead.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Output file of the explanations.")] = None,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Explain why an answer is right: a tree of facts, a verdict, and the unsupported words."""
    of_one = _said(question, answer, html, svg, alternatives)
    of_many = _said(questions, out) or bool(given(many))
    if style is not Style.FULL and of_many:
        raise InputError("a file of explanations has no style; accepted: --style with a QUESTION")
    prover = by.named()
    method = composing.named(of_trees=_said(svg, alternatives, prover, check))
    from explanans.entailment.judge.base import DEFAULT
    from explanans.pipeline.assessment import NO_JUDGE
    from explanans.pipeline.explaining import ExplainJob

    if judge == NO_JUDGE and fail_below is not None:
        raise InputError("nothing judges the support; accepted: --fail-below with a judge")
    parts = {
        "ranker": model,
        "prover": prover,
        "checker": check or "words",
        "method": method,
        "judge": chosen_judge(judge, fast=fast) or DEFAULT,
    }
    job = ExplainJob(parts, facts, bases=tuple(kb or ["starter"]))
    if question is not None and answer is not None and not of_many:
        from explanans.cli.show import check_outputs, show
        from explanans.structures.questions import Question, check_words

        check_outputs(html, svg, as_json=as_json)
        check_words("the question", question)
        check_words("the answer", answer)
        asked = Question.asked(question, answer)
        explanation = job.explainer().explain_question(asked, facts=facts, alternatives=alternatives or 1)
        show(explanation, html, svg, as_json=as_json, quiet=quiet, style=style)
        if fail_below is not None:
            _fail(explanation, fail_below, quiet=quiet)
    elif questions is not None and out is not None and not of_one:
        from explanans.cli.many import Writing

        _explain_many(
            job, questions, Writing.by(many, out, as_json=as_json, quiet=quiet, required=Requirement(None, fail_below))
        )
    else:
        one = {"QUESTION": question, "--answer": answer}
        raise unclear("explain", one, {"--questions": questions, "--out": out}, _ACCEPTED, mixed=of_one and of_many)


def _said(*options: object) -> bool:
    return any(option is not None for option in options)


def _fail(explanation: "Explanation", least: float, *, quiet: bool) -> None:
    """End with status 1 if an explanation has less support than asked."""
    if explanation.verdict and explanation.verdict.support < least:
        remark(f"support {explanation.verdict.support:.2f}, below {least:g}", quiet=quiet)
        raise typer.Exit(FAILED)


def _explain_many(job: "ExplainJob", questions: Path, how: "Writing") -> None:
    """Explain the right answer of each question of a file."""
    from explanans.cli.many import Naming, questions_of, write_many
    from explanans.pipeline.parallel import explanation_line
    from explanans.structures.questions import Question

    items = questions_of(questions, Question.check)
    write_many(job, explanation_line, items, how, Naming("explained", "explanations"))
