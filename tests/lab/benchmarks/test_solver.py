"""The solver of patterns, on one real pattern file beside its released solutions and one file that is none."""

import json
from pathlib import Path

from explanans.formats import iml
from explanans.lab.benchmarks.solver import compare_solutions, compared_patterns, solver_figures
from tests.data_sets import present


def test_patterns_are_solved_and_compared(data_folder: Path, tmp_path: Path) -> None:
    source = present(data_folder / "cosata")
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


TABLE = "THING\t[FILL] is a kind of\tKIND\t[SKIP] UID\nice\tis a kind of\tsolid\tk1\nwater\tis a kind of\tliquid\tk2\n"
PART = """
inferencepattern solids
    row thing = [TABLE: "KINDOF", THING: <thing>, KIND: "solid"]
endinferencepattern
"""
WHOLE = """
inferencepattern both
    row other = [TABLE: "KINDOF", KIND: "liquid"]
    infpat first = solids
endinferencepattern
"""


def test_parts_may_stand_in_other_files_and_differences_are_named(tmp_path: Path) -> None:
    for folder in ("tables", "patterns", "solutions"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tables/KINDOF.tsv").write_text(TABLE)
    for name, text in (("part.iml", PART), ("whole.iml", WHOLE)):
        (tmp_path / "patterns" / name).write_text(text)
    patterns = {name: iml.decode(text, name) for name, text in (("part.iml", PART), ("whole.iml", WHOLE))}
    path = tmp_path / "solutions/whole.iml.json"
    path.write_text(json.dumps({"patternMatches": [{"patternName": "both", "matches": []}]}))
    (found,) = compared_patterns(tmp_path, patterns)
    assert (found.ours, found.released, found.difference) == (1, 0, "1 of ours are not among theirs")
    path.write_text(json.dumps({"patternMatches": [{"patternName": "other", "matches": [{"slots": [], "uuids": []}]}]}))
    ours, theirs = compared_patterns(tmp_path, patterns)
    assert (ours.difference, theirs.difference) == (
        "1 of ours are not among theirs",
        "1 of theirs are not among ours",
    )


def test_a_pattern_whose_part_stands_nowhere_is_named_and_stops_nothing(tmp_path: Path) -> None:
    for folder in ("tables", "patterns", "solutions"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tables/KINDOF.tsv").write_text(TABLE)
    (tmp_path / "patterns/whole.iml").write_text(WHOLE)
    path = tmp_path / "solutions/whole.iml.json"
    path.write_text(json.dumps({"patternMatches": [{"patternName": "both", "matches": []}]}))
    (found,) = compared_patterns(tmp_path, {"whole.iml": iml.decode(WHOLE, "whole.iml")})
    assert found.difference.startswith("not solved: ")
    assert "solids" in found.difference


def test_released_solutions_without_patterns_are_named_and_what_cannot_be_solved_is_counted(tmp_path: Path) -> None:
    for folder in ("tables", "patterns", "solutions"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tables/KINDOF.tsv").write_text(TABLE)
    (tmp_path / "patterns/whole.iml").write_text(WHOLE)
    released = {"patternMatches": [{"patternName": "lost", "matches": []}]}
    (tmp_path / "solutions/lost.iml.json").write_text(json.dumps(released))
    (found,) = compared_patterns(tmp_path, {"whole.iml": iml.decode(WHOLE, "whole.iml")})
    assert found.difference == "not solved: no file of patterns called lost.iml that can be read"
    measures = solver_figures(tmp_path).measures
    assert (measures["parsed"], measures["refused"], measures["solutions"]) == (1, 1, 0)
