"""``explanans train parser``: make a dependency parser from a treebank."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed, remark


def parser(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the parser.")],
    data: DataFolder = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Train a dependency parser on the English Web Treebank; give spacy:DIR to --parser to use it."""
    import time

    from explanans.cli.streams import print_json
    from explanans.datasets.locate import find
    from explanans.verify.parsers.training import Recipe, train_parser

    started = time.perf_counter()
    treebank = find("ud-english-ewt", data) / "en_ewt-ud-train.conllu"
    learnt = train_parser(treebank, out, Recipe(), seed)
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"out": str(out), "data": learnt, "seconds": round(seconds, 1)})
    remark(f"trained on {learnt['sentences']} sentences in {seconds:.0f} s: {out}", quiet=quiet or as_json)
