"""What a candidate looks like beside its premises, its rivals and, where there is one, the hypothesis."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explanans.compose.conclusions.clause import clause, conditional
from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.fluency import Fluency
from explanans.compose.conclusions.ties import ties
from explanans.text.grammar import bare
from explanans.text.lemmas import lemma, telling_lemmas
from explanans.tree import Inference

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
_MISSING = float("nan")

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
    return telling_lemmas(" ".join(found.subject)) if found else frozenset()


def _dice(one: frozenset[object], other: frozenset[object]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def nearness_to_joined(text: str, premises: Sequence[str]) -> float:
    """Return how nearly a sentence is its premises side by side: 1 where it has all their words and no other.

    The F1 (Dice coefficient) of its words and the words of all premises, each as often as it stands there.

    Args:
        text: The sentence.
        premises: The premises.

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
    """Return the features of candidates; those that need a hypothesis are left out where there is none.

    Args:
        candidates: The candidates.
        premises: The plain premises.
        hypothesis: The plain hypothesis that the tree is to arrive at; empty where there is none.
        fluency: The model of how well sentences read.

    Returns:
        Shape (candidates, features), in the order of ``NAMES`` and, with a hypothesis, ``HYPOTHESIS_NAMES``.
    """
    told = [telling_lemmas(premise) for premise in premises]
    everything = frozenset[str]().union(*told)
    shared = frozenset(word for word in everything if sum(word in words for words in told) > 1)
    in_premises = frozenset[tuple[str, str]]().union(*(_pairs(premise) for premise in premises))
    worst_premise = min(fluency(premise).worst for premise in premises)
    read = [fluency(candidate.text) for candidate in candidates]
    best_read = max(item.total / len(c.text.split()) for item, c in zip(read, candidates, strict=True))
    best_worst = max(item.worst for item in read)
    said = [telling_lemmas(candidate.text) for candidate in candidates]
    pairs = [_pairs(candidate.text) for candidate in candidates]
    alike = _likeness(pairs)
    longest = max(len(premise.split()) for premise in premises)
    total = sum(len(premise.split()) for premise in premises)
    rules = sum(1 for premise in premises if conditional(premise))
    kinds = [tie.kind for premise in premises for tie in ties(premise)[:1]]
    subjects = [_subject(premise) for premise in premises]
    subject_shared = float(bool(frozenset.intersection(*subjects)))
    best_hypothesis = max(_dice(words, telling_lemmas(hypothesis)) for words in said)
    rows = []
    for place, candidate in enumerate(candidates):
        words, count = said[place], len(candidate.text.split())
        likes = [_dice(pairs[place], _pairs(premise)) for premise in premises]
        covered = [_share(len(words & premise), len(premise)) for premise in told]
        rivals = np.delete(alike[place], place)
        row = [
            float(PROPOSERS.index(candidate.proposer)),
            float(_INFERENCES.index(candidate.inference)),
            float(candidate.loose),
            float((rivals > 0.85).sum()),
            float(count),
            count / longest,
            count / total,
            read[place].total,
            read[place].total / count,
            read[place].worst,
            read[place].worst - worst_premise,
            read[place].total / count - best_read,
            read[place].worst - best_worst,
            _share(len(words & everything), len(everything)),
            _share(len(words & everything), len(words)),
            min(covered),
            max(covered),
            _share(len(words & shared), len(shared)),
            float(len(shared)),
            _share(len(words & (everything - shared)), len(everything - shared)),
            max(likes),
            min(likes),
            _share(len(pairs[place] & in_premises), len(in_premises)),
            _share(len(pairs[place] & in_premises), len(pairs[place])),
            nearness_to_joined(candidate.text, premises),
            float(rivals.mean()) if rivals.size else 0.0,
            float(rivals.max()) if rivals.size else 0.0,
            float(len(candidates)),
            float(len(premises)),
            float(any(candidate.text.split()[:2] == premise.split()[:2] for premise in premises)),
            float(int(np.argmax(likes))),
            float(rules),
            float(kinds.count("kind")),
            float(len([kind for kind in kinds if kind not in {"verb", "being"}])),
            subject_shared,
            float(len(words - everything)),
            float(longest),
            float(candidate.text.count(",")),
        ]
        if hypothesis:
            sought = telling_lemmas(hypothesis)
            near = _dice(words, sought)
            row += [
                near,
                _share(len(words & sought), len(sought & everything)),
                _share(len(words & sought), len(words)),
                near - max(_dice(premise, sought) for premise in told),
                _dice(pairs[place], _pairs(hypothesis)),
                _share(len((everything - words) & sought), len(sought)),
                _share(len((words & everything) - sought), len(words)),
                near - best_hypothesis,
                _dice(_subject(candidate.text), _subject(hypothesis)),
                float(candidate.text.lower() == hypothesis.lower()),
            ]
        rows.append(row)
    return np.asarray(rows, dtype=np.float64)


def _likeness(pairs: Sequence[frozenset[tuple[str, str]]]) -> NDArray[np.float64]:
    """Return how alike candidates are by twos: the Dice coefficient of their word pairs."""
    known = {pair: place for place, pair in enumerate(sorted(frozenset[tuple[str, str]]().union(*pairs)))}
    table = np.zeros((len(pairs), len(known)))
    for row, found in enumerate(pairs):
        table[row, [known[pair] for pair in found]] = 1
    sizes = table.sum(axis=1)
    return np.asarray(2 * table @ table.T / (sizes[:, None] + sizes[None, :]))
