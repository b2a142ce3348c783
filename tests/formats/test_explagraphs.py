"""The files of ExplaGraphs, as they were released and as they go wrong."""

from pathlib import Path

import pytest

from explanans.errors import FormatError
from explanans.formats import explagraphs
from explanans.io.files import read_lines
from explanans.structures.graphs import Edge, GraphPrediction, Relation, Stance

ROW = "Rain is bad.\tMud is wet.\tcounter\t(rain; causes; mud)"


def rows(folder: Path, name: str) -> list[str]:
    return list(read_lines(folder / name))


@pytest.mark.parametrize(("name", "count"), [("train.tsv", 2368), ("dev.tsv", 199)])
def test_the_released_examples_are_read_and_written(explagraphs_folder: Path, name: str, count: int) -> None:
    lines = rows(explagraphs_folder, name)
    examples = list(explagraphs.decode(lines, name))
    assert len(examples) == count
    assert {len(graphs) for graphs in examples} == {1}
    assert examples[1][0].id == f"{name}:2"
    again = list(explagraphs.decode(explagraphs.encode(examples), name))
    assert [[graph.edges for graph in graphs] for graphs in again] == [[g.edges for g in graphs] for graphs in examples]


def test_the_history_of_every_training_graph_ends_in_it(explagraphs_folder: Path) -> None:
    history = explagraphs.decode_refinements(rows(explagraphs_folder, "refinement_graphs_train.tsv"), "history")
    refinements = list(history)
    train = [graphs[0] for graphs in explagraphs.decode(rows(explagraphs_folder, "train.tsv"), "train.tsv")]
    assert [item.final.edges for item in refinements] == [graph.edges for graph in train]
    assert [sum(len(item.rejected) == count for item in refinements) for count in range(4)] == [1478, 444, 446, 0]


def test_the_released_sample_of_predictions_names_no_relation(explagraphs_folder: Path) -> None:
    predictions = list(explagraphs.decode_predictions(rows(explagraphs_folder, "preds.tsv"), "preds.tsv"))
    assert [prediction.stance for prediction in predictions] == [Stance.SUPPORT, Stance.COUNTER]
    assert all("the relation 'relation1'" in prediction.unreadable for prediction in predictions)


def test_a_row_may_have_two_gold_graphs() -> None:
    ((first, second),) = explagraphs.decode([f"{ROW}\t(mud; is a; soil)\t"], "test.tsv")
    assert (first.belief, first.stance, first.edges) == (
        "Rain is bad.",
        Stance.COUNTER,
        (Edge("rain", Relation.CAUSES, "mud"),),
    )
    assert second.edges == (Edge("mud", Relation.IS_A, "soil"),)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (
            "Rain is bad.",
            "dev.tsv, line 2: a row of 1 column; accepted: belief, argument, stance and one graph or more",
        ),
        ("a\tb\tneutral\t(a; is a; b)", "dev.tsv, line 2: the stance 'neutral'; accepted: support or counter"),
        ("\tb\tsupport\t(a; is a; b)", "dev.tsv, line 2: an empty belief or argument"),
        ("a\tb\tsupport\t", "dev.tsv, line 2, column 13: no edge"),
        (
            "a\tb\tsupport\t(a; is a; b)(c; was; d)",
            "dev.tsv, line 2, column 25: the relation 'was'; accepted: antonym of",
        ),
    ],
)
def test_a_row_that_breaks_the_format_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(FormatError) as error:
        list(explagraphs.decode([ROW, line], "dev.tsv"))
    assert str(error.value).startswith(complaint)


def test_more_than_two_refinements_are_refused() -> None:
    with pytest.raises(FormatError, match="history, line 1: 4 graphs; accepted: one graph and up to two refinements"):
        list(explagraphs.decode_refinements([ROW + "\t(mud; is a; soil)" * 3], "history"))


def test_predictions_are_written_and_read_back() -> None:
    predictions = [
        GraphPrediction(Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),)),
        GraphPrediction(Stance.COUNTER, (), "line 2, column 9: no edge; accepted: (concept; relation; concept)(…)"),
    ]
    lines = list(explagraphs.encode_predictions(predictions))
    assert lines == ["support\t(rain; causes; mud)", "counter\t"]
    assert list(explagraphs.decode_predictions(lines, "preds.tsv")) == predictions


def test_a_file_of_examples_is_a_file_of_predictions() -> None:
    (prediction,) = explagraphs.decode_predictions([ROW], "dev.tsv")
    assert prediction == GraphPrediction(Stance.COUNTER, (Edge("rain", Relation.CAUSES, "mud"),))
    (broken,) = explagraphs.decode_predictions([ROW.replace("causes", "eats")], "dev.tsv")
    assert broken.unreadable.startswith("line 1, column 34: the relation 'eats'; accepted: ")


@pytest.mark.parametrize("line", ["support", "support\t(a; is a; b)\tmore", "maybe\t(a; is a; b)"])
def test_a_prediction_without_stance_or_graph_is_refused(line: str) -> None:
    with pytest.raises(FormatError, match=r"preds\.tsv, line 1: "):
        list(explagraphs.decode_predictions([line], "preds.tsv"))
