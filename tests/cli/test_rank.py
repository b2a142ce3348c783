"""``rank``: a run file of every fact for every question."""

import json
import math
import os
import subprocess
from pathlib import Path

from .conftest import DEV, Command, Done, command

RUN = "".join(f"q1\t{fact}\n" for fact in ("p1", "k3", "k1", "k2")) + "".join(
    f"q2\t{fact}\n" for fact in ("k2", "k1", "k3", "p1")
)


def test_a_run_file(run: Command, rocks: Path, dev: Path, tmp_path: Path) -> None:
    done = run("rank", "--questions", dev, "--kb", rocks, "--model", "bm25", "--out", "run.txt")
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("ranked 4 facts for 2 questions, ")
    assert done.err.endswith(" ms each: run.txt\n")
    assert (tmp_path / "run.txt").read_text() == RUN


def test_json(run: Command, rocks: Path, dev: Path) -> None:
    done = run("rank", "--questions", dev, "--kb", rocks, "--out", "run.txt", "--json")
    record = json.loads(done.out)
    assert record.pop("milliseconds_per_question") > 0
    assert record == {"questions": 2, "facts": 4, "model": "fusion:sum:cold+meaning", "out": "run.txt"}
    assert done.err == ""


def test_quiet(run: Command, rocks: Path, dev: Path) -> None:
    assert run("rank", "--questions", dev, "--kb", rocks, "--out", "run.txt", "-q") == Done(0, "", "")


def test_standard_input_and_output(run: Command, rocks: Path, dev: Path, tmp_path: Path) -> None:
    arguments = ("rank", "--questions", "-", "--kb", rocks, "--model", "bm25", "--out", "-", "--json")
    assert run(*arguments, stdin=dev.read_bytes()) == Done(0, RUN, "")
    assert [path.name for path in tmp_path.iterdir()] == ["rocks"]


def test_every_fact_is_ranked_once_and_the_number_of_workers_makes_no_difference(run: Command, tmp_path: Path) -> None:
    (tmp_path / "few.tsv").write_text("".join(DEV.read_text(encoding="utf-8").splitlines(keepends=True)[:11]))
    record = json.loads(run("rank", "--questions", "few.tsv", "--out", "one.txt", "--json").out)
    lines = (tmp_path / "one.txt").read_text().splitlines()
    assert len(lines) == len(set(lines)) == record["questions"] * record["facts"]
    done = run("rank", "--questions", "few.tsv", "--out", "more.txt", "--workers", "3", "--json")
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "more.txt").read_bytes() == (tmp_path / "one.txt").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"few.tsv", "one.txt", "more.txt"}


def test_a_ranker_of_another_package(tmp_path: Path, rocks: Path, dev: Path) -> None:
    site = tmp_path / "site"
    (site / "backwards-1.0.dist-info").mkdir(parents=True)
    (site / "backwards-1.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: backwards\nVersion: 1.0\n")
    (site / "backwards-1.0.dist-info/entry_points.txt").write_text("[explanans.rankers]\nback = backwards:Back\n")
    (site / "backwards.py").write_text(
        "import numpy as np\n\n\nclass Back:\n"
        "    def __init__(self, knowledge):\n        self.count = len(knowledge.facts)\n\n"
        "    def scores(self, question):\n        return np.arange(self.count, dtype=float)\n"
    )
    done = subprocess.run(
        command("rank", "--questions", dev, "--kb", rocks, "--model", "back", "--out", "-"),
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[:4] == ["q1\tp1", "q1\tk3", "q1\tk2", "q1\tk1"]


def test_what_rank_writes_evaluate_reads(run: Command, rocks: Path, dev: Path) -> None:
    run("rank", "--questions", dev, "--kb", rocks, "--model", "bm25", "--out", "run.txt")
    report = json.loads(run("evaluate", "ranking", dev, "run.txt", "--json").out)
    assert math.isclose(report["map"], 1.0)
    assert report["incomplete"] == report["missing"] == 0
