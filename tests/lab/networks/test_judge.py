"""A judge that is trained whole, on a dozen lessons and a few texts."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from explanans.entailment.judge.base import Pair, judged, open_judge
from explanans.entailment.judge.trained import COMBINATION, PAIRS
from explanans.errors import InputError
from explanans.lab.datasets.judged import decode
from explanans.lab.judge.curriculum import TrainingData
from explanans.lab.networks.judge import SENTENCES, JudgeTraining, train_judge
from explanans.learning import embedder
from explanans.learning import nli as reader
from explanans.learning.model import MANIFEST, read_manifest
from explanans.learning.onnx import GRAPH, TOKENIZER
from explanans.neural.core.checkpoint import Schedule
from explanans.structures.labels import LabelledDocument
from tests.lab.networks.small_reader import LESSONS, encoder
from tests.neural.retrieval.conftest import bytes_of

SCHEDULE = Schedule(epochs=2, batch=400, rate=3e-3, seed=3)


def text(number: int) -> LabelledDocument:
    """Return a text with one claim of each kind."""
    thing = ("ice", "wood", "cork", "wax", "oil", "foam")[number]
    lines = (
        *(f"# Text {number}", f"{thing.title()} floats in water. Iron sinks."),
        *(f"+: {thing.title()} floats.", f"-: {thing.title()} sinks in water.", f"?: {thing.title()} is old."),
    )
    return next(iter(decode(lines, "text")))


@pytest.fixture(scope="module")
def taught() -> TrainingData:
    return TrainingData(LESSONS, LESSONS[:2], tuple(map(text, range(6))))


@pytest.fixture(scope="module")
def how(tmp_path_factory: pytest.TempPathFactory) -> JudgeTraining:
    return JudgeTraining(encoder(tmp_path_factory.mktemp("small") / "small"), SCHEDULE)


@pytest.fixture(scope="module")
def made(how: JudgeTraining, taught: TrainingData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judge") / "mine"
    learnt = train_judge(how, taught, folder)
    assert learnt == {"encoder": "small", "epochs": 2, **taught.origin()}
    return folder


def test_its_folder_tells_what_it_was_made_from(made: Path, taught: TrainingData) -> None:
    assert {path.name for path in made.iterdir()} == {PAIRS, SENTENCES, COMBINATION}
    graphs = {GRAPH, embedder.WORDS}
    for name, kind, files in ((PAIRS, reader.KIND, {GRAPH}), (SENTENCES, embedder.KIND, graphs)):
        manifest = read_manifest(made / name, kind)
        assert {path.name for path in (made / name).iterdir()} == {*files, TOKENIZER, MANIFEST}
        assert manifest.files == {
            file: sha256((made / name / file).read_bytes()).hexdigest() for file in (*files, TOKENIZER)
        }
        assert {"explanans", "onnxruntime", "torch"} <= manifest.versions.keys()
    assert read_manifest(made / PAIRS, reader.KIND).data["lessons_sha256"] == taught.origin()["lessons_sha256"]


def test_it_is_opened_and_judges(made: Path) -> None:
    judge = open_judge(made)
    pair = Pair(("Ice floats in water.",), "Ice sinks.")
    (judgement,) = judged(judge, [pair])
    assert judged(open_judge(f"trained-judge:{made}"), [pair]) == (judgement,)


def test_the_same_seed_gives_the_same_bytes(
    made: Path, how: JudgeTraining, taught: TrainingData, tmp_path: Path
) -> None:
    train_judge(how, taught, tmp_path / "again")
    assert bytes_of(tmp_path / "again") == bytes_of(made)


def test_the_network_of_another_judge_is_taken_as_it_is(made: Path, taught: TrainingData, tmp_path: Path) -> None:
    train_judge(JudgeTraining(schedule=SCHEDULE, network=made), taught, tmp_path / "around")
    assert bytes_of(tmp_path / "around") == bytes_of(made)
    with pytest.raises(InputError, match=r"damaged or missing .*train it again with `explanans lab train judge`$"):
        train_judge(JudgeTraining(network=tmp_path), taught, tmp_path / "none")


def test_claims_of_all_kinds_are_needed(made: Path, taught: TrainingData, tmp_path: Path) -> None:
    half = tuple(replace(item, claims=item.claims[:1]) for item in taught.combination)
    with pytest.raises(InputError, match=r"^the claims are not of all kinds; "):
        train_judge(JudgeTraining(network=made), replace(taught, combination=half), tmp_path / "none")
    assert not (tmp_path / "none").exists()
