"""Ways to explain by a set of facts, on a question made by hand and on real ones."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from explanans.cli import app
from explanans.errors import InputError
from explanans.formats import iml
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks import schemas
from explanans.lab.benchmarks.schemas import (
    ScoredQuestion,
    bench_schemas,
    best,
    best_facts,
    facts_above,
    gained,
    generated,
    learned,
    united,
    with_generated,
)
from explanans.patterns.files import SHIPPED, open_solutions
from explanans.retrieval.ranker import open_ranker
from explanans.structures.questions import Question
from tests.data_sets import present

ONE = ScoredQuestion(
    question="q1",
    gold=frozenset({"a", "b", "e"}),
    scores={"a": 2.0, "c": 1.5, "b": 1.0, "d": 0.5},
    weights={"a": 0.9, "b": 0.8, "c": 0.2, "d": 0.1},
    solutions=({"b": 0.8, "c": 0.2}, {"a": 0.9}),
    milliseconds=(1.0, 1.0, 1.0, 1.0),
    generated={"e": 2.0, "a": 1.0},
)


def test_ways_to_explain() -> None:
    assert list(best_facts(2)(ONE)) == ["a", "c"]
    assert list(generated(ONE)) == ["e", "a"]
    assert sorted(with_generated(ONE)) == ["a", "b", "e"]
    assert list(facts_above(0.4)(ONE)) == ["a", "c", "b"]
    assert list(learned(ONE)) == ["a", "b"]
    assert list(schemas.schemas(ONE, 1)) == ["b", "c"]
    assert list(united(ONE)) == ["a", "b", "c"]
    assert list(gained(ONE)) == ["a", "b"]


def test_settings_are_those_with_the_best_f1() -> None:
    # Precision and recall of 1 to 4 of the facts: 2/4, 2/5, 4/6, 4/7.
    assert best((1, 2, 3, 4), best_facts, [ONE]) == 3


def test_a_question_is_seen_with_its_solutions() -> None:
    knowledge = KnowledgeBase.open("starter")
    question = Question.asked("Why are gloves safe?", "Electricity does not flow through rubber.")
    found = schemas.score_question(
        knowledge, open_ranker("unification", knowledge), open_solutions(SHIPPED, "starter"), question
    )
    assert found.solutions
    assert found.scores.keys() == found.weights.keys()
    assert all(solution.keys() <= found.weights.keys() for solution in found.solutions)


def test_real_questions(data_folder: Path, tmp_path: Path) -> None:
    """A few real questions, facts and patterns, so that it takes little time."""
    source = present(data_folder / "worldtree-v2.1")
    present(data_folder / "cosata")
    for name, rows in {"train": 31, "dev": 6}.items():
        lines = (source / f"questions/questions.{name}.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
        place = tmp_path / f"worldtree-v2.1/questions/questions.{name}.tsv"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("".join(lines[:rows]), encoding="utf-8")
    (tmp_path / "worldtree-v2.1/tables").symlink_to(source / "tables")
    (tmp_path / "cosata/patterns").mkdir(parents=True)
    (tmp_path / "cosata/tables").symlink_to(data_folder / "cosata/tables")
    file = min((data_folder / "cosata/patterns").glob("*.iml"))
    (tmp_path / "cosata/patterns" / file.name).write_bytes(file.read_bytes())
    assert iml.decode(file.read_text(encoding="utf-8"), file.name)
    arguments = ["bench", "schemas", "--data", str(tmp_path), "--tune", "10"]
    done = CliRunner().invoke(app, [*arguments, "--json", "--quiet"], catch_exceptions=False)
    record = json.loads(done.stdout)
    assert record["questions"] == 5
    assert list(record["systems"])[:5] == ["solver", "best facts", "facts above", "learned cut-off", "1 schema"]
    solver = record["systems"].pop("solver")
    assert solver["patterns"] == solver["parsed"] > 0
    assert (solver["exact"], solver["compared"]) == (0, 0)  # nothing is released in this folder
    assert solver["cpu_seconds"] > 0
    for system in record["systems"].values():
        low, high = system["interval"]
        assert 0 <= low <= system["gold_f1"] <= high <= 100
    table = CliRunner().invoke(app, [*arguments, "--quiet"], catch_exceptions=False).stdout
    assert "learned cut-off" in table
    assert "Jansen et al. 2021" in table


def test_a_split_that_is_not_there(worldtree_folder: Path) -> None:
    present(worldtree_folder.parent / "cosata")
    with pytest.raises(InputError, match="no such split"):
        bench_schemas(worldtree_folder.parent, "none")
