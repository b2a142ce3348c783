"""``load`` gives back what ``dump`` has written."""

from dataclasses import replace
from pathlib import Path

import pytest

from explanans import (
    Edge,
    Explainer,
    Explanation,
    ExplanationGraph,
    Fact,
    FormatError,
    InputError,
    KnowledgeBase,
    Question,
    Ranking,
    Relation,
    Stance,
    dump,
    load,
)

GRAPH = ExplanationGraph("a", "b", Stance.COUNTER, (Edge("c", Relation.IS_A, "d"),))
FACTS = ["Ice is a kind of solid.", "Heat melts solids.", "The sun gives heat."]


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    explainer = Explainer(KnowledgeBase.of(FACTS), "bm25", checker="arcs:alignment")
    return explainer.explain("What does heat melt?", "ice", alternatives=2)


def rounded(explanation: Explanation) -> dict[str, object]:
    return {**explanation.to_dict(), "id": explanation.id}


def test_explanations(tmp_path: Path, explanation: Explanation) -> None:
    assert explanation.tree
    assert explanation.verdicts[0].arcs
    dump([explanation, replace(explanation, id="", milliseconds=None)], tmp_path / "out.jsonl")
    first, second = load(tmp_path / "out.jsonl")
    assert rounded(first) == rounded(explanation)
    assert first.tree.faults() == ()
    assert (first.tree.question, second.id, second.milliseconds) == ("question", "", None)
    sets = Explainer.open("starter", "bm25", method="schema").explain("What is ice made of?", "water")
    dump(sets, tmp_path / "sets.jsonl")
    (again,) = load(tmp_path / "sets.jsonl")
    assert rounded(again) == rounded(sets)
    assert again.method == "schema"


@pytest.mark.parametrize(
    ("items", "name", "noun"),
    [
        ([Fact("f1", "ice is a solid")], "facts.jsonl", "facts"),
        ([Fact("f1", "ice is a solid")], "facts.csv", "facts"),
        ([Question.asked("What is ice?", "a solid")], "questions.jsonl", "questions"),
        ([Ranking("q1", ("f2", "f1"))], "run.txt", "rankings"),
        ([GRAPH], "graphs.jsonl", "explanation-graphs"),
    ],
)
def test_other_nouns(tmp_path: Path, items: list[object], name: str, noun: str) -> None:
    for given in (items, items[0]):
        dump(given, tmp_path / name)
        found = list(load(tmp_path / name, noun))
        assert found == items or [replace(item, source="") for item in found] == items


def test_trees(tmp_path: Path, explanation: Explanation) -> None:
    dump(explanation.tree, tmp_path / "trees.jsonl")
    assert list(load(str(tmp_path / "trees.jsonl"), "trees")) == [explanation.tree]


def test_what_cannot_be_written_or_read(tmp_path: Path) -> None:
    for nothing in ([], ["ice"], 7):
        with pytest.raises(InputError, match=r"to write; accepted: EntailmentTree, Explanation, "):
            dump(nothing, tmp_path / "out.jsonl")
    with pytest.raises(InputError, match=r"not a file of facts; accepted: "):
        dump(Fact("f1", "ice"), tmp_path / "facts.exe")
    with pytest.raises(InputError, match=r"a format of rankings that is only read; accepted: \.run, \.tsv, \.txt$"):
        dump(Ranking("q1", ("f1",)), tmp_path / "run.jsonl")
    (tmp_path / "bad.jsonl").write_text('{"question": "q"}\n')
    with pytest.raises(FormatError, match=r"bad\.jsonl, line 1: .*; accepted: one explanation a line"):
        list(load(tmp_path / "bad.jsonl"))
    tree = '{"hypothesis": "h", "steps": [{"premises": ["a", "b"], "conclusion": "hypothesis", "text": "h"}]}'
    rest = '"question": "q", "answer": "", "hypothesis": "h", "facts": []'
    (tmp_path / "bad.jsonl").write_text(f'{{{rest}, "tree": {tree}}}')
    with pytest.raises(FormatError, match=r"line 1: a tree that rests on 'a'; accepted: the id of one of the facts"):
        list(load(tmp_path / "bad.jsonl"))
    assert not list(tmp_path.glob("facts*"))
