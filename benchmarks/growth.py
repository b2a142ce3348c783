"""How cost grows with the number of facts: a table, the powers that fit it, plots, and what a cluster would do.

Run ``python benchmarks/scale.py --out figures.jsonl`` first, then ``python benchmarks/growth.py figures.jsonl``;
``--plot FILE`` draws costs, both axes logarithmic, and ``--plot-memory FILE`` memory, which starts at zero. A power p
says that twice as many facts cost 2 to the p as much: it is the slope of the line through the logarithms with the least
squares.

What a cluster would do is computed from the largest base that was measured. N workers that each hold all facts answer N
times as many questions, less what sharing costs (``--efficiency``: half of what ``benchmarks/batches.py`` prints for
two processes beside one). ``--plan N`` compares two ways to hold N facts: whole on each machine, whose workers share
the mapped files, with the time of a ranking as the power says; and in shards of the size that was measured, one per
worker, which all rank for each question while clients put the facts together and explain. ``--asking`` and
``--scheduling`` say what messages cost for each shard and question, in milliseconds of the client and of the scheduler,
as ``scale.py --shards N --cluster ADDRESS`` prints them for N shards.
"""

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

import numpy as np

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 360, 64, 190, 16, 44
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
UNITS = {
    "median": "ms",
    "clock-median": "ms",
    "scheduler": "ms",
    "workers": "ms",
    "size": "MB",
    "memory": "MiB",
    "private": "MiB",
}
RANKER, EXPLAINER = "stacked-lexical", "explain-fast"
"""What ranks in parts, and what explains."""
OWN = ", without files"
"""The end of the name of a line that is drawn dashed, in the colour of the line of the same name without it."""

Series = Mapping[int, float]
"""A cost by the number of facts."""


def main() -> None:
    """Print tables, and draw a plot where one is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figures", type=Path, help="what scale.py --out has written")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="an SVG to draw")
    parser.add_argument("--plot-memory", type=Path, metavar="FILE", help="an SVG of memory to draw")
    parser.add_argument(
        "--efficiency", type=float, default=0.85, metavar="SHARE", help="of N workers beside N times one"
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 8, 32, 128], metavar="N")
    parser.add_argument("--plan", type=int, metavar="N", help="facts to plan a cluster for")
    parser.add_argument("--asking", type=float, default=0.0, metavar="MS", help="of the process that asks, a part")
    parser.add_argument("--scheduling", type=float, default=0.0, metavar="MS", help="of the scheduler, a part")
    options = parser.parse_args()
    costs = read(options.figures)
    sizes = sorted({size for series in costs.values() for size in series})
    print("| | " + " | ".join(f"{size:,} facts" for size in sizes) + " | power |")
    print("|---|" + "---|" * (len(sizes) + 1))
    for name, series in costs.items():
        cells = (f"{series[size]:,.3g}" if size in series else "" for size in sizes)
        print(f"| {name} | {' | '.join(cells)} | {f'{power(series):.2f}' if len(series) > 1 else ''} |")
    print()
    for line in cluster(costs, sizes[-1], options.workers, options.efficiency):
        print(line)
    if options.plan:
        print("\n".join(plan(costs, sizes[-1], options.plan, options.asking, options.scheduling)))
    several = {name: one for name, one in costs.items() if len(one) > 1}
    if options.plot:
        left_out = ("memory", "private", "clock", "to open")
        time = {name: one for name, one in several.items() if not any(word in name for word in left_out)}
        options.plot.write_text(drawing(time, "What a knowledge base costs as it grows"), encoding="utf-8")
    if options.plot_memory:
        memory = {
            f"{name}{end}": several[f"{name}: {key}, MiB"]
            for name in ("build", RANKER, EXPLAINER)
            for key, end in (("memory", ""), ("private", OWN))
            if f"{name}: {key}, MiB" in several
        }
        drawn = drawing(
            memory, "Memory of a process in MiB: the peak, and what is mapped from no file", logarithmic=False
        )
        options.plot_memory.write_text(drawn, encoding="utf-8")


def read(path: Path) -> dict[str, dict[int, float]]:
    """Return costs by what they are of, in seconds, milliseconds, MB or MiB as their names say."""
    costs: dict[str, dict[int, float]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        figure = json.loads(line)
        what, size = figure["what"], int(figure["facts"])
        found = {"processor, s" if what.split()[0] in {"build", "add"} else "to open, s": figure["seconds"]}
        for key, unit in UNITS.items():
            if key in figure:
                found[f"{key}, {unit}"] = float(figure[key].split()[0])
        for name, value in found.items():
            if float(value) > 0:
                costs[f"{what}: {name}"][size] = float(value)
    return costs


def power(series: Series) -> float:
    """Return the power of the number of facts that a cost grows with."""
    sizes, values = np.log(list(series)), np.log(np.maximum(list(series.values()), 1e-9))
    return round(float(np.polyfit(sizes, values, 1)[0]), 4) + 0.0  # no -0


def cluster(costs: Mapping[str, Series], size: int, workers: list[int], efficiency: float) -> Iterator[str]:
    """Yield a table of what clusters would do whose workers each hold the largest base that was measured."""
    asked = costs.get(f"{EXPLAINER}: median, ms", {})
    if size in asked:
        yield f"| workers, each with all {size:,} facts | questions a second |"
        yield "|---|---|"
        for count in workers:
            yield f"| {count} | {1000 / asked[size] * count * (1 if count == 1 else efficiency):,.1f} |"
        yield ""


def plan(costs: Mapping[str, Series], size: int, facts: int, asking: float, scheduling: float) -> Iterator[str]:
    """Yield a table of what many facts would cost whole and in parts of the largest base that was measured."""
    parts, times = math.ceil(facts / size), facts / size
    disk, seconds = costs["build: size, MB"][size], costs["build: processor, s"][size]
    rank, explain = (costs[f"{name}: median, ms"][size] for name in (RANKER, EXPLAINER))
    own, ranker = costs[f"{EXPLAINER}: private, MiB"][size], costs[f"{RANKER}: private, MiB"][size]
    whole = explain - rank + rank * times ** power(costs[f"{RANKER}: median, ms"])
    asks, routed = explain - rank + asking * parts, scheduling * parts
    slowest = max(rank, routed)
    shards = f"{parts} shards of {size:,} facts, one per worker"
    yield f"| {facts:,} facts, estimated | full index on each machine | {shards} |"
    yield "|---|---|---|"
    yield f"| disk | {disk * times / 1000:,.0f} GB per machine | {disk:,.0f} MB per shard |"
    yield f"| private memory of a worker | {own:,.0f} MiB | {ranker:,.0f} MiB |"
    mapped = disk * 1e6 / 2**20
    yield f"| memory-mapped files | {mapped * times / 1024:,.0f} GiB per machine | {mapped:,.0f} MiB per shard |"
    yield f"| CPU time to build | {seconds * times / 3600:.1f} h | {seconds * parts / 3600:.1f} h |"
    yield f"| CPU time per question: worker | {whole:,.0f} ms, explained | {rank:,.0f} ms, ranked |"
    yield f"| CPU time per question: scheduler | | {routed:,.0f} ms |"
    yield f"| CPU time per question: client, which explains | | {asks:,.0f} ms |"
    yield f"| questions per second | {1000 / whole:.1f} per worker | at most {1000 / slowest:.2g} in total |"
    yield f"| client processes for this rate | | {math.ceil(asks / slowest)} |"


def steps(most: float) -> list[float]:
    """Return multiples of 1, 2 or 5 times a power of ten from 0 to at least a number, nine at most."""
    power_of_ten = 10.0 ** math.floor(math.log10(most))
    step = next(
        step for step in (power_of_ten / 5, power_of_ten / 2, power_of_ten, 2 * power_of_ten) if most <= 8 * step
    )
    return [step * number for number in range(math.ceil(most / step) + 1)]


def drawing(costs: Mapping[str, Series], title: str, *, logarithmic: bool = True) -> str:
    """Return a plot of costs over the logarithm of the number of facts, each cost beside its power."""
    sizes = [size for series in costs.values() for size in series]
    values = [value for series in costs.values() for value in series.values() if value > 0]
    left, right = math.log10(min(sizes)), math.log10(max(sizes))
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    ticks = [10.0**tick for tick in range(low, high + 1)] if logarithmic else steps(max(values))

    def x(size: float) -> float:
        return LEFT + (math.log10(size) - left) / max(right - left, 1e-9) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        down = (high - math.log10(max(value, 10**low))) / max(high - low, 1) if logarithmic else 1 - value / ticks[-1]
        return TOP + down * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">']
    parts.append(f"<title>{escape(title)}</title>")
    for tick in ticks:
        parts.append(f'<path stroke="#ddd" d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" font-size="11" text-anchor="end">{tick:g}</text>')
    parts.extend(
        f'<text x="{x(size):.1f}" y="{HEIGHT - 24}" font-size="11" text-anchor="middle">{size:,}</text>'
        for size in sorted(set(sizes))
    )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" font-size="11" text-anchor="middle">facts</text>'
    )
    last = TOP - 10.0
    names = list(dict.fromkeys(name.removesuffix(OWN) for name in costs))
    for name, series in sorted(costs.items(), key=lambda item: y(item[1][max(item[1])])):
        points = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(series.items()))
        colour = COLOURS[names.index(name.removesuffix(OWN)) % len(COLOURS)]
        dashes = ' stroke-dasharray="5 3"' if name.endswith(OWN) else ""
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5"{dashes} points="{points}"/>')
        last = max(last + 11, y(series[max(series)]) + 3)
        told = escape(f"{name} (power {power(series):.2f})")
        parts.append(f'<text x="{WIDTH - RIGHT + 4}" y="{last:.1f}" font-size="8.5" fill="{colour}">{told}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
