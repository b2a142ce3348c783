"""Training by name, into a folder from which the ranker is opened."""

from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.rankers import train_ranker
from explanans.lab.networks.retrieval import RECIPES, Recipe
from explanans.neural.core.checkpoint import Schedule, read_manifest
from explanans.neural.retrieval.reranker import PairScorer
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.facts import Role
from explanans.structures.questions import GoldFact
from explanans.structures.rankings import RelevanceJudgment
from tests.neural.retrieval.conftest import QUESTIONS, make_knowledge


@pytest.mark.parametrize("name", RECIPES)
def test_each_ranker_is_trained_kept_and_opened(
    knowledge: KnowledgeBase, tiny: Path, tmp_path: Path, name: str
) -> None:
    ratings = [RelevanceJudgment("q1", "k1", 6), RelevanceJudgment("q1", "k2", 0)]
    recipe = Recipe(name, Schedule(epochs=1, batch=2, rate=1e-3, seed=4), str(tiny))
    train_ranker(recipe, knowledge, QUESTIONS, tmp_path / "out", ratings)
    manifest = read_manifest(tmp_path / "out")
    assert (manifest.network, manifest.start, manifest.examples) == (name, tiny.name, 6)
    assert manifest.schedule == recipe.schedule
    assert open_ranker(f"{name}:{tmp_path}/out", knowledge).scores(QUESTIONS[0]).shape == (6,)


@pytest.mark.parametrize("name", RECIPES)
def test_the_epoch_is_chosen_by_average_precision(tiny: Path, tmp_path: Path, name: str) -> None:
    questions = [replace(item, id=f"{item.id}{part}") for part in "ab" for item in QUESTIONS]
    knowledge = make_knowledge(tmp_path, questions)
    ratings = [RelevanceJudgment(item.id, item.explanation[0].fact, 6) for item in questions]
    recipe = Recipe(name, Schedule(epochs=3, batch=4, rate=5e-3, choose_by="measure"), str(tiny), random=3, near=0)
    trained = train_ranker(recipe, knowledge, questions, tmp_path / "out", ratings)
    assert (trained.examples, trained.held_out, trained.measure) == (11, 1, "MAP")
    assert trained.measures[trained.epoch - 1] == max(trained.measures)
    assert len(trained.losses) == 3


def test_a_ranker_in_its_own_terms(knowledge: KnowledgeBase, tiny: Path, tmp_path: Path) -> None:
    schedule = Schedule(epochs=1, batch=2, rate=1e-3)
    recipe = Recipe("cross-encoder", schedule, str(tiny), window=12, first="tfidf", depth=3)
    train_ranker(recipe, knowledge, QUESTIONS, tmp_path / "out")
    assert PairScorer.open(tmp_path / "out").window == 12
    for depth in (1, 4):
        ranker = open_ranker(f"cross-encoder:{tmp_path}/out,depth={depth},first=tfidf", knowledge)
        assert (ranker.scores(QUESTIONS[0]) >= 0).sum() == depth
    with pytest.raises(InputError, match="a depth of 'two'; accepted: a whole number"):
        open_ranker(f"graded:{tmp_path}/out,depth=two", knowledge)
    with pytest.raises(InputError, match="a window of 9999 tokens; accepted: from 8 to 512"):
        PairScorer.untrained(tiny, window=9999)
    with pytest.raises(InputError, match="0 random and 0 near facts"):
        replace(recipe, random=0, near=0)


def test_roles_are_graded_where_there_are_no_ratings(tiny: Path, tmp_path: Path) -> None:
    roles = (GoldFact("k1", Role.CENTRAL), GoldFact("k2", Role.GROUNDING), GoldFact("k3", Role.LEXGLUE))
    question = replace(QUESTIONS[0], explanation=roles)
    knowledge = make_knowledge(tmp_path, [question])
    schedule = Schedule(epochs=100, batch=6, rate=2e-3, seed=1)
    train_ranker(
        replace(RECIPES["graded"], encoder=str(tiny), schedule=schedule), knowledge, [question], tmp_path / "out"
    )
    ranking = rank(open_ranker(f"graded:{tmp_path}/out", knowledge), knowledge, question)
    assert ranking.facts[:3] == ("k1", "k2", "k3")
    assert ranking.scores[:4] == pytest.approx([1, 2 / 3, 1 / 3, 0], abs=0.2)


def test_facts_beside_the_question(tiny: Path, tmp_path: Path) -> None:
    facts = tuple(GoldFact(fact, Role.CENTRAL) for fact in ("k1", "k2", "k3"))
    question = replace(QUESTIONS[0], explanation=facts)
    knowledge = make_knowledge(tmp_path, [question])
    weights = []
    for context in (0, 2):
        out = tmp_path / f"out-{context}"
        recipe = Recipe("cross-encoder", Schedule(epochs=2, batch=2, rate=1e-3), str(tiny), context=context)
        train_ranker(recipe, knowledge, [question], out)
        weights.append((out / "model.safetensors").read_bytes())
        assert open_ranker(f"iterative:near:cross-encoder:{out}", knowledge).scores(question).shape == (6,)
    assert weights[0] != weights[1]


def test_another_name(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'bm25'; accepted: bi-encoder, cross-encoder, graded, regression"):
        train_ranker(replace(RECIPES["graded"], ranker="bm25"), knowledge, QUESTIONS, tmp_path / "out")


def test_a_failure_leaves_nothing(knowledge: KnowledgeBase, tiny: Path, tmp_path: Path) -> None:
    strangers = [RelevanceJudgment("q9", "k1", 3)]
    with pytest.raises(InputError, match="none of the ratings"):
        train_ranker(replace(RECIPES["graded"], encoder=str(tiny)), knowledge, QUESTIONS, tmp_path / "out", strangers)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_taken_is_refused_before_training(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(InputError, match="holds other files"):
        train_ranker(replace(RECIPES["graded"], encoder="nowhere"), knowledge, QUESTIONS, tmp_path)


@pytest.mark.parametrize(("epochs", "batch", "rate", "seed"), [(0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 0, 0), (1, 1, 1, -1)])
def test_a_schedule_that_cannot_be_followed(epochs: int, batch: int, rate: float, seed: int) -> None:
    with pytest.raises(InputError, match="accepted: at least one epoch"):
        Schedule(epochs, batch, rate, seed)
