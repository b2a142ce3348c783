"""``explanans evaluate trees``: measure predicted entailment trees."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.options import AsJson, MeasureNames, Quiet, Seed
from explanans.exceptions import FormatError, InputError

if TYPE_CHECKING:
    from explanans.evaluate.measure import Measure
    from explanans.evaluate.trees.measure import Rules
    from explanans.evaluate.trees.similarity import Similarity
    from explanans.problem import Prediction, Problem
    from explanans.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """How trees are compared; see ``evaluate.trees.measure.Rules``.

    Attributes:
        mode: As the released scorer does, or corrected.
        similarity: What compares conclusions, by name, with commas between.
        bleurt: The folder of BLEURT's weights.
        by_provenance: Whether leaves that are the same row are the same.
        lenient: Whether what is no tree is counted as far as it goes.
    """

    mode: Annotated[
        str, typer.Option("--mode", metavar="MODE", help="'official', as the released scorer, or 'corrected'.")
    ] = "official"
    similarity: Annotated[
        str,
        typer.Option(
            "--similarity",
            metavar="A,B",
            help="What compares conclusions: bleurt, chrf++, cosine, rouge-l, token-f1; all that need nothing else by "
            "default, after bleurt where --bleurt is given.",
        ),
    ] = ""
    bleurt: Annotated[Path | None, typer.Option("--bleurt", metavar="DIR", help="Folder of BLEURT's weights.")] = None
    by_provenance: Annotated[
        bool,
        typer.Option("--by-provenance", help="Leaves that are the same row of WorldTree are the same; corrected mode."),
    ] = False
    lenient: Annotated[
        bool,
        typer.Option(
            "--lenient",
            help="Count what there is of proofs that name unknown sentences, go in circles, have two roots or are "
            "none; else the first is refused.",
        ),
    ] = False

    def rules(self, others: "tuple[Measure[Any], ...]") -> "Rules":
        """Return the rules.

        Args:
            others: Further measures.

        Raises:
            InputError: There is no such mode or similarity, or the weights cannot be read.
        """
        from explanans.evaluate.trees.measure import Rules

        return Rules(self.mode, self.by_provenance, self.lenient, _similarities(self.similarity, self.bleurt), others)


def trees(
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD",
            help="A task file of EntailmentBank (.jsonl), task 3's beside that of 'task_1'; or eQASC's file (.json).",
        ),
    ],
    predicted: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTED", help="A proof a line, in the order of GOLD, or EntailmentBank's JSON lines (.jsonl)."
        ),
    ],
    *,
    scoring: RuleOptions,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER", help="Predictions of another system, to compare with.")
    ] = None,
    measure: MeasureNames = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Measure entailment trees: leaves, steps and conclusions, by the size of the tree and by kinds of error."""
    from dataclasses import replace

    from explanans.cli.reporting import print_report, signed
    from explanans.evaluate.measure import compare_reports, named_measures
    from explanans.render.tree_report import tree_record, tree_text

    problems = _several(gold)
    rules = scoring.rules(named_measures(measure or (), "trees"))
    report = _evaluate(problems, predicted, rules, seed)
    if against:
        other = _evaluate(problems, against, rules, seed)
        report = replace(report, comparison=compare_reports(report, other, seed))
    report = signed(report, gold=gold, predicted=predicted, against=against)
    print_report(tree_record(report) if as_json else tree_text(report))


def _several(path: Path) -> "list[tuple[Problem, ...]]":
    """Return the problems of a file, each once for each of its gold trees."""
    from explanans.cli.streams import lines_of
    from explanans.codecs import entailmentbank, eqasc

    if path.suffix == ".json":
        found = list(eqasc.decode(lines_of(path), str(path)))
        if not found:
            raise InputError(f"{path}: no question has a valid chain; accepted: eQASC's file of questions")
        return found
    if path.suffix == ".jsonl":
        found = list(entailmentbank.decode_several(lines_of(path), str(path)))
        if any(len(golds) > 1 for golds in found):
            return found
    return [(problem,) for problem in read_problems(path)]


def _evaluate(problems: "list[tuple[Problem, ...]]", path: Path, rules: "Rules", seed: int) -> "Report":
    from explanans.evaluate.trees.several import evaluate_several

    predictions = read_predictions(path, [golds[0] for golds in problems])
    try:
        return evaluate_several(problems, predictions, rules, seed=seed)
    except FormatError as error:
        raise InputError(f"{error}; or --lenient, to count what there is of such proofs") from None


def read_problems(path: Path) -> "list[Problem]":
    """Return the problems of a task file, with their gold trees.

    Args:
        path: The file; task 3's trees are those of the file beside it in ``task_1``.

    Raises:
        InputError: The file cannot be read, breaks its format, or has no trees.
    """
    from explanans.cli.streams import lines_of
    from explanans.codecs import entailmentbank

    problems = list(entailmentbank.decode(lines_of(path), str(path)))
    if not problems:
        raise InputError(f"{path}: holds no problems; accepted: a task file of EntailmentBank")
    if all(problem.tree is None for problem in problems):
        beside = path.resolve().parent.parent / "task_1" / path.name
        if not beside.is_file():
            raise InputError(
                f"{path}: holds no proofs, and there is no {beside}; accepted: a task file with proofs, or that of "
                "task 3 beside that of task 1"
            )
        problems = list(entailmentbank.with_gold(problems, entailmentbank.decode(lines_of(beside), str(beside))))
    return problems


def read_predictions(path: Path, problems: "list[Problem]") -> "list[Prediction]":
    """Return the predictions of a file, in the order of the problems.

    Args:
        path: The file.
        problems: The problems.

    Raises:
        InputError: The file cannot be read, breaks its format, or does not have one prediction a problem.
    """
    from explanans.cli.streams import lines_of
    from explanans.codecs.entailmentbank import read

    return list(read(path, lines_of, problems))


def _similarities(names: str, bleurt: Path | None) -> "tuple[Similarity, ...]":
    from explanans.evaluate.trees.similarity import DEFAULT, similarity

    chosen = [name.strip() for name in names.split(",") if name.strip()]
    return tuple(similarity(name, bleurt) for name in chosen or [*(("bleurt",) if bleurt else ()), *DEFAULT])
