"""How close the statements made from questions and answers come to those that people wrote.

Run ``python benchmarks/hypotheses.py``; ``--help`` lists the options. The data is EntailmentBank's task 1.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.evaluate.similarity import rouge_l
from explanans.text.hypothesis import hypothesis

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RESAMPLES = 2000


class Pair(NamedTuple):
    """One question with its answer and the hypothesis that the authors wrote for it."""

    question: str
    answer: str
    hypothesis: str


RULES: dict[str, Callable[[str, str], str]] = {
    "rules": hypothesis,
    "question + answer": lambda question, answer: f"{question} {answer}",
    "answer alone": lambda _, answer: answer,
}


def main() -> None:
    """Print one line of figures for the rules and for each baseline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds entailmentbank/")
    parser.add_argument("--split", choices=("train", "dev"), default="dev")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="also print the N worst statements")
    options = parser.parse_args()
    path = options.data / "entailmentbank" / "dataset" / "task_1" / f"{options.split}.jsonl"
    if not path.is_file():
        sys.exit(f"{path}: no such file; name the folder that holds entailmentbank/ with --data or EXPLANANS_DATA")
    pairs = read(path)
    print(f"EntailmentBank {options.split}, {len(pairs)} questions: ROUGE-L F1 against the authors' hypotheses")
    for name, rule in RULES.items():
        report(name, rule, pairs)
    show_worst(pairs, options.worst)


def read(path: Path) -> list[Pair]:
    """Return the question, answer and hypothesis of every line."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Pair(*(record[field] for field in Pair._fields)) for record in records]


def report(name: str, rule: Callable[[str, str], str], pairs: list[Pair]) -> None:
    """Print a rule's mean score, its bootstrap interval, and its time a question."""
    rule(pairs[0].question, pairs[0].answer)  # loads the dictionary of lemmas
    start = time.perf_counter()
    statements = [rule(pair.question, pair.answer) for pair in pairs]
    microseconds = (time.perf_counter() - start) / len(pairs) * 1e6
    scores = np.array([rouge_l(made, pair.hypothesis) for made, pair in zip(statements, pairs, strict=True)])
    draws = np.random.default_rng(0).integers(len(scores), size=(RESAMPLES, len(scores)))
    low, high = np.quantile(scores[draws].mean(axis=1), (0.025, 0.975))
    print(f"{name:18} {scores.mean():.3f}  95% {low:.3f} to {high:.3f}  {microseconds:6.1f} µs a question")


def show_worst(pairs: list[Pair], count: int) -> None:
    """Print the pairs whose statements score lowest."""
    made = [(hypothesis(pair.question, pair.answer), pair) for pair in pairs]
    scored = sorted((rouge_l(statement, pair.hypothesis), statement, pair) for statement, pair in made)
    for score, statement, pair in scored[:count]:
        print(f"\n{score:.2f}  {pair.question} | {pair.answer}\n  rules  {statement}\n  wanted {pair.hypothesis}")


if __name__ == "__main__":
    main()
