"""Fusion by ranks and by scores, the names of fusions, and what all small rankers must do."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.baselines import fusion
from explanans.retrieval.baselines.fusion import Fusion, confidence, positives, reciprocal_ranks, zscores
from explanans.retrieval.ranker import open_ranker, order, rank
from explanans.structures.questions import Question

SMALL = ("tfidf", "svmrank-tfidf", "paths", "iterative", "rules", "fusion", "fusion:rrf:bm25+tfidf", "rules:bm25")
UNTAUGHT = ("tfidf", "iterative", "rules", "fusion:rrf:bm25+tfidf", "fusion:zscore:bm25+rules:tfidf", "rules:bm25")
QUESTION = Question.asked("What do frogs eat in the pond?", "insects")
SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.5, 0.7, 2.0, -1.0]), min_size=5, max_size=5).map(np.array)


@pytest.fixture
def knowledge(make_base: Callable[..., KnowledgeBase]) -> KnowledgeBase:
    """Five facts, the first of them superseded."""
    return make_base(["frogs eat|k2", "frogs eat insects", "rocks are hard", "a pond is water", "insects fly"])


def test_reciprocal_ranks_worked_out_by_hand(knowledge: KnowledgeBase) -> None:
    scores = np.array([0.9, 0.1, 0.8, 0.8, 0.0])
    assert reciprocal_ranks(knowledge, scores).tolist() == [1 / 65, 1 / 63, 1 / 61, 1 / 62, 1 / 64]


def test_sums_are_of_what_speaks_for_a_fact(knowledge: KnowledgeBase) -> None:
    assert positives(knowledge, np.array([0.5, -0.2, 0.0])).tolist() == [0.5, 0, 0]
    parts = [np.maximum(open_ranker(name, knowledge).scores(QUESTION), 0) for name in ("bm25", "tfidf")]
    assert open_ranker("fusion:sum:bm25+tfidf", knowledge).scores(QUESTION).tolist() == np.sum(parts, axis=0).tolist()


def test_zscores_worked_out_by_hand(knowledge: KnowledgeBase) -> None:
    assert zscores(knowledge, np.array([1.0, 1, 1, 1, 6])).tolist() == [-0.5, -0.5, -0.5, -0.5, 2.0]
    assert zscores(knowledge, np.full(5, 0.1)).tolist() == [0] * 5


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(first=SCORES, second=SCORES, stretch=st.floats(0.1, 10), shift=st.floats(-5, 5))
def test_what_is_fused_does_not_depend_on_the_scale(
    knowledge: KnowledgeBase, first: np.ndarray, second: np.ndarray, stretch: float, shift: float
) -> None:
    fused = reciprocal_ranks(knowledge, first) + reciprocal_ranks(knowledge, second)
    monotone = reciprocal_ranks(knowledge, np.exp(first)) + reciprocal_ranks(knowledge, second)
    assert monotone.tolist() == fused.tolist()
    assert zscores(knowledge, stretch * first + shift) == pytest.approx(zscores(knowledge, first), abs=1e-6)


@pytest.mark.parametrize("method", ["rrf", "zscore"])
@pytest.mark.parametrize("name", ["bm25", "unification", "rules:bm25"])
def test_one_ranker_keeps_its_order(method: str, name: str) -> None:
    starter = KnowledgeBase.open("starter")
    alone = open_ranker(name, starter).scores(QUESTION)
    fused = open_ranker(f"fusion:{method}:{name}", starter).scores(QUESTION)
    assert order(starter, fused).tolist() == order(starter, alone).tolist()


def test_a_fusion_adds_what_its_rankers_say(knowledge: KnowledgeBase) -> None:
    bm25, tfidf = (open_ranker(name, knowledge).scores(QUESTION) for name in ("bm25", "tfidf"))
    rrf = Fusion(knowledge, "rrf:bm25+tfidf").scores(QUESTION)
    assert rrf == pytest.approx(reciprocal_ranks(knowledge, bm25) + reciprocal_ranks(knowledge, tfidf))
    zscore = Fusion(knowledge, "zscore:bm25+tfidf").scores(QUESTION)
    assert zscore == pytest.approx(zscores(knowledge, bm25) + zscores(knowledge, tfidf))


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (
            "fusion:",
            r"^'fusion:' names no fusion; accepted: fusion:METHOD:RANKER\+RANKER… with the method confidence, rrf, ",
        ),
        ("fusion:rrf", "^'fusion:rrf' names no fusion"),
        ("fusion:rrf:", "^'fusion:rrf:' names no fusion"),
        ("fusion:rrf:bm25+", r"^'fusion:rrf:bm25\+' names no fusion"),
        ("fusion:mean:bm25", "^'fusion:mean:bm25' names no fusion"),
        ("fusion:rrf:fusion", "^'fusion:rrf:fusion' fuses a fusion"),
        ("fusion:rrf:bm25+nothing", "^no ranker is called 'nothing'; accepted: "),
        ("rules:nothing", "^no ranker is called 'nothing'; accepted: "),
        ("nothing:bm25", "^no ranker is called 'nothing:bm25'; accepted: "),
        (
            "bm25:unification",
            "^the ranker 'bm25' takes nothing after a colon, as 'bm25:unif.*' has it; accepted: bm25$",
        ),
    ],
)
def test_names_that_cannot_be_opened(knowledge: KnowledgeBase, name: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        open_ranker(name, knowledge)


@pytest.mark.parametrize("name", SMALL)
def test_rankings_of_the_starter_base_are_complete(name: str) -> None:
    starter = KnowledgeBase.open("starter")
    ranking = rank(open_ranker(name, starter), starter, QUESTION)
    assert sorted(ranking.facts) == sorted(starter.ids)
    assert np.isfinite(ranking.scores).all()


@pytest.mark.parametrize("name", UNTAUGHT)
@pytest.mark.parametrize("question", [QUESTION, Question.asked("Why?", "zebra")], ids=["usual", "nothing shared"])
def test_superseded_facts_come_last(knowledge: KnowledgeBase, name: str, question: Question) -> None:
    facts = rank(open_ranker(name, knowledge), knowledge, question).facts
    assert sorted(facts) == ["k1", "k2", "k3", "k4", "k5"]
    assert facts[-1] == "k1"


@pytest.mark.parametrize("name", UNTAUGHT)
def test_notes_without_questions_are_ranked(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").write_text("Rocks are hard.\nFrogs eat insects.\n")
    notes = KnowledgeBase.open(tmp_path / "notes.txt")
    assert rank(open_ranker(name, notes), notes, QUESTION).facts[0].endswith("#2")


@pytest.mark.parametrize("name", ["svmrank-tfidf", "paths", "fusion"])
def test_what_needs_questions_says_so(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").write_text("Rocks are hard.\nFrogs eat insects.\n")
    with pytest.raises(
        InputError, match=r"learns from explained questions, of which .*notes\.txt has none; accepted: a W"
    ):
        open_ranker(name, KnowledgeBase.open(tmp_path / "notes.txt"))


RANKINGS = """
import hashlib, sys
from explanans.formats import runs
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.questions import Question
from explanans.retrieval.ranker import open_ranker, rank
knowledge = KnowledgeBase.open("starter")
digest = hashlib.sha256()
for name in sys.argv[1:]:
    ranker = open_ranker(name, knowledge)
    for question in (knowledge.questions[0], Question.asked("What melts ice?", "heat")):
        digest.update(runs.encode(rank(ranker, knowledge, question)).encode())
print(digest.hexdigest())
"""


def test_rankings_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    def digest(seed: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed, "EXPLANANS_CACHE": str(tmp_path / seed)}
        arguments = [sys.executable, "-c", RANKINGS, *SMALL]
        return subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True).stdout

    assert digest("0") == digest("1")


def test_a_confident_ranker_is_followed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = KnowledgeBase.open("starter")
    question = knowledge.questions[0]
    first, last = (open_ranker(name, knowledge).scores(question) for name in ("bm25", "unification"))
    fused = open_ranker("fusion:confidence:bm25+unification", knowledge)
    for bar, expected in ((0.0, first), (1.1, last)):
        monkeypatch.setattr(fusion, "_BAR", bar)
        assert (fused.scores(question) == expected).all()


def test_confidence() -> None:
    assert confidence(np.array([5.0, *[1.0] * 20])) == pytest.approx(0.8)
    assert confidence(np.array([2.0])) == confidence(np.array([])) == 0
