"""The bi-encoder: frozen, fine-tuned, kept and opened again."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import torch

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks import retrieval
from explanans.lab.networks.retrieval import RECIPES, Example, gather_examples, ranking_loss
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.encoder import Encoder
from explanans.neural.retrieval.bi_encoder import BiEncoder
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.questions import Choice, Question

from .conftest import QUESTIONS, tuned

SCHEDULE = Schedule(epochs=30, batch=3, rate=5e-3, seed=1)


@pytest.fixture(scope="module")
def trained(knowledge: KnowledgeBase, tiny: Path) -> Encoder:
    return tuned(Encoder.open(tiny), knowledge, SCHEDULE)


def test_a_frozen_encoder_finds_a_fact_that_shares_no_word(minilm: str, tmp_path: Path) -> None:
    (tmp_path / "facts.txt").write_text(
        "Frogs live in ponds.\nHeat turns a solid into a liquid.\nRocks are hard.\nIron rusts.\nAn oak is a tree.\n"
    )
    facts = KnowledgeBase.open(tmp_path / "facts.txt")
    question = Question.asked("Why does an ice cube become water in the sun?", "it melts")
    best, second = sorted(open_ranker("bi-encoder", facts).scores(question).tolist(), reverse=True)[:2]
    assert rank(open_ranker("bi-encoder", facts), facts, question).facts[0].endswith("#2")
    assert best > 0.3 > second


def test_training_teaches_the_pairs(knowledge: KnowledgeBase, trained: Encoder, tiny: Path) -> None:
    def right(encoder: Encoder) -> int:
        ranker = BiEncoder(knowledge, encoder)
        return sum(rank(ranker, knowledge, item).facts[0] == item.explanation[0].fact for item in QUESTIONS)

    assert right(Encoder.open(tiny)) < len(QUESTIONS)
    assert right(trained) == len(QUESTIONS)


def test_scores_are_cosines(knowledge: KnowledgeBase, trained: Encoder) -> None:
    scores = BiEncoder(knowledge, trained).scores(QUESTIONS[0])
    query, *facts = trained.encode(["What is cold? snow", *(fact.text for fact in knowledge.facts)])
    assert scores.tolist() == pytest.approx([float(query @ fact) for fact in facts], abs=1e-6)
    assert abs(scores).max() <= 1 + 1e-6


def test_the_same_seed_gives_the_same_weights(knowledge: KnowledgeBase, tiny: Path) -> None:
    def weights(seed: int) -> list[bytes]:
        encoder = tuned(Encoder.open(tiny), knowledge, Schedule(epochs=2, batch=4, rate=1e-3, seed=seed))
        return [tensor.numpy().tobytes() for tensor in encoder.model.state_dict().values()]

    assert weights(3) == weights(3)
    assert weights(3) != weights(4)


def cost(encoder: Encoder, query: str, positive: str, others: list[str]) -> float:
    """Return what a fact that explains a question costs among others, in numpy."""
    asked, *facts = encoder.encode([query, positive, *others])
    logits = 20 * np.array([asked @ fact for fact in facts])
    return float(np.log(np.exp(logits).sum()) - logits[0])


def test_the_loss_worked_out_by_hand(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    examples = [
        Example("cold snow", {"ice": 1.0, "air": 1.0}, ("iron",)),
        Example("stone", {"granite": 1.0, "ice": 1.0}, ()),
    ]
    expected = [
        cost(encoder, "cold snow", "ice", ["iron", "granite"]),
        cost(encoder, "cold snow", "air", ["iron", "granite"]),
        cost(encoder, "stone", "granite", ["air", "iron"]),
        cost(encoder, "stone", "ice", ["air", "iron"]),
    ]
    with torch.inference_mode():
        assert ranking_loss(encoder, examples).item() == pytest.approx(np.mean(expected), rel=1e-4)


def test_what_is_told_is_neither_learnt_nor_a_rival(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    examples = [
        Example("cold snow [SEP] ice", {"ice": 0.0, "air": 1.0}, ("iron",)),
        Example("stone", {"granite": 1.0}, ()),
    ]
    expected = [
        cost(encoder, "cold snow [SEP] ice", "air", ["iron", "granite"]),
        cost(encoder, "stone", "granite", ["ice", "air", "iron"]),  # what is told elsewhere competes here
    ]
    with torch.inference_mode():
        assert ranking_loss(encoder, examples).item() == pytest.approx(np.mean(expected), rel=1e-4)


def test_other_facts_of_the_base_compete_with_those_of_the_batch(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    examples = [Example("stone", {"granite": 1.0}, ("air",))]
    with torch.inference_mode():
        for others, rivals in ((["wood"], ["air", "wood"]), (["granite", "air", "wood", "wood"], ["air", "wood"])):
            found = ranking_loss(encoder, examples, others).item()
            assert found == pytest.approx(cost(encoder, "stone", "granite", rivals), rel=1e-4)


def test_a_fact_without_rivals_costs_nothing(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    loss = ranking_loss(encoder, [Example("stone", {"granite": 1.0}, ())])
    loss.backward()
    assert loss.item() == pytest.approx(0, abs=1e-6)
    gradients = [weights.grad for weights in encoder.model.parameters() if weights.grad is not None]
    assert gradients
    assert all(gradient.isfinite().all() for gradient in gradients)


def test_the_vectors_of_facts_are_computed_once(
    knowledge: KnowledgeBase, trained: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path))
    first = BiEncoder(knowledge, trained).scores(QUESTIONS[0])
    (kept,) = (tmp_path / "embeddings").iterdir()
    calls: list[int] = []
    monkeypatch.setattr(Encoder, "encode", counted(trained, calls))
    assert BiEncoder(knowledge, trained).scores(QUESTIONS[0]).tolist() == first.tolist()
    assert calls == [1]  # the question
    kept.write_bytes(kept.read_bytes()[:-7])
    assert BiEncoder(knowledge, trained).scores(QUESTIONS[0]).tolist() == first.tolist()
    assert calls == [1, 6, 1]


def counted(encoder: Encoder, calls: list[int]) -> object:
    encode = encoder.encode

    def count(_: Encoder, texts: list[str]) -> object:
        calls.append(len(texts))
        return encode(texts)

    return count


def test_another_encoder_has_vectors_of_its_own(
    knowledge: KnowledgeBase, trained: Encoder, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path))
    for encoder in (trained, Encoder.open(tiny)):
        BiEncoder(knowledge, encoder)
    assert len(list((tmp_path / "embeddings").iterdir())) == 2


def test_a_cache_that_cannot_be_written(
    knowledge: KnowledgeBase,
    trained: Encoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "file"))
    assert BiEncoder(knowledge, trained).scores(QUESTIONS[0]).shape == (6,)
    assert "are not kept" in caplog.text


def test_one_lookalike_is_drawn() -> None:
    chance = np.random.default_rng(0)
    example, recipe = Example("q", {"f": 1.0}, ("a", "b", "c")), RECIPES["bi-encoder"]
    drawn = [retrieval._drawn(example, recipe, chance) for _ in range(50)]
    assert {item.lookalikes for item in drawn} == {("a",), ("b",), ("c",)}
    assert {item.query for item in drawn} == {"q"}
    assert retrieval._drawn(Example("q", {"f": 1.0}, ()), recipe, chance).lookalikes == ()


def test_facts_of_the_explanation_are_told_but_never_all() -> None:
    chance = np.random.default_rng(0)
    recipe = replace(RECIPES["bi-encoder"], context=2)
    told = set()
    for _ in range(200):
        drawn = retrieval._drawn(Example("q", {"f": 1.0, "g": 1.0, "h": 1.0}, ("a",)), recipe, chance)
        query, *beside = drawn.query.split(" [SEP] ")
        assert query == "q"
        assert drawn.positives == {fact: float(fact not in beside) for fact in ("f", "g", "h")}
        told.add(tuple(beside))
    assert told == {(), *(tuple(some) for size in (1, 2) for some in permutations(("f", "g", "h"), size))}
    assert retrieval._drawn(Example("q", {"f": 1.0}, ("a",)), recipe, chance).query == "q"


def test_a_key_that_names_no_choice(knowledge: KnowledgeBase, trained: Encoder) -> None:
    with pytest.raises(InputError, match="names no choice"):
        BiEncoder(knowledge, trained).scores(Question("q", "What is it?", (Choice("A", "ice"),), "C"))


def test_questions_that_nothing_explains(knowledge: KnowledgeBase) -> None:
    with pytest.raises(InputError, match="explains any of the questions; accepted: explained questions"):
        gather_examples(knowledge, [Question.asked("What is cold?", "snow")])
