"""How often scorers of arcs put the right one of two summaries first, on sentences written for this benchmark.

Run ``python benchmarks/summaries.py``; ``--help`` lists the options. ``summaries.tsv`` holds 117 sentences in the
manner of lower-case news, each with a right and a wrong summary: 81 in words near the sentence's, 36 in other words.
They were written to choose parameters by, so that what is measured elsewhere need not be looked at; a tie counts half.

With ``--edited samsum``, or another domain of SummEdits, its summaries take their place: each that people found wrong,
beside the right one that is most like it word by word. Their sources have 15 sentences.
"""

import argparse
import csv
from collections import defaultdict
from difflib import SequenceMatcher
from pathlib import Path

from explanans.entailment.arcs.checker import open_scorer
from explanans.lab.benchmarks.summaries import rate_by_arcs, rerank
from explanans.lab.datasets.inference import SummaryPair
from explanans.lab.datasets.splits import SUMMARIES as DOMAINS
from explanans.lab.datasets.splits import labelled_pairs
from explanans.language.parser import CachedParser, open_parser

SUMMARIES = Path(__file__).with_suffix(".tsv")
SCORERS = ("arc-overlap", "alignment", "features")


def main() -> None:
    """Print one line a scorer."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scorer", nargs="+", default=SCORERS, help="what scores arcs")
    options.add_argument("--edited", choices=DOMAINS, help="take the summaries of this domain of SummEdits")
    options.add_argument("--data", type=Path, help="the folder of the data sets")
    asked = options.parse_args()
    pairs = {asked.edited: edited(asked.data, asked.edited)} if asked.edited else read_summaries(SUMMARIES)
    groups = pairs if asked.edited else {**pairs, "all": [pair for some in pairs.values() for pair in some]}
    parser = CachedParser(open_parser())
    for name in asked.scorer:
        rate = rate_by_arcs(open_scorer(name), parser)
        for kind, held in groups.items():
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


def edited(data: Path | None, domain: str) -> list[SummaryPair]:
    """Return the wrong summaries of a domain of SummEdits, each beside the right one of its source most like it."""
    right, wrong = defaultdict(list), []
    for pair in labelled_pairs(data, f"summedits-{domain}"):
        if pair.supported:
            right[pair.group].append(pair.claim)
        else:
            wrong.append((pair.group, pair.claim))
    return [
        SummaryPair(source, max(right[source], key=lambda claim: _alike(claim, said)), said)
        for source, said in wrong
        if right[source]
    ]


def _alike(claim: str, said: str) -> float:
    return SequenceMatcher(None, claim.lower().split(), said.lower().split()).ratio()


if __name__ == "__main__":
    main()
