"""``explanans schema``: check, solve and keep patterns of explanations."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, Quiet, Seed, remark
from explanans.errors import amount

app = Commands(help="Check, solve and cache inference patterns.")

_Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of patterns, or folders with .iml files.")]
_Solutions = Annotated[
    int, typer.Option("--solutions", metavar="N", help="Maximum number of solutions per pattern.", min=1)
]
_Seconds = Annotated[
    float, typer.Option("--seconds", metavar="S", help="Time limit per pattern, in seconds.", min=0.001)
]
_Tables = Annotated[
    str, typer.Option("--tables", metavar="KB", help="The tables: 'starter', a folder of tables, or a knowledge base.")
]


@app.command()
def check(
    files: _Files,
    tables: _Tables = "starter",
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Read patterns and name what is likely to be wrong with them."""
    from explanans.cli.streams import print_json, say
    from explanans.patterns.files import pattern_files, read_patterns
    from explanans.patterns.solver import warnings
    from explanans.patterns.tables import open_store
    from explanans.runtime.progress import track

    patterns = read_patterns(pattern_files(files))
    store = open_store(tables, tuple(patterns))
    others = {pattern.name: pattern for found in patterns.values() for pattern in found}
    pairs = [(file, pattern) for file, found in patterns.items() for pattern in found]
    record = []
    total = 0
    for file, pattern in track(pairs, "Checking", len(pairs)):
        sentences = warnings(pattern, store, others)
        total += len(sentences)
        record.append({"file": str(file), "pattern": pattern.name, "rows": len(pattern.rows), "warnings": sentences})
        if not as_json:
            for sentence in sentences:
                say(f"{file}: {pattern.name}: {sentence}")
    if as_json:
        print_json({"files": len(patterns), "patterns": record})
        return
    say(f"{amount(len(pairs), 'pattern')} in {amount(len(patterns), 'file')}, {amount(total, 'warning')}")
    remark(f"checked against {amount(len(store.tables), 'table')}", quiet=quiet)


@app.command()
def solve(
    files: _Files,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Output folder: one file per pattern file.")],
    tables: _Tables = "starter",
    solutions: _Solutions = 10_000,
    seconds: _Seconds = 60.0,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Number of processes.", min=1)] = 1,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Find the rows of tables that meet patterns."""
    from explanans.cli.streams import print_json
    from explanans.patterns.files import Job, pattern_files, solve_files
    from explanans.patterns.solution import Limits
    from explanans.runtime.progress import track

    job = Job(tables, pattern_files(files), out, Limits(solutions=solutions, seconds=seconds))
    summaries = list(track(solve_files(job, workers), "Solving", len(job.files)))
    if as_json:
        print_json({"out": str(out), "patterns": [summary._asdict() for summary in summaries]})
        return
    for summary in summaries:
        if summary.stopped:
            remark(
                f"{summary.pattern}: stopped after {summary.solutions} solutions, its limit of {summary.stopped}",
                quiet=quiet,
            )
    total = sum(summary.solutions for summary in summaries)
    remark(f"found {amount(total, 'solution')} of {amount(len(summaries), 'pattern')}: {out}", quiet=quiet)


@app.command()
def cache(
    files: _Files,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Output folder; an existing cache is replaced.")],
    tables: _Tables = "starter",
    solutions: _Solutions = 10_000,
    seconds: _Seconds = 60.0,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Solve patterns and keep their solutions for ``explain --method schema``."""
    from explanans.cli.streams import print_json
    from explanans.patterns.files import build_cache, pattern_files
    from explanans.patterns.solution import Limits

    made = build_cache(pattern_files(files), tables, out, Limits(solutions=solutions, seconds=seconds))
    if as_json:
        record = {"patterns": len(made.patterns), "solutions": made.solutions, "facts": len(made.facts)}
        print_json({"out": str(out), **record})
        return
    remark(f"kept {amount(made.solutions, 'solution')} of {amount(len(made.patterns), 'pattern')}: {out}", quiet=quiet)
