"""Systems run in the process of the tests."""

import pytest

from explanans.lab.benchmarks import benchmark, entailmentbank, explagraphs, leaves, solver, worldtree


@pytest.fixture(autouse=True)
def _systems_run_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare systems a process of their own, which would import everything again; ``test_benchmark.py`` has them."""
    for module in (entailmentbank, explagraphs, leaves, solver, worldtree):
        monkeypatch.setattr(module, "run_apart", benchmark._run)
