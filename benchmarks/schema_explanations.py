"""How well solutions of CoSaTa's patterns explain WorldTree's questions, beside the best facts of a ranker.

Run ``python benchmarks/schema_explanations.py``; ``--help`` lists the options. A fact's score is the ranker's over the
best of its question, less a bar; facts at or below the bar count nothing and are left out. Bars and numbers of facts
are those with the best F1 on training questions, without looking at the split that is measured.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean

import numpy as np

from explanans.codecs.worldtree import decode_questions
from explanans.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.ranker import open_ranker
from explanans.schema.cache import Cache, build
from explanans.schema.files import pattern_files, read_patterns
from explanans.schema.scoring import explanation
from explanans.schema.solver import solve
from explanans.schema.tables import open_store

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
BARS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
SIZES = (3, 4, 5, 6, 7, 8)

Explain = Callable[[dict[str, float]], Sequence[str]]
Scored = list[tuple[Question, dict[str, float]]]


def main() -> None:
    """Print one line an explainer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder of cosata/ and worldtree-v2.1/")
    parser.add_argument("--model", default="unification", help="the ranker that scores facts")
    parser.add_argument("--split", default="dev", help="the split that is measured")
    parser.add_argument("--tune", type=int, default=200, help="how many training questions choose bars and sizes")
    options = parser.parse_args()
    worldtree, cosata = options.data / "worldtree-v2.1", options.data / "cosata"
    if not (worldtree.is_dir() and cosata.is_dir()):
        sys.exit(f"{options.data}: lacks cosata/ or worldtree-v2.1/; name another folder with --data or EXPLANANS_DATA")
    knowledge = KnowledgeBase.open(worldtree)
    ranker = open_ranker(options.model, knowledge)

    def scored(split: str, most: int | None) -> Scored:
        path = worldtree / "questions" / f"questions.{split}.tsv"
        questions = [question for question in decode_questions(read_lines(path), path.name) if question.explanation]
        found = []
        for question in questions[:: max(1, len(questions) // most) if most else 1]:
            scores = ranker.scores(question)
            found.append((question, dict(zip(knowledge.ids, (scores / max(scores.max(), 1e-9)).tolist(), strict=True))))
        return found

    train, measured = scored("train", options.tune), scored(options.split, None)
    with tempfile.TemporaryDirectory() as place:
        cache = solutions(cosata, Path(place) / "cache")
        print(f"{len(train)} training questions, {len(measured)} questions of {options.split}, ranker {options.model}")
        print("explainer      setting  precision  recall      F1  complete  facts")
        choose_and_print("best facts", SIZES, best_facts, train, measured)
        choose_and_print("facts above", BARS, facts_above, train, measured)
        for most in (1, 2, 3):
            choose_and_print(f"{most} schemas", BARS, partial(schemas, cache, most), train, measured)


def solutions(cosata: Path, folder: Path) -> Cache:
    """Return a cache of the solutions of all patterns."""
    files = read_patterns(pattern_files([cosata / "patterns"]))
    patterns = {pattern.name: pattern for found in files.values() for pattern in found}
    store = open_store(cosata, list(files))
    build((solve(pattern, store, others=patterns) for pattern in patterns.values()), folder)
    return Cache.open(folder)


def best_facts(size: float) -> Explain:
    """Return what explains by the facts with the highest scores."""
    return lambda scores: sorted(scores, key=lambda fact: -scores[fact])[: int(size)]


def facts_above(bar: float) -> Explain:
    """Return what explains by the facts above a bar."""
    return lambda scores: [fact for fact, score in scores.items() if score > bar]


def schemas(cache: Cache, most: int, bar: float) -> Explain:
    """Return what explains by the solutions whose facts are most above a bar."""
    return lambda scores: explanation(cache, {fact: score - bar for fact, score in scores.items()}, most)


def choose_and_print(
    name: str, settings: Iterable[float], made: Callable[[float], Explain], train: Scored, measured: Scored
) -> None:
    """Choose the setting with the best F1 on training questions and print what it gives on the others."""
    setting = max(settings, key=lambda setting: figures(made(setting), train)[2])
    precision, recall, f1, complete, facts = figures(made(setting), measured)
    print(
        f"{name:13} {setting:8.1f} {precision:10.3f} {recall:7.3f} {f1:7.3f} {complete:9.3f} {facts:6.1f}", flush=True
    )


def figures(explain: Explain, scored: Scored) -> tuple[float, ...]:
    """Return the means over questions of precision, recall, F1, completeness and the number of facts."""
    rows = []
    for question, scores in scored:
        gold = {item.fact for item in question.explanation}
        given = set(explain(scores))
        right = len(gold & given)
        f1 = 2 * right / (len(gold) + len(given))
        rows.append((right / len(given) if given else 0.0, right / len(gold), f1, float(gold <= given), len(given)))
    return tuple(mean(column) for column in zip(*rows, strict=True))


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
