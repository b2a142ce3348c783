"""Topics of beliefs: what is of one topic is learnt, or held out, together."""

from explanans.lab.training.stance import without_a_tenth
from explanans.structures.graphs import ExplanationGraph, Stance

TOPICS = (
    "Zoos should be banned.",
    "Cannabis should be legal.",
    "Women should serve in combat.",
    "Factory farming is cruel.",
    "Payday loans ruin people.",
    "Flag burning is free speech.",
    "School uniforms are good.",
    "Social media harms teenagers.",
    "Nuclear energy is safe.",
    "Gambling is a vice.",
)


def test_a_tenth_of_topics_is_held_out() -> None:
    graphs = [ExplanationGraph(belief, belief, Stance.SUPPORT, ()) for belief in TOPICS for _ in range(3)]
    learnt, held_out = without_a_tenth(graphs, 0)
    assert held_out
    assert {graph.belief for graph in learnt}.isdisjoint(graph.belief for graph in held_out)
    assert len(learnt) + len(held_out) == 30
    assert without_a_tenth(graphs, 0) == (learnt, held_out)
