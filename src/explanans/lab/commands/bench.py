"""``explanans lab bench``: every system on a public data set, with published figures."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, DataFolder, Form, Quiet, Seed, TableFormat
from explanans.errors import InputError, amount

if TYPE_CHECKING:
    from explanans.lab.benchmarks.benchmark import Benchmark, Table

app = Commands(help="Run every system on a public data set, and compare with published figures.")

Systems = Annotated[str, typer.Option("--systems", metavar="A,B", help="Systems by name; all by default.")]
QuestionSample = Annotated[
    int, typer.Option("--sample", metavar="N", min=0, help="Number of questions to sample; 0 for all.")
]

_SETTING = re.compile(r"[a-z]+=")


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """Options of every benchmark: its reports and its seed."""

    as_format: TableFormat = Form.TEXT
    as_json: AsJson = False
    quiet: Quiet = False
    seed: Seed = 0


@app.callback()
def _bench() -> None:
    """Run every system on a public data set, and compare with published figures."""


@app.command()
def claims(
    split: Annotated[
        str, typer.Option("--split", metavar="NAME", help="The part of the set: 'dev', 'reported' or 'fresh'.")
    ] = "dev",
    systems: Annotated[
        str,
        typer.Option("--systems", metavar="A,B", help="Judges by name or folder, 'arcs', 'overlap', 'best-fact'."),
    ] = "",
    *,
    run: BenchOptions,
) -> None:
    """Check claims and weigh answers on the project's own set of texts, by every system."""
    from explanans.lab.benchmarks import claims as family

    _print(family.bench_claims(split, _names(systems), seed=run.seed), family.tables, run)


@app.command()
def entailmentbank(
    task: Annotated[
        int,
        typer.Option(
            "--task", metavar="N", help="1 gives the leaves, 2 adds distractors, 3 gives what a retriever found."
        ),
    ] = 1,
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to build trees for.")] = "dev",
    systems: Systems = "",
    without_similar: Annotated[
        bool,
        typer.Option(
            "--without-similar",
            help="Task 3: retrieve no sentence that is like a gold leaf and is none, as the paper has it.",
        ),
    ] = False,
    show_conclusions: Annotated[
        int | None,
        typer.Option(
            "--show-conclusions",
            metavar="N",
            min=1,
            help="Generate the conclusions of gold steps instead: figures, and a sample of N steps.",
        ),
    ] = None,
    writer: Annotated[
        str,
        typer.Option("--writer", metavar="NAME", help="With --show-conclusions: use this writer, too: 'smollm2'."),
    ] = "",
    sample: Annotated[
        int,
        typer.Option("--sample", metavar="N", min=0, help="Number of problems or steps to sample; 0 for all."),
    ] = 0,
    *,
    run: BenchOptions,
) -> None:
    """Build the entailment trees of EntailmentBank: leaves, steps and conclusions of every system, and its cost."""
    from explanans.lab.benchmarks import conclusions
    from explanans.lab.benchmarks import entailmentbank as family

    if show_conclusions:
        said = conclusions.bench_conclusions(
            data, split, show=show_conclusions, seed=run.seed, writer=writer, sample=sample
        )
        _print(said, conclusions.tables, run)
        return
    bench = family.bench_entailmentbank(
        data, task, split, _names(systems), without_similar=without_similar, sample=sample, seed=run.seed
    )
    _print(bench, family.tables, run)


@app.command()
def explagraphs(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to predict.")] = "dev",
    systems: Systems = "",
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="Compare edges by BERTScore too, with this encoder.")
    ] = "",
    sample: Annotated[
        int,
        typer.Option("--sample", metavar="N", min=0, help="Number of pairs to sample; 0 for all."),
    ] = 0,
    *,
    run: BenchOptions,
) -> None:
    """Predict stances and graphs of ExplaGraphs: all measures of every system, with trivial and published ones."""
    from explanans.lab.benchmarks import explagraphs as family
    from explanans.pipeline.measured_input import graph_measures

    measures = graph_measures(encoder)
    bench = family.bench_explagraphs(data, split, _names(systems), measures, sample=sample, seed=run.seed)
    _print(bench, family.tables, run)


@app.command()
def factuality(
    data: DataFolder = None,
    systems: Systems = "",
    encoder: Annotated[
        list[Path] | None,
        typer.Option("--encoder", metavar="DIR", help="Measure a fine-tuned encoder, too; may be given several times."),
    ] = None,
    pairs: Annotated[
        Path | None,
        typer.Option(
            "--pairs",
            metavar="FILE",
            help="Use the right and wrong summaries or paraphrases of this file only.",
        ),
    ] = None,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Retrain the scorer of arcs with other seeds, and with parts ablated.")
    ] = False,
    show: Annotated[
        int, typer.Option("--show", metavar="N", min=0, help="Show N right and N wrong summaries misjudged most.")
    ] = 0,
    *,
    run: BenchOptions,
) -> None:
    """Check arcs, summaries and steps by every installed scorer, with published figures."""
    from explanans.lab.benchmarks import factuality as family

    if pairs:
        if ablate or show:
            raise InputError(
                "--pairs goes without --ablate and --show; accepted: --encoder, --seed and --json beside it"
            )
        _print(
            family.bench_pairs(pairs, _names(systems), encoders=encoder or (), seed=run.seed), family.pair_tables, run
        )
        return
    bench = family.bench_factuality(
        data, _names(systems), encoders=encoder or (), ablate=ablate, show=show, seed=run.seed
    )
    _print(bench, family.tables, run)


@app.command()
def inference(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to judge.")] = "dev",
    systems: Annotated[
        str,
        typer.Option("--systems", metavar="A,B", help="Judges by name or folder, 'overlap', 'majority'."),
    ] = "",
    sets: Annotated[str, typer.Option("--sets", metavar="A,B", help="Data sets by name; all by default.")] = "",
    *,
    run: BenchOptions,
) -> None:
    """Judge claims given premises, by data set: accuracy, calibration and cost of every judge, with trivial ones."""
    from explanans.lab.benchmarks import inference as family

    bench = family.bench_inference(data, split, _names(systems), _names(sets), seed=run.seed)
    _print(bench, family.tables, run)


@app.command()
def reading(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The sheet for graders to write (.tsv, .jsonl).")],
    stand_ins: Annotated[
        Path | None,
        typer.Option("--automatic", metavar="FILE", help="Write automatic scores of the explanations, too (.jsonl)."),
    ] = None,
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to draw from.")] = "dev",
    systems: Annotated[
        str, typer.Option("--systems", metavar="A,B", help="'worldtree', 'starter'; both by default.")
    ] = "",
    questions: Annotated[
        int, typer.Option("--questions", metavar="N", min=1, help="How many questions to draw of each.")
    ] = 60,
    *,
    run: BenchOptions,
) -> None:
    """Draw questions, explain them, and write a sheet on which people grade what they read."""
    from explanans.cli.options import remark
    from explanans.cli.streams import output
    from explanans.formats import jsonl
    from explanans.lab.benchmarks import reading as family

    drawn = family.bench_reading(data, split, _names(systems), questions=questions, seed=run.seed)
    with output(out) as file:
        file.writelines(f"{line}\n" for line in family.lines(drawn.marks, out))
    if stand_ins:
        with output(stand_ins) as file:
            file.writelines(f"{jsonl.encode(stand_in)}\n" for stand_in in drawn.stand_ins)
    _print(drawn.benchmark, family.tables, run)
    remark(f"wrote {amount(len(drawn.marks), 'part')} to be graded: {out}", quiet=run.quiet or run.as_json)


@app.command()
def schemas(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to explain.")] = "dev",
    model: Annotated[
        str,
        typer.Option("--model", metavar="NAME", help="The ranker that finds facts, or the folder of a model."),
    ] = "unification",
    generator: Annotated[
        str | None,
        typer.Option(
            "--generator", metavar="DIR", help="Measure a network that writes facts; needs the extra 'neural'."
        ),
    ] = None,
    systems: Systems = "",
    tune: Annotated[
        int, typer.Option("--tune", metavar="N", min=1, help="How many training questions choose fixed settings.")
    ] = 200,
    sample: QuestionSample = 0,
    *,
    run: BenchOptions,
) -> None:
    """Solve patterns, and explain WorldTree by sets of facts: by patterns, ranking and ensembles, against gold."""
    from explanans.lab.benchmarks import schemas as family

    bench = family.bench_schemas(
        data, split, model, generator, _names(systems), tune=tune, sample=sample, seed=run.seed
    )
    _print(bench, family.tables, run)


@app.command()
def leaves(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to explain.")] = "dev",
    systems: Systems = "",
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=0, help="Number of questions, drawn with the seed; 0 for all.")
    ] = 0,
    *,
    run: BenchOptions,
) -> None:
    """Choose the leaves of explanations on WorldTree: precision, recall and F1 against gold facts, by every system."""
    from explanans.lab.benchmarks import leaves as family

    bench = family.bench_leaves(data, split, _names(systems), sample=sample, seed=run.seed)
    _print(bench, family.tables, run)


@app.command()
def worldtree(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to rank or to answer.")] = "dev",
    systems: Annotated[
        str, typer.Option("--systems", metavar="A,B", help="Rankers by name; all that need no extra by default.")
    ] = "",
    answers: Annotated[
        bool, typer.Option("--answers", help="Answer the multiple-choice questions instead; judges are systems, too.")
    ] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Answer no more than about N questions.")
    ] = None,
    curve: Annotated[
        bool,
        typer.Option(
            "--learning-curve", help="Rank with ever more of the training questions at hand: learning curves."
        ),
    ] = False,
    sample: QuestionSample = 0,
    *,
    run: BenchOptions,
) -> None:
    """Rank the facts of WorldTree: MAP of every ranker with its interval and its cost."""
    from explanans.lab.benchmarks import worldtree as family

    if sample and (answers or curve):
        raise InputError("--sample goes without --answers and --learning-curve; accepted: --limit with those")
    if answers and curve:
        raise InputError("--answers and --learning-curve are both given; accepted: one of them")
    if curve:
        found = family.bench_curves(data, split, _names(systems), limit=limit, seed=run.seed)
        _print(found, family.curve_tables, run)
        return
    if answers:
        answered = family.bench_answers(data, split, _names(systems), limit, seed=run.seed)
        _print(answered, family.answer_tables, run)
        return
    bench = family.bench_worldtree(data, split, _names(systems), sample=sample, seed=run.seed)
    _print(bench, family.tables, run)


def _names(systems: str) -> list[str]:
    """Return the names of systems; what is set in one, as in ``cross-encoder:DIR,depth=64``, belongs to its name.

    Example:
        >>> _names("bm25, cross-encoder:my-model,depth=64,first=bm25,tfidf")
        ['bm25', 'cross-encoder:my-model,depth=64,first=bm25', 'tfidf']
    """
    names: list[str] = []
    for part in (part.strip() for part in systems.split(",")):
        if names and _SETTING.match(part):
            names[-1] += f",{part}"
        elif part:
            names.append(part)
    return names


def _print(bench: "Benchmark", tables: "Callable[[Benchmark], Iterable[Table | str]]", run: BenchOptions) -> None:
    from explanans.cli.streams import console, print_json, say
    from explanans.lab.commands.tables import draw_table
    from explanans.rendering.terminal import signature_lines

    if run.as_format is not Form.TEXT:
        if run.as_json:
            raise InputError(f"--json and --format {run.as_format} are both given; accepted: one of them")
        say(bench.table().text(run.as_format))
        return
    if run.as_json:
        print_json(bench.record())
        return
    drawn = console(markup=False)
    for part in tables(bench):
        if isinstance(part, str):
            drawn.print(part, soft_wrap=True)
        else:
            draw_table(drawn, part)
    for line in signature_lines(bench.signature):
        drawn.print(line, soft_wrap=True)
