"""``explanans evaluate agreement``, ``shortlist``, ``labels``, ``sheet`` and ``reading``: what people rate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Highest, KnowledgeName, Quiet, Seed, remark
from explanans.cli.show import ReportOptions
from explanans.errors import InputError, amount

if TYPE_CHECKING:
    from explanans.structures.grading import Candidate
    from explanans.structures.labels import SheetRow
    from explanans.structures.rankings import Ranking


def agreement(
    exports: Annotated[
        list[Path],
        typer.Argument(metavar="EXPORT...", help="Ratings by people (.tsv, .csv, .jsonl), in one file or several."),
    ],
    highest: Highest = 3,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure how far raters agree: percent, Cohen's kappa, Krippendorff's alpha, and who rates what how."""
    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import evaluating

    check_standard_once(exports)
    report = evaluating.agreement(exports, highest=highest, seed=seed, lines_of=lines_of)
    how.tell(report, ", ".join(path.name for path in exports))


def shortlist(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", help="A file of questions, with gold facts or not.")
    ],
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run files whose top facts are to be rated.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The shortlist to write (.tsv, .jsonl).")],
    kb: KnowledgeName = "starter",
    top: Annotated[int, typer.Option("--top", metavar="N", help="Number of facts taken from each run.", min=1)] = 20,
    exclude: Annotated[
        list[str] | None,
        typer.Option("--exclude", metavar="TABLE", help="Leave out the facts of this table; may be repeated."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Choose the facts that people are to rate: the first of each run and the gold facts, in an order of their own."""
    from explanans.cli.streams import STANDARD, check_standard_once, output, print_json, read_questions
    from explanans.evaluation.facts.manual import Shortlister
    from explanans.formats import annotations
    from explanans.knowledge.base import KnowledgeBase

    check_standard_once([questions, *runs])
    asked = read_questions(questions)
    ranked = [_rankings(path, {question.id.lower() for question in asked}) for path in runs]
    facts = {fact.id.lower(): fact for fact in KnowledgeBase.open(kb).facts}
    tables = {fact.table for fact in facts.values()}
    for table in exclude or ():
        if table not in tables:
            raise InputError(f"--exclude {table}: no such table in {kb}; accepted: {', '.join(sorted(tables - {''}))}")
    shortlister = Shortlister(facts, top, frozenset(exclude or ()), seed)
    chosen: list[Candidate] = []
    for question in asked:
        chosen += shortlister.choose(
            question, [run[question.id.lower()] for run in ranked if question.id.lower() in run]
        )
    with output(out) as file:
        file.writelines(f"{line}\n" for line in annotations.encode(chosen, as_jsonl=out.suffix == ".jsonl"))
    if as_json and out != STANDARD:
        print_json({"questions": len(asked), "candidates": len(chosen), "out": str(out)})
    remark(
        f"chose {amount(len(chosen), 'fact')} for {amount(len(asked), 'question')}, "
        f"{len(chosen) / len(asked):.1f} each: {out}",
        quiet=quiet or as_json,
    )


def _rankings(path: Path, questions: set[str]) -> "dict[str, Ranking]":
    from explanans.cli.streams import lines_of
    from explanans.formats.runs import read

    ranked = {ranking.question.lower(): ranking for ranking in read(path, lines_of, questions)}
    if not ranked:
        raise InputError(
            f"{path}: holds no rankings; accepted: a TextGraphs run file, with a question and a fact a line"
        )
    return ranked


KINDS = ("step", "tree", "graph")


def labels(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="LABELS...", help="Labels by people (.tsv, .csv, .jsonl), in one file or several."),
    ],
    automatic: Annotated[
        Path | None,
        typer.Option("--automatic", metavar="FILE", help="Automatic labels or scores of the same items."),
    ] = None,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Count people's labels of steps, trees, graphs or arcs, and measure how far they agree: Fleiss' kappa."""
    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import evaluating

    check_standard_once([*files, automatic])
    report = evaluating.labels(files, automatic=automatic, seed=seed, lines_of=lines_of)
    how.tell(report, ", ".join(path.name for path in files))


def sheet(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="Kind of item to judge: step, tree or graph.")],
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="EntailmentBank's task file (.jsonl), or ExplaGraphs' file (.tsv).")
    ],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="Predictions, as 'evaluate' reads them.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The sheet to write (.tsv, .jsonl).")],
    number: Annotated[int, typer.Option("--number", metavar="N", help="Number of items to sample.", min=1)] = 100,
    automatic: Annotated[
        Path | None,
        typer.Option("--automatic", metavar="FILE", help="Write automatic labels (.tsv), for 'labels'."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Draw what people are to judge: steps or trees of wrong predictions, or structurally correct graphs."""
    from collections import Counter

    from explanans.cli.streams import STANDARD, output, print_json
    from explanans.formats import annotations as codec

    drawn = _drawn(kind, gold, predicted, number, seed)
    with output(out) as file:
        file.writelines(f"{line}\n" for line in codec.encode_labels(drawn, as_jsonl=out.suffix == ".jsonl"))
    if automatic:
        with output(automatic) as file:
            file.writelines(f"{line}\n" for line in codec.encode_automatic(drawn))
    known = Counter(row.automatic or "not known" for row in drawn)
    if as_json and out != STANDARD:
        print_json({"kind": kind, "drawn": len(drawn), "automatic": dict(known.most_common()), "out": str(out)})
    counts = ", ".join(f"{count} {name}" for name, count in known.most_common())
    found = f"drew {len(drawn)}: {counts}; {out}" if drawn else f"nothing to draw: {_NONE[kind]}; {out} has no items"
    remark(found, quiet=quiet or as_json)


_NONE = {
    "step": "no predicted tree with steps is wrong",
    "tree": "no predicted tree is wrong",
    "graph": "no predicted graph is structurally correct",
}


def _drawn(kind: str, gold: Path, predicted: Path, number: int, seed: int) -> "list[SheetRow]":
    if kind not in KINDS:
        raise InputError(f"the kind {kind!r}; accepted: {', '.join(KINDS)}")
    from explanans.cli.streams import lines_of
    from explanans.pipeline import measured_input

    if kind == "graph":
        from explanans.evaluation.graphs.correctness import graphs_to_label

        examples = measured_input.gold_graphs(gold, lines_of)
        graphs = measured_input.graph_predictions(predicted, len(examples), lines_of)
        if len(examples) != len(graphs):
            found = f"{amount(len(graphs), 'prediction')} for {amount(len(examples), 'example')}"
            raise InputError(f"{predicted}: {found}; accepted: one each")
        return graphs_to_label(examples, graphs, number, seed)
    from explanans.evaluation.trees.report import steps_to_label, trees_to_label

    problems = measured_input.problems(gold, lines_of)
    draw = steps_to_label if kind == "step" else trees_to_label
    return draw(problems, measured_input.tree_predictions(predicted, problems, lines_of), number, seed)


def reading(
    sheets: Annotated[
        list[Path],
        typer.Argument(
            metavar="SHEET...", help="Sheets of 'lab bench reading' with grades (.tsv, .jsonl), of all graders."
        ),
    ],
    stand_ins: Annotated[
        Path | None,
        typer.Option("--automatic", metavar="FILE", help="Automatic scores of the same explanations (.jsonl)."),
    ] = None,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Report on graders' grades of explanations: the whole, the parts, and agreement."""
    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import evaluating

    check_standard_once([*sheets, stand_ins])
    report = evaluating.reading(sheets, stand_ins=stand_ins, seed=seed, lines_of=lines_of)
    how.tell(report, ", ".join(path.name for path in sheets))
