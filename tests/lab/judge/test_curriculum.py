"""What the judge that ships learns from, over a few of its texts and the data sets."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge import curriculum as module
from explanans.lab.judge.curriculum import TrainingData, curriculum, parted
from explanans.lab.judge.examples import Mark, TrainingClaim, TrainingExample
from explanans.lab.judge.premises import TEXTS
from explanans.lab.judge.texts import held_out_texts, training_texts
from explanans.lab.judge.written import WrittenClaims, digest, taught_claim, write_claims
from explanans.structures.verdicts import Status
from tests.data_sets import present
from tests.lab.judge.test_written import CLAIM


@pytest.fixture(autouse=True)
def _few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    few, others = training_texts()[:14], held_out_texts()[:2]
    monkeypatch.setattr(module, "training_texts", lambda: few)
    monkeypatch.setattr(module, "held_out_texts", lambda: others)
    monkeypatch.setattr(module, "_PAIRS", {"help": 5})


def test_what_is_held_out_is_not_learnt_by_the_network(data_folder: Path) -> None:
    present(data_folder / "inference")
    taught = curriculum(data_folder, 0, None)
    assert list(taught.combination) == [*training_texts()[:14:7], *held_out_texts()[:2]]
    learnt = {paragraph for lesson in taught.network for paragraph in lesson.premises}
    assert not [text.title for text in taught.combination if learnt.intersection(text.paragraphs)]
    assert set(taught.refining) <= set(taught.network)
    origin = taught.origin()
    assert origin["lessons"] == len(taught.network)
    assert origin["held_out_texts"] == 4
    assert origin["written_claims"] == 0


def test_claims_that_a_model_wrote_are_learnt_beside_texts_of_the_data_sets(data_folder: Path, tmp_path: Path) -> None:
    present(data_folder / "inference")
    learnt, held_out = parted()
    seen, unseen = (" ".join(text.paragraphs) for text in (learnt[0], held_out[0]))
    items = [WrittenClaims(TEXTS, (digest(text),), (CLAIM,)) for text in (seen, unseen)]
    write_claims(items, tmp_path / "own.jsonl.gz")
    taught = curriculum(data_folder, 0, tmp_path / "own.jsonl.gz")
    (lesson,) = [item for item in taught.network if taught_claim(CLAIM) in item.claims]
    assert lesson.premises == (seen,)
    assert lesson not in taught.refining
    assert taught.origin()["written_claims"] == 1


def test_a_digest_of_lessons_is_that_of_any_process() -> None:
    lesson = TrainingExample(
        ("Ice floats.",), (TrainingClaim("Iron floats.", UNSUPPORTED, (Mark(5, 11, Status.UNKNOWN),)),)
    )
    origin = TrainingData((lesson,), (), ()).origin()
    assert str(origin["lessons_sha256"]).startswith("08a8a2fd11bb12ba")


def test_data_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        curriculum(tmp_path, 0)
