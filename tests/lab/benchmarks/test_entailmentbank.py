"""The bench of entailment trees, on a small data set laid out as EntailmentBank is."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks.benchmark import Cost
from explanans.lab.benchmarks.entailmentbank import SYSTEMS, bench_entailmentbank, tables
from explanans.lab.benchmarks.published import ENTAILMENTBANK
from tests.commands import runner

SENTENCES = {"sent1": "ice is a solid", "sent2": "heat melts a solid", "sent3": "the sun gives heat"}
WHOLE = "sent1 & sent2 & sent3 -> hypothesis; "
CHAIN = "sent1 & sent2 -> int1: heat melts ice; int1 & sent3 -> hypothesis; "


def problem(name: str, proof: str) -> str:
    meta = {"triples": SENTENCES}
    return json.dumps({"id": name, "hypothesis": "the sun melts ice", "proof": proof, "meta": meta}) + "\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "entailmentbank"
    for task, proofs in ((1, (WHOLE, CHAIN)), (3, ("", ""))):
        (folder / f"dataset/task_{task}").mkdir(parents=True)
        for split in ("train", "dev"):
            path = folder / f"dataset/task_{task}/{split}.jsonl"
            path.write_text("".join(problem(f"q{number}", proof) for number, proof in enumerate(proofs)))
    released = folder / "predictions/task1/T5_11B"
    released.mkdir(parents=True)
    (released / "dev.1K_steps.predictions.tsv").write_text(f"$proof$ = {WHOLE}\n\n")
    return tmp_path


def test_every_system_has_its_figures_and_its_cost(data: Path) -> None:
    bench = bench_entailmentbank(data, 1, "dev", ["one-step", "chain"])
    assert list(bench.systems) == ["T5-11B", "one-step", "chain"]
    assert (bench.more, bench.published) == ({"task": 1, "trees": 2}, ENTAILMENTBANK[1])
    released, one_step, chain = bench.systems.values()
    assert (released.measures["steps"]["exact"], released.cost) == (50.0, Cost())
    assert (one_step.measures["leaves"]["f1"], one_step.measures["steps"]["f1"]) == (100.0, 50.0)
    assert one_step.measures["corrected"]["restructured"]["f1"] == pytest.approx(83.33, abs=0.01)
    corrected = chain.measures["corrected"]
    assert (corrected["steps"]["exact"], corrected["restructured"]["exact"]) == (50.0, 100.0)
    assert (chain.cost.milliseconds_per_item or 0) > 0
    assert chain.cost.train_seconds == 0.0


def test_it_is_told_what_is_like_gold_leaves(data: Path) -> None:
    path = data / "entailmentbank/supporting_data/worldtree_corpus_sentences_extended.json"
    path.parent.mkdir()
    sentences = (*SENTENCES.values(), "the sun is warm", "solid ice", "heat gives sun")
    path.write_text(json.dumps(dict(enumerate(sentences))))
    bench = bench_entailmentbank(data, 3, "dev", ["chain"], without_similar=True)
    assert bench.more["similar"] == {"sentences": 4, "per_problem": 2.0, "released": 0.0}
    assert "|without:similar|" in bench.signature
    assert any(
        "4 sentences of the corpus are like a gold leaf" in part for part in tables(bench) if isinstance(part, str)
    )
    with pytest.raises(InputError, match="task 1: has no corpus to leave similar sentences out of; accepted: task 3"):
        bench_entailmentbank(data, 1, "dev", ["chain"], without_similar=True)


def test_the_command_prints_the_json_that_scripts_read(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runner(monkeypatch, capsys, "bench", "entailmentbank", "--data", str(data), "--systems", "chain")
    status, printed, _ = run("--quiet", "--json")
    assert status == 0
    record = json.loads(printed)
    assert list(record) == ["dataset", "split", "systems", "published", "task", "trees", "signature"]
    told = {"leaves", "steps", "intermediates", "overall", "mode", "by_steps", "errors", "corrected"}
    assert told <= set(record["systems"]["chain"])
    assert record["published"]["T5-11B, dev"]["steps"] == {"f1": 61.8, "exact": 50.3}
    _, shown, _ = run()
    assert f"{record['systems']['chain']['steps']['f1']:.2f}" in shown


@pytest.mark.parametrize(
    ("task", "split", "systems", "complaint"),
    [
        (4, "dev", (), "task 4: no such task; accepted: 1, 2, 3"),
        (1, "test", (), "no such split; accepted: dev, train"),
        (2, "dev", (), "no such split; accepted: none is there"),
        (1, "dev", ("oracle",), "system 'oracle': no such system; accepted: "),
    ],
)
def test_what_is_not_there_is_named(
    data: Path, task: int, split: str, systems: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        bench_entailmentbank(data, task, split, systems)


def test_the_trivial_systems_are_there() -> None:
    assert {"chain", "one-step"} <= set(SYSTEMS)
