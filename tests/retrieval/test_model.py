"""Model folders: written whole or not at all, and read only when they are sound."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import lightgbm
import msgspec
import numpy as np
import pytest

from explanans.errors import InputError, StorageError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.ranker import FIRST, Example, fit
from explanans.learning.embedder import Embedder
from explanans.learning.model import MANIFEST, Origin
from explanans.learning.onnx import GRAPH
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.ranker import open_ranker
from explanans.retrieval.trained import POINTER, RankingModel
from explanans.structures.questions import Question
from tests.frozen_pointers import frozen_pointer


@pytest.fixture(scope="module")
def model() -> RankingModel:
    rows = np.random.default_rng(0).random((8, 50, 2)).astype(np.float32)
    stage = fit(
        [Example(row, row[:, 0] > 0.8) for row in rows],
        ("covered", "shared"),
        seed=0,
        growth=replace(FIRST, trees=3),
    )
    return RankingModel((stage, stage), with_explanations=False, origin=Origin({"facts": 1}, 0, {"a": "1"}))


def test_a_model_comes_back(model: RankingModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    back = RankingModel.load(tmp_path / "model")
    assert (back.with_explanations, back.origin) == (False, model.origin)
    rows = np.random.default_rng(1).random((9, 2)).astype(np.float32)
    assert [stage.scores(rows).tolist() for stage in back.stages] == [
        stage.scores(rows).tolist() for stage in model.stages
    ]
    assert sorted(file.name for file in (tmp_path / "model").iterdir()) == [
        "known.json",
        MANIFEST,
        "stage1.txt",
        "stage2.txt",
    ]
    assert len(RankingModel.load(tmp_path / "model").first(1).stages) == 1


def test_a_pointer_comes_back_with_the_model(model: RankingModel, tmp_path: Path) -> None:
    pointer = frozen_pointer(tmp_path / "pointer", note="mine")
    replace(model, with_vectors=True, pointer=pointer).save(tmp_path / "model")
    back = RankingModel.load(tmp_path / "model")
    assert back.pointer == tmp_path / "model" / POINTER
    assert (back.with_vectors, back.embedder.name) == (True, DualEncoder.open(pointer).name)
    assert bytes_of(back.pointer) == bytes_of(pointer)
    back.save(tmp_path / "model")  # over itself
    assert bytes_of(tmp_path / "model" / POINTER) == bytes_of(pointer)
    assert replace(model, with_vectors=True).embedder is Embedder.shipped()
    knowledge = KnowledgeBase.of(["a frog hops", "granite is hard"])
    scores = open_ranker(str(tmp_path / "model"), knowledge).scores(Question.asked("What does a frog do?", "it hops"))
    assert scores.argmax() == 0


def test_a_damaged_pointer_is_told(model: RankingModel, tmp_path: Path) -> None:
    pointer = frozen_pointer(tmp_path / "pointer")
    replace(model, with_vectors=True, pointer=pointer).save(tmp_path / "model")
    graph = tmp_path / "model" / POINTER / GRAPH
    graph.write_bytes(graph.read_bytes()[:-1])
    with pytest.raises(InputError) as error:
        open_ranker(str(tmp_path / "model"), KnowledgeBase.open("starter"))
    assert str(error.value) == f"{graph}: damaged or cut short; train it again with `explanans lab train pointers`"
    shutil.rmtree(graph.parent)
    with pytest.raises(InputError, match=rf"{POINTER}/{MANIFEST}: damaged or missing"):
        open_ranker(str(tmp_path / "model"), KnowledgeBase.open("starter"))


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_an_older_model_is_replaced_and_other_files_are_not(model: RankingModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    model.first(1).save(tmp_path / "model")
    assert len(RankingModel.load(tmp_path / "model").stages) == 1
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other files; accepted: a new or empty folder, or a model to replace"):
        model.save(tmp_path / "notes")
    with pytest.raises(StorageError, match="no folder"):
        model.save(tmp_path / "nowhere" / "model")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["model", "notes"]


def test_an_interrupted_save_leaves_nothing(
    model: RankingModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(lightgbm.Booster, "model_to_string", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.save(tmp_path / "model")
    assert not list(tmp_path.iterdir())


def no_manifest(folder: Path) -> None:
    (folder / MANIFEST).unlink()


def cut_manifest(folder: Path) -> None:
    (folder / MANIFEST).write_bytes((folder / MANIFEST).read_bytes()[:-40])


def no_trees(folder: Path) -> None:
    (folder / "stage2.txt").unlink()


def cut_trees(folder: Path) -> None:
    (folder / "stage1.txt").write_bytes((folder / "stage1.txt").read_bytes()[:-400])


def changed(folder: Path, **fields: object) -> None:
    record = msgspec.json.decode((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(msgspec.json.encode(record | fields))


def other_format(folder: Path) -> None:
    changed(folder, format=99, features="of another kind")


def other_kind(folder: Path) -> None:
    changed(folder, kind="trees")


def no_stages(folder: Path) -> None:
    changed(folder, features={})


def features_of(folder: Path, *names: str) -> None:
    """Give the first stage features of other names, and hide that by mending the digests."""
    text = (folder / "stage1.txt").read_text().replace("covered", names[0]).replace("shared", names[1])
    (folder / "stage1.txt").write_text(text)
    record = msgspec.json.decode((folder / MANIFEST).read_bytes())
    digest = sha256(text.encode()).hexdigest()
    changed(folder, files=record["files"] | {"stage1.txt": digest}, features=record["features"] | {"stage1": names})


def unknown_features(folder: Path) -> None:
    features_of(folder, "covered", "telepathy")


def swapped_features(folder: Path) -> None:
    record = msgspec.json.decode((folder / MANIFEST).read_bytes())
    changed(folder, features=record["features"] | {"stage1": ["shared", "covered"]})


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (no_manifest, "manifest.json: damaged or missing"),
        (cut_manifest, "manifest.json: damaged or missing"),
        (no_trees, "stage2.txt: missing"),
        (cut_trees, "stage1.txt: damaged or cut short"),
        (other_format, "a model of ranker in format 99; accepted: ranker, format 3"),
        (other_kind, "a model of trees in format 3; accepted: ranker, format 3"),
        (no_stages, "has other stages than it says"),
        (unknown_features, r"a model with unknown features \(telepathy\)"),
        (swapped_features, "other features than manifest.json says"),
    ],
)
def test_an_unsound_model_is_refused(
    model: RankingModel, tmp_path: Path, damage: Callable[[Path], None], complaint: str
) -> None:
    model.save(tmp_path / "model")
    damage(tmp_path / "model")
    with pytest.raises(InputError, match=rf"{complaint}.*; train it again with `explanans lab train ranker`$"):
        open_ranker(str(tmp_path / "model"), KnowledgeBase.open("starter"))
