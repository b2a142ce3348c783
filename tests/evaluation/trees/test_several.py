"""Several gold trees a problem, and eQASC, whose questions have several chains."""

import json
from dataclasses import replace

import pytest

from explanans.errors import FormatError, InputError
from explanans.evaluation.trees.report import evaluate_several
from explanans.formats import entailmentbank, eqasc
from explanans.structures.trees import Prediction

SENTENCES = {"sent1": "ice is a solid", "sent2": "heat melts a solid", "sent3": "the sun melts ice"}
ROW = {
    "id": "q1",
    "hypothesis": "heat melts ice",
    "proof": "sent1 & sent2 -> hypothesis; ",
    "proofs": ["sent1 & sent3 -> hypothesis; "],
    "meta": {"triples": SENTENCES},
}


def chain(first: str, second: str, label: str) -> list[dict[str, object]]:
    return [{"text": first}, {"text": second}, {"turk_label": {"label": label}}]


ASKED = {
    "id": "q1",
    "answerKey": "B",
    "question": {
        "stem": "What melts ice?",
        "choices": [
            {"label": "A", "text": "cold", "chains": [chain("cold is cold", "ice is cold", "yes")]},
            {
                "label": "B",
                "text": "heat",
                "chains": [
                    chain("ice is a solid", "heat melts solids", "yes"),
                    chain("ice is a solid", "the sun is hot", "no"),
                    chain("ice is frozen water", "heat melts solids", "yes"),
                ],
            },
        ],
    },
}


def test_the_nearest_gold_tree_counts() -> None:
    (golds,) = entailmentbank.decode_several([json.dumps(ROW)], "dev.jsonl")
    assert len(golds) == 2
    for premises in ("sent1 & sent2", "sent1 & sent3"):
        found = Prediction("q1", f"{premises} -> hypothesis;", golds[0].premises)
        assert evaluate_several([golds], [found])["leaves.f1"] == 1.0
    wrong = Prediction("q1", "sent2 & sent3 -> hypothesis;", golds[0].premises)
    assert evaluate_several([golds], [wrong])["leaves.f1"] == 0.5
    assert evaluate_several([golds[:1]], [replace(wrong, proof="sent1 & sent3 -> hypothesis;")])["leaves.f1"] == 0.5


def test_official_files_have_one_tree_a_line() -> None:
    row = {key: value for key, value in ROW.items() if key != "proofs"}
    assert [len(golds) for golds in entailmentbank.decode_several([json.dumps(row)], "dev.jsonl")] == [1]


def test_eqasc_has_a_tree_for_each_valid_chain_of_the_right_answer() -> None:
    (golds,) = eqasc.decode([json.dumps([ASKED])], "eqasc.json")
    assert [premise.text for premise in golds[0].premises] == [
        "ice is a solid",
        "heat melts solids",
        "the sun is hot",
        "ice is frozen water",
    ]
    trees = [problem.tree for problem in golds]
    assert [[leaf.id for leaf in tree.leaves] for tree in trees if tree] == [["sent1", "sent2"], ["sent2", "sent4"]]
    assert {problem.hypothesis for problem in golds} == {"heat melts ice"}
    assert not any(tree.faults() for tree in trees if tree)


def test_what_is_none_is_told() -> None:
    with pytest.raises(FormatError, match="names no choice"):
        list(eqasc.decode([json.dumps([{**ASKED, "answerKey": "D"}])], "eqasc.json"))
    with pytest.raises(FormatError, match="a JSON list of objects"):
        list(eqasc.decode(["{}"], "eqasc.json"))
    with pytest.raises(InputError, match="0 predictions for 1 problem"):
        evaluate_several([()], [])
