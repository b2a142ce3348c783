"""Evidence: what of a claim its premises bear out or contradict, and the features that this makes for a judge."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.arcs import role
from explanans.entailment.rules import binding, measures, participants, polarity
from explanans.entailment.rules.alignment import Alignment, Passage, Relation
from explanans.entailment.rules.finding import Kind, Outcome
from explanans.entailment.rules.measures import is_reckoned
from explanans.entailment.rules.pair import Pair
from explanans.entailment.rules.reading import Reading, Word, reading
from explanans.structures.syntax import Parse

_COMPARISONS = (
    measures.dates,
    measures.numbers,
    binding.values,
    polarity.predicates,
    polarity.replacements,
    polarity.small_words,
    polarity.quantifiers,
    participants.roles,
    participants.exchanged,
    participants.names,
    measures.comparisons,
    measures.orders,
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
    passage = premises if isinstance(premises, Passage) else _passage(tuple(map(reading, premises)))
    return Evidence(Alignment(reading(claim), passage))


@lru_cache(256)
def _passage(readings: tuple[Reading, ...]) -> Passage:
    """Return sentences as a passage; several claims are checked by the same sentences in a row."""
    return Passage(readings)


_UNMATCHED = ("NAME", "NOUN", "VERB", "ADJ", "ADV", "NUM")
"""Parts of speech whose words are counted where nothing in the premises is like them."""

_IGNORED = frozenset({"aux", "case", "cop", "det", "mark", "punct", "cc", "expl"})

_FOUND = tuple(f"{kind.value}_{outcome.value}" for kind in Kind for outcome in Outcome)
_RELATIONS = tuple(f"share_{relation.name.lower()}" for relation in Relation)
_DIFFERENCES = tuple(f"{kind.value}_difference" for kind in Kind)
_REST = (
    "unsaid",
    "unsaid_share",
    "unnamed_conditions",
    "numbers_reckoned",
    "root_roles_agree",
    "conflicts",
    "agreements",
    "surest_conflict",
    "words",
    "premise_words",
    "sentences_matched",
    "best_sentence",
    "mean_context",
    "least_context",
    "share_by_pronoun",
    "arcs_matched",
    "arcs_near",
    "root_relation",
    "root_context",
    "root_polarity",
    "claim_denied",
    "premise_denied",
    "claim_names",
    "claim_numbers",
    "claim_comparisons",
    *(f"unmatched_{part.lower()}" for part in _UNMATCHED),
)

NAMES: tuple[str, ...] = (*_FOUND, *_DIFFERENCES, *_RELATIONS, *_REST)
"""The names of the features, in their order."""


def values(evidence: Evidence) -> NDArray[np.float32]:
    """Return the features of a claim beside its premises, in the order of ``NAMES``; shape (features,)."""
    counts = dict.fromkeys(_FOUND, 0.0)
    for finding in evidence.findings:
        counts[f"{finding.kind.value}_{finding.status.value}"] += 1.0
    everything = (
        *counts.values(),
        *_differences(evidence),
        *_relations(evidence),
        *_likely(evidence),
        *_rest(evidence),
    )
    return np.array(everything, dtype=np.float32)


def _differences(evidence: Evidence) -> Iterator[float]:
    """Yield for each kind how well the words of the surest difference fit what stands around them, conflict or not."""
    for kind in Kind:
        yield max(
            (
                finding.context
                for finding in evidence.findings
                if finding.kind == kind and finding.status != Outcome.AGREES and finding.premise is not None
            ),
            default=0.0,
        )


def _likely(evidence: Evidence) -> Iterator[float]:
    """Yield what of the claim the sentence that says most of it leaves unsaid, and what else keeps the two apart."""
    content = evidence.claim.reading.content
    unsaid = [evidence.alignment.missing(number, ()) for number in range(len(evidence.premises))]
    least = min(unsaid, default=len(content))
    yield float(least)
    yield least / max(1, len(content))
    said = evidence.premises[unsaid.index(least)].conditions if unsaid else frozenset()
    yield float(len(said - evidence.claim.conditions) - len(evidence.claim.conditions - said))
    yield float(sum(is_reckoned(evidence, quantity) for quantity in evidence.claim.quantities))
    root = next(word for word in evidence.claim.reading.words if word.head < 0)
    match = evidence.best(root)
    yield 0.0 if match is None else 1.0 if evidence.roles_agree(root.number, match.place) else -1.0


def _relations(evidence: Evidence) -> Iterator[float]:
    """Yield the share of the claim's content words by what they are to the words of the premises that they speak of."""
    content = evidence.claim.reading.content
    counts = dict.fromkeys(Relation, 0)
    for word in content:
        match = evidence.alignment.best(word)
        counts[match.tie.relation if match else Relation.NONE] += 1
    for count in counts.values():
        yield count / len(content) if content else 0.0


def _rest(evidence: Evidence) -> Iterator[float]:
    claim, passage = evidence.claim, evidence.alignment.passage
    content = claim.reading.content
    matches = [match for word in content if (match := evidence.alignment.best(word)) is not None]
    conflicts = [finding for finding in evidence.findings if finding.status == Outcome.CONFLICTS]
    yield float(len(conflicts))
    yield float(sum(finding.status == Outcome.AGREES for finding in evidence.findings))
    yield max((finding.context for finding in conflicts), default=0.0)
    yield float(len(content))
    yield float(sum(len(reading.content) for reading in passage.readings))
    sentences = [match.place[0] for match in matches]
    yield float(len(set(sentences)))
    yield max((sentences.count(number) for number in set(sentences)), default=0) / max(1, len(content))
    contexts = [match.context for match in matches]
    yield sum(contexts) / max(1, len(contexts))
    yield min(contexts, default=0.0)
    yield sum(match.place in passage.antecedents for match in matches) / max(1, len(content))
    yield from _arcs(evidence)
    yield from _root(evidence)
    yield float(sum(claim.denied[word.number] for word in content) > 0)
    yield float(any(evidence.premises[place[0]].denied[place[1]] for place, *_ in matches))
    yield float(sum(word.is_name for word in content))
    yield float(len(claim.quantities) + len(claim.dates))
    yield float(len(claim.comparisons))
    unmatched = [_part(word) for word in content if evidence.alignment.best(word) is None]
    for part in _UNMATCHED:
        yield float(unmatched.count(part))


def _part(word: Word) -> str:
    return "NAME" if word.is_name else "NOUN" if word.pos == "PROPN" else word.pos


def _arcs(evidence: Evidence) -> Iterator[float]:
    """Yield the share of the claim's arcs that join the same words in a premise, and of those whose words are near."""
    claim, alignment = evidence.claim.reading, evidence.alignment
    total = matched = near = 0
    for head, child, label in claim.arcs:
        ends = claim.words[head], claim.words[child]
        if label.partition(":")[0] in _IGNORED or not all(word.is_content for word in ends):
            continue
        total += 1
        one, other = map(alignment.best, ends)
        if one is None or other is None or one.place[0] != other.place[0]:
            continue
        reading = alignment.passage.readings[one.place[0]]
        near += reading.distances[one.place[1]][other.place[1]] <= 2
        matched += any(
            {arc.head, arc.child} == {one.place[1], other.place[1]} and _compatible(label, arc.label)
            for arc in reading.arcs
        )
    yield matched / total if total else 0.0
    yield near / total if total else 0.0


def _compatible(one: str, other: str) -> bool:
    return role(one) == role(other)


def _root(evidence: Evidence) -> Iterator[float]:
    """Yield what the root of the claim is to the premises, its context, and 1 for the same polarity, -1 for another."""
    root = next(word for word in evidence.claim.reading.words if word.head < 0)
    match = evidence.alignment.best(root)
    if match is None:
        yield from (float(Relation.NONE), 0.0, 0.0)
        return
    same = evidence.claim.denied[root.number] == evidence.premises[match.place[0]].denied[match.place[1]]
    if match.tie.relation == Relation.OPPOSITE:
        same = not same
    yield float(match.tie.relation)
    yield match.context
    yield 1.0 if same else -1.0
