"""``explanans evaluate labels`` and ``explanans evaluate sheet``: what people say of steps, trees, graphs and arcs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Quiet, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.labels import Label, SheetRow

KINDS = ("step", "tree", "graph")


def labels(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="LABELS...", help="Labels by people (.tsv, .jsonl), in one file or several."),
    ],
    automatic: Annotated[
        Path | None,
        typer.Option(
            "--automatic", metavar="FILE", help="What was said of the same items without people: labels, or scores."
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Count people's labels of steps, trees, graphs or arcs, and measure how far they agree: Fleiss' kappa."""
    from explanans.cli.reporting import print_report
    from explanans.cli.streams import check_standard_once
    from explanans.evaluate.agreement.labels import evaluate_labels
    from explanans.render.label_report import label_record, label_text

    check_standard_once([*files, automatic])
    people = [label for file in files for label in _read(file)]
    report = evaluate_labels(people, _read(automatic) if automatic else (), seed=seed)
    print_report(label_record(report) if as_json else label_text(report))


def _read(path: Path) -> "list[Label]":
    from explanans.cli.streams import lines_of
    from explanans.codecs import labels

    return list(labels.decode(lines_of(path), str(path), as_jsonl=path.suffix == ".jsonl"))


def sheet(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="What to judge: step, tree or graph.")],
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="EntailmentBank's task file (.jsonl), or ExplaGraphs' file (.tsv).")
    ],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="Predictions, as 'evaluate' reads them.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The sheet to write (.tsv, .jsonl).")],
    number: Annotated[int, typer.Option("--number", metavar="N", help="How many to draw.", min=1)] = 100,
    automatic: Annotated[
        Path | None,
        typer.Option("--automatic", metavar="FILE", help="Write what is known without people (.tsv), for 'labels'."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Draw what people are to judge: steps or trees of wrong predictions, or structurally correct graphs."""
    from collections import Counter

    from explanans.cli.streams import STANDARD, output, print_json
    from explanans.codecs import labels as codec

    drawn = _drawn(kind, gold, predicted, number, seed)
    with output(out) as file:
        file.writelines(f"{line}\n" for line in codec.encode(drawn, as_jsonl=out.suffix == ".jsonl"))
    if automatic:
        with output(automatic) as file:
            file.writelines(f"{line}\n" for line in codec.encode_automatic(drawn))
    known = Counter(row.automatic or "not known" for row in drawn)
    if as_json and out != STANDARD:
        print_json({"kind": kind, "drawn": len(drawn), "automatic": dict(known.most_common()), "out": str(out)})
    told = ", ".join(f"{count} {name}" for name, count in known.most_common())
    remark(f"drew {len(drawn)}: {told}; {out}", quiet=quiet or as_json)


def _drawn(kind: str, gold: Path, predicted: Path, number: int, seed: int) -> "list[SheetRow]":
    if kind not in KINDS:
        raise InputError(f"the kind {kind!r}; accepted: {', '.join(KINDS)}")
    if kind == "graph":
        from explanans.cli.evaluate_graphs import read_gold, read_predicted
        from explanans.evaluate.graphs.sheets import graphs_to_label

        examples, graphs = read_gold(gold), read_predicted(predicted)
        if len(examples) != len(graphs):
            raise InputError(f"{predicted}: {len(graphs)} predictions for {len(examples)} examples; accepted: one each")
        return graphs_to_label(examples, graphs, number, seed)
    from explanans.cli.evaluate_trees import read_predictions, read_problems
    from explanans.evaluate.trees.sheets import steps_to_label, trees_to_label

    problems = read_problems(gold)
    draw = steps_to_label if kind == "step" else trees_to_label
    return draw(problems, read_predictions(predicted, problems), number, seed)
