"""An index in parts that others hold answers as one that is whole, score by score."""

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explanans.cli import main
from explanans.errors import ExplanansError, InputError
from explanans.knowledge import changes, index, index_writer, pruned
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index_writer import VECTORS
from explanans.knowledge.manifest import CENTRAL, read_manifest
from explanans.knowledge.shard import Shard
from explanans.knowledge.sharded import Request
from explanans.lab.training.ranker import FIRST, train
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features import sparse_scores
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.nearness import Space
from explanans.retrieval.ranker import default_ranker, open_ranker
from explanans.structures.questions import Question
from tests.frozen_pointers import frozen_pointer

VECTORED = "a ranker by vectors"

ASKED = [
    Question.asked("What melts ice?", "heat"),
    Question.asked("Why does an electrician wear rubber gloves?", "Electricity does not flow easily through rubber."),
    Question.asked("Which animal is a mammal that lives in the sea?", "a whale"),
    Question.asked("Was ist das?", "zzz"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the index ``whole`` and the same in three parts, ``parts``; the second takes the vectors of
    the first, which are slow to make."""
    folder = tmp_path_factory.mktemp("sharded")
    index.build(["starter"], folder / "whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            index_writer, "write_vectors", lambda _, __, file, *___: shutil.copy(folder / "whole" / VECTORS, file)
        )
        index.build(["starter"], folder / "parts", shards=3)
    return folder


@pytest.fixture(scope="module")
def vectored(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of a small ranker of two stages that goes by the vectors of the package."""
    starter = KnowledgeBase.open("starter")
    knowledge = KnowledgeBase.of(starter.facts, questions=starter.questions[:40])
    extractor = Extractor(knowledge, with_explanations=True, space=Space.of(knowledge, Embedder.shipped()))
    model = train(extractor, seed=0, growths=[replace(FIRST, trees=9)] * 2)
    folder = tmp_path_factory.mktemp("ranker") / "vectored"
    model.save(folder)
    return str(folder)


class Here:
    """Holds shards in this process."""

    def __init__(self, folder: Path) -> None:
        names = ["", *(name for name, _ in read_manifest(folder).segments)]
        self.shards = [Shard(str(folder), name, 384) for name in names]

    def ask(self, requests: Sequence[Request]) -> list[Any]:
        return [getattr(self.shards[shard], what)(*arguments) for shard, what, arguments in requests]


def held(folder: Path) -> KnowledgeBase:
    return KnowledgeBase(str(folder), folder, read_manifest(folder, CENTRAL), holders=Here(folder))


def same(name: str, first: KnowledgeBase, second: KnowledgeBase) -> None:
    rankers = open_ranker(name, first), open_ranker(name, second)
    for question in ASKED:
        one, other = (ranker.scores(question) for ranker in rankers)
        assert np.array_equal(one, other), (name, question.text, np.abs(one - other).max())


def test_the_parts_are_even_and_hold_all(built: Path) -> None:
    manifest = read_manifest(built / "parts")
    whole = KnowledgeBase.open(built / "whole")
    assert [name for name, _ in manifest.segments] == ["added-000001", "added-000002"]
    assert {count for _, count in manifest.segments} <= {len(whole.facts) // 3, len(whole.facts) // 3 + 1}
    for parts in (KnowledgeBase.open(built / "parts"), held(built / "parts")):
        assert list(parts.facts) == list(whole.facts)
        assert parts.ids == whole.ids
        assert parts.manifest.tables == whole.manifest.tables
        assert parts.facts[-1] == whole.facts[-1]
        assert list(parts.facts[2:900:200]) == list(whole.facts[2:900:200])
        assert parts.numbers([whole.ids[1200], "none"]).tolist() == [1200, -1]
        assert parts.search("ice melts", 5) == whole.search("ice melts", 5)
        assert parts.about("the water").tolist() == whole.about("the water").tolist()
        with pytest.raises(IndexError):
            parts.facts[len(whole.facts)]


BY_WORDS = ("bm25", "unification", "cold", "stacked-lexical")


@pytest.mark.parametrize("name", [*BY_WORDS, "meaning", "fusion:sum:cold+meaning", VECTORED])
def test_the_scores_are_the_same(built: Path, vectored: str, name: str) -> None:
    name = vectored if name == VECTORED else name
    whole = KnowledgeBase.open(built / "whole")
    same(name, whole, held(built / "parts"))
    same(name, whole, KnowledgeBase.open(built / "parts"))


@pytest.mark.parametrize("name", ["cold", "meaning", "stacked-lexical", VECTORED])
@pytest.mark.parametrize("limits", [(20, 300, 60), (5, 10**6, 10), (150, 200, 10**6)], ids=str)
def test_the_scores_of_very_many_are_the_same(
    built: Path, vectored: str, monkeypatch: pytest.MonkeyPatch, name: str, limits: tuple[int, int, int]
) -> None:
    name = vectored if name == VECTORED else name
    for what, number in zip(("ENOUGH", "POSTINGS", "WEIGHED"), limits, strict=True):
        monkeypatch.setattr(pruned, what, number)
    monkeypatch.setattr(sparse_scores, "MANY", 10)
    monkeypatch.setattr("explanans.knowledge.vectors.MANY", 10)
    same(name, KnowledgeBase.open(built / "whole"), held(built / "parts"))


def test_the_scores_after_a_change_are_the_same(built: Path, vectored: str, tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text("id,text\nn1,newts melt in heat\nn2,a zzz is a kind of whale\n")
    for name in ("whole", "parts"):
        shutil.copytree(built / name, tmp_path / name)
        changes.add(tmp_path / name, [tmp_path / "more.csv"])
        changes.remove(tmp_path / name, [KnowledgeBase.open(built / "whole").ids[7]])
    for name in ("cold", vectored):
        same(name, KnowledgeBase.open(tmp_path / "whole"), held(tmp_path / "parts"))


def test_an_interrupted_build_in_parts_is_the_same_bytes(built: Path, tmp_path: Path) -> None:
    index.build(["starter"], tmp_path / "one", vectors=False, shards=4)
    index.build(["starter"], tmp_path / "two", vectors=False, shards=4, workers=2)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert len({path.parent for path in files}) == 4
    for path in files:
        assert (tmp_path / "one" / path).read_bytes() == (tmp_path / "two" / path).read_bytes(), path


def test_no_more_parts_than_facts(tmp_path: Path) -> None:
    (tmp_path / "facts.txt").write_text("Ice floats. Iron sinks.")
    index.build([tmp_path / "facts.txt"], tmp_path / "out", vectors=False, shards=9)
    assert len(read_manifest(tmp_path / "out").segments) == 1
    assert [fact.text for fact in held(tmp_path / "out").facts] == ["Ice floats", "Iron sinks"]


def test_without_vectors_meaning_is_not_to_be_had(tmp_path: Path) -> None:
    (tmp_path / "facts.txt").write_text("Ice floats. Iron sinks.")
    index.build([tmp_path / "facts.txt"], tmp_path / "out", vectors=False, shards=2)
    with pytest.raises(InputError, match=r"out: an index without vectors of .*; accepted: one built"):
        open_ranker("meaning", held(tmp_path / "out"))


def test_pointers_are_for_bases_that_one_holds_oneself(built: Path, tmp_path: Path) -> None:
    parts, pointer = held(built / "parts"), DualEncoder.open(frozen_pointer(tmp_path / "pointer"))
    with pytest.raises(InputError, match=r"whose facts others hold; accepted: a ranker that goes by words, such as "):
        parts.vectors_by(pointer)
    assert default_ranker(parts) == "stacked-lexical"
    assert default_ranker(KnowledgeBase.open(built / "parts")) == "stacked"


def test_a_holder_looks_at_its_own_files_alone(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built / "parts", tmp_path / "parts"))
    damaged = folder / "added-000001/facts.jsonl"
    damaged.write_bytes(damaged.read_bytes().replace(b"a", b"b"))
    Shard(str(folder), "", 384)
    Shard(str(folder), "added-000002", 384)
    with pytest.raises(InputError, match=r"added-000001/facts\.jsonl: damaged"):
        Shard(str(folder), "added-000001", 384)
    shutil.rmtree(folder / "added-000001")
    for name in ("facts.jsonl", "lemmas-by-fact.weights.npy"):
        (folder / name).unlink()
    assert read_manifest(folder, CENTRAL).facts == len(KnowledgeBase.open(built / "whole").facts)
    with pytest.raises(InputError, match=r"facts\.jsonl: missing or cut short"):
        Shard(str(folder), "", 384)


# A real cluster

if sys.platform != "win32":
    from tests.clusters import Cluster

    pytest.importorskip("distributed")


@contextmanager
def _cluster(folder: Path) -> Iterator["Cluster"]:
    cluster = Cluster(folder)
    try:
        cluster.add(2)
        yield cluster
    finally:
        cluster.close()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as on POSIX")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_workers_of_a_cluster_hold_the_parts(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text(
        "".join(
            json.dumps({"id": f"q{n}", "question": q.text, "answer": q.answer}) + "\n" for n, q in enumerate(ASKED[:1])
        )
    )
    with _cluster(tmp_path) as cluster:
        place = f"{built / 'parts'}@{cluster.address}"
        knowledge = KnowledgeBase.open(place)
        for out, kb in (("whole", built / "parts"), ("held", place)):
            arguments = [
                "rank",
                "--questions",
                questions,
                "--kb",
                kb,
                "--model",
                "cold",
                "--out",
                tmp_path / out,
                "--quiet",
            ]
            monkeypatch.setattr(sys, "argv", ["explanans", *map(str, arguments)])
            with pytest.raises(SystemExit, match="0"):
                main()
        assert (tmp_path / "held").read_bytes() == (tmp_path / "whole").read_bytes()
        cluster.kill()
        same("meaning", KnowledgeBase.open(built / "whole"), knowledge)
        cluster.add()
        cluster.kill()
        same("bm25", KnowledgeBase.open(built / "whole"), knowledge)
        for refused, complaint in (
            (f"starter@{cluster.address}", "starter: no index; accepted before an address"),
            (f"{built / 'parts'}@tcp://127.0.0.1:1", "tcp://127.0.0.1:1: no scheduler answers"),
        ):
            with pytest.raises(ExplanansError, match=complaint):
                KnowledgeBase.open(refused)
