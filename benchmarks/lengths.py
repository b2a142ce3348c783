"""How cost grows with the length of a question, of a source and of a claim, and with the number of claims.

Run ``python benchmarks/lengths.py``; ``growth.py`` does the same for the number of facts. Each line has the processor
time and the number of runs of networks for each size, and the powers that fit them: the slopes of the lines through the
logarithms with the least squares. A power of 1 is in proportion, 0 is constant, 2 is quadratic. Everything is of the
starter base: the words that lengthen a question, the sentences of a source, and the claims, are its facts.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from explanans.entailment.claims.checker import ClaimChecker
from explanans.knowledge.base import KnowledgeBase
from explanans.learning.onnx import Network
from explanans.pipeline.explainer import Explainer
from growth import power

JUDGE = "fast-judge"
CLAIMS, SENTENCES = 5, 40
REPEATS = 2


def said(texts: Iterable[str]) -> str:
    """Return facts as sentences of one text."""
    return " ".join(f"{text}." for text in texts)


def main() -> None:
    """Print three lines for each kind of growth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 2, 4, 8], metavar="N", help="factors of size")
    options = parser.parse_args()
    runs = counted_runs()
    texts = list(dict.fromkeys(fact.text for fact in KnowledgeBase.open("starter").facts))
    explainer, checker = Explainer.open("starter", judge=JUDGE), ClaimChecker.open(JUDGE)
    explainer.explain(f"{texts[0]}. Which one is it?", "ice")
    list(checker.check_document(said(texts[:2]), texts[2:4]))

    sources, claims = iter(texts), iter(reversed(texts))  # each is new, so that nothing is remembered

    def ask(size: int) -> None:
        explainer.explain(f"{said(islice(claims, 2 * size))} What is ice made of?", "water")

    def read(source: Iterable[str], count: int, parts: int) -> None:
        list(checker.check_document(said(source), [said(islice(claims, parts)) for _ in range(count)]))

    same = texts[:SENTENCES]
    work: Mapping[str, Callable[[int], None]] = {
        "explain: sentences of the question": ask,
        f"check {CLAIMS} claims: sentences of the source": lambda size: read(islice(sources, 12 * size), CLAIMS, 1),
        f"check against {SENTENCES} sentences: claims": lambda size: read(same, CLAIMS * size, 1),
        f"check against {SENTENCES} sentences: sentences of a claim": lambda size: read(same, 1, size),
    }
    for name, do in work.items():
        seconds, networks = measured(do, options.sizes, runs)
        print(f"{name}\n  seconds {shown(seconds)}\n  runs of networks {shown(networks)}", flush=True)


def counted_runs() -> list[int]:
    """Return a list whose only number goes up with each run of a network."""
    runs, run = [0], Network.run

    def counted(self: Network, inputs: Mapping[str, Any]) -> Sequence[Any]:
        runs[0] += 1
        return run(self, inputs)

    Network.run = counted  # type: ignore[method-assign]
    return runs


def measured(
    do: Callable[[int], None], sizes: Sequence[int], runs: Sequence[int]
) -> tuple[dict[int, float], dict[int, float]]:
    """Return the processor time and the runs of networks of each size: the mean over other texts each time."""
    seconds, networks = {}, {}
    for size in sizes:
        before, started = runs[0], time.process_time()
        for _ in range(REPEATS):
            do(size)
        seconds[size] = (time.process_time() - started) / REPEATS
        networks[size] = (runs[0] - before) / REPEATS
    return seconds, networks


def shown(costs: Mapping[int, float]) -> str:
    """Return the cost of each size, and the power."""
    return ", ".join(f"{size}×: {cost:.3g}" for size, cost in costs.items()) + f"; power {power(costs):.2f}"


if __name__ == "__main__":
    main()
