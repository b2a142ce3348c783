"""Facts made up at random: as many as are wanted, with words as frequent as in real text, the same in every run.

Run ``python benchmarks/synthetic.py 1000000 facts.jsonl``. The words are those of WordNet, the most frequent first as
its readers met them, and invented names after them. How often each stands in a fact follows the law of Zipf as
Mandelbrot has it: the r-th word as often as 1 / (r + 2.7). A fact is one of ten kinds of sentence, with 2 to 6 words.
"""

import argparse
import json
import math
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHIFT = 2.7
NAMES = 40_000
BLOCK = 50_000
SENTENCES = (
    ("KINDOF", "a {n} is a kind of {n}"),
    ("CAN", "{a} {n} can {v} a {n}"),
    ("PROPERTY", "the {n} of a {n} is {a}"),
    ("CHANGE", "when a {n} {v}s, the {n} becomes {a}"),
    ("MADEOF", "{n} and {n} are made of {a} {n}"),
    ("PLACE", "{p} is a {a} {n} near {p}"),
    ("SYNONYMY", "to {v} means to {v} with a {n}"),
    ("REQUIRES", "a {a} {n} needs {n} in order to {v} the {n}"),
    ("CAUSE", "{v}ing a {n} causes the {n} of {a} {n} to {v}"),
    ("USEDFOR", "{n} from {p} is used for the {n} of {a} {n}"),
)
"""The tables of facts and the sentences in them: nouns, verbs, adjectives and names."""


def main() -> None:
    """Write a file of facts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="how many facts")
    parser.add_argument("out", type=Path, help="the file, .jsonl")
    options = parser.parse_args()
    write(options.count, options.out)


def write(count: int, path: Path, first: int = 0) -> None:
    """Write facts, as JSON lines.

    Args:
        count: How many.
        path: The file.
        first: The number of the first of them.
    """
    with path.open("w", encoding="utf-8") as file:
        for number, (table, text) in enumerate(facts(count, seed=first), first):
            file.write(json.dumps({"id": f"synthetic-{number}", "text": text, "table": table}) + "\n")


def facts(count: int, seed: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the table and the text of facts.

    Args:
        count: How many.
        seed: What they are drawn by.
    """
    chance = np.random.default_rng(seed)
    words = vocabulary()
    for start in range(0, count, BLOCK):
        kinds = chance.integers(len(SENTENCES), size=min(BLOCK, count - start)).tolist()
        drawn = {part: iter(draw(chance, len(kinds) * 4, some)) for part, some in words.items()}
        for kind in kinds:
            table, pattern = SENTENCES[kind]
            pieces = pattern.split("{")
            yield table, pieces[0] + "".join(f"{next(drawn[piece[0]])}{piece[2:]}" for piece in pieces[1:])


def draw(chance: np.random.Generator, count: int, words: list[str]) -> list[str]:
    """Return words drawn by the law of Zipf.

    Args:
        chance: What draws.
        count: How many.
        words: The words, the most frequent first.
    """
    ends: NDArray[np.float64] = np.cumsum(1 / (np.arange(1, len(words) + 1) + SHIFT))
    places = np.searchsorted(ends, chance.random(count) * ends[-1])
    return [words[place] for place in places.tolist()]


def vocabulary() -> dict[str, list[str]]:
    """Return nouns (n), verbs (v), adjectives (a) and names (p), the most frequent first."""
    lines = (files("explanans.language") / "wordnet.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")
    met: dict[str, list[tuple[float, str]]] = {"n": [], "v": [], "a": []}
    for line in lines[lines.index("") + 1 :]:
        word, part, senses, *_ = line.split("\t")
        if part in met and word.isalpha():
            counts = [int(sense.partition(":")[2] or 0) for sense in senses.split(" ")]
            met[part].append((-sum(counts) - 1 / (1 + len(word)), word))
    words = {part: [word for _, word in sorted(known)] for part, known in met.items()}
    return words | {"p": [name(number) for number in range(NAMES)]}


def name(number: int) -> str:
    """Return an invented name."""
    syllables = (
        "ba",
        "cor",
        "del",
        "fi",
        "gan",
        "hol",
        "is",
        "jor",
        "ka",
        "lun",
        "mer",
        "nor",
        "os",
        "pel",
        "qui",
        "ra",
    )
    digits = [number >> shift & 15 for shift in range(0, max(8, math.ceil(math.log2(number + 2) / 4) * 4), 4)]
    return "".join(syllables[digit] for digit in digits).capitalize()


if __name__ == "__main__":
    main()
