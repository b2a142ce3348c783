"""The cosines of encoders from files, and what a ranker that is trained on them does with them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.rank.features.extractor import Extractor
from explanans.train.fold_cosines import FoldCosines
from explanans.train.ranker import FIRST, lessons, train


@pytest.fixture(scope="module")
def knowledge() -> KnowledgeBase:
    return KnowledgeBase.open("starter")


@pytest.fixture
def folder(knowledge: KnowledgeBase, tmp_path: Path) -> Path:
    names = [question.id for question in knowledge.questions]
    generator = np.random.default_rng(0)
    np.save(tmp_path / "fine-tuned.npy", generator.random((len(names), len(knowledge.facts))).astype(np.float16))
    (tmp_path / "questions.txt").write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    (tmp_path / "encoder").mkdir()
    (tmp_path / "encoder" / "config.json").write_text("{}", encoding="utf-8")
    return tmp_path


def test_each_question_has_its_row(knowledge: KnowledgeBase, folder: Path) -> None:
    cosines = FoldCosines.read(folder, knowledge)
    stored = np.load(folder / "fine-tuned.npy")
    for number in (0, 7, len(stored) - 1):
        assert cosines.of(knowledge.questions[number]).tolist() == stored[number].tolist()


def test_lessons_see_the_row_of_their_question_and_the_model_keeps_the_encoder(
    knowledge: KnowledgeBase, folder: Path
) -> None:
    cosines = FoldCosines.read(folder, knowledge)
    extractor = Extractor(knowledge, with_explanations=False, with_encoder=True)
    column = extractor.names.index("meaning")
    for lesson in lessons(extractor, 0, cosines)[::50]:
        wanted = cosines.of(lesson.question)[lesson.shortlist.numbers]
        assert lesson.shortlist.own[:, column] == pytest.approx(wanted)
    model = train(extractor, seed=0, cosines=cosines, growths=[replace(FIRST, trees=2, leaves=7)])
    assert "meaning_rank" in model.stages[0].features
    model.save(folder / "model")
    assert (folder / "model" / "encoder" / "config.json").read_text(encoding="utf-8") == "{}"


def no_scores(folder: Path) -> None:
    (folder / "fine-tuned.npy").unlink()


def other_facts(folder: Path) -> None:
    np.save(folder / "fine-tuned.npy", np.zeros((3, 4), dtype=np.float16))


def pickled(folder: Path) -> None:
    np.save(folder / "fine-tuned.npy", np.array([{}, {}], dtype=object), allow_pickle=True)


def other_questions(folder: Path) -> None:
    text = (folder / "questions.txt").read_text(encoding="utf-8")
    (folder / "questions.txt").write_text(f"stranger\n{text.partition(chr(10))[2]}", encoding="utf-8")


def no_encoder(folder: Path) -> None:
    (folder / "encoder" / "config.json").unlink()
    (folder / "encoder").rmdir()


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (no_scores, "fine-tuned.npy: not the cosines of an encoder"),
        (pickled, "fine-tuned.npy: not the cosines of an encoder"),
        (other_facts, r"shape \(3, 4\), where \d+ questions and \d+ facts belong"),
        (other_questions, "lacks the training question"),
        (no_encoder, "encoder: missing"),
    ],
)
def test_what_cannot_be_used_is_named(
    knowledge: KnowledgeBase, folder: Path, damage: Callable[[Path], None], complaint: str
) -> None:
    damage(folder)
    with pytest.raises(InputError, match=f"{complaint}.*; accepted: a folder that `explanans train fold-scores"):
        FoldCosines.read(folder, knowledge)
