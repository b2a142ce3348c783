"""``explanans train parser``: make a dependency parser from a treebank."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed


def parser(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the parser.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train a dependency parser on the English Web Treebank; give spacy:DIR to --parser to use it."""
    import time

    from explanans.cli.trained import tell_trained
    from explanans.datasets.locate import find
    from explanans.train.parser import Settings, train_parser

    started = time.perf_counter()
    treebank = find("ud-english-ewt", data) / "en_ewt-ud-train.conllu"
    learnt = train_parser(treebank, out, Settings(), seed)
    tell_trained(out, f"on {learnt['sentences']} sentences", {"data": learnt}, started, as_json=as_json, quiet=quiet)
