"""Systems that build trees, by name."""

from pathlib import Path

import pytest

from explanans.bench.tree_systems import SYSTEMS, Setting, maker
from explanans.exceptions import InputError

SETTING = Setting(2, (), Path("datasets"), 0)


def test_a_system_by_name() -> None:
    for name in ("chain", "one-step"):
        assert maker(name) is SYSTEMS[name]


def test_another_name() -> None:
    with pytest.raises(InputError, match=r"^system 'poet': no such system; accepted: chain, .*one-step, .*writer:DIR$"):
        maker("poet")


def test_a_writer_that_is_not_here() -> None:
    pytest.importorskip("torch")
    with pytest.raises(InputError, match="no writer 'nowhere/at-all' on this machine"):
        maker("writer:nowhere/at-all")(SETTING)
