"""How well and how fast claims are checked against a source of 20,000 words, and what checking steps by arcs costs.

Run ``python benchmarks/checking.py``; ``--help`` lists the options. The source is made of sentences of the English Web
Treebank and of all those that the summaries of Falke et al. 2019 were made from; the claims are these summaries. Times
are of one thread; those of commands are the median of five calls, processor time of the whole process.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from explanans.codecs.worldtree import decode_questions
from explanans.files import read_lines
from explanans.knowledge.sources import STARTER
from explanans.pipeline import Explainer, check_arcs
from explanans.text.tokens import tokens
from explanans.verify.arcs.scorer import DEFAULT, open_scorer
from explanans.verify.checker import ArcChecker
from explanans.verify.parsers.parser import open_parser
from explanans.verify.sentence_index import SentenceIndex

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
WORDS = 20_000
RUNS = 5
ASKED = ("explain", "What is ice made of?", "--answer", "water", "--quiet")


class Pair(NamedTuple):
    """A sentence, and a correct and an incorrect summary of it."""

    source: str
    correct: str
    incorrect: str


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="where factuality/ and ud-english-ewt/ lie")
    parser.add_argument("--scorer", default=DEFAULT, help="what scores arcs")
    parser.add_argument("--limit", type=int, default=None, metavar="N", help="check the summaries of N sentences only")
    options = parser.parse_args()
    pairs = read_pairs(options.data)[: options.limit]
    document = read_document(options.data, pairs)
    print(f"a source of {len(document):,} sentences, {len(pairs)} pairs of claims, scorer {options.scorer}")
    checker = ArcChecker(open_scorer(options.scorer), open_parser())
    report("own sentence", [preferred(checker, [pair.source], [pair])[0] for pair in pairs])
    index = SentenceIndex(document)
    for most in (1, 3, 5, 8):
        checker = ArcChecker(open_scorer(options.scorer), open_parser(), most)
        started = time.process_time()
        found = preferred(checker, document, pairs)
        milliseconds = (time.process_time() - started) * 500 / len(pairs)
        among = statistics.fmean(
            any(document[number] == pair.source for number in index.nearest(pair.correct, most)) for pair in pairs
        )
        report(f"{most} sentences", found, f"own sentence among them {among:.3f}, {milliseconds:.0f} ms a claim")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory {peak:.0f} MiB at most")
    print(f"steps of one more question by arcs: {steps(options.scorer):.0f} ms")
    for check in ("words", "arcs"):
        print(f"explain --check {check}: {statistics.median(called(check) for _ in range(RUNS)):.2f} s")


def read_pairs(data: Path) -> list[Pair]:
    """Return the pairs of summaries, each with the sentence that they were made from."""
    path = data / "factuality" / "summary_pairs.json"
    if not path.is_file():
        sys.exit(f"{path}: no such file; name the folder that holds factuality/ with --data or EXPLANANS_DATA")
    records = json.loads(path.read_text(encoding="utf-8"))
    return [Pair(*(record[f"{name}_sent"] for name in ("article", "correct", "incorrect"))) for record in records]


def read_document(data: Path, pairs: Sequence[Pair]) -> list[str]:
    """Return the sentences of the pairs among others, some 20,000 words in all."""
    own = list(dict.fromkeys(pair.source for pair in pairs))
    path = data / "ud-english-ewt" / "en_ewt-ud-train.conllu"
    lines = path.read_text(encoding="utf-8").splitlines()
    others = (line.removeprefix("# text = ") for line in lines if line.startswith("# text = "))
    missing = WORDS - sum(len(tokens(sentence)) for sentence in own)
    for sentence in others:
        if missing <= 0:
            break
        own.append(sentence)
        missing -= len(tokens(sentence))
    return own


def preferred(checker: ArcChecker, source: Sequence[str], pairs: Sequence[Pair]) -> list[float]:
    """Return 1 for each pair whose correct summary scores higher than the incorrect one, a half for equals."""
    claims = [claim for pair in pairs for claim in (pair.correct, pair.incorrect)]
    scores = [verdict.score or 0.0 for verdict in checker.check_document(source, claims)]
    return [
        float(right > wrong) + 0.5 * (right == wrong) for right, wrong in zip(scores[::2], scores[1::2], strict=True)
    ]


def report(name: str, found: Sequence[float], remark: str = "") -> None:
    """Print how often the correct summary is preferred, with a 95% interval by the normal approximation."""
    mean = statistics.fmean(found)
    half = 1.96 * statistics.stdev(found) / len(found) ** 0.5
    print(f"{name:14} correct preferred {mean:.3f} ({mean - half:.3f}–{mean + half:.3f})  {remark}")


def steps(scorer: str) -> float:
    """Return how many milliseconds the steps of an explanation take: the mean over the starter base's dev questions."""
    path = STARTER / "questions" / "questions.dev.tsv"
    explainer, checker = Explainer.open("starter"), ArcChecker.open(scorer)
    explanations = [explainer.explain_question(item) for item in decode_questions(read_lines(path), path.name)]
    started = time.process_time()
    for explanation in explanations:
        check_arcs(explanation, checker)
    return (time.process_time() - started) * 1000 / len(explanations)


def called(check: str) -> float:
    """Return how long one call of ``explain`` takes, in seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "explanans", *ASKED, "--check", check], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
