"""Statistics of sentences beside their sources, and of parsed sentences."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean

from explanans.lab.datasets.inference import SummaryPair
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.lab.statistics.structures import DataPart, Distribution, Figure
from explanans.language.tokens import content_lemmas
from explanans.structures.syntax import Parse


@lru_cache(maxsize=50_000)
def content(text: str) -> frozenset[str]:
    """Return the different content words of a text, as lemmas."""
    return frozenset(content_lemmas(text))


def mean(title: str, values: Iterable[float]) -> Figure:
    """Return the mean of values; it is None if there are none.

    Example:
        >>> mean("steps in a tree", [2, 3]).value
        2.5
    """
    found = list(values)
    return Figure(title, fmean(found) if found else None)


def share(title: str, tests: Iterable[bool]) -> Figure:
    """Return how often something holds, in percent; it is None if there is nothing to test.

    Example:
        >>> share("supported", [True, False]).value
        50.0
    """
    found = list(tests)
    return Figure(title, 100 * fmean(found) if found else None, percent=True)


def by_number(title: str, axis: str, numbers: Iterable[int], last: int | None = None) -> Distribution:
    """Return how often each number occurs, from the least to the greatest, none left out.

    Args:
        last: The number from which on all are counted together; None for none.

    Example:
        >>> by_number("trees", "steps", [1, 3, 7, 9], last=4).counts
        {'1': 1, '2': 0, '3': 1, '4+': 2}
    """
    found = Counter(number if last is None else min(number, last) for number in numbers)
    kinds = range(min(found, default=0), max(found, default=-1) + 1)
    return Distribution(title, axis, {f"{kind}+" if kind == last else str(kind): found[kind] for kind in kinds})


def by_name(
    title: str, axis: str, names: Iterable[str], order: Sequence[str] = (), *, most: int | None = None
) -> Distribution:
    """Return how often each name occurs, the most frequent first unless an order is given.

    Args:
        most: The number of names to keep; None for all.
    """
    found = Counter(names)
    kinds = order or [name for name, _ in sorted(found.items(), key=lambda item: (-item[1], item[0]))]
    kept = [kind for kind in kinds if found[kind]][:most]
    return Distribution(title, axis, {kind: found[kind] for kind in kept}, upright=False)


def counts(**numbers: tuple[str, int]) -> Mapping[str, Figure]:
    """Return counts as figures, by name."""
    return {name: Figure(title, number) for name, (title, number) in numbers.items()}


_LONG = 6


def describe_summaries(name: str, pairs: Sequence[SummaryPair]) -> DataPart:
    """Describe pairs of a right and a wrong summary (Goyal & Durrett 2020, section 6.1).

    Example:
        >>> part = describe_summaries("mine", [SummaryPair("Heat melts ice.", "Ice melts.", "Fire melts ice.")])
        >>> part.figures["new_words_incorrect"].value
        1.0
    """
    sources = {pair.source for pair in pairs}
    figures = {
        **counts(pairs=("pairs", len(pairs)), sources=("different sources", len(sources))),
        "source_words": mean("words in a source", (len(pair.source.split()) for pair in pairs)),
        "correct_words": mean("words in a right summary", (len(pair.correct.split()) for pair in pairs)),
        "incorrect_words": mean("words in a wrong summary", (len(pair.incorrect.split()) for pair in pairs)),
        "new_words_correct": mean(
            "content words of a right summary that the source lacks", (_new(pair.correct, pair) for pair in pairs)
        ),
        "new_words_incorrect": mean(
            "content words of a wrong summary that the source lacks", (_new(pair.incorrect, pair) for pair in pairs)
        ),
        "both_of_the_source": share(
            "pairs of which both summaries have only words of the source",
            (not _new(pair.correct, pair) and not _new(pair.incorrect, pair) for pair in pairs),
        ),
    }
    return DataPart(name, figures, {"pairs": by_number("Sources by pairs", "pairs", _times(pairs))})


def _times(pairs: Sequence[SummaryPair]) -> Sequence[int]:
    return list(Counter(pair.source for pair in pairs).values())


def _new(summary: str, pair: SummaryPair) -> int:
    return len(content(summary) - content(pair.source))


def describe_claims(parts: Mapping[str, Sequence[LabelledPair]]) -> tuple[DataPart, ...]:
    """Describe claims beside premises, data set by data set."""
    return tuple(
        DataPart(
            name,
            {
                **counts(pairs=("pairs", len(pairs))),
                "claim_words": mean("words in a claim", (len(pair.claim.split()) for pair in pairs)),
                "source_words": mean("words in what it is judged by", (len(_source(pair).split()) for pair in pairs)),
            },
            {"labels": by_name("Pairs by label", "label", map(_label, pairs))},
        )
        for name, pairs in parts.items()
    )


def _source(pair: LabelledPair) -> str:
    return " ".join(pair.premises)


def _label(pair: LabelledPair) -> str:
    return "not supported" if pair.statuses == UNSUPPORTED else "/".join(sorted(map(str, pair.statuses)))


def describe_parses(name: str, parses: Sequence[Parse]) -> DataPart:
    """Describe parsed sentences."""
    sizes = [len(parse.tokens) for parse in parses]
    labels = (arc.label for parse in parses for arc in parse.arcs)
    return DataPart(
        name,
        {**counts(sentences=("sentences", len(parses)), words=("words", sum(sizes))), "length": mean("words", sizes)},
        {
            "length": by_number("Sentences by tens of words", "tens of words", [size // 10 for size in sizes], _LONG),
            "labels": by_name("Arcs by label", "label", labels, most=20),
        },
    )
