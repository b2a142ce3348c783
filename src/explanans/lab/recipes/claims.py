"""Claims of examples: drafts that wait to be parsed, and gold paraphrases, conclusions and sentences as they are."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol

from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.lab.recipes.alteration import Alteration, Piece, Syntax, altered
from explanans.lab.recipes.corpus import PassageSentence, fold
from explanans.language.parser import Parser
from explanans.language.statements.hypothesis import hypothesis
from explanans.structures.syntax import Arc, Parse
from explanans.structures.trees import Problem

_BATCH = 1000
"""Drafts that are parsed in one go: enough for a parser to be quick, few enough to stay small."""

PARAPHRASE = "paraphrase"
"""The name of the recipe that takes paraphrases."""

CONCLUSION = "conclusion"
"""The name of the recipe that takes conclusions as they are."""

_ALIKE = 0.9
"""Minimum overlap at which two sentences count as duplicates."""


class Labelled(NamedTuple):
    """A claim, its source and what is known of its arcs: what a draft comes to.

    Attributes:
        source: The sentence that the claim is checked against.
        labels: The arcs of the claim of which it is known whether the source supports them.
    """

    source: Parse
    claim: Parse
    labels: Mapping[Arc, bool]


class Draft(Protocol):
    """A pair of a source and a claim, parts of which wait to be parsed."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences that are to be parsed."""
        ...

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the pairs that the draft comes to."""
        ...


@dataclass(frozen=True, slots=True)
class AlteredClaim:
    """A claim that is a sentence altered; the sentence as it was is its source.

    An arc is supported where the sentence has it, word for word; it is not where it touches a changed word, or joins
    two words that are known not to belong together. Of any other arc nothing is known: it may be the parser's doing. In
    a claim that keeps what the sentence says, as a paraphrase does, all arcs are supported, even so.

    Attributes:
        denied: Pairs of its words, the lower number first, between which no arc is supported any longer.
        doubtful: Pairs of its words between which arcs may be supported or not.
        keeps: Whether the whole claim is supported.
    """

    sentence: Syntax
    claim: Alteration
    denied: frozenset[tuple[int, int]] = frozenset()
    doubtful: frozenset[tuple[int, int]] = frozenset()
    keeps: bool = False

    @classmethod
    def of(
        cls,
        sentence: Syntax,
        pieces: Iterable[Piece],
        denied: frozenset[tuple[int, int]] = frozenset(),
        doubtful: frozenset[tuple[int, int]] = frozenset(),
        *,
        keeps: bool = False,
    ) -> "AlteredClaim":
        """Return a sentence and the claim that some of its words make; the rest is as the attributes say."""
        return cls(sentence, altered(sentence.parse, pieces), denied, doubtful, keeps)

    @property
    def texts(self) -> tuple[str, ...]:
        """The claim."""
        return (self.claim.text,)

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the sentence and the claim, if it still differs from the sentence."""
        (claim,) = parses
        if self.claim.text == self.sentence.parse.text:
            return
        labels = dict.fromkeys(checked_arcs(claim), True) if self.keeps else self._labels(claim)
        yield Labelled(self.sentence.parse, claim, labels)

    def _labels(self, claim: Parse) -> dict[Arc, bool]:
        places = self.claim.places(claim)
        arcs = frozenset(self.sentence.arcs)
        labels: dict[Arc, bool] = {}
        for arc in checked_arcs(claim):
            head, child = places[arc.head], places[arc.child]
            if head.origin is not None and child.origin is not None:
                between = pair(head.origin, child.origin)
                if between in self.denied:
                    labels[arc] = False
                if between in self.denied | self.doubtful:
                    continue
                if Arc(head.origin, child.origin, arc.label) in arcs:
                    labels[arc] = True
                    continue
            if head.changed or child.changed:
                labels[arc] = False
        return labels


@dataclass(frozen=True, slots=True)
class AlteredSource:
    """A source that is a sentence without some of its words; the whole sentence is the claim.

    Arcs that touch a missing word are not supported; those that the source has too are.
    """

    sentence: Syntax
    source: Alteration

    @property
    def texts(self) -> tuple[str, ...]:
        """The source."""
        return (self.source.text,)

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the shortened sentence, and the sentence."""
        (source,) = parses
        places = self.source.places(source)
        there = {piece.origin for piece in self.source.pieces}
        arcs = {(places[arc.head].origin, places[arc.child].origin, arc.label) for arc in checked_arcs(source)}
        labels: dict[Arc, bool] = {}
        for arc in self.sentence.arcs:
            if arc.head not in there or arc.child not in there:
                labels[arc] = False
            elif arc in arcs:
                labels[arc] = True
        yield Labelled(source, self.sentence.parse, labels)


@dataclass(frozen=True, slots=True)
class Unaltered:
    """Two sentences as they are; all arcs of the claim are supported, or none is."""

    source: Syntax
    claim: Syntax
    supported: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """Nothing is left to be parsed."""
        return ()

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:  # noqa: ARG002 - there are none
        """Yield the two sentences."""
        yield Labelled(self.source.parse, self.claim.parse, dict.fromkeys(self.claim.arcs, self.supported))


def pair(one: int, other: int) -> tuple[int, int]:
    """Return two words, the lower number first."""
    return (one, other) if one < other else (other, one)


def parsed(drafts: Iterable[Draft], parser: Parser) -> Iterator[list[Labelled]]:
    """Yield the example of each draft, in order; drafts are parsed in batches."""
    waiting = iter(drafts)
    while batch := list(islice(waiting, _BATCH)):
        parses = iter(parser.parse(text for draft in batch for text in draft.texts))
        for draft in batch:
            yield list(draft.labelled(tuple(islice(parses, len(draft.texts)))))


@dataclass(frozen=True, slots=True)
class SupportedClaim:
    """A source and a claim that it supports as a whole, such as a sentence and its paraphrase.

    Attributes:
        origin: The group of pairs that share a sentence.
    """

    source: tuple[str, ...]
    claim: str
    origin: str


def paraphrases(pairs: Iterable[SupportedClaim], parser: Parser) -> Iterator[ArcExample]:
    """Yield an example a pair: whatever a gold paraphrase says is supported, arc by arc (section 4)."""
    taken = list(pairs)
    parses = parser.parse(text for pair in taken for text in (*pair.source, pair.claim))
    for pair in taken:
        source, claim = tuple(islice(parses, len(pair.source))), next(parses)
        labels = dict.fromkeys(checked_arcs(claim), True)
        if labels:
            yield ArcExample(source, claim, labels, PARAPHRASE, pair.origin)


def answered(problems: Iterable[Problem]) -> Iterator[SupportedClaim]:
    """Yield EntailmentBank's questions, stated with their answers and the leaves of their trees, and hypotheses.

    A hypothesis is written anew from question and answer, and says more than they do; with the leaves of its gold tree,
    all that it says is there.
    """
    for problem in problems:
        if problem.tree and problem.question and problem.answer:
            leaves = tuple(leaf.text for leaf in problem.tree.leaves)
            stated = hypothesis(problem.question, problem.answer)
            yield SupportedClaim((stated, *leaves), problem.hypothesis, problem.question)


def steps(problems: Iterable[Problem], seed: int) -> list[SupportedClaim]:
    """Return the steps of gold trees, in an order of their own: their premises, and their conclusions as claims."""
    pairs: dict[str, SupportedClaim] = {}
    for problem in problems:
        texts = problem.tree.texts() if problem.tree else {}
        for step in problem.tree.steps if problem.tree else ():
            source = tuple(texts[premise] for premise in step.premises)
            pairs.setdefault(step.text.lower(), SupportedClaim(source, step.text, problem.hypothesis))
    order = list(pairs.values())
    Random(seed).shuffle(order)  # noqa: S311 - not for secrets
    return order


def conclusions(pairs: Iterable[SupportedClaim], parser: Parser) -> Iterator[ArcExample]:
    """Yield an example a step: whatever a conclusion says, its premises support.

    Such conclusions say in new words, and often of two sentences at once, what other recipes leave as it stood.
    """
    return (replace(example, recipe=CONCLUSION) for example in paraphrases(pairs, parser))


class Nearest:
    """Takes for a claim the sentence of another text that shares most words with a sentence.

    No arc of it is supported; where the sentence has the same arc, nothing is known of it, whereas section 5.3 takes
    even these for unsupported. Rare words weigh more (by inverse document frequency), since in a collection smaller
    than that of the paper the sentences that share most words share function words only; and shared words are weighed
    against all words of both (Dice's coefficient), so that long sentences are not near to all. Only sentences of the
    same fold are looked at, so that none is met in training that is held out.
    """

    def __init__(self, sentences: Sequence[PassageSentence]) -> None:
        self._sentences = sentences
        self._numbers = {sentence.syntax: number for number, sentence in enumerate(sentences)}
        # Sorted, because the last digit of a sum depends on the order of its terms.
        self._words = [sorted({token.text.lower() for token in sentence.syntax.tokens}) for sentence in sentences]
        frequency = Counter(word for words in self._words for word in words)
        self._weights = {word: math.log1p(len(sentences) / count) for word, count in frequency.items()}
        self._totals = [sum(map(self._weights.__getitem__, words)) for words in self._words]
        self._holders: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        for number, sentence in enumerate(sentences):
            for word in self._words[number]:
                self._holders[fold(sentence.origin), word].append(number)

    def __call__(self, sentence: Syntax, _: Random) -> Unaltered | None:
        """Return the draft; None if no other sentence shares a word."""
        number = self._numbers[sentence]
        origin = self._sentences[number].origin
        shared: defaultdict[int, float] = defaultdict(float)
        for word in self._words[number]:
            for other in self._holders[fold(origin), word]:
                shared[other] += self._weights[word]
        near = (
            (2 * weight / (self._totals[number] + self._totals[other]), -other)
            for other, weight in shared.items()
            if self._sentences[other].origin != origin
        )
        best = max((item for item in near if item[0] < _ALIKE), default=None)
        return None if best is None else Unaltered(sentence, self._sentences[-best[1]].syntax, supported=False)
