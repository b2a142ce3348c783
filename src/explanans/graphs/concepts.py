"""Concepts that a graph may take: spans of belief and argument, and external ones retrieved from gold graphs."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.polarity import MODALS, is_negation, polarity
from explanans.language.lexicon import word_set
from explanans.language.tokens import content_lemmas, is_function_word, lemma, lemmas
from explanans.structures.graphs import ExplanationGraph

LONGEST = 3
"""Maximum number of words of a concept (Saha et al. 2021, section 3)."""
_LEAST = 3
"""Minimum count of a context."""
_WORD = re.compile(r"\w(?:[\w'’/%-]*\w)?")
_PRIOR, _STRENGTH = 0.1, 3.0
"""Prior probability of an unseen span, and its weight in counts."""

_NAMELESS = word_set("graphs.concepts.nameless")
_CLITIC = re.compile(r"(?:n['’]t|['’]\w+)$")

NAMES = (
    *("argument", "words", "letters", "start", "after", "relative_start", "sentence_words"),
    *("first_function", "last_function", "function_words", "negation", "modal", "polarity"),
    *("previous_function", "next_function", "previous_content", "next_content", "at_start", "at_end"),
    *("in_other", "shared_lemmas", "weight", "least_weight"),
    *("span", "span_seen", "first", "last", "middle", "previous", "next", "last_seen"),
)
"""The names of the columns."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span of one to three words.

    Attributes:
        argument: Whether it is in the argument, not in the belief.
        words: All words of its text, in lower case.
    """

    concept: str
    argument: bool
    words: tuple[str, ...]
    start: int
    end: int

    def contexts(self) -> Iterator[str]:
        """Yield the counted contexts: the span, its first, last and middle word, and the words around it."""
        bases = [lemma(word) for word in self.words[self.start : self.end]]
        yield f"s {' '.join(bases)}"
        yield f"f {self.words[self.start]}"
        yield f"l {bases[-1]} {len(bases)}"
        yield f"m {bases[1]}" if len(bases) > 2 else "m"
        yield f"p {self.words[self.start - 1] if self.start else ''}"
        yield f"n {self.words[self.end] if self.end < len(self.words) else ''}"


@dataclass(frozen=True, slots=True)
class ConceptCounts:
    """Counts of spans that are concepts of gold graphs, by context.

    Attributes:
        sightings: For each context, the number of concepts and of all spans with it.
        weights: Inverse document frequency of each lemma.
    """

    sightings: Mapping[str, tuple[int, int]]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, graphs: Sequence[ExplanationGraph]) -> "ConceptCounts":
        """Return the counts of gold graphs, whose concepts are in lower case."""
        gold, seen = Counter[str](), Counter[str]()
        for graph in graphs:
            held = set(graph.concepts())
            for span in spans(graph.belief, graph.argument):
                for context in span.contexts():
                    seen[context] += 1
                    gold[context] += span.concept in held
        kept = {context: (gold[context], number) for context, number in sorted(seen.items()) if number >= _LEAST}
        return cls(kept, telling(graphs))

    def chance(self, context: str) -> float:
        """Return the smoothed share of concepts among the spans with a context."""
        gold, seen = self.sightings.get(context, (0, 0))
        return (gold + _STRENGTH * _PRIOR) / (seen + _STRENGTH)


def telling(graphs: Sequence[ExplanationGraph]) -> dict[str, float]:
    """Return the inverse document frequency of each lemma of beliefs and arguments.

    Lemmas of only one text are left out.

    Example:
        >>> from explanans.structures.graphs import Stance
        >>> graphs = [ExplanationGraph("Zoos help.", "Zoos harm animals.", Stance.SUPPORT, ())]
        >>> telling([*graphs, ExplanationGraph("Animals eat.", "Cats purr.", Stance.SUPPORT, ())])
        {'animal': 0.693, 'zoo': 0.693}
    """
    texts = [text for graph in graphs for text in (graph.belief, graph.argument)]
    held = Counter(word for text in texts for word in set(lemmas(text)))
    return {word: round(math.log(len(texts) / number), 3) for word, number in sorted(held.items()) if number > 1}


def spans(belief: str, argument: str) -> list[Span]:
    """Return the candidate spans of belief and argument without duplicates.

    Example:
        >>> [span.concept for span in spans("Zoos harm animals.", "Free them.")]
        ['zoos', 'zoos harm', 'zoos harm animals', 'harm', 'harm animals', 'animals', 'free', 'free them', 'them']
    """
    return [*_spans(belief, argument=False), *_spans(argument, argument=True)]


def names_something(concept: str) -> bool:
    """Return whether a concept has a word besides auxiliaries, pronouns, articles and *not*.

    Example:
        >>> [names_something(text) for text in ("should not be", "it's", "can't", "causes it", "no proof")]
        [False, False, False, True, True]
    """
    return any(_CLITIC.sub("", word) not in _NAMELESS for word in concept.lower().split())


def _spans(text: str, *, argument: bool) -> Iterator[Span]:
    places = list(_WORD.finditer(text))
    words = tuple(place[0].lower() for place in places)
    found: set[str] = set()
    for start, place in enumerate(places):
        for end in range(start + 1, min(start + LONGEST, len(places)) + 1):
            if end > start + 1 and text[places[end - 2].end() : places[end - 1].start()] != " ":
                break
            concept = text[place.start() : places[end - 1].end()].lower()
            if concept not in found:
                found.add(concept)
                yield Span(concept, argument, words, start, end)


def columns(found: Sequence[Span], counts: ConceptCounts) -> NDArray[np.float32]:
    """Return the features of the spans of one belief and argument; shape (spans, features).

    Args:
        found: The spans, as ``spans`` returns them.
    """
    sides = [{span.words for span in found if span.argument is side} for side in (False, True)]
    others = [" ".join(next(iter(side), ())) for side in reversed(sides)]
    shared = [frozenset(map(lemma, other.split())) for other in others]
    rarest = max(counts.weights.values(), default=1.0)
    rows = [_row(span, others[span.argument], shared[span.argument], counts, rarest) for span in found]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))


def _row(span: Span, other: str, shared: Collection[str], counts: ConceptCounts, rarest: float) -> list[float]:
    words, start, end = span.words, span.start, span.end
    inside, total = words[start:end], len(words)
    previous, following = words[start - 1] if start else "", words[end] if end < total else ""
    bases = [lemma(word) for word in inside]
    weights = [counts.weights.get(base, rarest) for base in bases]
    contexts = list(span.contexts())
    return [
        *(span.argument, end - start, len(span.concept), start, total - end, start / total, total),
        *(is_function_word(inside[0]), is_function_word(inside[-1]), sum(map(is_function_word, inside))),
        *(any(map(is_negation, inside)), any(word in MODALS for word in inside), polarity(span.concept)),
        *(is_function_word(previous), is_function_word(following), _is_content(previous), _is_content(following)),
        *(start == 0, end == total, span.concept in other, sum(base in shared for base in bases)),
        *(sum(weights) / len(weights), min(weights)),
        *(counts.chance(contexts[0]), counts.sightings.get(contexts[0], (0, 0))[1]),
        *(counts.chance(context) for context in contexts[1:]),
        counts.sightings.get(contexts[2], (0, 0))[1],
    ]


def _is_content(word: str) -> bool:
    return bool(word) and not is_function_word(word)


SHORTLIST = 12
"""Maximum number of external concepts to consider."""
_LEAST_BESIDE = 2
"""Minimum number of cooccurrences of a lemma with a concept."""
EXTERNAL_NAMES = ("score", "place", "graphs", "words", "polarity", "shared_lemmas", "covered")
"""The names of the columns."""


class Profile(NamedTuple):
    """An external concept of gold graphs.

    Attributes:
        lemmas: Count of each content lemma in their beliefs and arguments.
    """

    graphs: int
    lemmas: Mapping[str, int]


class ExternalConcepts(NamedTuple):
    """External concepts for a belief and an argument.

    Attributes:
        columns: Their features; shape (concepts, features).
    """

    concepts: tuple[str, ...]
    columns: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Memory:
    """The external concepts of gold graphs.

    Attributes:
        weights: Inverse document frequency of each lemma.
    """

    profiles: Mapping[str, Profile]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, graphs: Sequence[ExplanationGraph]) -> "Memory":
        """Return the external concepts of gold graphs."""
        times = Counter[str]()
        beside: dict[str, Counter[str]] = {}
        for graph in graphs:
            said = content_lemmas(f"{graph.belief} {graph.argument}")
            for concept in external_concepts(graph):
                times[concept] += 1
                beside.setdefault(concept, Counter()).update(set(said))
        kept = {
            concept: Profile(
                times[concept], {word: number for word, number in sorted(words.items()) if number >= _LEAST_BESIDE}
            )
            for concept, words in sorted(beside.items())
            if times[concept] >= _LEAST
        }
        return cls(kept, telling(graphs))

    def retrieve(self, belief: str, argument: str) -> ExternalConcepts:
        """Return the external concepts whose cooccurring lemmas are most similar to belief and argument."""
        text = f"{belief} {argument}".lower()
        said = set(content_lemmas(text))
        scored = sorted((-self._score(profile, said), concept) for concept, profile in self.profiles.items())
        best = [(concept, -score) for score, concept in scored if concept not in text and score < 0][:SHORTLIST]
        rows = [self._row(concept, score, place, said) for place, (concept, score) in enumerate(best)]
        return ExternalConcepts(
            tuple(concept for concept, _ in best),
            np.array(rows, dtype=np.float32).reshape(len(rows), len(EXTERNAL_NAMES)),
        )

    def recall(self, belief: str, argument: str) -> tuple[str, ...]:
        """Return the concepts alone, best first; see ``retrieve``."""
        return self.retrieve(belief, argument).concepts

    def _score(self, profile: Profile, said: set[str]) -> float:
        met = said & profile.lemmas.keys()
        if not met:
            return 0.0
        return sum(self.weights.get(word, 1.0) * profile.lemmas[word] for word in met) / math.sqrt(profile.graphs)

    def _row(self, concept: str, score: float, place: int, said: set[str]) -> list[float]:
        words = lemmas(concept)
        profile = self.profiles[concept]
        return [
            *(score, place, profile.graphs, len(words), polarity(concept), len(said & set(words))),
            len(said & profile.lemmas.keys()) / max(1, len(said)),
        ]


def external_concepts(graph: ExplanationGraph) -> list[str]:
    """Return the concepts of a graph that are in neither its belief nor its argument, in lower case."""
    texts = graph.belief.lower(), graph.argument.lower()
    return [
        concept
        for concept in dict.fromkeys(concept.lower() for concept in graph.concepts())
        if not any(concept in text for text in texts)
    ]
