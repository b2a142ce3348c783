"""The data sets split by split, on small ones laid out as they are."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.datasets import splits

SENTENCES = {"sent1": "ice is a solid", "sent2": "heat melts a solid"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for task, proof in ((1, "sent1 & sent2 -> hypothesis; "), (3, "")):
        folder = tmp_path / f"entailmentbank/dataset/task_{task}"
        folder.mkdir(parents=True)
        record = {"id": "q1", "hypothesis": "heat melts ice", "proof": proof, "meta": {"triples": SENTENCES}}
        for split in ("train", "dev"):
            (folder / f"{split}.jsonl").write_text(json.dumps(record) + "\n")
    for name in ("worldtree-v2.1/questions", "explagraphs", "ud-english-ewt", "factuality"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "ud-english-ewt/en_ewt-ud-dev.conllu").write_text("1\tIce\tice\tNOUN\tNN\t_\t0\troot\t_\t_\n\n")
    return tmp_path


def test_task_3_has_the_trees_of_task_1(data: Path) -> None:
    first, third = (splits.tree_problems(data, task, "dev") for task in (1, 3))
    assert first[0].tree
    assert [item.tree for item in third] == [item.tree for item in first]
    assert splits.released_trees(data, 1, "dev", first) == []


def test_parses_of_the_treebank(data: Path) -> None:
    (parse,) = splits.treebank_parses(data, "dev")
    assert [token.text for token in parse.tokens] == ["Ice"]


def test_a_history_of_refinements_may_be_missing(data: Path) -> None:
    assert splits.graph_refinements(data, missing_ok=True) == []
    with pytest.raises(InputError, match=r"refinement_graphs_train\.tsv"):
        splits.graph_refinements(data)


@pytest.mark.parametrize(
    ("read", "complaint"),
    [
        (lambda data: splits.tree_problems(data, 4, "dev"), "task 4: no such task; accepted: 1, 2, 3"),
        (lambda data: splits.tree_problems(data, 1, "test"), r"test\.jsonl: no such split; accepted: dev, train"),
        (lambda data: splits.tree_problems(data, 2, "dev"), "no such split; accepted: none is there"),
        (lambda data: splits.treebank_file(data, "train"), "no such split; accepted: dev"),
        (lambda data: splits.worldtree_questions(data, "dev"), "no such split"),
        (splits.training_graphs, "no such split"),
        (splits.pairs_of_summaries, r"summary_pairs\.json"),
    ],
)
def test_what_is_not_there_is_named(data: Path, read: Callable[[Path], object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read(data)
