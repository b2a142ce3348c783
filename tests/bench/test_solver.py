"""The solver of patterns, on one real pattern file beside its released solutions and one file that is none."""

from pathlib import Path

import pytest

from explanans.bench.solver import compare_solutions, solver_figures
from explanans.codecs import iml


def test_patterns_are_solved_and_compared(data_folder: Path, tmp_path: Path) -> None:
    source = data_folder / "cosata"
    if not source.is_dir():
        pytest.skip(f"no CoSaTa in {data_folder}")
    released = min((source / "solutions").glob("*.json"), key=lambda path: (path.stat().st_size, path.name))
    name = released.name.removesuffix(".json")
    for kind in ("patterns", "solutions"):
        (tmp_path / kind).mkdir()
    (tmp_path / "tables").symlink_to(source / "tables")
    (tmp_path / "patterns" / name).write_bytes((source / "patterns" / name).read_bytes())
    (tmp_path / "solutions" / released.name).write_bytes(released.read_bytes())
    (tmp_path / "patterns/zzz.iml").write_text('// inferencepattern\ninferencepattern broken row "inferencepattern"\n')
    good = iml.decode((source / "patterns" / name).read_text(encoding="utf-8"), name)
    system = solver_figures(tmp_path)
    found = system.measures
    assert (found["patterns"], found["parsed"]) == (len(good) + 1, len(good))
    assert found["exact"] == found["compared"] == compare_solutions(tmp_path, {name: good})["solutions"]
    assert found["cpu_seconds"] > 0
    assert (system.cost.peak_mib or 0) > 20
