"""What the public data sets come to. Their texts are not ours to copy: only ids, structures, scores and digests are."""

import json
from pathlib import Path
from typing import Any

import pytest

from explanans import ArcChecker, EntailmentTree, Fact, Problem
from tests.data_sets import present

from . import reach
from .comparison import best_facts, compare, digest, nine
from .conftest import Transcript

_BEST = 50
_PATTERNS = ("[CEL FEATURES] Light by The Moon.iml", "[EARTH WEATHER] Origin - Clouds.iml")


def test_worldtree_ranked(transcript: Transcript, workplace: Path, worldtree_folder: Path) -> None:
    """The first 40 questions of the development split; the ids of the best facts, and a digest of the best hundred."""
    table = present(worldtree_folder / "questions" / "questions.dev.tsv").read_text(encoding="utf-8")
    (workplace / "first.tsv").write_text("".join(table.splitlines(keepends=True)[:41]), encoding="utf-8")
    transcript(
        "rank", "--questions", "first.tsv", "--kb", str(worldtree_folder), "--model", "stacked", "--out", "run.tsv"
    )
    # Facts far behind are near ties: processors that add up numbers in another order put them in another order.
    found = best_facts((workplace / "run.tsv").read_text(encoding="utf-8"), _BEST, digested=2 * _BEST)
    compare("data/worldtree-stacked.txt", found)


@pytest.mark.parametrize("task", [1, 2])
def test_entailmentbank_proved(data_folder: Path, task: int) -> None:
    path = present(data_folder / "entailmentbank" / "dataset" / f"task_{task}" / "dev.jsonl")
    parts = []
    for line in path.read_text(encoding="utf-8").splitlines()[:20]:
        problem = read_problem(json.loads(line))
        for tree, score in reach.trees(problem, 2, all_leaves=task == 1):
            parts.append(f"{problem.id}: {nine(score)} {shape(tree)} {worded(tree)}")
    compare(f"data/entailmentbank-task-{task}.txt", "\n".join(parts))


def read_problem(record: dict[str, Any]) -> Problem:
    premises = tuple(Fact(name, text) for name, text in record["meta"]["triples"].items())
    return Problem(record["id"], record["hypothesis"], premises, question=record["question"], answer=record["answer"])


def shape(tree: EntailmentTree) -> str:
    """Return a proof without words."""
    return "; ".join(f"{' & '.join(step.premises)} -> {step.conclusion}" for step in tree.steps)


def worded(tree: EntailmentTree) -> str:
    return digest("\n".join(f"{step.text} ({step.inference})" for step in tree.steps))


def test_explagraphs_drawn(data_folder: Path) -> None:
    path = present(data_folder / "explagraphs" / "dev.tsv")
    parts = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[:20], 1):
        belief, argument = line.split("\t")[:2]
        (stance,) = reach.stances([(belief, argument)])
        (graph,) = reach.graphs(belief, argument)
        relations = ", ".join(edge.relation for edge in graph.edges)
        edges = digest("\n".join("; ".join(edge) for edge in graph.edges))
        parts.append(f"{number}: {nine(stance)} {graph.stance} {relations} {edges}")
    compare("data/explagraphs.txt", "\n".join(parts))


def test_summaries_checked(data_folder: Path) -> None:
    path = present(data_folder / "factuality" / "summary_pairs.json")
    checker = ArcChecker.open()
    parts = []
    for number, pair in enumerate(json.loads(path.read_text(encoding="utf-8"))[:20], 1):
        for kind in ("correct_sent", "incorrect_sent"):
            verdict = checker.check(pair["article_sent"], pair[kind])
            scores = " ".join(nine(arc.score) for arc in verdict.arcs)
            parts.append(f"{number} {kind}: {'nothing' if verdict.score is None else nine(verdict.score)} of {scores}")
    compare("data/factuality.txt", "\n".join(parts))


def test_cosata_solved(transcript: Transcript, workplace: Path, data_folder: Path) -> None:
    folder = present(data_folder / "cosata")
    files = [str(present(folder / "patterns" / name)) for name in _PATTERNS]
    solve = ("schema", "solve", *files, "--tables", str(folder), "--out", "solved", "--json")
    done = transcript(*solve)
    digests = [f"{name}: {digest((workplace / 'solved' / f'{name}.json').read_text())}" for name in _PATTERNS]
    compare("data/cosata.txt", "\n".join([done, *digests]))
