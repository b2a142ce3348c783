"""The bench of inference, on small data sets laid out as the real ones are."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from explanans.cli import app
from explanans.errors import InputError
from explanans.lab.benchmarks.inference import bench_inference, by_overlap, tables
from explanans.lab.datasets.labels import LabelledPair
from explanans.structures.verdicts import Status
from tests.data_sets import present
from tests.lab.benchmarks.judges import literal

__all__ = ["literal"]

PREMISE = "Ice melts in spring."
SNLI = (("Ice melts in spring .", "entailment"), ("Ice does not melt .", "contradiction"), ("Ice is cold .", "neutral"))
PAGE: dict[str, object] = {"evidence": ["Ice", PREMISE], "supporting_sentences": [[1]]}
TOKENS: dict[str, object] = {"claim_tokens": ["Ice", "melts", "early"], "non_supported_spans": [False, False, True]}


def write(path: Path, *rows: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    home = tmp_path / "inference"
    write(
        home / "snli/dev.jsonl",
        *({"premise": PREMISE, "hypothesis": claim, "label": label} for claim, label in SNLI),
    )
    write(
        home / "fm2/dev.jsonl",
        {
            "source": [PREMISE],
            "retrieved": ["Frogs jump.", PREMISE],
            "claim": "Ice melts in spring.",
            "supported": True,
        },
        {"source": [PREMISE], "retrieved": ["Frogs jump."], "claim": "Ice does not melt.", "supported": False},
    )
    write(
        home / "wice/tokens.dev.jsonl", {**PAGE, **TOKENS, "claim": "Ice melts early", "label": "partially_supported"}
    )
    for domain in ("samsum", "podcast"):
        rows = (
            {"source": PREMISE, "claim": claim, "supported": claim == PREMISE} for claim in (PREMISE, "Frogs jump.")
        )
        write(home / f"summedits/{domain}.jsonl", *rows)
    return tmp_path


def test_every_data_set_that_is_there_is_judged(data: Path, literal: str) -> None:
    bench = bench_inference(data, "dev", [literal, "overlap", "majority"])
    found = bench.systems[literal].measures
    assert list(found) == [
        *("snli", "fm2", "fm2-retrieved", "own-pairs", "wice-words", "wice-pages-words"),
        *("summedits-samsum", "summedits-podcast", "summedits"),
    ]
    assert bench.more["pairs"]["snli"] == 3
    assert (found["snli"]["accuracy"], found["snli"]["auc"]) == (100.0, 1.0)
    assert found["snli"]["forced_accuracy"] is None
    assert (found["fm2"]["accuracy"], found["fm2"]["forced_accuracy"]) == (100.0, 100.0)
    assert found["fm2-retrieved"]["forced_accuracy"] is None
    assert found["summedits"]["balanced_accuracy"] == 100.0
    assert 0.2 < found["summedits-samsum"]["threshold"] < 0.9
    majority = bench.systems["majority"].measures
    assert majority["snli"]["accuracy"] == pytest.approx(100 / 3)
    assert (majority["fm2"]["balanced_accuracy"], majority["fm2"]["calibration_error"]) == (50.0, 0.0)
    assert majority["wice-words"]["word_f1"] == pytest.approx(50.0)
    assert bench.systems["overlap"].measures["wice-words"]["word_f1"] == 100.0
    assert (bench.systems[literal].cost.milliseconds_per_item or 0) > 0


def test_the_tables_have_every_system_and_what_others_published(data: Path, literal: str) -> None:
    bench = bench_inference(data, "dev", ["overlap", "majority"], ["snli", "summedits", "wice-words"])
    first, *_, published = tables(bench)
    assert [row[0] for row in first.rows] == ["overlap", "majority"]
    assert first.title == "snli: 3 claims"
    assert {row[1] for row in published.rows} == {"snli", "summedits"}


def test_the_command_prints_the_json_that_scripts_read(data: Path) -> None:
    arguments = ["bench", "inference", "--data", str(data), "--systems", "overlap", "--sets", "snli", "--json"]
    done = CliRunner().invoke(app, arguments)
    record = json.loads(done.stdout)
    assert list(record) == ["dataset", "split", "systems", "published", "pairs", "signature"]
    assert list(record["systems"]["overlap"]["snli"]) == [
        *("accuracy", "interval", "forced_accuracy", "balanced_accuracy", "true_flagged", "false_caught"),
        *("auc", "calibration_error", "milliseconds", "cpu_milliseconds"),
    ]


@pytest.mark.parametrize(
    ("split", "systems", "sets", "complaint"),
    [
        ("test", ["overlap"], [], "the split 'test': no data set of inference has it"),
        ("dev", ["oracle"], [], "no judge is called 'oracle'"),
        ("dev", ["overlap"], ["conjnli"], "the data set 'conjnli'; accepted: snli, fm2"),
    ],
)
def test_what_is_not_there_is_named(
    data: Path, split: str, systems: list[str], sets: list[str], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        bench_inference(data, split, systems, sets)


def test_overlap_counts_telling_words() -> None:
    (found,) = by_overlap([LabelledPair((PREMISE,), "Ice melts early.", frozenset(), "")])
    assert found.status is Status.SUPPORTED
    assert found.support == pytest.approx(2 / 3)


def test_what_words_alone_reach_on_the_real_data(data_folder: Path) -> None:
    present(data_folder / "inference")
    bench = bench_inference(data_folder, "dev", ["overlap"], ["conjnli", "fever-symmetric", "wice-words"])
    found = bench.systems["overlap"].measures
    assert bench.more["pairs"] == {"conjnli": 623, "fever-symmetric": 708, "wice-words": 124}
    assert found["conjnli"]["accuracy"] == pytest.approx(35.6, abs=0.1)
    assert found["fever-symmetric"]["auc"] == pytest.approx(0.692, abs=0.001)
    assert found["wice-words"]["word_f1"] == pytest.approx(54.4, abs=0.1)
