"""How well and how fast a parser parses the development split of the English Web Treebank.

    python benchmarks/parser.py FOLDER_OF_THE_TREEBANK [PARSER]

Intervals are those of 95% over resampled sentences. Words a second are those of one thread, from sentences as written
to parses, the best of three runs. All times are CPU time.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from explanans.evaluation.significance import resampled_sums
from explanans.formats import conllu
from explanans.io.files import read_lines
from explanans.lab.benchmarks.attachment import Agreement, attachment
from explanans.lab.training.parser import words_only
from explanans.language.parser import DEFAULT, Parser, open_parser
from explanans.language.parsing.english import ENGLISH
from explanans.language.parsing.enhanced import enhanced
from explanans.language.parsing.spacy_pipeline import SpacyPipeline, read
from explanans.structures.syntax import ROOT, Arc, Parse

_RUNS = 3
_OPENING = """
import time
start = time.process_time()
from explanans.language.parser import open_parser
next(open_parser().parse(["Ice melts."]))
print(f"{time.process_time() - start:.2f} s to import and open it, and to parse a sentence")
"""


def main() -> None:
    """Print the figures."""
    path = Path(sys.argv[1]) / "en_ewt-ud-dev.conllu"
    name = sys.argv[2] if len(sys.argv) > 2 else DEFAULT
    gold = list(conllu.decode(read_lines(path), str(path)))
    parser = open_parser(name)
    print(f"{parser.name}: {len(gold)} sentences, {sum(len(parse.tokens) for parse in gold)} words")
    _print("gold trees", gold, gold)
    bare = attachment([(parse, replace(parse, enhanced=parse.arcs)) for parse in gold], punctuation=False).enhanced
    print(f"gold trees without rules, without punctuation: enhanced arcs: F1 {bare.f1:.2%}")
    _print("every word on the next", gold, [_chained(parse) for parse in gold])
    known = open_parser(f"spacy:{ENGLISH}") if name == DEFAULT else parser  # by spaCy, which can be given words
    if isinstance(known, SpacyPipeline):
        docs = known.pipeline.pipe(words_only(known.pipeline.vocab, parse) for parse in gold)
        found = [read(doc, parse.text) for doc, parse in zip(docs, gold, strict=True)]
        _print("gold words", gold, found)
        _print_tags(gold, found)
    texts = [parse.text for parse in gold]
    _print("texts", gold, list(parser.parse(texts)))
    print(f"{_speed(parser, texts):,.0f} words a second")
    if name == DEFAULT:
        size = sum(file.stat().st_size for file in ENGLISH.rglob("*") if file.is_file())
        opened = subprocess.run([sys.executable, "-c", _OPENING], capture_output=True, text=True, check=True)
        print(f"{size / 1e6:.1f} MB, {opened.stdout.strip()}")


def _print(given: str, gold: Sequence[Parse], found: Sequence[Parse]) -> None:
    """Print attachment scores, and those of the enhanced arcs that the rules make of the trees that were found."""
    pairs = [(left, replace(right, enhanced=enhanced(right))) for left, right in zip(gold, found, strict=True)]
    for punctuation in (False, True):
        scores = attachment(pairs, punctuation=punctuation)
        single = [attachment([pair], punctuation=punctuation) for pair in pairs]
        arcs = scores.enhanced
        print(
            f"{given}, {'with' if punctuation else 'without'} punctuation: "
            f"UAS {scores.unlabelled.f1:.2%} {_interval([score.unlabelled for score in single])}, "
            f"LAS {scores.labelled.f1:.2%} {_interval([score.labelled for score in single])}; "
            f"enhanced arcs: precision {arcs.precision:.2%}, recall {arcs.recall:.2%}, F1 {arcs.f1:.2%}"
        )


def _interval(agreements: Sequence[Agreement]) -> str:
    shared, gold, found = resampled_sums(np.array(agreements, dtype=np.float64)).T
    low, high = np.percentile(2 * shared / (gold + found), (2.5, 97.5))
    return f"({low:.1%} to {high:.1%})"


def _chained(parse: Parse) -> Parse:
    """Return what a parser would say that hangs every word on the next, most often as determiners are."""
    last = len(parse.tokens) - 1
    arcs = (*(Arc(child + 1, child, "det") for child in range(last)), Arc(ROOT, last, "root"))
    return replace(parse, arcs=arcs)


def _print_tags(gold: Sequence[Parse], found: Sequence[Parse]) -> None:
    pairs = [
        pair
        for left, right in zip(gold, found, strict=True)
        for pair in zip(left.tokens, right.tokens, strict=True)
        if pair[0].lemma and pair[0].tag
    ]
    for name, place in (("lemmas", 1), ("parts of speech", 2), ("tags", 3)):
        print(f"{name}: {sum(left[place] == right[place] for left, right in pairs) / len(pairs):.2%} right")


def _speed(parser: Parser, texts: Sequence[str]) -> float:
    seconds = []
    for _ in range(_RUNS):
        start = time.process_time()
        words = sum(len(parse.tokens) for parse in parser.parse(texts))
        seconds.append(time.process_time() - start)
    return words / min(seconds)


if __name__ == "__main__":
    main()
