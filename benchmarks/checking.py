"""How well and how fast claims are checked against a source of 20,000 words, and what checking steps by arcs costs.

Run ``python benchmarks/checking.py``; ``--help`` lists the options. The source is made of sentences of the English Web
Treebank and of all those that the summaries of Falke et al. 2019, or those of ``summaries.tsv``, were made from; the
claims are these summaries. Times are of one thread; those of commands are the median of five calls, processor time of
the whole process.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from explanans.entailment.arcs.checker import DEFAULT, SENTENCES, ArcChecker, open_scorer
from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.sentence_index import SentenceIndex
from explanans.evaluation.significance import clustered_interval
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER
from explanans.lab.datasets.inference import SummaryPair
from explanans.lab.datasets.splits import pairs_of_summaries
from explanans.language.parser import open_parser
from explanans.language.tokens import tokens
from explanans.pipeline.explainer import Explainer
from summaries import SUMMARIES, read_summaries

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
WORDS = 20_000
CLAIMS = 100
RUNS = 5
ASKED = ("explain", "What is ice made of?", "--answer", "water", "--quiet")


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="where factuality/ and ud-english-ewt/ lie")
    parser.add_argument("--scorer", default=DEFAULT, help="what scores arcs")
    parser.add_argument("--limit", type=int, default=None, metavar="N", help="check the summaries of N sentences only")
    options = parser.parse_args()
    print(f"scorer {options.scorer}")
    written = [pair for pairs in read_summaries(SUMMARIES).values() for pair in pairs]
    for name, pairs in (("written", written), ("public", pairs_of_summaries(options.data))):
        among(name, pairs[: options.limit], options.data, options.scorer)
    judge(options.data, written)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory {peak:.0f} MiB at most")
    print(f"steps of one more question by arcs: {steps(options.scorer):.0f} ms")
    for check in ("words", "arcs"):
        print(f"explain --check {check}: {statistics.median(called(check) for _ in range(RUNS)):.2f} s")


def among(name: str, pairs: Sequence[SummaryPair], data: Path, scorer: str) -> None:
    """Print how often right summaries are preferred by their own sentence, and in a long source."""
    document = read_document(data, pairs)
    print(f"{len(pairs)} {name} pairs, a source of {len(document):,} sentences")
    checker = ArcChecker(open_scorer(scorer), open_parser())
    report("own sentence", pairs, [margin for pair in pairs for margin in margins(checker, [pair.source], [pair])])
    index = SentenceIndex(document)
    for most in (1, SENTENCES):
        checker = ArcChecker(open_scorer(scorer), open_parser(), most)
        started = time.process_time()
        found = margins(checker, document, pairs)
        milliseconds = (time.process_time() - started) * 500 / len(pairs)
        chosen = [index.covering(claim, most) for pair in pairs for claim in (pair.correct, pair.incorrect)]
        remark = f"{statistics.fmean(map(len, chosen)):.1f} on average, {milliseconds:.0f} ms a claim"
        report(f"{most} at most", pairs, found, remark)


def judge(data: Path, pairs: Sequence[SummaryPair]) -> None:
    """Print how long claims take to be judged against a long source: one with full stops and one without."""
    sentences = read_document(data, pairs)
    claims = [claim for pair in pairs for claim in (pair.correct, pair.incorrect)][:CLAIMS]
    checker = ClaimChecker.open()
    for name, source in (("sentences", sentences), ("one sentence", [" ".join(sentences).replace(".", "")])):
        started = time.process_time()
        statuses = [verdict.status.value for verdict in checker.check_document(source, claims)]
        seconds = time.process_time() - started
        found = ", ".join(f"{statuses.count(status)} {status}" for status in sorted(set(statuses)))
        print(f"{len(claims)} claims judged against {WORDS:,} words in {name}: {seconds:.1f} s ({found})")


def read_document(data: Path, pairs: Sequence[SummaryPair]) -> list[str]:
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


def margins(checker: ArcChecker, source: Sequence[str], pairs: Sequence[SummaryPair]) -> list[float]:
    """Return by how much the right summary of each pair scores higher than the wrong one."""
    claims = [claim for pair in pairs for claim in (pair.correct, pair.incorrect)]
    scores = [verdict.score or 0.0 for verdict in checker.check_document(source, claims)]
    return [right - wrong for right, wrong in zip(scores[::2], scores[1::2], strict=True)]


def report(name: str, pairs: Sequence[SummaryPair], found: Sequence[float], remark: str = "") -> None:
    """Print how often the right summary is preferred, a tie counting half, with its interval by source."""
    won = [(margin > 0) + (margin == 0) / 2 for margin in found]
    low, high = clustered_interval(won, [pair.source for pair in pairs], seed=0)
    print(f"  {name:14} {statistics.fmean(won):.3f} ({low:.3f}–{high:.3f})  {remark}")


def steps(scorer: str) -> float:
    """Return how many milliseconds the steps of an explanation take: the mean over the starter base's dev questions."""
    path = STARTER / "questions" / "questions.dev.tsv"
    explainer, checker = Explainer.open("starter"), ArcChecker.open(scorer)
    explanations = [explainer.explain_question(item) for item in decode_questions(read_lines(path), path.name)]
    started = time.process_time()
    for explanation in explanations:
        for tree in filter(None, (explanation.tree, *(tree for tree, _ in explanation.alternatives))):
            checker.check_tree(tree)
    return (time.process_time() - started) * 1000 / len(explanations)


def called(check: str) -> float:
    """Return how long one call of ``explain`` takes, in seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "explanans", *ASKED, "--check", check], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
