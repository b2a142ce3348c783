"""Which rankers find the sentence that answers a question about notes: ``python benchmarks/notes.py [RANKER ...]``.

The notes are the texts ``notes-*`` of the development half of ``lab bench claims``; each of their sentences is a fact,
and each file a knowledge base. ``notes-evidence.tsv`` says which sentence answers each question, in the
order of the files, by words of it that no other sentence of the file has.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.claims import own_texts
from explanans.language.sentences import sentence_spans
from explanans.retrieval.ranker import open_ranker, order
from explanans.structures.questions import Question

EVIDENCE = Path(__file__).parent / "notes-evidence.tsv"
RANKERS = ("bm25", "cold", "meaning", "fusion:sum:bm25+meaning", "fusion:sum:cold+meaning")
DEPTHS = (1, 3, 5)


class Asked(NamedTuple):
    """A question with its right answer, and the number of the sentence that answers it."""

    question: Question
    sentence: int


def notes() -> Iterator[tuple[KnowledgeBase, list[Asked]]]:
    """Yield the sentences of each file with the questions about them."""
    evidence: dict[str, list[str]] = {}
    for line in read_lines(EVIDENCE):
        name, words = line.split("\t")
        evidence.setdefault(name, []).append(words)
    texts = [text for text in own_texts() if text.questions]
    for (name, marks), text in zip(evidence.items(), texts, strict=True):
        sentences = [part[start:end] for part in text.paragraphs for start, end in sentence_spans(part)]
        asked = []
        for question, words in zip(text.questions, marks, strict=True):
            (number,) = (number for number, sentence in enumerate(sentences) if words in sentence)
            asked.append(Asked(Question.asked(question.text, question.right), number))
        yield KnowledgeBase.of(sentences, name), asked


def main() -> None:
    """Print one line a ranker."""
    bases = list(notes())
    count = sum(len(asked) for _, asked in bases)
    print(f"{count} questions about {len(bases)} notes of {sum(len(base.facts) for base, _ in bases)} sentences")
    print(f"{'ranker':28} {'  '.join(f'first {depth}' for depth in DEPTHS)}")
    for name in sys.argv[1:] or RANKERS:
        places = []
        for knowledge, asked in bases:
            ranker = open_ranker(name, knowledge)
            for item in asked:
                best = order(knowledge, np.asarray(ranker.scores(item.question), dtype=np.float64))
                places.append(int(np.flatnonzero(best == item.sentence)[0]) + 1)
        shares = (np.mean([place <= depth for place in places]) for depth in DEPTHS)
        print(f"{name:28} {'  '.join(f'{share:7.3f}' for share in shares)}", flush=True)


if __name__ == "__main__":
    main()
