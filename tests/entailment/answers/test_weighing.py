from pathlib import Path

import msgspec
import numpy as np
import pytest

from explanans.entailment.answers.weighing import NAMES, SEEN, AskedChoice, Weighing, describe
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.learning.embedder import Embedder
from explanans.learning.model import BoostedModel, Origin
from explanans.learning.nli import softmax
from explanans.structures.verdicts import Status, Verdict

UNKNOWN = Verdict(Status.UNKNOWN, 0.1, ())


def choices(*texts: str) -> list[AskedChoice]:
    return [AskedChoice(text, f"ice is made of {text}", UNKNOWN) for text in texts]


def test_features_tell_only_what_sets_choices_apart() -> None:
    knowledge = KnowledgeBase.of(["Ice is made of frozen water.", "Glass is made of sand.", "Bees make honey."])
    found = describe(knowledge, "What is ice made of?", choices("water", "sand", "honey"))
    assert found.shape == (3, len(NAMES))
    assert np.isfinite(found).all()
    assert found[:, : len(SEEN)].mean(axis=0) == pytest.approx(0)
    assert found[:, len(SEEN) :].max(axis=0) == pytest.approx(0)
    assert found[0, NAMES.index("covered_below_best")] == 0
    alone = describe(knowledge, "What is ice made of?", choices("water"))
    assert alone.tolist() == [[0.0] * len(NAMES)]


def test_the_nearer_choice_has_the_greater_chance() -> None:
    knowledge = KnowledgeBase.of(["Ice is made of frozen water.", "Glass is made of sand.", "Bees make honey."])
    chances = Weighing.shipped().chances(describe(knowledge, "What is ice made of?", choices("water", "sand")))
    assert chances.sum() == pytest.approx(1)
    assert chances[0] > chances[1]


def test_right_answers_to_other_questions_tell_but_not_the_same_statement() -> None:
    knowledge = KnowledgeBase.of(["Ice is made of frozen water.", "Glass is made of sand."])
    embed = Embedder.shipped().embed
    column = NAMES.index("known_above_mean")

    def known(*texts: str) -> list[float]:
        asked = choices("water", "sand")
        found: list[float] = describe(knowledge, "What is ice made of?", asked, embed(list(texts)))[:, column].tolist()
        return found

    water, sand = known("snow and hail consist of water", "steam consists of water")
    assert water == pytest.approx(-sand)
    assert water > 0.05
    assert known("ice is made of water", "ice is made of sand") == [0.0, 0.0]
    nothing = describe(knowledge, "What is ice made of?", choices("water", "sand"))
    assert nothing[:, column].tolist() == [0.0, 0.0]


def test_chances_do_not_overflow() -> None:
    assert softmax(np.array([1e4, 0.0])).tolist() == [1.0, 0.0]


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    model = Weighing({name: float(number) for number, name in enumerate(NAMES)}, Origin({}, 0))
    model.save(tmp_path / "good")
    assert Weighing.load(tmp_path / "good").weights == model.weights
    BoostedModel("answers", {}, {"support": 1.0}, Origin({}, 0)).save(tmp_path / "bad")
    with pytest.raises(InputError, match="weights of other features"):
        Weighing.load(tmp_path / "bad")
    known = msgspec.json.decode((tmp_path / "good" / "known.json").read_bytes())
    assert sorted(known) == sorted(NAMES)
