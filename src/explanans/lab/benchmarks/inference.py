"""Benchmark of judges on data sets of inference and fact-checking, with baselines and published figures."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import fmean
from time import perf_counter, process_time
from typing import NamedTuple

from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.judge.base import DEFAULT, Judge, Pair, judged, open_judge
from explanans.errors import InputError
from explanans.evaluation.decisions import auc, auc_interval, balanced_accuracy, balanced_interval
from explanans.evaluation.significance import clustered_interval
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, Record, System, Table, percent, percents, sign
from explanans.lab.benchmarks.claim_measures import Places, mark_all, mark_lacking, measure_marks
from explanans.lab.benchmarks.published import INFERENCE
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.lab.datasets.splits import SUMMARIES, labelled_pairs, parts_of
from explanans.lab.decisions import best_threshold, calibration_error
from explanans.language.tokens import informative_lemmas
from explanans.runtime.progress import track
from explanans.structures.verdicts import ClaimVerdict, NliScores, Status

OVERLAP = "overlap"
MAJORITY = "majority"
SYSTEMS = (DEFAULT, OVERLAP, MAJORITY)
"""The systems that are measured where none is named."""
DATA_SET = "inference"
EDITED = "summedits"
"""The mean over the domains of SummEdits."""
WORDS = ("wice-words", "wice-pages-words")
"""The data sets whose marked words are measured."""
WHOLE = ("fm2-retrieved", "wice", "wice-pages", *WORDS)
"""The data sets whose premises may be whole texts, beside the domains of SummEdits."""
BY_KIND = ("check-pairs", "own-pairs")
"""The data sets that name the phenomenon of each pair; they are checked as texts."""
SETS = (
    *("snli", "conjnli", "taxinli", "folio", "fever", "fever-symmetric", "fm2", "creak", "begin"),
    *(*WHOLE, *BY_KIND),
)
"""The data sets that are measured, beside the domains of SummEdits."""
_HALF = 0.5
_CHUNK = 32
_DOMAINS = {f"{EDITED}-{domain}": domain for domain in SUMMARIES}
_OPPOSED = {frozenset((Status.SUPPORTED,)), frozenset((Status.CONTRADICTED,))}
_MEANS = ("balanced_accuracy", "auc", "calibration_error", "milliseconds", "cpu_milliseconds")
_COLUMNS = (
    *("system", "accuracy", "95% interval", "forced", "balanced", "flagged", "caught", "AUC", "calibration", "ms"),
    "CPU ms",
)


class Opinion(NamedTuple):
    """The opinion of a system on a claim.

    Attributes:
        status: What the premises say of it.
        denial: How probable they contradict it; None if it is not known.
        faults: Where the claim is not supported, in characters.
    """

    status: Status
    support: float
    denial: float | None = None
    faults: Places = ()

    @classmethod
    def of(cls, judgement: NliScores, faults: Places = ()) -> "Opinion":
        """Return the opinion that a judgement is."""
        return cls(judgement.likeliest, judgement.supported, judgement.contradicted, faults)


JudgeSystem = Callable[[Sequence[LabelledPair]], list[Opinion]]
"""Judges claims beside their premises, one opinion each."""


def open_system(name: str, pairs: Sequence[LabelledPair], *, whole: bool) -> JudgeSystem:
    """Return a system for the pairs of a data set.

    Args:
        name: ``overlap``, ``majority``, or a judge as ``open_judge`` takes it.
        whole: Whether the premises are whole texts, so that a judge is shown what it needs of them, and a claim may be
            of several sentences; or the few sentences that matter, which a judge reads as they are.
    """
    if name == OVERLAP:
        return by_overlap
    if name == MAJORITY:
        return by_majority(pairs)
    judge = open_judge(name)
    return partial(by_checker, ClaimChecker.open(judge)) if whole else partial(by_judge, judge)


def by_judge(judge: Judge, pairs: Sequence[LabelledPair]) -> list[Opinion]:
    """Judge claims beside all of their premises; no words are marked."""
    return [Opinion.of(said) for said in judged(judge, [Pair(pair.premises, pair.claim) for pair in pairs])]


def by_checker(checker: ClaimChecker, pairs: Sequence[LabelledPair]) -> list[Opinion]:
    """Check claims against their premises as one text; what is said of it counts as it is found."""
    return [
        _opinion(verdict)
        for premises, same in groupby(pairs, key=lambda pair: pair.premises)
        for verdict in checker.check_document(premises, [pair.claim for pair in same])
    ]


def _opinion(verdict: ClaimVerdict) -> Opinion:
    marks = (*verdict.contradicted, *verdict.unsupported)
    return Opinion(verdict.status, verdict.support, faults=[(mark.start, mark.end) for mark in marks])


def by_overlap(pairs: Sequence[LabelledPair]) -> list[Opinion]:
    """Judge claims by the share of their telling words that the premises have; what is left is unknown.

    Example:
        >>> by_overlap([LabelledPair(("Ice melts.",), "Ice melts early.", frozenset(), "")])[0].faults
        [(10, 15)]
    """
    found = []
    for pair in pairs:
        said = informative_lemmas(pair.claim)
        held = frozenset[str]().union(*map(informative_lemmas, pair.premises))
        share = len(said & held) / len(said) if said else 1.0
        found.append(Opinion.of(NliScores(share, 0.0, 1 - share), mark_lacking(pair)))
    return found


def by_majority(pairs: Sequence[LabelledPair]) -> JudgeSystem:
    """Return what says of every claim how many of all have which label, and marks all words."""
    counts = Counter(Status.UNKNOWN if pair.statuses == UNSUPPORTED else min(pair.statuses) for pair in pairs)
    said = NliScores(*(counts[status] / max(1, len(pairs)) for status in Status))
    return lambda pairs: [Opinion.of(said, mark_all(pair)) for pair in pairs]


@dataclass(frozen=True, slots=True)
class Judged:
    """The opinions of a system on a data set.

    Attributes:
        milliseconds: The mean time of a claim.
        cpu_milliseconds: The mean processor time of a claim.
    """

    pairs: Sequence[LabelledPair]
    opinions: Sequence[Opinion]
    milliseconds: float
    cpu_milliseconds: float

    @property
    def cost(self) -> dict[str, float]:
        """The time of a claim, as figures have it."""
        return {"milliseconds": round(self.milliseconds, 3), "cpu_milliseconds": round(self.cpu_milliseconds, 3)}

    @property
    def support(self) -> list[float]:
        """How probable each claim is supported."""
        return [opinion.support for opinion in self.opinions]

    @property
    def right(self) -> list[bool]:
        """Which claims are supported."""
        return [pair.supported for pair in self.pairs]

    @property
    def groups(self) -> list[Hashable]:
        """The group of each claim, such as its text."""
        return [pair.group for pair in self.pairs]


def bench_inference(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), sets: Sequence[str] = (), *, seed: int = 0
) -> Benchmark:
    """Judge the claims of each data set by each system.

    Each system has figures by data set: ``measures`` tells which; the benchmark has the number of ``pairs`` of each.

    Args:
        data: The folder of the data sets; where None, see ``datasets.catalogue.data_folder``.
        systems: Names of systems, see ``open_system``; ``SYSTEMS`` if there are none.
        sets: Names of data sets, of `SETS` or ``summedits`` or one of its domains; all that have the split where there
            are none.
    """
    asked = {part: _pairs(data, part, split) for part in _wanted(parts_of(data, split), split, sets)}
    found = {}
    for name in systems or SYSTEMS:
        outcomes = {part: _judge(name, part, pairs) for part, pairs in asked.items()}
        figures = {part: measures(judged, seed) for part, judged in outcomes.items() if part not in (*_DOMAINS, *WORDS)}
        figures |= {part: _marked(judged, seed) for part, judged in outcomes.items() if part in WORDS}
        figures |= _edited({part: judged for part, judged in outcomes.items() if part in _DOMAINS}, seed)
        times = [judged.milliseconds * len(judged.pairs) for judged in outcomes.values()]
        found[name] = System(figures, Cost(round(sum(times) / sum(map(len, asked.values())), 3)))
    more = {"pairs": {part: len(pairs) for part, pairs in asked.items()}}
    return Benchmark(DATA_SET, split, found, INFERENCE, sign(data=DATA_SET, split=split, seed=seed), more)


def _wanted(there: Sequence[str], split: str, sets: Sequence[str]) -> list[str]:
    measured = [part for part in (*SETS, *_DOMAINS) if part in there]
    if not measured:
        raise InputError(f"the split {split!r}: no data set of inference has it; accepted: dev, or train")
    for name in sets:
        if name not in {*measured, EDITED}:
            raise InputError(f"the data set {name!r}; accepted: {', '.join((*measured, EDITED))}")
    return [part for part in measured if not sets or part in sets or (part in _DOMAINS and EDITED in sets)]


def _pairs(data: Path | None, part: str, split: str) -> list[LabelledPair]:
    return labelled_pairs(data, part, "" if part in (*_DOMAINS, *BY_KIND) else split)


def _judge(name: str, part: str, pairs: Sequence[LabelledPair]) -> Judged:
    """Judge claims in the order of the file, where those of one text follow each other, and take the time."""
    system, found = open_system(name, pairs, whole=part in (*WHOLE, *BY_KIND, *_DOMAINS)), list[Opinion]()
    chunks = range(0, len(pairs), _CHUNK)
    started, worked = perf_counter(), process_time()
    for start in track(chunks, f"{part}, {name}", len(chunks)):
        found += system(pairs[start : start + _CHUNK])
    times = (perf_counter() - started, process_time() - worked)
    return Judged(pairs, found, *(1000 * seconds / max(1, len(pairs)) for seconds in times))


def measures(judged: Judged, seed: int) -> Record:
    """Return the figures of a system on a data set.

    Returns:
        ``accuracy``: the share of claims with the status that people gave them, if they distinguished
        three; else the share of claims that are rightly taken as supported or not, from a probability of .5 on; its 95%
        bootstrap ``interval``, for which whole texts are drawn; ``true_flagged`` and ``false_caught``, the shares of
        supported claims and of others whose verdict is not *supported*; ``kinds``, the accuracy of each phenomenon, if
        the data set names them; ``forced_accuracy`` where all claims are supported or
        contradicted, and the system tells how probable either is: how many have the more probable of these two, else
        None; ``balanced_accuracy``, as supported or not, from .5
        on; ``auc`` of the probability of being supported; its ``calibration_error``; ``milliseconds`` a claim, and
        ``cpu_milliseconds`` of the processor.
    """
    support, right = judged.support, judged.right
    accepted = [value >= _HALF for value in support]
    hits = [said == true for said, true in zip(accepted, right, strict=True)]
    labels = {pair.statuses for pair in judged.pairs}
    forced = None
    if len(labels) == len(Status):
        hits = [said.status in pair.statuses for pair, said in zip(judged.pairs, judged.opinions, strict=True)]
    elif labels == _OPPOSED and all(opinion.denial is not None for opinion in judged.opinions):
        chosen = [opinion.support > (opinion.denial or 0.0) for opinion in judged.opinions]
        forced = percent(fmean(said == true for said, true in zip(chosen, right, strict=True)))
    return {
        "accuracy": percent(fmean(hits)),
        "interval": percents(clustered_interval(hits, judged.groups, seed)),
        "forced_accuracy": forced,
        "balanced_accuracy": percent(balanced_accuracy(accepted, right)),
        "true_flagged": _unsupported(judged, supported=True),
        "false_caught": _unsupported(judged, supported=False),
        "auc": auc(support, right),
        "calibration_error": percent(calibration_error(support, right)),
        **judged.cost,
        **_by_kind(judged, hits),
    }


def _unsupported(judged: Judged, *, supported: bool) -> float | None:
    """Return the percentage of the claims with a label whose verdict is not *supported*, or None if there are none."""
    said = [
        opinion.status is not Status.SUPPORTED
        for opinion, label in zip(judged.opinions, judged.right, strict=True)
        if label is supported
    ]
    return percent(fmean(said)) if said else None


def _by_kind(judged: Judged, hits: Sequence[bool]) -> Record:
    """Return the accuracy of each kind of pair, if the data set names kinds."""
    kinds: dict[str, list[bool]] = {}
    for pair, hit in zip(judged.pairs, hits, strict=True):
        if pair.kind:
            kinds.setdefault(pair.kind, []).append(hit)
    return {"kinds": {kind: percent(fmean(kinds[kind])) for kind in sorted(kinds)}} if kinds else {}


def _marked(judged: Judged, seed: int) -> Record:
    return {**measure_marks(judged.pairs, [opinion.faults for opinion in judged.opinions], seed), **judged.cost}


def _edited(outcomes: Mapping[str, Judged], seed: int) -> dict[str, Record]:
    """Return the figures of the domains of SummEdits, the threshold of each being that of the others, and the mean."""
    found = dict[str, Record]()
    parts: list[tuple[list[bool], list[bool], list[Hashable]]] = []
    for name, outcome in outcomes.items():
        others = [other for part, other in outcomes.items() if part != name] or [outcome]
        scores = [value for other in others for value in other.support]
        threshold = best_threshold(scores, [value for other in others for value in other.right]) if scores else _HALF
        accepted = [value >= threshold for value in outcome.support]
        parts.append((accepted, outcome.right, outcome.groups))
        found[name] = {
            "balanced_accuracy": percent(balanced_accuracy(accepted, outcome.right)),
            "interval": percents(balanced_interval([parts[-1]], seed)),
            "threshold": threshold,
            "auc": auc(outcome.support, outcome.right),
            "auc_interval": list(auc_interval(outcome.support, outcome.right, outcome.groups, seed)),
            "calibration_error": percent(calibration_error(outcome.support, outcome.right)),
            **outcome.cost,
        }
    if found:
        mean = {key: fmean(item[key] for item in found.values()) for key in _MEANS}
        found[EDITED] = {**mean, "interval": percents(balanced_interval(parts, seed))}
    return found


def tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the tables of the benchmark: one for each data set, then published figures."""
    names = dict.fromkeys(name for system in bench.systems.values() for name in system.measures)
    for name in names:
        if name in WORDS:
            yield _word_table(name, bench)
            continue
        rows = [(system, *_row(item.measures[name])) for system, item in bench.systems.items()]
        pairs = bench.more["pairs"].get(name)
        title = f"{name}: {pairs:,} claims" if pairs else f"{name}: mean over its domains"
        yield Table(_COLUMNS, rows, title)
    published = [
        (name, part, _row(figures)[0], _row(figures)[3], _row(figures)[6], row["source"])
        for name, row in bench.published.items()
        for part, figures in row.items()
        if part != "source" and part in names
    ]
    yield Table(("published", "data set", "accuracy", "balanced", "AUC", "source"), published)


def _word_table(name: str, bench: Benchmark) -> Table:
    rows = [
        (
            system,
            *(_share(figures[key]) for key in ("word_f1", "word_precision", "word_recall")),
            "{:.1f}–{:.1f}%".format(*figures["interval"]),
            *(f"{figures[key]:.1f}" for key in ("milliseconds", "cpu_milliseconds")),
        )
        for system, figures in ((system, item.measures[name]) for system, item in bench.systems.items())
    ]
    columns = ("system", "F1", "precision", "recall", "95% interval of F1", "ms", "CPU ms")
    return Table(columns, rows, f"{name}: words that are not supported, in {bench.more['pairs'][name]:,} claims")


def _row(figures: Record) -> tuple[str, ...]:
    low, high = figures.get("interval", (None, None))
    return (
        _share(figures.get("accuracy")),
        "–" if low is None else f"{low:.1f}–{high:.1f}%",
        _share(figures.get("forced_accuracy")),
        *(_share(figures.get(key)) for key in ("balanced_accuracy", "true_flagged", "false_caught")),
        "–" if figures.get("auc") is None else f"{figures['auc']:.3f}",
        _share(figures.get("calibration_error")),
        *("–" if figures.get(key) is None else f"{figures[key]:.1f}" for key in ("milliseconds", "cpu_milliseconds")),
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}%"
