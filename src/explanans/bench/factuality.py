"""Whether what is said is supported: the parser, scorers of arcs, summaries and steps, beside published figures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from explanans import __version__
from explanans.bench.arcs import AblationFigures, ArcBench, LevelFigures, bench_arcs, held_out
from explanans.bench.step_judges import StepBench, bench_steps
from explanans.bench.summaries import Rate, ShownSummary, SummaryBench, bench_summaries, misjudged, read_pairs
from explanans.codecs import conllu
from explanans.datasets.locate import find
from explanans.files import read_lines
from explanans.parse import Parse
from explanans.verify.arcs.checker import ArcChecker
from explanans.verify.arcs.scorer import open_scorer, scorer_names
from explanans.verify.parsers.attachment import attachment
from explanans.verify.parsers.enhanced import enhanced
from explanans.verify.parsers.parser import CachedParser, Parser, open_parser

DATA_SET, TREEBANK = "factuality", "ud-english-ewt"
EXAMPLES = 60
"""Held-out examples of each recipe."""
_SIMPLEST = "arc-overlap"
"""The scorer beside which the step model stands."""


@dataclass(frozen=True, slots=True)
class ParserFigures:
    """How well and how fast the parser parses sentences as they are written, punctuation included.

    Attributes:
        name: The parser.
        sentences: How many sentences of the treebank's development split it was given.
        unlabelled: F1 of the heads (UAS).
        labelled: F1 of heads with labels (LAS).
        enhanced: F1 of the enhanced arcs made of them.
        words_a_second: How many words it parses a second.
    """

    name: str
    sentences: int
    unlabelled: float
    labelled: float
    enhanced: float
    words_a_second: float


@dataclass(frozen=True, slots=True)
class FactualityBench:
    """Figures of all that checks what is said.

    Attributes:
        parser: The parser.
        arcs: Scorers of arcs on held-out examples by recipe.
        summaries: Scorers and others on pairs of summaries.
        levels: Encoders of arcs and of whole claims on the same held-out examples; none where none is named.
        steps: Judges of entailment steps.
        ablations: The trained scorer of arcs with several seeds, and without parts of what it looks at and learns from;
            none where these were not asked for.
        shown: Summaries that the default scorer misjudges most.
        signature: What reproduces the figures.
    """

    parser: ParserFigures
    arcs: ArcBench
    summaries: SummaryBench
    levels: tuple[LevelFigures, ...]
    steps: StepBench
    ablations: dict[str, AblationFigures]
    shown: tuple[ShownSummary, ...]
    signature: str


def bench_factuality(
    data: Path | None, *, encoders: Sequence[Path] = (), ablate: bool = False, show: int = 0, seed: int = 0
) -> FactualityBench:
    """Measure the parser, every scorer of arcs that is installed, and the step model.

    Nothing is trained but for ablations. The treebank's development split gives sentences that no model has seen.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        encoders: Folders of encoders of arcs or of whole claims, which need the extra ``neural``.
        ablate: Whether to train the scorer of arcs anew with several seeds, and without parts.
        show: How many misjudged summaries of either kind to show.
        seed: Seeds the examples and the bootstrap.

    Raises:
        InputError: A data set or an encoder is not there.
        MissingExtraError: An encoder is named, and the extra ``neural`` is not installed.
    """
    folder, treebank = find(DATA_SET, data), find(TREEBANK, data)
    parser, checker = open_parser(), (ArcChecker.open() if show else None)
    scorers = [open_scorer(name) for name in scorer_names() if name != "encoder"]
    pairs, made = read_pairs(folder), held_out(treebank, parser, EXAMPLES, seed)
    claims: dict[str, Rate] = {}
    figures: tuple[LevelFigures, ...] = ()
    if encoders:
        from explanans.bench import levels  # noqa: PLC0415 - networks are an extra

        opened = levels.open_all(encoders)
        scorers += levels.scorers(opened)
        claims, figures = levels.rates(opened, parser), levels.figures(opened, made)
    parts: dict[str, AblationFigures] = {}
    if ablate:
        from explanans.bench.arc_ablations import ablations  # noqa: PLC0415 - only here is anything trained

        parts = ablations(data, pairs, made, parser, seed=seed)
    return FactualityBench(
        parser=_parser(treebank, parser),
        arcs=bench_arcs(made, scorers, seed=seed),
        summaries=bench_summaries(pairs, scorers, parser, claims, seed=seed),
        levels=figures,
        steps=bench_steps(data, open_scorer(_SIMPLEST), CachedParser(parser), seed=seed),
        ablations=parts,
        shown=misjudged(pairs, checker, show) if checker else (),
        signature=f"data:{DATA_SET}+{TREEBANK}+entailmentbank|examples:{EXAMPLES}|seed:{seed}|version:{__version__}",
    )


def _parser(treebank: Path, parser: Parser) -> ParserFigures:
    path = treebank / "en_ewt-ud-dev.conllu"
    gold = list(conllu.decode(read_lines(path), str(path)))
    started = perf_counter()
    found = list(parser.parse(parse.text for parse in gold))
    seconds = perf_counter() - started
    scores = attachment(_pairs(gold, found), punctuation=True)
    return ParserFigures(
        name=parser.name,
        sentences=len(gold),
        unlabelled=scores.unlabelled.f1,
        labelled=scores.labelled.f1,
        enhanced=scores.enhanced.f1,
        words_a_second=sum(len(parse.tokens) for parse in found) / seconds,
    )


def _pairs(gold: Sequence[Parse], found: Sequence[Parse]) -> Iterator[tuple[Parse, Parse]]:
    for wanted, parse in zip(gold, found, strict=True):
        yield wanted, replace(parse, enhanced=enhanced(parse))
