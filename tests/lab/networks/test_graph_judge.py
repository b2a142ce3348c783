"""Judges of graphs: the formats of the measures, learnt by heart, and asked by the measures."""

from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import edge_importance, semantic_correctness
from explanans.formats.explagraphs import Refinement
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_encoders import JudgeTraining, gather_judge_lessons, train_graph_judge
from explanans.neural.core.checkpoint import Schedule, read_manifest
from explanans.neural.evaluation.sequence_classifier import SequenceClassifier
from tests.neural.graphs.conftest import GRAPHS

SCHEDULE = Schedule(epochs=8, batch=3, rate=5e-3, choose_by="measure")


def test_lessons_are_what_the_measures_show() -> None:
    rejected = Refinement((replace(GRAPHS[0], edges=GRAPHS[0].edges[1:]),), GRAPHS[0])
    learnt, held_out = gather_judge_lessons("semantic", GRAPHS, [rejected], seed=0)
    assert {lesson.label for lesson in learnt} == {0, 1, 2}
    assert not held_out
    assert all(first == first.lower() and second.startswith("(") for (first, second), _ in learnt)
    learnt, _ = gather_judge_lessons("importance", GRAPHS, [], seed=0)
    assert [lesson.texts[0] for lesson in learnt] == [graph.belief for graph in GRAPHS]
    assert all(lesson.texts[1].startswith(graph.argument) for lesson, graph in zip(learnt, GRAPHS, strict=True))


@pytest.mark.parametrize("kind", ["semantic", "importance"])
def test_judges_answer_measures(tiny_encoder: Path, tmp_path: Path, kind: str) -> None:
    learnt, _ = gather_judge_lessons(kind, GRAPHS, [], seed=0)
    trained = train_graph_judge(JudgeTraining(kind, str(tiny_encoder), SCHEDULE), Split(learnt, learnt), tmp_path / "j")
    assert trained.measures[trained.epoch - 1] == max(trained.measures)
    assert read_manifest(tmp_path / "j").network == f"graph-judge:{kind}"
    edges = [graph.edges for graph in GRAPHS]
    if kind == "semantic":
        judge = SequenceClassifier.open(tmp_path / "j", ("support", "counter", "incorrect"))
        assert max(trained.measures) < 1 or semantic_correctness(GRAPHS, edges, judge) == [1.0] * len(GRAPHS)
    else:
        judge = SequenceClassifier.open(tmp_path / "j", ("support", "counter"))
        assert all(0 <= share <= 1 for share in edge_importance(GRAPHS, edges, judge))


def test_what_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no judge of graphs is called 'seca'; accepted: semantic, importance"):
        JudgeTraining("seca", "nowhere")
    with pytest.raises(InputError, match="there are no graphs to learn from"):
        train_graph_judge(JudgeTraining("semantic", "nowhere"), Split([]), tmp_path / "j")
