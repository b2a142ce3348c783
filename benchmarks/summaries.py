"""How often scorers of arcs put the right one of two summaries first, on sentences written for this benchmark.

Run ``python benchmarks/summaries.py``; ``--help`` lists the options. ``summaries.tsv`` holds 117 sentences in the
manner of lower-case news, each with a right and a wrong summary: 81 in words near the sentence's, 36 in other words.
They were written to choose parameters by, so that what is measured elsewhere need not be looked at; a tie counts half.
"""

import argparse
import csv
from pathlib import Path

from explanans.bench.summaries import rate_by_arcs, rerank
from explanans.codecs.summary_pairs import SummaryPair
from explanans.parser import CachedParser, open_parser
from explanans.verify.arcs.scorer import open_scorer

SUMMARIES = Path(__file__).with_suffix(".tsv")
SCORERS = ("arc-overlap", "alignment", "features")


def main() -> None:
    """Print one line a scorer."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scorer", nargs="+", default=SCORERS, help="what scores arcs")
    pairs = read_summaries(SUMMARIES)
    parser = CachedParser(open_parser())
    for name in options.parse_args().scorer:
        rate = rate_by_arcs(open_scorer(name), parser)
        for kind, held in {**pairs, "all": [pair for some in pairs.values() for pair in some]}.items():
            found, _ = rerank(held, rate, seed=0)
            low, high = found["interval"]
            accuracy = found["reranking_accuracy"]
            print(f"{name:12} {kind:9} {len(held):4} pairs: {accuracy:.1f}% ({low:.1f}% to {high:.1f}%)")


def read_summaries(path: Path) -> dict[str, list[SummaryPair]]:
    """Return the sentences with their summaries, by kind."""
    pairs: dict[str, list[SummaryPair]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            pairs.setdefault(row["kind"], []).append(SummaryPair(row["source"], row["right"], row["wrong"]))
    return pairs


if __name__ == "__main__":
    main()
