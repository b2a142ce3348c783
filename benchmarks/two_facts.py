"""Both gold facts of a question of QASC (Khot et al. 2020) among 1,000 others: are they the leaves?

Run ``python benchmarks/two_facts.py``; ``--help`` lists the options. The knowledge base has the two gold facts of each
question of the development split, and general statements of GenericsKB (Bhakthavatsalam et al. 2020), evenly spread, so
that there are 1,002 facts. The right answers are explained. The baselines are the facts that the default ranker puts
first.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

from explanans.entailment.judge.base import DEFAULT
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.exams import decode_exams
from explanans.language.sentences import tidy_sentence
from explanans.pipeline.explainer import Explainer
from explanans.retrieval.ranker import score

FACTS = 1002


def main() -> None:
    """Print how often both facts, or one, are found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--questions", type=int, default=1000, metavar="N", help="how many to explain, at most")
    parser.add_argument("--fast", action="store_true", help="without the language model")
    options = parser.parse_args()
    folder = find("more-inference", options.data)
    path = folder / "qasc" / "dev.jsonl"
    rows = read(path)
    questions = list(decode_exams(read_lines(path), str(path)))
    facts = dict.fromkeys(tidy_sentence(fact) for row in rows for fact in row["facts"])
    others = read(folder / "genericskb" / "train.jsonl")
    step = len(others) // (FACTS - len(facts))
    for row in others[::step]:
        if len(facts) < FACTS:
            facts.setdefault(tidy_sentence(row["fact"]))
    explainer = Explainer(KnowledgeBase.of([*facts]), judge="fast-judge" if options.fast else DEFAULT)
    kinds = ("leaves", "the first 2", "the first 5", "the first 25")
    both, any_, counts = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
    pairs = list(zip(questions, rows, strict=True))
    asked = pairs[:: max(1, len(pairs) // options.questions)][: options.questions]
    for question, row in asked:
        gold = {tidy_sentence(fact).rstrip(".").casefold() for fact in row["facts"]}
        ranked = [item.fact.text for item in score(explainer.ranker, explainer.knowledge, question).best(25)]
        tree = explainer.explain_question(question).tree
        leaves = [leaf.text for leaf in tree.leaves] if tree else []
        for kind, texts in zip(kinds, (leaves, ranked[:2], ranked[:5], ranked), strict=True):
            found = gold & {tidy_sentence(text).rstrip(".").casefold() for text in texts}
            both[kind] += found == gold
            any_[kind] += bool(found)
            counts[kind] += len(texts)
    print(f"{len(asked)} questions, {len(facts)} facts, {explainer.ranker_name}", flush=True)
    for kind in kinds:
        total = len(asked)
        print(
            f"  {kind:14} both {100 * both[kind] / total:5.1f}%  at least one {100 * any_[kind] / total:5.1f}%"
            f"  facts {counts[kind] / total:4.1f}"
        )


def read(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
