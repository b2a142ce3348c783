"""The scorer of arcs trained anew: with other seeds, and without parts."""

import json
from pathlib import Path

import pytest

from explanans.lab.benchmarks.ablations import ablations
from explanans.lab.benchmarks.arcs import held_out
from explanans.lab.datasets.inference import SummaryPair
from explanans.language.parser import open_parser

PEOPLE = "farmer teacher doctor sailor painter baker lawyer singer writer pilot".split()
SENTENCES = [
    f"The {'old' if number % 2 else 'young'} {person} sold {number + 2} green cars in the large garden last week."
    for number, person in enumerate(PEOPLE)
]
PAIRS = [
    SummaryPair(text, f"The {person} sold green cars.", f"The garden sold the {person}.")
    for text, person in zip(SENTENCES, PEOPLE, strict=True)
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    treebank, bank = tmp_path / "ud-english-ewt", tmp_path / "entailmentbank" / "dataset" / "task_1"
    treebank.mkdir()
    bank.mkdir(parents=True)
    for split in ("train", "dev"):
        text = "".join(
            f"# newdoc id = {person}\n# text = {said}\n\n" for person, said in zip(PEOPLE, SENTENCES, strict=True)
        )
        (treebank / f"en_ewt-ud-{split}.conllu").write_text(text)
    row = {"id": "q1", "question": "Who sold cars?", "answer": "the baker", "hypothesis": "the baker sold cars"}
    (bank / "train.jsonl").write_text(json.dumps(row | {"proof": "", "meta": {"triples": {}}}) + "\n")
    return tmp_path


def test_every_part_is_left_out_once(data: Path) -> None:
    parser = open_parser()
    found = ablations(data, PAIRS, held_out(data, parser, 3, 0), parser)
    names = list(found)
    assert names[:3] == ["seed 0", "seed 1", "seed 2"]
    assert {"without features of words", "without features of paths", "without recipe swap"} <= set(names)
    assert {"only swap", "only beam+paraphrase+synonym+hallucination"} <= set(names)
    for item in found.values():
        low, high = item["interval"]
        assert 0 <= low <= item["reranking_accuracy"] <= high <= 100
        assert all(0 <= right <= 100 for right in item["arcs"].values())
    assert {"all", "swap", "hallucination"} <= set(found["seed 0"]["arcs"])
