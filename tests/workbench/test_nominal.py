"""Agreement on labels, which have no order."""

from pathlib import Path

import pytest

from explanans.workbench.figures import figures
from explanans.workbench.kinds.graphs_work import Contribution, Prompt
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.tasks import DoneItem, PreviousAnnotation, Task
from explanans.workbench.store.database import Database
from tests.workbench.filling import fill, lines

PAIRS = [("support", "support"), ("counter", "counter"), ("support", "counter"), ("incorrect", "incorrect")]


def test_agreement_on_graphs_knows_no_order(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "labels.sqlite"))
    graph = Contribution("Zoos should be banned.")
    items = []
    for number, labels in enumerate(PAIRS, 1):
        works = [
            PreviousAnnotation("verify-1", person, Contribution(graph.belief, label=label), "done")  # type: ignore[arg-type]
            for person, label in zip(("ann", "bob"), labels, strict=True)
        ]
        items.append(DoneItem(f"g{number}", Prompt("", belief=graph.belief), tuple(works)))
    project = fill(database, "graphs", items, written=0, verifiers=2)
    with database.read() as db:
        found = figures(db, project)
    measured = {name: score.value for name, score in found.agreement}
    assert list(measured) == [
        "the same, of pairs of ratings",
        "Cohen's kappa",
        "Fleiss' kappa",
        "Krippendorff's alpha, nominal",
    ]
    # The two say support 2 and 1 times of 4, counter 1 and 2 times, incorrect once each: by chance 5/16 are the same.
    assert measured["Cohen's kappa"] == pytest.approx((3 / 4 - 5 / 16) / (11 / 16))
    assert [name for name, _ in found.pairs[0].scores] == ["the same, of pairs of ratings", "Cohen's kappa"]
    assert [it.given for it in found.differences] == [(("ann", "support"), ("bob", "counter"))]
    (rows,) = lines(database, project, "figures-differences")
    assert rows[1:] == ["g3,verify-1,,ann: support; bob: counter,False"]


def test_no_label_is_half_right() -> None:
    kind = open_kind("graphs")
    task: Task[Prompt, Contribution] = Task("g1", Prompt(), "label", {}, "starter")
    said, right = Contribution(label="support"), Contribution(label="counter")
    mark = kind.compare(task, said, right)
    assert (mark.score, mark.remarks) == (0.0, ("label: you gave support, right is counter",))
    assert kind.compare(task, right, right).score == 1.0
