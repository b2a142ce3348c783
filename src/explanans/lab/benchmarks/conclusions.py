"""Conclusions of gold steps on EntailmentBank: how near ours come to those that people wrote, and how they read."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean

from explanans.errors import InputError, MissingExtraError
from explanans.evaluation.significance import bootstrap_interval
from explanans.evaluation.trees.scored import similarity
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, Record, System, Table, percent, percents, sign
from explanans.lab.benchmarks.entailmentbank import DATA_SET
from explanans.lab.datasets.splits import tree_problems
from explanans.lab.training.conclusions import GoldStep, gold_steps
from explanans.language.tokens import tokens
from explanans.runtime.progress import track
from explanans.trees.conclusions.concluder import NEAR, conclude
from explanans.trees.conclusions.conclusion import WRITERS, ConclusionWriter
from explanans.trees.conclusions.features import nearness_to_joined

Say = Callable[[GoldStep], str]
"""Returns the conclusion of a step."""

_SIMILARITIES = ("chrf++", "rouge-l", "cosine")


def _copied(step: GoldStep) -> str:
    return max(step.premises, key=len)


def _joined(step: GoldStep) -> str:
    return " and ".join(step.premises)


def _chosen(step: GoldStep) -> str:
    return conclude(step.premises, step.hypothesis).text


def _chosen_blind(step: GoldStep) -> str:
    return conclude(step.premises).text


def _saying(writer: ConclusionWriter) -> Say:
    return lambda step: writer.conclude(step.premises, step.hypothesis).text


_CHOOSER = "chooser"
_SAYING: dict[str, Say] = {
    "copy": _copied,
    "join": _joined,
    "chooser, no hypothesis": _chosen_blind,
    _CHOOSER: _chosen,
}
"""Conclusion generators: the longest premise, all premises joined by *and*, and the learned chooser."""


def bench_conclusions(  # noqa: PLR0913 - what is measured, and how much of it
    data: Path | None, split: str = "dev", *, show: int = 50, seed: int = 0, writer: str = "", sample: int = 0
) -> Benchmark:
    """Generate the conclusions of gold steps, and compare them with those that people wrote.

    Each system has, by the name of the similarity, the share of conclusions that say the same as the gold one
    (``passes``; without ``cosine`` where the extra ``neural`` or its encoder is missing) and its 95% bootstrap interval
    (``intervals``); the share that are the gold one but for case, spaces and punctuation (``exact``); and the share
    that are nearly their premises side by side (``near_joined``). ``shown`` are steps drawn at random.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        writer: Another writer by its name, whose conclusions are drawn in place of the chooser's; see ``WRITERS``.
        sample: The number of steps to look at, drawn with the seed; all if 0.
    """
    saying = dict(_SAYING)
    if writer:
        saying[writer] = _saying(WRITERS.open(writer))
    steps = [step for problem in tree_problems(data, 1, split) for step in gold_steps(problem)]
    if not steps:
        raise InputError(f"{DATA_SET}, {split}: no step concludes an intermediate sentence")
    if 0 < sample < len(steps):
        drawn = sorted(Random(seed).sample(range(len(steps)), sample))  # noqa: S311 - not for secrets
        steps = [steps[at] for at in drawn]
    for say in saying.values():
        say(steps[0])  # loads the model
    written: dict[str, list[str]] = {}
    systems = {}
    for name, say in saying.items():
        started = time.perf_counter()
        written[name] = [say(step) for step in track(steps, name, len(steps))]
        milliseconds = (time.perf_counter() - started) * 1000 / len(steps)
        systems[name] = System(_measures(steps, written[name], seed), Cost(round(milliseconds, 2)))
    drawn = sorted(Random(seed).sample(range(len(steps)), min(show, len(steps))))  # noqa: S311 - not for secrets
    shown = [
        {"premises": steps[at].premises, "gold": steps[at].conclusion, "ours": written[writer or _CHOOSER][at]}
        for at in drawn
    ]
    signature = sign(data=DATA_SET, split=split, seed=seed)
    return Benchmark(DATA_SET, split, systems, {}, signature, {"steps": len(steps), "shown": shown})


def _measures(steps: Sequence[GoldStep], written: Sequence[str], seed: int) -> Record:
    pairs = [(text, step.conclusion) for text, step in zip(written, steps, strict=True)]
    passes, intervals = {}, {}
    for name in _SIMILARITIES:
        try:
            passed = [float(value) for value in similarity(name).passes(pairs)]
        except (InputError, MissingExtraError):
            continue
        passes[name] = percent(fmean(passed))
        intervals[name] = percents(bootstrap_interval(passed, seed=seed))
    exact = fmean(tokens(text.lower()) == tokens(gold.lower()) for text, gold in pairs)
    near = fmean(nearness_to_joined(text, step.premises) >= NEAR for text, step in zip(written, steps, strict=True))
    return {"passes": passes, "intervals": intervals, "exact": percent(exact), "near_joined": percent(near)}


def tables(bench: Benchmark) -> Iterator[Table | str]:
    """Yield the steps that were drawn, and the table of the benchmark."""
    for number, step in enumerate(bench.more["shown"], 1):
        premises = "\n   ".join(step["premises"])
        yield f"{number}.\n   {premises}\n   gold → {step['gold']}\n   ours → {step['ours']}"
    similarities = list(next(iter(bench.systems.values())).measures["passes"])
    rows = [
        (
            name,
            *(f"{item.measures['passes'][similarity]:.1f}" for similarity in similarities),
            "{:.1f}–{:.1f}".format(*item.measures["intervals"][similarities[0]]),
            f"{item.measures['exact']:.1f}",
            f"{item.measures['near_joined']:.1f}",
            f"{item.cost.milliseconds_per_item:.1f}",
        )
        for name, item in bench.systems.items()
    ]
    note = f"percent of {bench.more['steps']} gold steps; 95% is the interval of {similarities[0]}; "
    note += "joined are nearly all words of all premises"
    yield Table(("conclusions", *similarities, "95%", "exact", "joined", "ms"), rows, note=note)
