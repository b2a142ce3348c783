"""Task 3: sentences retrieved by our ranker, which must know nothing of the problem at hand."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks.retrieval import RETRIEVED, Likenesses, Retriever, corpus, plain, similar_sentences
from explanans.lab.datasets.splits import tree_problems
from explanans.structures.trees import Problem


@pytest.fixture
def problems(data_folder: Path) -> Mapping[str, list[Problem]]:
    return {split: _problems(data_folder, split) for split in ("train", "dev")}


@pytest.fixture
def retriever(data_folder: Path) -> Retriever:
    return _retriever(data_folder)


@cache
def _problems(data: Path, split: str) -> list[Problem]:
    return tree_problems(data, 1, split)


@cache
def _retriever(data: Path) -> Retriever:
    return Retriever.of(data, _problems(data, "train"))


def recall(retriever: Retriever, asked: list[Problem]) -> float:
    found, wanted = 0, 0
    for problem in asked:
        given = retriever.retrieved(problem)
        assert len(given.premises) == RETRIEVED
        assert given.tree
        ids = {premise.id for premise in given.premises}
        assert all(leaf in given.premises or not leaf.id for leaf in given.tree.leaves)
        found += sum(leaf.id in ids for leaf in given.tree.leaves)
        wanted += len(given.tree.leaves)
    return found / wanted


def test_gold_leaves_are_retrieved(retriever: Retriever, problems: Mapping[str, list[Problem]]) -> None:
    assert recall(retriever, problems["train"][:60]) > 0.5


def test_questions_of_other_splits_are_not_known(retriever: Retriever, problems: Mapping[str, list[Problem]]) -> None:
    known = {question.id for question in retriever.knowledge.questions}
    assert known <= {problem.id for problem in problems["train"]}
    assert not known & {problem.id for problem in problems["dev"]}


def test_a_training_problem_does_not_profit_from_its_own_tree(
    retriever: Retriever, problems: Mapping[str, list[Problem]]
) -> None:
    """Planted: under another id its own explanation is that of the most similar question."""
    hidden = problems["train"][:60]
    assert recall(retriever, [replace(problem, id="new") for problem in hidden]) > recall(retriever, hidden) + 0.1


def test_what_is_like_a_gold_leaf_is_not_retrieved(retriever: Retriever, problems: Mapping[str, list[Problem]]) -> None:
    """The next best come in its place, and the leaves themselves stay."""
    changed = 0
    for problem in problems["dev"][:40]:
        assert problem.tree
        leaves = [leaf.text for leaf in problem.tree.leaves]
        alike = {retriever.knowledge.facts[number] for number in retriever.likenesses.of(leaves)}
        freely, strictly = (retriever.retrieved(problem, gold=gold).premises for gold in ((), leaves))
        rest = [premise for premise in freely if premise not in alike]
        assert not alike.intersection(strictly)
        assert strictly[: len(rest)] == tuple(rest)
        assert len(strictly) == RETRIEVED
        changed += len(rest) < RETRIEVED
    assert changed


def test_likenesses() -> None:
    sentences = (
        "a star is a kind of celestial object / celestial body",
        "a star is a kind of celestial object",
        "a planet is a kind of celestial object",
        "the moon's surface contains flat areas",
        "flat areas are contained in the surface of the moon",
        "a thing is something",
    )
    likenesses = Likenesses(sentences)
    assert likenesses.of(["A star is a kind of celestial object; celestial body"]) == {1}
    assert likenesses.of(sentences[:2]) == frozenset()  # both are leaves
    assert likenesses.of(["the moon 's surface contains flat areas"]) == {4}  # 3 is the leaf in another spelling
    assert likenesses.of(["the moon 's surface contains flat areas", sentences[4]]) == frozenset()
    assert likenesses.of(["it is", ""]) == frozenset()


def test_similar_sentences_were_released(data_folder: Path) -> None:
    """The authors' retriever found sentences that are like gold leaves hardly less often than the leaves."""
    figures = similar_sentences(data_folder, tree_problems(data_folder, 3, "dev"))
    assert figures["sentences"] == 292
    assert figures["per_problem"] == pytest.approx(292 / 187)
    assert figures["released"] == pytest.approx(100 * 165 / 292)


def test_a_corpus_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "corpus.json").write_text("[]")
    with pytest.raises(InputError, match=r"accepted: one JSON object of sentences by uid$"):
        corpus(tmp_path / "corpus.json")


def test_each_sentence_once(tmp_path: Path) -> None:
    (tmp_path / "corpus.json").write_text('{"a": "Ice; snow melt", "b": "ice / snow melt", "c": "DUMMY"}')
    assert corpus(tmp_path / "corpus.json") == {"ice / snow melt": "a"}
    assert plain("  Two /  words") == "two / words"
