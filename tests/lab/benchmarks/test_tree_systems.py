"""Systems that build trees, by name."""

from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.benchmarks.entailmentbank import SYSTEMS, Setting, maker
from explanans.lab.datasets.splits import tree_problems

SETTING = Setting(2, (), Path("datasets"), 0)


def test_a_system_by_name() -> None:
    for name in ("chain", "one-step"):
        assert maker(name) is SYSTEMS[name]


@pytest.mark.parametrize("task", [1, 2])
def test_the_search_builds_trees(data_folder: Path, task: int) -> None:
    problems = tree_problems(data_folder, task, "train")[:5]
    search = maker("search")(Setting(task, (), data_folder, 0))
    for problem in problems:
        tree = search(replace(problem, tree=None))
        assert tree.faults() == ()
        assert set(tree.leaves) <= set(problem.premises)
        assert len(tree.leaves) == len(problem.premises) or task == 2


def test_another_name() -> None:
    with pytest.raises(InputError, match=r"^system 'poet': no such system; accepted: chain, .*one-step, .*writer:DIR$"):
        maker("poet")


def test_a_writer_that_is_not_here() -> None:
    pytest.importorskip("torch")
    with pytest.raises(InputError, match="no writer 'nowhere/at-all' on this machine"):
        maker("writer:nowhere/at-all")(SETTING)
