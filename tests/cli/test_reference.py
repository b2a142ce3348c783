"""The examples of the reference: every command of its pages runs, one after the other."""

import re
import shlex
from pathlib import Path

from explanans.knowledge.sources import STARTER
from tests import consoles
from tests.test_docs import COMMAND_PAGES, REFERENCE, UNTRIED, shown

from .conftest import Command


def test_the_examples_of_the_reference_run_one_after_the_other(run: Command, tmp_path: Path) -> None:
    formats = consoles.DOCS / "formats.md"
    (tmp_path / "library.txt").write_text(shown(REFERENCE / "index.md", "An atlas"))
    (tmp_path / "kinds.iml").write_text(shown(formats, "inferencepattern"))
    (tmp_path / "graphs.tsv").write_text(shown(formats, "Zoos"))
    (tmp_path / "ratings.tsv").write_text(shown(formats, "question\tfact\t"))
    (tmp_path / "labels.tsv").write_text(shown(formats, "kind\titem\t"))
    (tmp_path / "problems.jsonl").write_text(shown(REFERENCE / "evaluate.md", r"\{\"id\""))
    (tmp_path / "proofs.tsv").write_text(shown(REFERENCE / "evaluate.md", r"\$proof\$"))
    questions = (STARTER / "questions/questions.dev.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "questions.tsv").write_text("".join(questions[:9]), encoding="utf-8")
    pages = (page.read_text(encoding="utf-8") for page in COMMAND_PAGES)
    lines = [
        line
        for text in pages
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    for line in lines:
        if line.startswith(UNTRIED):
            continue  # they would ask the network, read what is not everywhere, or take minutes
        program, *arguments = shlex.split(line)
        assert program == "explanans"
        done = run(*arguments)
        assert done.code == 0, (line, done.err)
        assert done.out or "--out" in line, line
    assert {path.name for path in tmp_path.iterdir()} == {
        *("library.txt", "questions.tsv", "atlas.html", "explanations.jsonl", "questions.run", "both"),
        *("problems.jsonl", "proofs.tsv"),
        *("ratings.tsv", "shortlist.tsv", "labels.tsv", "sheet.tsv"),
        *("graphs.tsv", "graphs.html", "zoos.svg"),
        *("kinds.iml", "solutions", "kept-solutions"),
    }
