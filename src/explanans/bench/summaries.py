"""Right summaries before wrong ones: how often scorers of arcs and simple counts of words find the right one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean
from time import perf_counter

from explanans.bench.published import SUMMARY_PAIRS
from explanans.codecs.summary_pairs import SummaryPair, decode
from explanans.evaluate.significance import clustered_interval
from explanans.files import read_lines
from explanans.progress import track
from explanans.text.lemmas import tokens
from explanans.text.sentences import sentence_spans, sentences
from explanans.verdict import ClaimVerdict
from explanans.verify.arcs.arcs import checked_arcs
from explanans.verify.arcs.checker import ArcChecker
from explanans.verify.arcs.scorer import ArcScorer
from explanans.verify.arcs.untrained import Majority
from explanans.verify.parsers.parser import CachedParser, Parser

FILE = "summary_pairs.json"
_GRAMS = (1, 2, 3)

Rate = Callable[[str, str], float]
"""Rates how well a source supports a claim."""


@dataclass(frozen=True, slots=True)
class RerankingFigures:
    """How often a right summary is put above the wrong one.

    Attributes:
        accuracy: The share of the pairs; a tie counts half.
        interval: Its 95% bootstrap interval; whole sources are drawn.
        ties: The share of the pairs that are ties.
        milliseconds: The mean time of a pair, without parsing.
    """

    accuracy: float
    interval: tuple[float, float]
    ties: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class ShownSummary:
    """A summary and what is said of it.

    Attributes:
        source: The sentence that it sums up.
        is_right: Whether people found it right.
        verdict: The verdict of every arc.
    """

    source: str
    is_right: bool
    verdict: ClaimVerdict


@dataclass(frozen=True, slots=True)
class SummaryBench:
    """Figures of every way to tell right summaries from wrong ones, beside published ones.

    Attributes:
        pairs: How many pairs there are.
        sources: How many sentences they sum up.
        parse_milliseconds: The mean time that parsing the three sentences of a pair takes.
        systems: Figures by the name of the way.
        published: What others have published, each with its source.
    """

    pairs: int
    sources: int
    parse_milliseconds: float
    systems: dict[str, RerankingFigures]
    published: dict[str, dict[str, float | str]]


def read_pairs(folder: Path) -> list[SummaryPair]:
    """Return the pairs of the data set.

    Args:
        folder: The folder of the data set.

    Raises:
        InputError: The file is not there.
        FormatError: It is of another shape.
    """
    path = folder / FILE
    return decode(read_lines(path), str(path))


def bench_summaries(
    pairs: Sequence[SummaryPair],
    scorers: Sequence[ArcScorer],
    parser: Parser,
    others: Mapping[str, Rate],
    *,
    seed: int = 0,
) -> SummaryBench:
    """Tell the right summary of each pair from the wrong one, in every way.

    Args:
        pairs: The pairs.
        scorers: Scorers of arcs; what a summary is worth is the mean of its arcs.
        parser: What finds arcs.
        others: Other ways by name.
        seed: Seeds the bootstrap.
    """
    known = CachedParser(parser)
    # The first to ask for a parse waits for it; this scorer needs no time of its own.
    milliseconds = figures(pairs, by_arcs(Majority(), known), seed).milliseconds
    rates: dict[str, Rate] = {f"{size}-gram precision": partial(gram_precision, size=size) for size in _GRAMS}
    rates |= {scorer.name: by_arcs(scorer, known) for scorer in scorers}
    rates |= others
    systems = {name: figures(pairs, rate, seed) for name, rate in track(rates.items(), "Summaries", len(rates))}
    sources = len({pair.source for pair in pairs})
    return SummaryBench(len(pairs), sources, milliseconds, systems, SUMMARY_PAIRS)


def figures(pairs: Sequence[SummaryPair], rate: Rate, seed: int) -> RerankingFigures:
    """Return how often a way of rating puts the right summary above the wrong one.

    Args:
        pairs: The pairs.
        rate: The way.
        seed: Seeds the bootstrap.
    """
    started = perf_counter()
    margins = [rate(pair.source, pair.correct) - rate(pair.source, pair.incorrect) for pair in pairs]
    milliseconds = (perf_counter() - started) * 1000 / len(pairs)
    won = [(margin > 0) + (margin == 0) / 2 for margin in margins]
    interval = clustered_interval(won, [pair.source for pair in pairs], seed)
    ties = sum(margin == 0 for margin in margins)
    return RerankingFigures(sum(won) / len(won), interval, ties / len(won), milliseconds)


def gram_precision(source: str, claim: str, size: int) -> float:
    """Return the share of a claim's n-grams that its source has; 1 where it is too short to have one.

    Args:
        source: The source.
        claim: The claim.
        size: How many words an n-gram has.

    Example:
        >>> gram_precision("the ice in the cup melted", "the cup melted", 2)
        1.0
        >>> gram_precision("the ice in the cup melted", "the ice melted", 2)
        0.5
    """
    held = set(_grams(source, size))
    found = list(_grams(claim, size))
    return sum(gram in held for gram in found) / len(found) if found else 1.0


def _grams(text: str, size: int) -> Iterator[tuple[str, ...]]:
    words = tokens(text.lower())
    return zip(*(words[start:] for start in range(size)), strict=False)


def by_arcs(scorer: ArcScorer, parser: Parser) -> Rate:
    """Return what rates a claim by the mean score of its arcs; one without arcs that are checked comes last.

    Args:
        scorer: What scores arcs.
        parser: What finds them.
    """

    def rate(source: str, claim: str) -> float:
        held = list(parser.parse(sentence.text for sentence in sentences([source])))
        said = parser.parse(claim[start:end] for start, end in sentence_spans(claim))
        scores = [score for parse in said for score in scorer.scores(held, parse, checked_arcs(parse)).tolist()]
        return fmean(scores) if scores else -1.0

    return rate


def misjudged(pairs: Sequence[SummaryPair], checker: ArcChecker, count: int) -> tuple[ShownSummary, ...]:
    """Return the right summaries that score lowest, then the wrong ones that score highest, the worst first.

    Args:
        pairs: The pairs.
        checker: What checks arcs.
        count: How many of each.
    """
    shown = []
    for is_right in (True, False):
        texts = dict.fromkeys((pair.source, pair.correct if is_right else pair.incorrect) for pair in pairs)
        verdicts = [ShownSummary(source, is_right, checker.check(source, claim)) for source, claim in texts]
        checked = [item for item in verdicts if item.verdict.score is not None]
        checked.sort(key=lambda item: item.verdict.score or 0.0, reverse=not is_right)
        shown += list(islice(checked, count))
    return tuple(shown)
