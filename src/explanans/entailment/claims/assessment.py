"""Assess statements by sentences: what they make of each part of a statement, and of all of it.

`check`, `prove`, `explain` and `answer` all ask this, so that a statement beside some sentences has one status.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache, partial
from math import exp
from typing import NamedTuple

from explanans.entailment.claims.windows import SourceIndex, Window, parts
from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.entailment.rules.scope import announces, states, takes_back
from explanans.errors import InputError
from explanans.formats.claims import source_of
from explanans.language.analysis import AnalyzedSentence, analyze
from explanans.language.parser import DEFAULT as DEFAULT_PARSER
from explanans.language.parser import CachedParser, Parser, shared_parser
from explanans.language.sentences import parted, sentence_spans, tidy, with_period, without_period
from explanans.language.set_aside import is_question
from explanans.learning.embedder import Embedder
from explanans.structures.facts import Document, Fact, Source
from explanans.structures.verdicts import NliScores, Span, Status, Verdict


class Holding(Enum):
    """How a source has a claim verbatim."""

    STATED = "outright"
    TAKEN_BACK = "and the next sentence takes it back"
    ANNOUNCED = "and the sentence before introduces it as hearsay or supposition"


class Closest(NamedTuple):
    """The sentence that has a claim verbatim.

    Attributes:
        numbers: Its number in the source; with that of the sentence beside it that takes it back or announces it.
    """

    numbers: tuple[int, ...]
    holding: Holding


class CloseReader:
    """Finds the sentence that has a claim verbatim, as a sentence or a clause.

    Args:
        open_one: Opens a parser; it is called when it is first needed.
    """

    def __init__(self, open_one: Callable[[], Parser]) -> None:
        self._parser = cache(lambda: CachedParser.of(open_one()))

    def find(self, sentences: Sequence[str], numbers: Sequence[int], claim: str) -> Closest | None:
        """Return the sentence that has a claim verbatim; None if there is none.

        Args:
            numbers: The numbers of the sentences to search.
        """
        said, *read = self._read([claim, *(sentences[number] for number in numbers)])
        found = (number for number, sentence in zip(numbers, read, strict=True) if states(sentence, said))
        number = next(found, None)
        return None if number is None else self._standing(sentences, number)

    def _standing(self, sentences: Sequence[str], number: int) -> Closest:
        """Return the kind of match of a sentence that has a claim verbatim, by its neighbours."""
        before, after = sentences[max(0, number - 1) : number], sentences[number + 1 : number + 2]
        if any(map(takes_back, self._read(after))):
            return Closest((number, number + 1), Holding.TAKEN_BACK)
        if any(map(announces, self._read(before))):
            return Closest((number - 1, number), Holding.ANNOUNCED)
        return Closest((number,), Holding.STATED)

    def _read(self, sentences: Sequence[str]) -> list[AnalyzedSentence]:
        return [analyze(parse) for parse in self._parser().parse(list(map(without_period, sentences)))]


_DISTANCE = 0.25
"""Difference of relevance at which the weight of a window falls by a factor of e."""
_SURELY = 0.5
"""A greater probability is that of the most probable of three."""
_AT_MOST = 0.33
"""A probability below this is never that of the most probable of three."""


class Decision(NamedTuple):
    """The scores of a claim given a source, and the window that determined them.

    Attributes:
        decisive: The number of the window, from 0.
    """

    judgement: NliScores
    decisive: int

    @property
    def status(self) -> Status:
        """The most probable of the three."""
        return self.judgement.status


def decide(judgements: Sequence[NliScores], relevances: Sequence[float]) -> Decision:
    """Return one judgement of a claim from those by several stretches of a source.

    A stretch that is about something else says little: its judgement is drawn towards *unknown* the more, the less
    relevant it is than the most relevant one. Then the stretch decides that supports the claim most; where none finds
    it supported, the one that contradicts it most; where none does that either, the most relevant one.

    Args:
        judgements: One a stretch; one or more.

    Example:
        >>> far, near = NliScores(0.1, 0.8, 0.1), NliScores(0.7, 0.1, 0.2)
        >>> decide([far, near], [0.2, 0.9]).decisive, decide([far], [0.2]).status.value
        (1, 'contradicted')
    """
    nearest = max(relevances)
    drawn = [
        _towards_unknown(judgement, exp((relevance - nearest) / _DISTANCE))
        for judgement, relevance in zip(judgements, relevances, strict=True)
    ]
    numbers = range(len(drawn))
    supporting = max(numbers, key=lambda number: drawn[number].supported)
    contradicting = max(numbers, key=lambda number: drawn[number].contradicted)
    if drawn[supporting].status is Status.SUPPORTED:
        return Decision(drawn[supporting], supporting)
    if drawn[contradicting].status is Status.CONTRADICTED:
        return Decision(drawn[contradicting], contradicting)
    most = max(numbers, key=lambda number: relevances[number])
    return Decision(drawn[most], most)


def decide_by_nearest(relevances: Sequence[float], judge: Callable[[Sequence[int]], Sequence[NliScores]]) -> Decision:
    """Return what ``decide`` does with the judgements of all stretches, of which only those are made that may count.

    The most relevant one is judged first. No other one counts whose share leaves less than a third to what it says, or,
    if the first clearly supports the claim, less than that support.

    Args:
        relevances: One a stretch; one or more.
        judge: Returns the judgements of some stretches, by their numbers from 0.

    Example:
        >>> said = [NliScores(0.1, 0.1, 0.8), NliScores(0.7, 0.1, 0.2)]
        >>> decide_by_nearest([0.2, 0.9], lambda numbers: [said[number] for number in numbers]).decisive
        1
    """
    nearest = max(range(len(relevances)), key=lambda number: relevances[number])
    (first,) = judge([nearest])
    least = first.supported if first.supported > _SURELY else _AT_MOST
    shares = (exp((relevance - relevances[nearest]) / _DISTANCE) for relevance in relevances)
    others = [number for number, share in enumerate(shares) if number != nearest and share >= least]
    judgements = dict(zip((nearest, *others), (first, *(judge(others) if others else ())), strict=True))
    numbers = sorted(judgements)
    found = decide([judgements[number] for number in numbers], [relevances[number] for number in numbers])
    return found._replace(decisive=numbers[found.decisive])


def _towards_unknown(judgement: NliScores, share: float) -> NliScores:
    supported, contradicted, _ = (share * probability for probability in judgement)
    return NliScores(supported, contradicted, 1 - supported - contradicted)


LONGEST = 128
"""Tokens of a part of a statement that is judged at once."""

_LEANING = frozenset("he she it they this that these those his her its their such both".split())

_SAID = NliScores(0.99, 0.005, 0.005)
"""Scores of a sentence that the source contains verbatim."""
_STANDING = {
    Holding.STATED: _SAID,
    Holding.TAKEN_BACK: NliScores(0.05, 0.9, 0.05),
    Holding.ANNOUNCED: NliScores(0.2, 0.2, 0.6),
}
_ASKED = NliScores(0.01, 0.01, 0.98)
"""Scores of a statement given questions alone, which assert nothing."""
_WORST = (Status.CONTRADICTED, Status.UNKNOWN, Status.SUPPORTED)


class AssessedPart(NamedTuple):
    """A sentence of a statement, or a part of a long one, and what the sentences of a source make of it.

    Attributes:
        start: Where it starts in the statement, in characters.
        window: The stretch of the source that decides.
        evidence: The numbers of the sentences that tell most, best first.
    """

    start: int
    text: str
    decision: Decision
    window: Window
    evidence: tuple[int, ...]


def worst_first(parts: Iterable[AssessedPart]) -> list[AssessedPart]:
    """Return parts in the order in which they decide: a contradicted one, then one that is unknown."""
    return sorted(parts, key=lambda part: (_WORST.index(part.decision.status), part.decision.judgement.supported))


class Assessor:
    """Assesses statements by sources of any length.

    For each sentence of a statement, stretches of the source are found that may say something of it; each is judged,
    and one judgement is made of all. A sentence that the source has word by word is supported without being judged.

    Args:
        judge: Judges a claim given premises.
        embedder: Computes sentence vectors.
        close: Finds what the source has verbatim.
    """

    def __init__(self, judge: Judge, embedder: Embedder, close: CloseReader) -> None:
        self.judge = judge
        self.embedder = embedder
        self._close = close

    @classmethod
    def of(cls, judge: Judge, parser: str = DEFAULT_PARSER) -> "Assessor":
        """Return an assessor with the embedder that comes with the package."""
        return cls(judge, Embedder.shipped(), CloseReader(partial(shared_parser, parser)))

    def index(self, source: Source) -> SourceIndex:
        """Return the sentences of a source, read once for all statements."""
        return SourceIndex(source, self.embedder)

    def verdict(self, index: SourceIndex, statement: str) -> Verdict:
        """Return the verdict of facts on a statement: contradicted if a part of it is, supported if all parts are.

        Args:
            index: The facts; see ``source_of_facts``.

        Raises:
            InputError: The statement has no sentence.
        """
        found = worst_first(self.parts(index, statement))
        judgement = found[0].decision.judgement
        because = dict.fromkeys(index.source.sentences[number].source for part in found for number in part.evidence)
        return Verdict(judgement.status, judgement.supported, tuple(because) * (judgement.status is not Status.UNKNOWN))

    def parts(self, index: SourceIndex, statement: str) -> list[AssessedPart]:
        """Return what a source makes of each part of a statement.

        Args:
            statement: One sentence or several, on one line.

        Raises:
            InputError: The statement has no sentence.
        """
        statement = tidy(statement)
        spans = tuple(Span(statement[start:end], start, end) for start, end in sentence_spans(statement))
        if not spans:
            raise InputError(f"the claim {statement[:40]!r} holds no word; accepted: a sentence or several")
        before, found = "", []
        for start, end in self._places(statement, spans):
            found.append(self._assess(index, start, statement[start:end], before))
            before = statement[start:end]
        return found

    def _places(self, statement: str, sentences: Iterable[Span]) -> Iterator[tuple[int, int]]:
        """Yield where the parts of a statement stand that are judged: its sentences, or parts of very long ones."""
        for sentence in sentences:
            for start, end in parted(statement, sentence.start, sentence.end):
                place = start
                for part in parts(statement[start:end], lambda text: self.embedder.length(text) <= LONGEST):
                    place = statement.index(part, place)
                    yield place, place + len(part)

    def _assess(self, index: SourceIndex, start: int, text: str, before: str) -> AssessedPart:
        first = text.split(maxsplit=1)[0].lower()
        closest = self._close.find(index.texts, index.nearest(text), text)
        if closest and not is_question(index.texts[closest.numbers[-1]]):
            window = index.alone(closest.numbers)
            return AssessedPart(start, text, Decision(_STANDING[closest.holding], 0), window, window.numbers)
        windows = index.windows(f"{before} {text}" if before and first in _LEANING else text)
        decision = decide_by_nearest(
            [window.relevance for window in windows],
            lambda numbers: self._judge([windows[number].premises for number in numbers], text),
        )
        window = windows[decision.decisive]
        place = list(Status).index(decision.status)

        def rate(sentences: Sequence[str]) -> list[float]:
            return [judgement[place] for judgement in self._judge([(sentence,) for sentence in sentences], text)]

        return AssessedPart(start, text, decision, window, index.telling(text, window, rate))

    def _judge(self, premises: Iterable[tuple[str, ...]], statement: str) -> tuple[NliScores, ...]:
        given = list(premises)
        asserting = [texts for texts in given if not all(map(is_question, texts))]
        found = iter(judged(self.judge, [Pair(texts, with_period(statement)) for texts in asserting]))
        return tuple(_ASKED if all(map(is_question, texts)) else next(found) for texts in given)


def source_of_facts(facts: Iterable[Fact]) -> Source | None:
    """Return facts as a source whose documents are called by their ids; None if no fact has a letter or a digit.

    Args:
        facts: The facts, in the order of their text.
    """
    documents = [Document(fact.id, with_period(fact.text)) for fact in facts if any(map(str.isalnum, fact.text))]
    return source_of(documents) if documents else None
