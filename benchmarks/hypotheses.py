"""How close the statements made from questions and answers come to those that people wrote.

Run ``python benchmarks/hypotheses.py``; ``--help`` lists the options. The data is EntailmentBank's task 1, or with
``--own NAME`` the questions beside this file: a line is a question, its answer and the statements
that are right, with bars between; a heading names the form. ``read-*.txt`` holds what a reader said of statements that
are none of these: ``good``, ``poor`` or ``broken``.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.evaluation.similarity import rouge_l
from explanans.language.statements.hypothesis import hypothesis

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RESAMPLES = 2000


HALVES = ("dev", "reported", "dev-2", "reported-2")
OWN = Path(__file__).parent / "questions"
FALLBACK = "the answer to “"
CONTRACTED = re.compile(r"n['’]t\b")


class Asked(NamedTuple):
    """One question of ours: its form, its answer and the statements that are right."""

    form: str
    question: str
    answer: str
    right: tuple[str, ...]


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
    parser.add_argument("--own", choices=HALVES, help="our own questions, by form, instead")
    options = parser.parse_args()
    if options.own:
        report_own(options.own, options.worst, hypothesis)
        return
    path = options.data / "entailmentbank" / "dataset" / "task_1" / f"{options.split}.jsonl"
    if not path.is_file():
        sys.exit(f"{path}: no such file; name the folder that holds entailmentbank/ with --data or EXPLANANS_DATA")
    pairs = read(path)
    print(f"EntailmentBank {options.split}, {len(pairs)} questions: ROUGE-L F1 against the authors' hypotheses")
    for name, rule in RULES.items():
        report(name, rule, pairs)
    show_worst(pairs, options.worst)


def read_own(path: Path) -> list[Asked]:
    """Return the questions of a file."""
    form, asked = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            form = line[2:]
        elif line:
            question, answer, *right = line.split(" | ")
            asked.append(Asked(form, question, answer, tuple(right)))
    return asked


def plain(statement: str) -> str:
    """Return a statement without what no reader would mind: case, commas, contractions, the full stop."""
    text = CONTRACTED.sub(" not", statement.lower().replace("can't", "cannot").replace("won't", "will not"))
    return " ".join(re.sub(r"[,;:“”\"]|\.$", "", text).replace("can not", "cannot").split())


def report_own(split: str, worst: int, rule: Callable[[str, str], str]) -> None:
    """Print the share of statements that are right and that are broken, by form and in all, with Wilson's interval."""
    read = OWN / f"read-{split}.txt"
    lines = read.read_text(encoding="utf-8").splitlines() if read.is_file() else []
    grades = dict(line.split(" | ")[::-1] for line in lines if line)
    counts: dict[str, list[int]] = {}
    unread = []
    questions = read_own(OWN / f"{split}.txt")
    posed = [(asked.question, asked.answer) for asked in questions]
    each = getattr(rule, "each", None)
    statements = each(posed) if each else [rule(*pair) for pair in posed]
    for asked, made in zip(questions, statements, strict=True):
        grade = "good" if plain(made) in map(plain, asked.right) else grades.get(made)
        if grade is None:
            unread.append((asked, made))
        for form in (asked.form, "all"):
            row = counts.setdefault(form, [0, 0, 0, 0])
            row[0] += 1
            row[1] += grade == "good"
            row[2] += grade == "broken"
            row[3] += made.startswith(FALLBACK)
    print(f"{split}: questions, perfect, broken, fallen back")
    for form, (asked_of, good, broken, fallen) in sorted(counts.items(), key=lambda row: row[0] == "all"):
        low, high = wilson(good, asked_of)
        share = f"{good / asked_of:6.1%}  95% {low:.1%} to {high:.1%}"
        print(f"{form:15} {asked_of:4} {good:4} {broken:3} {fallen:3}  {share}")
    low, high = wilson(counts["all"][2], counts["all"][0])
    print(f"broken: 95% {low:.1%} to {high:.1%}")
    for asked, made in unread[: worst or len(unread)]:
        print(f"not read: {asked.question} | {asked.answer}\n  {made}")


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the interval of a share at 95% (Wilson 1927)."""
    z = 1.96
    share, scale = hits / of, 1 + z * z / of
    middle, half = share + z * z / (2 * of), z * ((share * (1 - share) + z * z / (4 * of)) / of) ** 0.5
    return (middle - half) / scale, (middle + half) / scale


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
