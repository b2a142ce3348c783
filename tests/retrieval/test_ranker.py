"""Rankers by name, those of other packages among them, and the order of facts."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline.explainer import Explainer
from explanans.retrieval.baselines.bm25 import Bm25, Unification
from explanans.retrieval.ranker import open_ranker, order, rank, ranker_names
from explanans.structures.questions import Question

TABLE = """\
THING\t[FILL] is a kind of\tKIND\t[SKIP] DEP\t[SKIP] UID
granite\tis a kind of\trock\tsee k3\tk1
ice\tis a kind of\tsolid\t\tk2
granite\tis a kind of\trock\t\tk3
basalt\tis a kind of\trock\tsee k5\tk4
basalt\tis a kind of\trock\t\tk5
air\tis a kind of\tgas\t\tk6
"""


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """Rocks, two of them superseded."""
    path = tmp_path_factory.mktemp("rocks") / "KINDOF.tsv"
    path.write_text(TABLE)
    return KnowledgeBase.open(path)


class Fixed:
    """A ranker that gives the scores that it was made with."""

    def __init__(self, *scores: float) -> None:
        self._scores = np.array(scores)

    def scores(self, question: Question) -> NDArray[np.float64]:
        return self._scores


QUESTION = Question.asked("Which rock is heavy?", "basalt")


def test_built_in_rankers(knowledge: KnowledgeBase) -> None:
    assert set(ranker_names()) >= {"bm25", "unification"}
    assert isinstance(open_ranker("bm25", knowledge), Bm25)
    assert isinstance(open_ranker("unification", knowledge), Unification)


@pytest.mark.parametrize("name", ["", "BM25", "explanans.retrieval.baselines.bm25:Bm25"])
def test_an_unknown_name(knowledge: KnowledgeBase, name: str) -> None:
    with pytest.raises(InputError, match=r"^no ranker is called '.*'; accepted: .*bm25.*unification$"):
        open_ranker(name, knowledge)


def test_a_ranker_of_another_package(knowledge: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ranker_names()
    install_shortest(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert ranker_names() == tuple(sorted((*before, "shortest")))
    explanation = Explainer(knowledge, "shortest").explain("Which gas is it?", "air")
    assert explanation.facts[0].fact.id == "k6"
    assert "|ranker:shortest|" in explanation.signature


def install_shortest(site: Path) -> None:
    """Lay out a package with a ranker that prefers short facts, as pip would have installed it."""
    information = site / "shortest-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: shortest\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[explanans.rankers]\nshortest = shortest_ranker:Shortest\n")
    (site / "shortest_ranker.py").write_text(
        "import numpy as np\n\n\n"
        "class Shortest:\n"
        "    def __init__(self, knowledge):\n"
        "        self.knowledge = knowledge\n\n"
        "    def scores(self, question):\n"
        "        return np.array([1 / len(fact.text) for fact in self.knowledge.facts])\n"
    )


def test_superseded_facts_come_last_however_well_they_score(knowledge: KnowledgeBase) -> None:
    ranking = rank(Fixed(0.9, 0.1, 0.2, 0.95, 0.4, 0.3), knowledge, QUESTION)
    assert ranking.facts == ("k5", "k6", "k3", "k2", "k4", "k1")
    assert ranking.scores == (0.4, 0.3, 0.2, 0.1, 0.95, 0.9)


def test_ties_keep_the_order_of_the_facts(knowledge: KnowledgeBase) -> None:
    assert rank(Fixed(*[0.5] * 6), knowledge, QUESTION).facts == ("k2", "k3", "k5", "k6", "k1", "k4")
    assert rank(Fixed(*[0.0] * 6), knowledge, QUESTION).facts == ("k2", "k3", "k5", "k6", "k1", "k4")


@given(scores=st.lists(st.sampled_from([0.0, 0.25, 0.5, -1.0]), min_size=6, max_size=6), limit=st.integers(1, 9))
def test_a_limit_cuts_the_complete_order_short(knowledge: KnowledgeBase, scores: list[float], limit: int) -> None:
    complete = order(knowledge, np.array(scores)).tolist()
    assert complete == sorted(range(6), key=lambda number: (number in {0, 3}, -scores[number], number))
    assert order(knowledge, np.array(scores), limit).tolist() == complete[:limit]


@pytest.mark.parametrize("name", ["bm25", "unification"])
def test_a_ranking_is_complete(name: str) -> None:
    starter = KnowledgeBase.open("starter")
    ranking = rank(open_ranker(name, starter), starter, QUESTION)
    assert sorted(ranking.facts) == sorted(starter.ids)
    assert len(ranking.scores) == len(ranking.facts)
