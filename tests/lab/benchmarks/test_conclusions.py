"""The bench of conclusions, on a small data set laid out as EntailmentBank is, and on the real one."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks.conclusions import bench_conclusions
from explanans.registry import register, unregister
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Conclusion

SENTENCES = {
    "sent1": "ice is a kind of solid",
    "sent2": "heat melts a solid",
    "sent3": "the sun gives heat",
}
CHAIN = "sent1 & sent2 -> int1: heat melts ice; int1 & sent3 -> hypothesis; "
WHOLE = "sent1 & sent2 & sent3 -> hypothesis; "


def write(folder: Path, proof: str) -> None:
    place = folder / "entailmentbank/dataset/task_1"
    place.mkdir(parents=True)
    meta = {"triples": SENTENCES}
    record = {"id": "q1", "hypothesis": "the sun melts ice", "proof": proof, "meta": meta}
    (place / "dev.jsonl").write_text(json.dumps(record) + "\n")


def test_a_copy_a_join_and_the_right_conclusion_score_as_they_should(tmp_path: Path) -> None:
    write(tmp_path, CHAIN)
    bench = bench_conclusions(tmp_path, show=5)
    assert bench.more["steps"] == 1
    assert list(bench.systems) == ["copy", "join", "chooser, no hypothesis", "chooser"]
    figures = {name: system.measures for name, system in bench.systems.items()}
    assert figures["chooser"]["exact"] == 100.0
    assert figures["chooser"]["passes"]["rouge-l"] == 100.0
    assert figures["chooser"]["near_joined"] == 0.0
    assert figures["join"]["near_joined"] == 100.0
    assert figures["copy"]["exact"] == 0.0
    (shown,) = bench.more["shown"]
    assert shown["ours"] == shown["gold"] == "heat melts ice"


class Wrong:
    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        return Conclusion(f"{premises[0]} towards {hypothesis}", Inference.RULE)


def test_another_writer_is_measured_and_shown(tmp_path: Path) -> None:
    write(tmp_path, CHAIN)
    register("writers", "wrong", Wrong)
    try:
        bench = bench_conclusions(tmp_path, show=5, writer="wrong", sample=1)
    finally:
        unregister("writers", "wrong")
    assert bench.systems["wrong"].measures["exact"] == 0.0
    assert bench.more["shown"][0]["ours"] == "ice is a kind of solid towards the sun melts ice"
    with pytest.raises(InputError, match="no writer of conclusions is called 'wrong'"):
        bench_conclusions(tmp_path, writer="wrong")


def test_a_split_without_intermediate_steps_is_refused(tmp_path: Path) -> None:
    write(tmp_path, WHOLE)
    with pytest.raises(InputError, match="no step concludes an intermediate sentence"):
        bench_conclusions(tmp_path)
