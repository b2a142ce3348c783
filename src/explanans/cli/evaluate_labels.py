"""``explanans evaluate labels`` and ``explanans evaluate sheet``: people's labels of steps, trees, graphs and arcs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Quiet, Seed, remark
from explanans.cli.reporting import ReportOptions
from explanans.errors import InputError

if TYPE_CHECKING:
    from explanans.structures.labels import SheetRow

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
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.rating_reports import label_page, label_record, label_text

    check_standard_once([*files, automatic])
    report = measuring.labels(files, automatic=automatic, seed=seed, lines_of=lines_of)
    how.tell(report, label_record, label_text, partial(label_page, name=", ".join(path.name for path in files)))


def sheet(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="Kind of item to judge: step, tree or graph.")],
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="EntailmentBank's task file (.jsonl), or ExplaGraphs' file (.tsv).")
    ],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="Predictions, as 'evaluate' reads them.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The sheet to write (.tsv, .jsonl).")],
    number: Annotated[int, typer.Option("--number", metavar="N", help="How many to draw.", min=1)] = 100,
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
        file.writelines(f"{line}\n" for line in codec.encode(drawn, as_jsonl=out.suffix == ".jsonl"))
    if automatic:
        with output(automatic) as file:
            file.writelines(f"{line}\n" for line in codec.encode_automatic(drawn))
    known = Counter(row.automatic or "not known" for row in drawn)
    if as_json and out != STANDARD:
        print_json({"kind": kind, "drawn": len(drawn), "automatic": dict(known.most_common()), "out": str(out)})
    counts = ", ".join(f"{count} {name}" for name, count in known.most_common())
    remark(f"drew {len(drawn)}: {counts}; {out}", quiet=quiet or as_json)


def _drawn(kind: str, gold: Path, predicted: Path, number: int, seed: int) -> "list[SheetRow]":
    if kind not in KINDS:
        raise InputError(f"the kind {kind!r}; accepted: {', '.join(KINDS)}")
    from explanans.cli.streams import lines_of
    from explanans.pipeline import measured_files

    if kind == "graph":
        from explanans.evaluation.graphs.correctness import graphs_to_label

        examples = measured_files.gold_graphs(gold, lines_of)
        graphs = measured_files.graph_predictions(predicted, len(examples), lines_of)
        if len(examples) != len(graphs):
            raise InputError(f"{predicted}: {len(graphs)} predictions for {len(examples)} examples; accepted: one each")
        return graphs_to_label(examples, graphs, number, seed)
    from explanans.evaluation.trees.sheets import steps_to_label, trees_to_label

    problems = measured_files.problems(gold, lines_of)
    draw = steps_to_label if kind == "step" else trees_to_label
    return draw(problems, measured_files.tree_predictions(predicted, problems, lines_of), number, seed)
