"""Check claims against a source, arc by arc, by a scorer of arcs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import fsum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.entailment.sentence_index import SentenceIndex
from explanans.errors import InputError
from explanans.language.parser import DEFAULT as DEFAULT_PARSER
from explanans.language.parser import CachedParser, Parser, shared_parser
from explanans.language.sentences import sentence_spans, sentences, tidy
from explanans.language.tokens import warned
from explanans.registry import Registry, takes
from explanans.runtime.version import __version__
from explanans.structures.syntax import Arc, Parse, Token
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import (
    ArcVerdict,
    ClaimVerdict,
    Evidence,
    Mark,
    RankedClaim,
    Span,
    Status,
    StepVerdict,
)

DEFAULT = "features"
"""The scorer that is used if none is named."""


class ArcScorer(Protocol):
    """Scores how well a source supports each arc of a claim."""

    @property
    def name(self) -> str:
        """Its signature, which reproduces the scores: the scorer and, if it is trained, its model."""
        ...

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how well the source supports each arc, from 0 to 1; an arc with at least 0.5 counts as supported.

        Args:
            source: The sentences of the source, which speak together; at least one.
            claim: The sentence that is checked.
            arcs: Arcs of the claim, as ``checked_arcs`` returns them.

        Returns:
            One score an arc; shape (arcs,).
        """
        ...


SCORERS = Registry[ArcScorer]("arc_scorers", "scorer of arcs")
"""The scorers by name."""


def open_scorer(name: str = DEFAULT) -> ArcScorer:
    """Return a scorer.

    Args:
        name: The name of a registered scorer; see ``scorer_names``. The name of a trained one may go on with a colon
            and the folder of its model, as in ``features:my-arcs``.

    Raises:
        InputError: No scorer has that name, or its model cannot be opened.
    """
    return SCORERS.open(name)


def scorer_names() -> tuple[str, ...]:
    """Return the names of the scorers that are installed, sorted."""
    return SCORERS.names()


SENTENCES = 5
"""Sentences of a source that a sentence of a claim is checked against at most: those that hold its words."""
SUPPORTED = 0.5
"""The least score of an arc that counts as supported."""

Choose = Callable[[str], Sequence[int]]
"""Returns the numbers of the sentences of a source that a sentence of a claim is checked against."""


class ArcChecker:
    """Checks which arcs and words of a claim a source supports (Goyal & Durrett 2020).

    Each arc between two words of the claim is judged by itself. That shows where a claim departs from its source; it
    does not prove a claim whose arcs are all supported.

    Args:
        parser: The dependency parser.
        sentences: The maximum number of sentences of the source per sentence of a claim.

    Attributes:
        name: The scorer and the parser.
    """

    def __init__(self, scorer: ArcScorer, parser: Parser, sentences: int = SENTENCES) -> None:
        self._scorer = scorer
        self._most = sentences
        self._parser = CachedParser.of(parser)
        # Computed once: a scorer may have to read all of its trees for its signature, which every explanation needs.
        self.name = f"scorer:{scorer.name}|parser:{parser.name}"

    @classmethod
    @takes("SCORER")
    def open(cls, scorer: str = DEFAULT, parser: str = DEFAULT_PARSER) -> "ArcChecker":
        """Open a checker by the names of its parts.

        Args:
            scorer: The scorer of arcs; see ``open_scorer``.
            parser: The dependency parser; see ``language.parser.open_parser``.

        Raises:
            InputError: There is no such scorer or parser.
        """
        return cls(open_scorer(scorer), shared_parser(parser))

    @property
    def signature(self) -> str:
        """The signature that reproduces the verdicts: the scorer, the parser and the version."""
        return f"{self.name}|version:{__version__}"

    def check(self, source: str | Sequence[str], claim: str) -> ClaimVerdict:
        """Check one claim.

        Args:
            source: A text, or the sentences of one.
            claim: The claim, of one sentence or several.

        Raises:
            InputError: The source or the claim has no sentence.
        """
        (verdict,) = self.check_document(source, [claim])
        return verdict

    def check_document(self, source: str | Sequence[str], claims: Iterable[str]) -> Iterator[ClaimVerdict]:
        """Check many claims against one source; memory grows with the source's text only.

        A sentence of a claim is checked against the fewest sentences of the source that hold its words together.

        Args:
            source: A text, or the sentences of one.
            claims: The claims, each of one sentence or several.

        Returns:
            One verdict a claim, in order, each when it is asked for.

        Raises:
            InputError: The source or a claim has no sentence.
        """
        index = SentenceIndex(_sentences(source))
        choose = partial(index.covering, most=self._most)
        verdicts = (self._check(index.sentences, claim, choose) for claim in claims)
        return warned(" ".join(index.sentences), verdicts)

    def rerank(self, source: str | Sequence[str], candidates: Iterable[str]) -> tuple[RankedClaim, ...]:
        """Order candidates, such as the outputs of a generator, by how well a source supports them.

        The mean score of their arcs decides; of equals the least score, then their order. Candidates of which nothing
        could be checked come last.

        Args:
            source: A text, or the sentences of one.

        Returns:
            The candidates, best first.

        Raises:
            InputError: The source or a candidate has no sentence.
        """
        return best_first(self.check_document(source, candidates))

    def check_tree(self, tree: EntailmentTree) -> tuple[StepVerdict, ...]:
        """Check the conclusion of every step of a tree against its premises.

        Args:
            tree: A valid tree.

        Returns:
            One verdict a step, in order.
        """
        texts = tree.texts()
        verdicts = []
        for step in tree.steps:
            premises = [texts[premise] for premise in step.premises]
            checked = self._check(premises, step.text)  # which rests on every premise
            words = tuple(dict.fromkeys(word.text for word in checked.unsupported))
            supported = all(arc.supported for arc in checked.arcs)
            verdicts.append(StepVerdict(step.conclusion, supported, words, checked.arcs))
        return tuple(verdicts)

    def _check(self, source: Sequence[str], text: str, choose: Choose | None = None) -> ClaimVerdict:
        claim = tidy(text)
        spans = tuple(Span(claim[start:end], start, end) for start, end in sentence_spans(claim))
        if not spans:
            raise InputError(f"the claim {claim[:40]!r} holds no word; accepted: a sentence or several")
        arcs: list[ArcVerdict] = []
        for span, parse in zip(spans, self._parser.parse(span.text for span in spans), strict=True):
            if found := checked_arcs(parse):
                numbers = choose(parse.text) if choose else range(len(source))
                arcs += self._check_sentence(source, numbers, parse, found, span.start)
        scores = [arc.score for arc in arcs]
        mean = fsum(scores) / len(scores) if scores else None
        status = Status.SUPPORTED if arcs and all(arc.supported for arc in arcs) else Status.UNKNOWN
        least = min(scores, default=None)
        return ClaimVerdict(claim, spans, tuple(arcs), _unsupported(arcs), mean, least, status, mean or 0.0)

    def _check_sentence(
        self, source: Sequence[str], numbers: Sequence[int], claim: Parse, arcs: Sequence[Arc], offset: int
    ) -> Iterator[ArcVerdict]:
        parses = list(self._parser.parse(source[number] for number in numbers))
        scores = self._scorer.scores(parses, claim, arcs)
        best = self._best_alone(parses, claim, arcs, scores)
        for arc, score, place in zip(arcs, scores.tolist(), best, strict=True):
            yield ArcVerdict(
                head=_span(claim.tokens[arc.head], offset),
                child=_span(claim.tokens[arc.child], offset),
                label=arc.label,
                score=score,
                supported=score >= SUPPORTED,
                evidence=Evidence(numbers[place] + 1, parses[place].text) if score >= SUPPORTED else None,
            )

    def _best_alone(
        self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc], scores: NDArray[np.float64]
    ) -> list[int]:
        """Return for each arc which sentence of a source supports it most by itself, the first of equals."""
        if len(source) == 1 or not (scores >= SUPPORTED).any():
            return [0] * len(arcs)
        alone = [self._scorer.scores([sentence], claim, arcs) for sentence in source]
        return [int(place) for place in np.argmax(alone, axis=0)]


def best_first(verdicts: Iterable[ClaimVerdict]) -> tuple[RankedClaim, ...]:
    """Return verdicts by the scores of their arcs, the best first; see ``ArcChecker.rerank``."""
    ranked = (RankedClaim(*item) for item in enumerate(verdicts, 1))
    return tuple(sorted(ranked, key=_merit, reverse=True))


def _unsupported(arcs: Iterable[ArcVerdict]) -> tuple[Mark, ...]:
    """Return the words all of whose checked arcs are unsupported, in order."""
    held: dict[Span, bool] = {}
    for arc in arcs:
        for word in (arc.head, arc.child):
            held[word] = held.get(word, False) or arc.supported
    found = sorted((word for word, supported in held.items() if not supported), key=lambda word: word[1:])
    return tuple(Mark(*word) for word in found)


def _sentences(source: str | Sequence[str]) -> tuple[str, ...]:
    """Return the sentences of a source, readable and on one line each."""
    if isinstance(source, str):
        found = tuple(sentence.text for sentence in sentences(map(tidy, source.splitlines())))
    else:
        found = tuple(filter(None, map(tidy, source)))
    if not found:
        raise InputError("the source holds no sentence; accepted: a text of one sentence or more")
    return found


def _span(token: Token, offset: int) -> Span:
    return Span(token.text, token.start + offset, token.end + offset)


def _merit(ranked: RankedClaim) -> tuple[float, float, int]:
    verdict = ranked.verdict
    if verdict.score is None or verdict.minimum is None:
        return (-1.0, -1.0, -ranked.place)
    return (verdict.score, verdict.minimum, -ranked.place)
