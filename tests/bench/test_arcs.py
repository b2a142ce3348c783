"""Arcs by recipe, on examples whose figures are known."""

from pathlib import Path

import pytest

from explanans.bench.arcs import bench_arcs, held_out
from explanans.exceptions import InputError
from explanans.verify.arcs.arcs import ArcExample, checked_arcs
from explanans.verify.arcs.scorer import open_scorer
from explanans.verify.parsers.parser import open_parser


def example(claim: str, recipe: str, *labels: bool) -> ArcExample:
    source, said = open_parser().parse(["The dog bites the man.", claim])
    return ArcExample((source,), said, dict(zip(checked_arcs(said), labels, strict=True)), recipe, claim)


def test_accuracy_and_f1_by_recipe() -> None:
    found = [
        example("The dog bites the man.", "same", True, True),
        example("The cat bites the man.", "other", False, True),
        example("The cow eats the grass.", "nothing", False, False),
    ]
    bench = bench_arcs(found, [open_scorer("majority"), open_scorer("lexical-match")])
    assert bench.arcs == {"all": 6, "same": 2, "other": 2, "nothing": 2}
    assert bench.supported["all"] == 0.5
    majority, match = bench.scorers["majority"], bench.scorers["lexical-match"]
    assert majority["all"].accuracy == 0.5
    assert majority["all"].f1 == pytest.approx(2 / 3)
    assert (majority["nothing"].accuracy, majority["nothing"].f1) == (0.0, None)
    assert {name: figures.accuracy for name, figures in match.items()} == dict.fromkeys(bench.arcs, 1.0)


def test_examples_are_made_of_the_development_split(tmp_path: Path) -> None:
    texts = ["The old dog chased two cats in the garden.", "A farmer sold seven cows and three pigs last week."] * 3
    lines = [f"# newdoc id = d{number}\n# text = {text}\n\n" for number, text in enumerate(texts)]
    (tmp_path / "en_ewt-ud-dev.conllu").write_text("".join(lines))
    made = held_out(tmp_path, open_parser(), 2, 0)
    assert {item.recipe for item in made} >= {"swap", "number", "hallucination"}
    assert {item.origin for item in made} <= {f"d{number}" for number in range(6)}
    with pytest.raises(InputError, match="en_ewt-ud-dev"):
        held_out(tmp_path / "nowhere", open_parser(), 2, 0)
