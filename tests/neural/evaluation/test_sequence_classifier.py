"""Classifiers are loaded with their labels in the wanted order."""

import numpy as np
import pytest
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import edge_importance, semantic_correctness
from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.neural.evaluation.sequence_classifier import SequenceClassifier
from explanans.pipeline.measured_input import graph_measures
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance

from .conftest import Maker

LABELS = ("support", "counter", "incorrect")
PAIRS = [("rain is bad", "rain causes mud"), ("sun", "not good"), ("mud is wet. " * 60, "rain")]
EDGES = (Edge("Rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "bad"))
GRAPH = ExplanationGraph("Rain is bad", "Mud is wet", Stance.SUPPORT, EDGES)


def test_probabilities_are_those_of_the_model(make_network: Maker) -> None:
    folder = make_network(*LABELS)
    found = SequenceClassifier.open(folder, LABELS)(PAIRS[:2])
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    for pair, row in zip(PAIRS, found, strict=False):
        with torch.inference_mode():
            expected = model(**tokenizer(*pair, return_tensors="pt")).logits.softmax(dim=1)[0]
        assert row == pytest.approx(expected.numpy(), abs=1e-5)


def test_rows_sum_to_one_whatever_their_length(make_network: Maker) -> None:
    found = SequenceClassifier.open(make_network(*LABELS), LABELS)(PAIRS)
    assert found.shape == (3, 3)
    assert found.sum(axis=1) == pytest.approx(1)


def test_labels_come_in_the_wanted_order(make_network: Maker) -> None:
    folder = make_network("Incorrect", "Counter", "Support")
    wanted = SequenceClassifier.open(folder, LABELS)(PAIRS)
    assert wanted == pytest.approx(SequenceClassifier.open(folder, LABELS[::-1])(PAIRS)[:, ::-1])


def test_labels_without_names_are_taken_in_order(make_network: Maker) -> None:
    assert SequenceClassifier.open(make_network("LABEL_0", "LABEL_1", "LABEL_2"), LABELS)(PAIRS).shape == (3, 3)


@pytest.mark.parametrize("labels", [("support", "counter"), ("yes", "no", "maybe")])
def test_other_labels_are_refused(make_network: Maker, labels: tuple[str, ...]) -> None:
    with pytest.raises(
        InputError, match=r"a classifier with the labels .*; accepted: support, counter, incorrect, or as"
    ):
        SequenceClassifier.open(make_network(*labels), LABELS)


def test_a_mere_encoder_is_refused(make_network: Maker) -> None:
    with pytest.raises(InputError, match="no fine-tuned classifier; accepted: a sequence classifier with the labels"):
        SequenceClassifier.open(make_network(), LABELS)


def test_the_command_takes_both_classifiers(make_network: Maker) -> None:
    measures = graph_measures(semantic=str(make_network(*LABELS)), stance=str(make_network("support", "counter")))
    report = evaluate_graphs([(GRAPH,)], [GraphPrediction(GRAPH.stance, GRAPH.edges)], measures)
    assert (report["semantic_accuracy"], report["edge_importance"]) == (0, 0)
    # The graph has two edges, which is too few, so that no classifier was asked.
    assert (report["semantic_accuracy_passing"], report["edge_importance_passing"]) == (None, None)


def test_graphs_are_judged(make_network: Maker) -> None:
    judge = SequenceClassifier.open(make_network(*LABELS), LABELS)
    (correct,) = semantic_correctness([GRAPH], [EDGES], judge)
    text = ("rain is bad", "(rain; causes; mud)(mud; is a; bad)")
    assert correct == float(judge([text]).argmax() == 0)
    (share,) = edge_importance([GRAPH], [EDGES], judge)
    whole, without_first, without_second = judge(
        [
            ("Rain is bad", "Mud is wet rain causes mud. mud is a bad. "),
            ("Rain is bad", "Mud is wet mud is a bad. "),
            ("Rain is bad", "Mud is wet rain causes mud. "),
        ]
    )[:, 0]
    assert share == np.mean([without_first < whole, without_second < whole])
