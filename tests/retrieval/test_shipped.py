"""The models that come with the package."""

from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.formats import worldtree
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index import build
from explanans.retrieval import ranker
from explanans.retrieval.ranker import default_ranker, open_ranker, rank
from explanans.retrieval.trained import SHIPPED
from explanans.structures.questions import Question

Make = Callable[..., KnowledgeBase]


@pytest.mark.parametrize("name", ["lambdamart", "stacked", "stacked-lexical", "cold"])
def test_shipped_models_rank_any_base(make_base: Make, name: str) -> None:
    knowledge = make_base(["a frog is an amphibian", "an amphibian breathes", "granite is heavy", "a frog hops|old"])
    ranking = rank(open_ranker(name, knowledge), knowledge, Question.asked("What is a frog?", "an amphibian"))
    assert ranking.facts[0] == "k1"
    assert ranking.facts[-1] == "k4"
    assert open_ranker(name, knowledge).scores(Question.asked("Qwertz?", "the")).tolist() == [0.0] * 4


@pytest.mark.parametrize("name", ["stacked", "stacked-lexical"])
def test_nothing_speaks_for_facts_about_other_things(name: str) -> None:
    ranker = open_ranker(name, KnowledgeBase.open("starter"))
    assert not ranker.scores(Question.asked("Wer spielt Geige?", "Anna")).any()


def test_the_default_draws_on_explanations_where_there_are_enough(make_base: Make) -> None:
    assert default_ranker(KnowledgeBase.open("starter")) == "stacked"
    assert default_ranker(make_base(["a frog hops"])) == "fusion:sum:cold+meaning"


def test_the_default_does_not_make_vectors_of_very_many_facts(
    make_base: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranker, "LARGE", 1)
    knowledge = make_base(["a frog hops", "a newt swims"])
    assert default_ranker(knowledge) == "cold"
    build([knowledge.name], tmp_path / "index")
    assert default_ranker(KnowledgeBase.open(tmp_path / "index")) == "fusion:sum:cold+meaning"
    monkeypatch.setattr(ranker, "_ENOUGH", 0)
    assert default_ranker(KnowledgeBase.open(tmp_path / "index")) == "stacked"
    assert default_ranker(knowledge) == "stacked-lexical"


@pytest.mark.parametrize(("name", "least"), [("cold", 0.45), ("lambdamart", 0.59), ("stacked", 0.62)])
def test_worldtree_dev(worldtree_folder: Path, name: str, least: float) -> None:
    """A tenth of the questions; docs/ranking.md has the figures for all."""
    knowledge = KnowledgeBase.open(worldtree_folder)
    lines = read_lines(worldtree_folder / "questions/questions.dev.tsv")
    questions = list(worldtree.decode_questions(lines, "dev"))[::10]
    opened = open_ranker(name, knowledge)
    report = evaluate_rankings(questions, (rank(opened, knowledge, question) for question in questions))
    assert report.details.incomplete == len(report.details.unranked) == 0
    assert (report["map"] or 0) >= least


def test_the_shipped_models_are_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.rglob("*") if file.is_file()) < 20_000_000
