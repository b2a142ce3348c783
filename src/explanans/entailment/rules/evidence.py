"""Findings of a claim beside its premises, and the features of a judge that are made of them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.rules import polarity, values
from explanans.entailment.rules.alignment import Alignment, Passage, Relation
from explanans.entailment.rules.coreference import Place
from explanans.entailment.rules.finding import Kind, Outcome
from explanans.entailment.rules.pair import Pair
from explanans.language.analysis import AnalyzedSentence, Word, analyze
from explanans.structures.syntax import Parse

_COMPARISONS = (
    values.compare,
    polarity.polarity,
    polarity.small_words,
    polarity.quantifiers,
    polarity.comparisons,
)


class Evidence(Pair):
    """A claim, its premises, and what they say of it."""

    def __init__(self, alignment: Alignment) -> None:
        super().__init__(alignment)
        # The same may come of two comparisons.
        self.findings = tuple(dict.fromkeys(finding for compare in _COMPARISONS for finding in compare(self)))


def evidence(premises: Iterable[Parse] | Passage, claim: Parse) -> Evidence:
    """Return what some sentences say of a claim.

    Args:
        premises: The sentences, in the order of their text; as a passage if they are asked again and again.
    """
    passage = premises if isinstance(premises, Passage) else _passage(tuple(map(analyze, premises)))
    return Evidence(Alignment(analyze(claim), passage))


@lru_cache(256)
def _passage(analyses: tuple[AnalyzedSentence, ...]) -> Passage:
    """Return sentences as a passage; several claims are checked by the same sentences in a row."""
    return Passage(analyses)


_COUNTED = (Kind.NUMBER, Kind.DATE, Kind.NEGATION, Kind.ANTONYM)
"""Kinds of findings that are features; the others changed no figure in cross-validation, see docs/lab/judging.md."""
_UNMATCHED = ("NAME", "NOUN", "VERB", "ADJ", "NUM")
"""Parts of speech of which words without a counterpart in the premises are counted."""
_SHARED = (Relation.EQUAL, Relation.OPPOSITE, Relation.NONE)
"""Relations to the premises whose shares of the claim's words are features."""

NAMES: tuple[str, ...] = (
    *(f"{kind.value}_{outcome.value}" for kind in _COUNTED for outcome in Outcome),
    *(f"{kind.value}_difference" for kind in _COUNTED),
    *("conflicts", "surest_conflict", "unsaid", "unsaid_share", "words", "premise_words"),
    *("mean_context", "least_context", "in_order"),
    *(f"share_{relation.name.lower()}" for relation in _SHARED),
    *(f"unmatched_{part.lower()}" for part in _UNMATCHED),
    "values_computed",
)
"""The names of the features, in their order."""


def features(evidence: Evidence) -> NDArray[np.float32]:
    """Return the features of a claim beside its premises, in the order of ``NAMES``; shape (features,)."""
    return np.array([*_of_findings(evidence), *_of_words(evidence)], dtype=np.float32)


def _of_findings(evidence: Evidence) -> Iterator[float]:
    """Yield the counts of each kind and outcome, and the greatest contexts of differences and of conflicts."""
    findings = evidence.findings
    for kind in _COUNTED:
        for outcome in Outcome:
            yield float(sum(finding.kind is kind and finding.status is outcome for finding in findings))
    different = [one for one in findings if one.status is not Outcome.AGREES and one.premise is not None]
    for kind in _COUNTED:
        yield max((finding.context for finding in different if finding.kind is kind), default=0.0)
    conflicts = [finding.context for finding in findings if finding.status is Outcome.CONFLICTS]
    yield float(len(conflicts))
    yield max(conflicts, default=0.0)


def _of_words(evidence: Evidence) -> Iterator[float]:
    """Yield how many words of the claim the best sentence lacks, and how the words of the claim and premises match."""
    alignment = evidence.alignment
    content = evidence.claim.analysis.content
    least = min((alignment.missing(number, ()) for number in range(len(evidence.premises))), default=len(content))
    yield float(least)
    yield least / max(1, len(content))
    yield float(len(content))
    yield float(sum(len(analysis.content) for analysis in alignment.passage.analyses))
    matches = [alignment.best(word) for word in content]
    contexts = [match.context for match in matches if match is not None]
    yield sum(contexts) / max(1, len(contexts))
    yield min(contexts, default=0.0)
    yield _in_order([match.place for match in matches if match is not None])
    relations = [Relation.NONE if match is None else match.tie.relation for match in matches]
    for relation in _SHARED:
        yield relations.count(relation) / max(1, len(content))
    unmatched = [_part(word) for word, match in zip(content, matches, strict=True) if match is None]
    for part in _UNMATCHED:
        yield float(unmatched.count(part))
    texts = [analysis.parse.text for analysis in alignment.passage.analyses]
    yield float(values.computed(texts, evidence.claim.analysis.parse.text))


def _in_order(places: Sequence[Place]) -> float:
    """Return the greatest share of a claim's words that one sentence of the premises has in the order of the claim."""
    # It is a share of the words that this sentence has at all: less than 1 for *the dog bit the man* and *the man bit
    # the dog*.
    if not places:
        return 0.0
    counts = Counter(sentence for sentence, _ in places)
    best = max(counts, key=lambda sentence: (counts[sentence], -sentence))
    longest = list[int]()  # the last words of the shortest increasing sequences of each length
    for sentence, number in places:
        if sentence == best:
            start = bisect_left(longest, number)
            longest[start : start + 1] = [number]
    return len(longest) / counts[best]


def _part(word: Word) -> str:
    return "NAME" if word.is_name else "NOUN" if word.pos == "PROPN" else word.pos
