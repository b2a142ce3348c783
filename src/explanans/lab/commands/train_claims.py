"""``explanans lab train claims``."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed
from explanans.lab.commands.training import Training


def claims(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file of claims, FILE.jsonl.gz.")],
    data: DataFolder = None,
    model: Annotated[
        str,
        typer.Option(
            "--language-model", metavar="NAME", help="The language model to start from, by name, folder or file."
        ),
    ] = "SmolLM2-135M-Instruct",
    texts: Annotated[
        int,
        typer.Option(
            "--texts", min=0, metavar="N", help="Number of texts that the model writes as premises of claims."
        ),
    ] = 5400,
    most: Annotated[
        int | None,
        typer.Option("--max-claims", min=1, metavar="N", help="Lessons, premises and texts at most, N of each."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Have a language model write and label claims for 'lab train judge' to learn from; needs the extra 'neural'."""
    from explanans.lab.judge.written import write_claims
    from explanans.lab.networks.claims import Making, Sources, make_claims
    from explanans.neural.core.language_models import load_language_model

    training = Training(out, as_json=as_json, quiet=quiet, holds=None)
    load_language_model(model)  # before data sets are read for a minute
    sources = Sources.of(data, seed)
    training.start()
    made = make_claims(Making(model, texts, most), sources, seed)
    write_claims(made, out)
    counts = Counter({item.source: 0 for item in made})
    for item in made:
        counts[item.source] += len(item.claims)
    record = {"premises": len(made), "claims": counts.total(), "sources": dict(sorted(counts.items()))}
    training.tell(f"two language models, which wrote and labelled {counts.total()} claims,", record)
