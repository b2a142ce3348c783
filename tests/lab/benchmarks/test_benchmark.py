"""Benchmarks: what a system costs, and the one shape of all of them."""

from functools import partial
from operator import itemgetter

from explanans.lab.benchmarks.benchmark import Benchmark, Cost, System, run_apart, share, sign

MAKE = partial(itemgetter, 0)
"""Makes a system that returns the first letter."""


def test_a_system_runs_in_a_process_of_its_own() -> None:
    run = run_apart(MAKE, ["ice", "heat"], "".join)
    assert run.measured == "ih"
    assert run.cost.train_seconds == 0.0
    assert (run.cost.milliseconds_per_item or 0) >= 0
    assert (run.cost.peak_mib or 0) > 5
    assert run.cpu_seconds >= 0


def test_a_system_without_items_has_no_time_an_item() -> None:
    run = run_apart(MAKE, [], "".join)
    assert (run.measured, run.cost.milliseconds_per_item) == ("", None)


def test_the_shape_that_scripts_read() -> None:
    systems = {"ours": System({"map": 0.5}, Cost(1.5, 2.0, 3.0)), "theirs": System({"map": 0.25})}
    signature = sign(data="small", split="dev", seed=0)
    bench = Benchmark("small", "dev", systems, {"others": {"map": 0.75, "source": "a paper"}}, signature, {"more": 1})
    assert bench.record() == {
        "dataset": "small",
        "split": "dev",
        "systems": {
            "ours": {"map": 0.5, "milliseconds_per_item": 1.5, "train_seconds": 2.0, "peak_mib": 3.0},
            "theirs": {"map": 0.25, "milliseconds_per_item": None, "train_seconds": None, "peak_mib": None},
        },
        "published": {"others": {"map": 0.75, "source": "a paper"}},
        "more": 1,
        "signature": signature,
    }
    assert signature.startswith("data:small|split:dev|seed:0|version:")
    assert share(12.5, 2) == "0.12"
