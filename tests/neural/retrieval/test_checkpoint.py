"""Checkpoints: what is written, what is read again, and what is never left behind."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError, StorageError
from explanans.knowledge.base import KnowledgeBase
from explanans.neural.core.checkpoint import Manifest, Schedule, read_manifest, save_checkpoint, versions
from explanans.neural.core.encoder import Encoder
from explanans.neural.retrieval.bi_encoder import BiEncoder
from explanans.neural.retrieval.reranker import CrossEncoder, PairScorer
from explanans.retrieval.ranker import open_ranker

from .conftest import QUESTIONS, bytes_of, taught, tuned

SCHEDULE = Schedule(epochs=2, batch=4, rate=1e-3, seed=5)


def manifest(ranker: str) -> Manifest:
    return Manifest(network=ranker, start="tiny", data="six", examples=6, schedule=SCHEDULE, versions=versions())


def fine_tuned(knowledge: KnowledgeBase, tiny: Path) -> Encoder:
    return tuned(Encoder.open(tiny), knowledge, SCHEDULE)


def test_a_bi_encoder_ranks_the_same_when_it_is_opened_again(
    knowledge: KnowledgeBase, tiny: Path, tmp_path: Path
) -> None:
    encoder = fine_tuned(knowledge, tiny)
    save_checkpoint(encoder, tmp_path / "new" / "bi", manifest("bi-encoder"))
    opened = open_ranker(f"bi-encoder:{tmp_path}/new/bi", knowledge)
    for question in QUESTIONS:
        assert opened.scores(question).tolist() == BiEncoder(knowledge, encoder).scores(question).tolist()


def test_a_cross_encoder_ranks_the_same_when_it_is_opened_again(
    knowledge: KnowledgeBase, tiny: Path, tmp_path: Path
) -> None:
    scorer = taught(PairScorer.untrained(tiny), knowledge, SCHEDULE)
    save_checkpoint(scorer, tmp_path / "cross", manifest("cross-encoder"))
    opened = open_ranker(f"cross-encoder:{tmp_path}/cross", knowledge)
    for question in QUESTIONS:
        assert opened.scores(question).tolist() == CrossEncoder(knowledge, scorer).scores(question).tolist()
    assert min(CrossEncoder(knowledge, f"{tmp_path}/cross", depth=5).scores(QUESTIONS[0])) < 0
    assert min(CrossEncoder(knowledge, f"all:{tmp_path}/cross", depth=5).scores(QUESTIONS[0])) > 0


def test_the_same_seed_gives_the_same_files(knowledge: KnowledgeBase, tiny: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        save_checkpoint(fine_tuned(knowledge, tiny), tmp_path / name, manifest("bi-encoder"))
    files = bytes_of(tmp_path / "one")
    assert files == bytes_of(tmp_path / "two")
    assert files.keys() >= {"model.safetensors", "config.json", "tokenizer.json", "manifest.json"}
    assert len({file.stat().st_mode for file in (tmp_path / "one").iterdir()}) == 1
    assert not [name for name in files if name.endswith((".bin", ".pt", ".pkl"))]
    assert not [name for name, content in files.items() if str(tiny).encode() in content]


def test_the_manifest_says_how_it_was_trained(tiny: Path, tmp_path: Path) -> None:
    save_checkpoint(Encoder.open(tiny), tmp_path / "bi", manifest("bi-encoder"))
    assert read_manifest(tmp_path / "bi") == manifest("bi-encoder")
    written = json.loads((tmp_path / "bi" / "manifest.json").read_text())
    assert written["schedule"] == {
        "epochs": 2,
        "batch": 4,
        "rate": 0.001,
        "seed": 5,
        "accumulate": 1,
        "optimiser": "adamw",
        "decay": 0.01,
        "warm_up": 0.1,
        "choose_by": "loss",
    }
    assert written["versions"].keys() == {"explanans", "torch", "transformers", "tokenizers"}


def test_a_checkpoint_replaces_an_older_one(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bi"
    for ranker in ("older", "newer"):
        save_checkpoint(Encoder.open(tiny), folder, manifest(ranker))
    assert read_manifest(folder).network == "newer"
    assert [entry.name for entry in tmp_path.iterdir()] == ["bi"]


def test_other_files_are_not_replaced(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").touch()
    for target, found in ((tmp_path / "thesis", "holds other files"), (tmp_path / "thesis" / "thesis.tex", "a file")):
        with pytest.raises(InputError, match=f": {found}; accepted: a new or empty folder, or a checkpoint"):
            save_checkpoint(Encoder.open(tiny), target, manifest("bi-encoder"))
    assert (tmp_path / "thesis" / "thesis.tex").exists()


def test_an_interrupted_save_leaves_the_older_checkpoint(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bi"
    encoder = Encoder.open(tiny)
    save_checkpoint(encoder, folder, manifest("older"))
    before = bytes_of(folder)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(encoder.tokenizer, "save_pretrained", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_checkpoint(encoder, folder, manifest("newer"))
    assert bytes_of(tmp_path) == {f"bi/{name}": content for name, content in before.items()}


def test_a_place_that_cannot_be_written(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot be written"):
        save_checkpoint(Encoder.open(tiny), tmp_path / "file" / "bi", manifest("bi-encoder"))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(None, "no manifest of a checkpoint"), (b"{}", "no manifest of a checkpoint"), (b"[", "no manifest")],
)
def test_no_manifest(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        read_manifest(tmp_path)


def test_a_manifest_of_another_format(tiny: Path, tmp_path: Path) -> None:
    save_checkpoint(Encoder.open(tiny), tmp_path / "bi", manifest("bi-encoder"))
    path = tmp_path / "bi" / "manifest.json"
    path.write_text(path.read_text().replace('"format": 1', '"format": 99'))
    with pytest.raises(InputError, match="format 99; accepted: format 1"):
        read_manifest(tmp_path / "bi")
