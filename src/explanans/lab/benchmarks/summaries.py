"""Right summaries before wrong ones: how often scorers of arcs and simple counts of words find the right one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from statistics import fmean
from time import perf_counter

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.entailment.arcs.checker import ArcChecker, ArcScorer
from explanans.entailment.arcs.untrained import Majority
from explanans.entailment.judge.base import Judge, Pair, judged, open_judge
from explanans.evaluation.significance import clustered_interval
from explanans.lab.benchmarks.arcs import Rate
from explanans.lab.benchmarks.benchmark import Cost, Record, System, chosen, percent, percents
from explanans.lab.datasets.inference import SummaryPair
from explanans.language.parser import CachedParser, Parser
from explanans.language.sentences import sentence_spans, sentences
from explanans.language.tokens import tokens
from explanans.runtime.progress import track
from explanans.structures.verdicts import ClaimVerdict

JUDGE = "judge"
"""The name of the judge that comes with the package, among ways to tell right summaries."""

_WITH_JUDGE = "features"
"""The scorer of arcs whose rates are also joined with the judge's."""
_GRAMS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class JudgedSummary:
    """A summary with the verdict of every arc.

    Attributes:
        source: The sentence that it sums up.
        support: How probable the judge finds it that the source supports the whole summary, from 0 to 1.
    """

    source: str
    is_right: bool
    verdict: ClaimVerdict
    support: float


def measure_summaries(  # noqa: PLR0913 - options of a command
    pairs: Sequence[SummaryPair],
    scorers: Sequence[ArcScorer],
    parser: Parser,
    others: Mapping[str, Rate],
    *,
    systems: Sequence[str] = (),
    seed: int = 0,
) -> tuple[dict[str, System], float]:
    """Measure how well each method prefers the right summary of a pair.

    Args:
        systems: The names of the ways to measure; all if empty.

    Returns:
        How well each way does, see ``rerank``; and the mean milliseconds that parsing the sentences of a pair takes.
    """
    known = CachedParser(parser)
    # The first to ask for a parse waits for it; this scorer needs no time of its own.
    _, milliseconds = rerank(pairs, rate_by_arcs(Majority(), known), seed)
    rates: dict[str, Rate] = {f"{size}-gram precision": partial(gram_precision, size=size) for size in _GRAMS}
    by_arcs = {scorer.name: rate_by_arcs(scorer, known) for scorer in scorers}
    judge = open_judge()
    by_judge = {JUDGE: rate_by_judge(judge)} | {
        f"{name} and {JUDGE}": both(rate, rate_by_judge(judge))
        for name, rate in by_arcs.items()
        if name.startswith(_WITH_JUDGE)
    }
    rates |= by_arcs | by_judge | dict(others)
    rates = chosen(rates, systems)
    found = {}
    for name, rate in track(rates.items(), "Summaries", len(rates)):
        figures, cost = rerank(pairs, rate, seed)
        found[name] = System(figures, Cost(cost))
    return found, milliseconds


def rerank(pairs: Sequence[SummaryPair], rate: Rate, seed: int) -> tuple[Record, float]:
    """Put the summaries of each pair in order.

    Returns:
        The ``reranking_accuracy``: the share of the pairs whose right summary is put above the wrong one, a tie counts
        half; its 95% bootstrap ``interval``, for which whole sources are drawn; the share of ``ties``; all in percent.
        And the mean milliseconds of a pair.
    """
    started = perf_counter()
    margins = [rate(pair.source, pair.correct) - rate(pair.source, pair.incorrect) for pair in pairs]
    milliseconds = (perf_counter() - started) * 1000 / len(pairs)
    won = [(margin > 0) + (margin == 0) / 2 for margin in margins]
    figures = {
        "reranking_accuracy": percent(sum(won) / len(won)),
        "interval": percents(clustered_interval(won, [pair.source for pair in pairs], seed)),
        "ties": percent(sum(margin == 0 for margin in margins) / len(won)),
    }
    return figures, milliseconds


def gram_precision(source: str, claim: str, size: int) -> float:
    """Return the share of a claim's n-grams that its source has; 1 if it is too short to have one.

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


def rate_by_judge(judge: Judge) -> Rate:
    """Return a function that scores a claim by the probability that its source supports it."""

    def rate(source: str, claim: str) -> float:
        spans = sentence_spans(claim)
        found = judged(judge, [Pair((source,), claim[start:end]) for start, end in spans])
        return fmean(judgement.supported for judgement in found) if found else -1.0

    return rate


def both(first: Rate, second: Rate) -> Rate:
    """Return a function that scores a claim by the mean of two scores."""
    return lambda source, claim: (first(source, claim) + second(source, claim)) / 2


def rate_by_arcs(scorer: ArcScorer, parser: Parser) -> Rate:
    """Return a function that scores a claim by the mean score of its arcs; one without checked arcs comes last."""

    def rate(source: str, claim: str) -> float:
        held = list(parser.parse(sentence.text for sentence in sentences([source])))
        said = parser.parse(claim[start:end] for start, end in sentence_spans(claim))
        scores = [score for parse in said for score in scorer.scores(held, parse, checked_arcs(parse)).tolist()]
        return fmean(scores) if scores else -1.0

    return rate


def misjudged(pairs: Sequence[SummaryPair], checker: ArcChecker, rate: Rate, count: int) -> tuple[JudgedSummary, ...]:
    """Return the right summaries that score lowest, then the wrong ones that score highest, the worst first.

    Args:
        rate: Rates the whole of what is shown, beside them (Goyal & Durrett 2020, figure 5).
    """
    shown = []
    for is_right in (True, False):
        texts = dict.fromkeys((pair.source, pair.correct if is_right else pair.incorrect) for pair in pairs)
        found = [(source, checker.check(source, claim)) for source, claim in texts]
        checked = [item for item in found if item[1].score is not None]
        checked.sort(key=lambda item: item[1].score or 0.0, reverse=not is_right)
        worst = islice(checked, count)
        shown += [JudgedSummary(source, is_right, verdict, rate(source, verdict.claim)) for source, verdict in worst]
    return tuple(shown)
