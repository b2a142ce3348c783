"""How cost grows with the number of facts: a table, the powers that fit it, a plot, and what a cluster would do.

Run ``python benchmarks/scale.py --out figures.jsonl`` first, then ``python benchmarks/growth.py figures.jsonl``;
``--plot FILE`` draws them, both axes logarithmic. A power p says that twice as many facts cost 2 to the p as much: it
is the slope of the line through the logarithms with the least squares.

What a cluster would do is computed from that. Questions are independent, so that N workers answer N times as many,
less what sharing costs (``--efficiency``: what ``benchmarks/batches.py`` prints for Dask beside one process). Where the
index is parted among N machines, each holds 1/N of the bytes, and a question costs what it costs over 1/N of the facts.
"""

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

import numpy as np

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 64, 150, 16, 44
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
DAY = 86_400
UNITS = {"median": "ms", "clock-median": "ms", "size": "MB", "memory": "MiB", "private": "MiB"}

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
    options = parser.parse_args()
    costs = read(options.figures)
    sizes = sorted({size for series in costs.values() for size in series})
    print("| | " + " | ".join(f"{size:,} facts" for size in sizes) + " | power |")
    print("|---|" + "---|" * (len(sizes) + 1))
    for name, series in costs.items():
        cells = (f"{series[size]:,.3g}" if size in series else "" for size in sizes)
        print(f"| {name} | {' | '.join(cells)} | {power(series):.2f} |" if len(series) > 1 else f"| {name} |")
    print()
    for line in cluster(costs, sizes[-1], options.workers, options.efficiency):
        print(line)
    several = {name: one for name, one in costs.items() if len(one) > 1}
    if options.plot:
        left_out = ("memory", "private", "clock", "to open")
        time = {name: one for name, one in several.items() if not any(word in name for word in left_out)}
        options.plot.write_text(drawing(time, "What a knowledge base costs as it grows"), encoding="utf-8")
    if options.plot_memory:
        memory = {name: one for name, one in several.items() if name.endswith("MiB")}
        options.plot_memory.write_text(drawing(memory, "Memory of a process in MiB"), encoding="utf-8")


def read(path: Path) -> dict[str, dict[int, float]]:
    """Return costs by what they are of, in seconds, milliseconds, MB or MiB as their names say."""
    costs: dict[str, dict[int, float]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        figure = json.loads(line)
        what, size = figure["what"], int(figure["facts"])
        found = {"processor, s" if what in {"build", "add"} else "to open, s": figure["seconds"]}
        for key, unit in (
            ("median", "ms"),
            ("clock-median", "ms"),
            ("size", "MB"),
            ("memory", "MiB"),
            ("private", "MiB"),
        ):
            if key in figure:
                found[f"{key}, {unit}"] = float(figure[key].split()[0])
        for name, value in found.items():
            if float(value) > 0:
                costs[f"{what}: {name}"][size] = float(value)
    return costs


def power(series: Series) -> float:
    """Return the power of the number of facts that a cost grows with."""
    sizes, values = np.log(list(series)), np.log(np.maximum(list(series.values()), 1e-9))
    return float(np.polyfit(sizes, values, 1)[0])


def cluster(costs: Mapping[str, Series], size: int, workers: list[int], efficiency: float) -> Iterator[str]:
    """Yield a table of what clusters would do with the largest base that was measured."""
    asked = costs.get("explain: median, ms", {})
    built = costs.get("build: size, MB", {})
    if size not in asked or size not in built:
        return
    grows = power(asked) if len(asked) > 1 else 0.0
    yield f"| workers, {size:,} facts | questions a day, each with all facts | in parts: MB each | ms a question |"
    yield "|---|---|---|---|"
    for count in workers:
        shared = 1.0 if count == 1 else efficiency
        day = DAY * 1000 / asked[size] * count * shared
        parted = asked[size] * (1 / count) ** grows
        yield f"| {count} | {day:,.0f} | {built[size] / count:,.0f} | {parted:,.0f} and what asking costs |"


def drawing(costs: Mapping[str, Series], title: str) -> str:
    """Return a plot of costs, both axes logarithmic, each cost beside its power."""
    sizes = [size for series in costs.values() for size in series]
    values = [value for series in costs.values() for value in series.values() if value > 0]
    left, right = math.log10(min(sizes)), math.log10(max(sizes))
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def x(size: float) -> float:
        return LEFT + (math.log10(size) - left) / max(right - left, 1e-9) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - math.log10(max(value, 10**low))) / max(high - low, 1) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">']
    parts.append(f"<title>{escape(title)}</title>")
    for tick in range(low, high + 1):
        at = y(10**tick)
        parts.append(f'<path stroke="#ddd" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" font-size="11" text-anchor="end">{10.0**tick:g}</text>')
    parts.extend(
        f'<text x="{x(size):.1f}" y="{HEIGHT - 24}" font-size="11" text-anchor="middle">{size:,}</text>'
        for size in sorted(set(sizes))
    )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" font-size="11" text-anchor="middle">facts</text>'
    )
    last = TOP - 10.0
    for number, (name, series) in enumerate(sorted(costs.items(), key=lambda item: y(list(item[1].values())[-1]))):
        points = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(series.items()))
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{points}"/>')
        last = max(last + 11, y(series[max(series)]) + 3)
        told = escape(f"{name} (power {power(series):.2f})")
        parts.append(f'<text x="{WIDTH - RIGHT + 4}" y="{last:.1f}" font-size="8.5" fill="{colour}">{told}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
