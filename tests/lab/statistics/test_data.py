"""What data sets hold: small ones whose figures are plain to see, and real ones beside what the papers print."""

import csv
import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats.ratings import RatedFact
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.statistics.data import describe_data
from explanans.lab.statistics.graphs import depth, describe_graphs, external_concepts, is_linear
from explanans.lab.statistics.patterns import whole_sizes
from explanans.lab.statistics.structures import DataPart, Figure, Published
from explanans.lab.statistics.trees import ACCURACY, kind_of
from explanans.lab.statistics.worldtree import describe_ratings, describe_reach
from explanans.structures.facts import Role
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance
from explanans.structures.patterns import Part, Pattern, RowConstraint
from explanans.structures.questions import Choice, GoldFact, Question
from tests.data_sets import present

LABELS = Path(__file__).parents[3] / "src/explanans/lab/statistics/inference_labels.tsv"


def differing(part: DataPart) -> dict[str, Published]:
    """Return the published figures that ours are not."""
    return {name: figure.published for name, figure in part.figures.items() if figure.agrees is False}  # type: ignore[misc]


def graph(*edges: tuple[str, str]) -> ExplanationGraph:
    return ExplanationGraph(
        "Rain is bad.", "Mud is wet.", Stance.SUPPORT, tuple(Edge(a, Relation.CAUSES, b) for a, b in edges)
    )


def test_depth_and_shape_of_graphs() -> None:
    chain, fork = graph(("a", "b"), ("b", "c"), ("c", "d")), graph(("a", "b"), ("a", "c"), ("c", "d"))
    assert (depth(chain), is_linear(chain), depth(fork), is_linear(fork)) == (3, True, 2, False)
    assert depth(graph(("a", "b"), ("b", "a"))) == 1
    assert external_concepts(graph(("Rain", "slippery roads"), ("slippery roads", "mud"))) == ("slippery roads",)


def test_relations_are_counted_by_stance() -> None:
    edges = (Edge("rain", Relation.NOT_DESIRES, "mud"), Edge("mud", Relation.ANTONYM_OF, "sand"))
    part = describe_graphs("mine", [(ExplanationGraph("Rain.", "Mud.", Stance.COUNTER, edges),)])
    assert part.figures["negated"].value == 50.0
    assert part.distributions["relations_support"].counts == {}
    assert part.distributions["relations_counter"].counts == {"antonym of": 1, "not desires": 1}


def test_a_figure_agrees_to_the_digits_of_the_paper() -> None:
    assert Figure("", 3.349, published=Published(3.3, "")).agrees
    assert Figure("", 3.36, published=Published(3.3, "")).agrees is False
    assert Figure("", 1312, published=Published(1313, "")).agrees is False
    assert Figure("", 3.3).agrees is None


def test_rows_of_parts_count_with_the_pattern() -> None:
    row = RowConstraint("R", "KINDOF")
    patterns = [Pattern("A", (row,), parts=(Part("b", "B"), Part("c", "C"))), Pattern("B", (row, row))]
    assert whole_sizes(patterns) == {"A": 3, "B": 2}


def test_ratings_beside_gold_are_table_3() -> None:
    rated = [
        RatedFact("q1", f"f{n}", rating, gold) for n, (rating, gold) in enumerate([(6, True), (0, True), (3, False)])
    ]
    part = describe_ratings("mine", rated)
    assert part.distributions["grades_gold"].counts == {"0": 1, "1": 0, "2": 0, "3": 1}
    assert part.distributions["grades_not_gold"].counts == {"0": 0, "1": 0, "2": 1, "3": 0}
    assert (part.figures["gold_relevant"].value, part.figures["shortlist"].value) == (50.0, 3.0)


def test_reach_counts_hops_over_shared_words() -> None:
    knowledge = KnowledgeBase.of(["heat melts ice", "ice is a solid", "a solid has a shape", "cats purr"], "f")
    gold = tuple(GoldFact(f"f#{number}", Role.CENTRAL) for number in (1, 2, 3))
    asked = Question("q", "What does heat do?", (Choice("A", "melts"),), "A", gold)
    part = describe_reach("mine", [asked], knowledge)
    assert part.figures["one_hop"].value == 100.0
    # From 1 to 2; from 2 to 1 and 3; from 3 to 2: every hop leads to a gold fact.
    assert part.figures["chance"].value == 100.0


def test_files_are_told_by_their_first_line(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("Rain is bad.\tMud is wet.\tsupport\t(rain; causes; mud)(mud; is a; dirt)\n")
    (tmp_path / "pairs.json").write_text(
        json.dumps([{"article_sent": "ice melted", "correct_sent": "ice melted", "incorrect_sent": "fire melted"}])
    )
    (tmp_path / "rated.json").write_text(json.dumps({"rankingProblems": [{"qid": "q", "documents": []}]}))
    found = {name: describe_data(str(tmp_path / name)) for name in ("mine.tsv", "pairs.json", "rated.json")}
    assert [described.kind for described in found.values()] == ["graphs", "pairs", "ratings"]
    assert found["mine.tsv"]["mine.tsv"].figures["depth"].value == 2.0


@pytest.mark.parametrize(
    ("name", "splits", "complaint"),
    [
        ("nowhere", (), "nowhere: no such data set, file or folder; accepted"),
        ("starter", ("test",), "no split 'test'; accepted: train, dev"),
        ("empty", (), "a folder without any data that is known"),
        ("notes.md", (), "a file of no format that is known"),
    ],
)
def test_what_cannot_be_described_is_told(
    name: str, splits: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("notes.md").write_text("Ice is cold.\n")
    with pytest.raises(InputError, match=complaint):
        describe_data(name, splits=splits)


def test_entailmentbank_is_what_the_paper_counts(data_folder: Path) -> None:
    described = describe_data("entailmentbank", data_folder)
    assert differing(described["train"]).keys() == {"edges", "distractors_task_2"}
    assert differing(described["dev"]).keys() == {"found_task_3"}
    assert all(published.why for part in described.parts for published in differing(part).values())


def test_explagraphs_is_what_the_paper_counts(data_folder: Path) -> None:
    described = describe_data("explagraphs", data_folder)
    assert differing(described["train"]).keys() == {"non_linear"}
    assert all(published.why for part in described.parts for published in differing(part).values())
    assert described["train"].figures["structurally_correct"].value == pytest.approx(100, abs=3)


@pytest.mark.parametrize("name", ["worldtree-v2.1", "cosata", "factuality"])
def test_other_differences_are_explained(name: str, data_folder: Path) -> None:
    described = describe_data(name, data_folder)
    told = [published for part in described.parts for published in differing(part).values()]
    assert all(published.why for published in told)
    expected = {
        "worldtree-v2.1": {"dev": ("questions", 496)},
        "cosata": {"patterns": ("patterns", 385)},
        "factuality": {"pairs": ("pairs", 187)},
    }
    for part, (figure, value) in expected[name].items():
        assert described[part].figures[figure].value == value


def test_kinds_of_inference_are_as_good_as_said(data_folder: Path) -> None:
    path = present(data_folder / "entailmentbank/dataset/task_1/train.jsonl")
    problems = {row["id"]: row for row in map(json.loads, path.read_text().splitlines())}
    with LABELS.open() as file:
        labelled = list(csv.DictReader(file, delimiter="\t"))
    right = []
    for row in labelled[60:]:
        problem = problems[row["problem"]]
        texts = problem["meta"]["triples"] | problem["meta"]["intermediate_conclusions"]
        step = problem["proof"].split("; ")[int(row["step"]) - 1]
        premises, _, conclusion = step.partition(" -> ")
        told = conclusion.partition(":")[2].strip() or problem["hypothesis"]
        right.append(kind_of([texts[name] for name in premises.split(" & ")], told) == row["inference"])
    assert 100 * sum(right) / len(right) == pytest.approx(ACCURACY, abs=0.1)
