"""Features of a candidate beside its premises, rivals and hypothesis, with a log-linear model of fluency."""

import base64
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from explanans.language.grammar import bare
from explanans.language.tokens import informative_lemmas, lemma
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.fact_parts import clause, conditional, ties, word_class

BUCKETS = 2**16
"""Number of hash buckets of n-grams."""
_SCALE = 0.05


class Fluent(NamedTuple):
    """Scores the fluency of sentences.

    Attributes:
        total: The log-odds that people wrote it.
        worst: The lowest sum of two neighbouring places; where a fault is likely to be.
    """

    total: float
    worst: float


@dataclass(frozen=True, slots=True)
class Fluency:
    """A model of how well sentences read.

    Attributes:
        weights: The weight of each hashed n-gram; shape (65536,).
        bias: The log-odds of a sentence without n-grams.
    """

    weights: NDArray[np.float64]
    bias: float

    def __call__(self, text: str) -> Fluent:
        """Return how well a sentence reads."""
        words = text.split()
        if not words:
            return Fluent(-100.0, -100.0)
        sums = [float(self.weights[list(place)].sum()) for place in places(words)]
        pairs = [one + other for one, other in pairwise(sums)] or sums
        return Fluent(self.bias + sum(sums), min(pairs))

    def encode(self) -> dict[str, str | float]:
        """Return the model as plain values: one byte a weight, in base64."""
        steps = np.clip(np.rint(self.weights / _SCALE), -127, 127).astype(np.int8)
        return {"bias": self.bias, "weights": base64.b64encode(steps.tobytes()).decode()}

    @classmethod
    def decode(cls, record: dict[str, str | float]) -> "Fluency":
        """Return the model that ``encode`` gave.

        Raises:
            ValueError: They are not those of a model.
        """
        steps = np.frombuffer(base64.b64decode(str(record["weights"]), validate=True), dtype=np.int8)
        if steps.shape != (BUCKETS,):
            raise ValueError("weights of another number")
        return cls(steps.astype(np.float64) * _SCALE, float(record["bias"]))


def places(words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield, for each gap between two words, the hashes of the n-grams around it."""
    low = ["<", *(bare(word) for word in words), ">"]
    tags = ["<", "<", *(word_class(word) for word in words), ">", ">"]
    for place in range(len(low) - 1):
        a, b, c, d = tags[place : place + 4]
        one, other = low[place], low[place + 1]
        yield tuple(
            crc32(key.encode()) & (BUCKETS - 1)
            for key in (
                f"w {one} {other}",
                f"l {one} {c}",
                f"r {b} {other}",
                f"2 {b} {c}",
                f"3 {a} {b} {c}",
                f"4 {a} {b} {c} {d}",
                f"m {one} {c} {d}",
            )
        )


PROPOSERS = (
    "inherited kind", "inherited part", "inherited whole", "inherited being", "inherited definition",
    "narrower kind", "wider kind", "narrower synonym", "wider synonym", "narrower part", "wider part", "narrower whole",
    "narrower definition", "wider definition", "narrower being", "wider being",
    "rule", "rule kept", "event", "condition met", "condition dropped", "conditions",
    "both", "same verb", "same subject", "kind that", "relative", "adjunct", "enriched",
    "member being", "member definition", "member synonym", "chain", "chain kept", "transfer",
    "kind dropped", "adjunct dropped", "joined", "joined alike", "edit replaced", "edit dropped", "edit added",
)  # fmt: skip
_INFERENCES = tuple(Inference)

NAMES = (
    "proposer", "inference", "loose", "offers",
    "words", "words to longest", "words to all",
    "fluency", "fluency a word", "worst", "worst beside premises", "fluency among rivals", "worst among rivals",
    "premises covered", "supported", "least covered", "most covered", "shared kept", "shared", "unshared kept",
    "like nearest premise", "like farthest premise", "order kept", "in premises", "concatenation",
    "like rivals", "like best rival", "rivals", "premises", "starts as premise", "base",
    "rules", "kinds", "tied", "subject shared", "new words", "longest premise", "commas",
)  # fmt: skip
HYPOTHESIS_NAMES = (
    "like hypothesis", "hypothesis covered", "sought", "gain on hypothesis", "order of hypothesis",
    "dropped though sought", "kept though not sought", "best rival on hypothesis", "same subject as hypothesis",
    "copies hypothesis",
)  # fmt: skip


_lemmas = lru_cache(65_536)(informative_lemmas)


@lru_cache(65_536)
def _words(text: str) -> tuple[str, ...]:
    return tuple(lemma(word) for word in map(bare, text.split()) if word)


@lru_cache(65_536)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    words = ("<", *_words(text), ">")
    return frozenset(pairwise(words))


@lru_cache(65_536)
def _subject(text: str) -> frozenset[str]:
    rule = conditional(text)
    found = clause(rule.consequence if rule else text)
    return informative_lemmas(" ".join(found.subject)) if found else frozenset()


def dice(one: frozenset[object], other: frozenset[object]) -> float:
    """Return the Dice coefficient of two sets: 1 if they are the same, 0 if they have nothing in common."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def nearness_to_joined(text: str, premises: Sequence[str]) -> float:
    """Return how nearly a sentence is its premises side by side: 1 if it has all their words and no other.

    The F1 (Dice coefficient) of its words and the words of all premises, each as often as it stands there.

    Example:
        >>> nearness_to_joined("ice melts and snow falls", ["snow falls", "ice melts"])
        0.888...
    """
    words = Counter(_words(text))
    joined = Counter(word for premise in premises for word in _words(premise))
    return _share(2 * (words & joined).total(), words.total() + joined.total())


def columns(
    candidates: Sequence[Candidate], premises: Sequence[str], hypothesis: str, fluency: Fluency
) -> NDArray[np.float64]:
    """Return the features of candidates; those that need a hypothesis are left out if there is none.

    Args:
        hypothesis: The plain hypothesis that the tree is to arrive at; empty if there is none.

    Returns:
        Shape (candidates, features), in the order of ``NAMES`` and, with a hypothesis, ``HYPOTHESIS_NAMES``.
    """
    names = (*NAMES, *HYPOTHESIS_NAMES) if hypothesis else NAMES
    reads = [fluency(candidate.text) for candidate in candidates]
    said = [_lemmas(candidate.text) for candidate in candidates]
    pairs = [_pairs(candidate.text) for candidate in candidates]
    alike = _likeness(pairs)
    best_read = max(read.total / len(item.text.split()) for read, item in zip(reads, candidates, strict=True))
    best_worst = max(read.worst for read in reads)
    best_near = max(dice(words, _lemmas(hypothesis)) for words in said)
    of_step = _of_step(premises) | {"rivals": len(candidates)}
    worst_premise = min(fluency(premise).worst for premise in premises)
    rows = []
    for place, (candidate, read) in enumerate(zip(candidates, reads, strict=True)):
        count, rivals = len(candidate.text.split()), np.delete(alike[place], place)
        row = (
            of_step
            | _beside_premises(candidate.text, premises)
            | {
                "proposer": PROPOSERS.index(candidate.proposer),
                "inference": _INFERENCES.index(candidate.inference),
                "loose": candidate.loose,
                "offers": (rivals > 0.85).sum(),
                "fluency": read.total,
                "fluency a word": read.total / count,
                "worst": read.worst,
                "worst beside premises": read.worst - worst_premise,
                "fluency among rivals": read.total / count - best_read,
                "worst among rivals": read.worst - best_worst,
                "like rivals": rivals.mean() if rivals.size else 0.0,
                "like best rival": rivals.max() if rivals.size else 0.0,
            }
        )
        if hypothesis:
            row |= _beside_hypothesis(candidate.text, premises, hypothesis, best_near)
        rows.append([row[name] for name in names])
    return np.asarray(rows, dtype=np.float64)


def _of_step(premises: Sequence[str]) -> dict[str, float]:
    """Return the features that all candidates share."""
    lemmas = [_lemmas(premise) for premise in premises]
    kinds = [tie.kind for premise in premises for tie in ties(premise)[:1]]
    return {
        "shared": len(_shared(lemmas)),
        "premises": len(premises),
        "rules": sum(1 for premise in premises if conditional(premise)),
        "kinds": kinds.count("kind"),
        "tied": len([kind for kind in kinds if kind not in {"verb", "being"}]),
        "subject shared": bool(frozenset.intersection(*map(_subject, premises))),
        "longest premise": max(len(premise.split()) for premise in premises),
    }


def _beside_premises(text: str, premises: Sequence[str]) -> dict[str, float]:
    words, pairs, count = _lemmas(text), _pairs(text), len(text.split())
    lemmas = [_lemmas(premise) for premise in premises]
    everything, shared = frozenset[str]().union(*lemmas), _shared(lemmas)
    in_premises = frozenset[tuple[str, str]]().union(*map(_pairs, premises))
    likes = [dice(pairs, _pairs(premise)) for premise in premises]
    covered = [_share(len(words & premise), len(premise)) for premise in lemmas]
    return {
        "words": count,
        "words to longest": count / max(len(premise.split()) for premise in premises),
        "words to all": count / sum(len(premise.split()) for premise in premises),
        "premises covered": _share(len(words & everything), len(everything)),
        "supported": _share(len(words & everything), len(words)),
        "least covered": min(covered),
        "most covered": max(covered),
        "shared kept": _share(len(words & shared), len(shared)),
        "unshared kept": _share(len(words & (everything - shared)), len(everything - shared)),
        "like nearest premise": max(likes),
        "like farthest premise": min(likes),
        "order kept": _share(len(pairs & in_premises), len(in_premises)),
        "in premises": _share(len(pairs & in_premises), len(pairs)),
        "concatenation": nearness_to_joined(text, premises),
        "starts as premise": any(text.split()[:2] == premise.split()[:2] for premise in premises),
        "base": likes.index(max(likes)),
        "new words": len(words - everything),
        "commas": text.count(","),
    }


def _beside_hypothesis(text: str, premises: Sequence[str], hypothesis: str, best_near: float) -> dict[str, float]:
    words, sought = _lemmas(text), _lemmas(hypothesis)
    lemmas = [_lemmas(premise) for premise in premises]
    everything, near = frozenset[str]().union(*lemmas), dice(words, sought)
    return {
        "like hypothesis": near,
        "hypothesis covered": _share(len(words & sought), len(sought & everything)),
        "sought": _share(len(words & sought), len(words)),
        "gain on hypothesis": near - max(dice(premise, sought) for premise in lemmas),
        "order of hypothesis": dice(_pairs(text), _pairs(hypothesis)),
        "dropped though sought": _share(len((everything - words) & sought), len(sought)),
        "kept though not sought": _share(len((words & everything) - sought), len(words)),
        "best rival on hypothesis": near - best_near,
        "same subject as hypothesis": dice(_subject(text), _subject(hypothesis)),
        "copies hypothesis": text.lower() == hypothesis.lower(),
    }


def _shared(lemmas: Sequence[frozenset[str]]) -> frozenset[str]:
    """Return the lemmas that two premises or more share."""
    return frozenset(word for word in frozenset[str]().union(*lemmas) if sum(word in words for words in lemmas) > 1)


def _likeness(pairs: Sequence[frozenset[tuple[str, str]]]) -> NDArray[np.float64]:
    """Return how alike candidates are by twos: the Dice coefficient of their word pairs."""
    known = {pair: place for place, pair in enumerate(sorted(frozenset[tuple[str, str]]().union(*pairs)))}
    table = np.zeros((len(pairs), len(known)))
    for row, found in enumerate(pairs):
        table[row, [known[pair] for pair in found]] = 1
    sizes = table.sum(axis=1)
    return np.asarray(2 * table @ table.T / (sizes[:, None] + sizes[None, :]))
