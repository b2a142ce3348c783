"""A writer as a system of the bench."""

from pathlib import Path

from explanans.lab.benchmarks.entailmentbank import Setting, maker

from .conftest import PROBLEMS


def test_a_writer_builds_trees(tiny_t5: Path) -> None:
    system = maker(f"writer:{tiny_t5}")(Setting(2, (), Path("datasets"), 0))
    for problem in PROBLEMS:
        tree = system(problem)
        assert (tree.faults(), tree.question) == ((), problem.id)
