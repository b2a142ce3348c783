"""Factuality benchmark of the parser, arc scorers, summaries and steps, with published figures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from explanans.entailment.arcs.checker import ArcChecker, open_scorer, scorer_names
from explanans.entailment.judge.base import open_judge
from explanans.io.files import read_lines
from explanans.lab.benchmarks.arcs import EVERY, held_out, looked_at, measure_arcs, open_encoders
from explanans.lab.benchmarks.attachment import attachment
from explanans.lab.benchmarks.benchmark import Benchmark, Record, Table, percent, sign
from explanans.lab.benchmarks.published import MIXTURES, SUMMARY_PAIRS
from explanans.lab.benchmarks.steps import measure_steps
from explanans.lab.benchmarks.summaries import JudgedSummary, measure_summaries, misjudged, rate_by_judge
from explanans.lab.datasets import inference
from explanans.lab.datasets.splits import pairs_of_summaries, treebank_parses
from explanans.language.parser import CachedParser, Parser, open_parser
from explanans.language.parsing.enhanced import enhanced
from explanans.rendering.phrases import counted, describe_arc, summarize_claim

DATA_SET = "factuality"
EXAMPLES = 60
"""Held-out examples of each recipe."""
_SPLIT = "dev"
_SIMPLEST = "arc-overlap"
"""The arc scorer that the step model is compared with."""


def bench_factuality(  # noqa: PLR0913 - options of a command
    data: Path | None,
    systems: Sequence[str] = (),
    *,
    encoders: Sequence[Path] = (),
    ablate: bool = False,
    show: int = 0,
    seed: int = 0,
) -> Benchmark:
    """Measure the parser, every scorer of arcs that is installed, and the step model.

    Nothing is trained but for ablations. The treebank's development split gives sentences that no model has seen. The
    systems are ways to tell right summaries from wrong ones, see ``summaries.rerank``; the benchmark has more about

    - ``parser``: the shares of heads (``unlabelled``), heads with labels and ``enhanced`` arcs that it finds, as F1, in
      sentences as they are written, punctuation included;
    - ``arcs``, see ``arcs.measure_arcs``, and ``levels``: encoders of arcs and of whole claims on the same examples;
    - ``people``: the same as ``arcs`` of claims whose words people marked, where such a data set is there;
    - ``summaries``: how many ``pairs`` there are, of how many ``sources``, and ``parse_milliseconds`` of a pair;
    - ``steps``, see ``steps.measure_steps``; ``ablations``, see ``ablations.ablations``;
    - ``shown``: summaries that the default scorer misjudges most, with the judge's ``support`` of each.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        systems: The ways to tell summaries apart that are measured, by name; all if empty.
        encoders: Folders of encoders of arcs or of whole claims, which need the extra ``neural``.
    """
    parser = open_parser()
    pairs, made = pairs_of_summaries(data), held_out(data, parser, EXAMPLES, seed)
    opened = open_encoders(encoders, made, parser)
    scorers = [*(open_scorer(name) for name in scorer_names() if name != "encoder"), *opened.scorers]
    found, milliseconds = measure_summaries(pairs, scorers, parser, opened.rates, systems=systems, seed=seed)
    parts: dict[str, Record] = {}
    if ablate:
        from explanans.lab.benchmarks.ablations import ablations  # noqa: PLC0415 - only here is anything trained

        parts = ablations(data, pairs, made, parser, seed=seed)
    parsing, arcs = _parser(data, parser), measure_arcs(made, scorers, seed=seed)
    people = looked_at(data, parser)
    sources = len({pair.source for pair in pairs})
    more = {
        "parser": parsing,
        "arcs": arcs,
        "people": measure_arcs(people, scorers, seed=seed) if people else {},
        "levels": opened.figures,
        "summaries": {"pairs": len(pairs), "sources": sources, "parse_milliseconds": milliseconds},
        "steps": measure_steps(data, open_scorer(_SIMPLEST), CachedParser(parser), _SPLIT, seed=seed),
        "ablations": parts,
        "shown": misjudged(pairs, ArcChecker.open(), rate_by_judge(open_judge()), show) if show else (),
    }
    signature = sign(data=f"{DATA_SET}+ud-english-ewt+entailmentbank", examples=EXAMPLES, seed=seed)
    return Benchmark(DATA_SET, _SPLIT, found, SUMMARY_PAIRS, signature, more)


def bench_pairs(path: Path, systems: Sequence[str] = (), *, encoders: Sequence[Path] = (), seed: int = 0) -> Benchmark:
    """Benchmark on the user's pairs of right and wrong summaries or paraphrases, by all methods without a data set.

    Each way has what ``summaries.rerank`` gives (Goyal & Durrett 2020, sections 6.1 and 6.2).

    Args:
        path: A file of pairs, as ``splits.pairs_of_summaries`` reads it.
        systems: The ways that are measured, by name; all if empty.
        encoders: Folders of encoders of arcs or of whole claims, which need the extra ``neural``.
    """
    pairs, parser = inference.decode(read_lines(path), str(path)), open_parser()
    opened = open_encoders(encoders, (), parser)
    scorers = [*(open_scorer(name) for name in scorer_names() if name != "encoder"), *opened.scorers]
    found, milliseconds = measure_summaries(pairs, scorers, parser, opened.rates, systems=systems, seed=seed)
    counts = {
        "pairs": len(pairs),
        "sources": len({pair.source for pair in pairs}),
        "parse_milliseconds": milliseconds,
    }
    return Benchmark(path.name, "", found, SUMMARY_PAIRS, sign(data=path.name, seed=seed), {"summaries": counts})


def pair_tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the tables of pairs of the user."""
    yield from _summaries(bench)


def _parser(data: Path | None, parser: Parser) -> Record:
    gold = treebank_parses(data, _SPLIT)
    started = perf_counter()
    found = list(parser.parse(parse.text for parse in gold))
    seconds = perf_counter() - started
    scores = attachment(
        ((wanted, replace(parse, enhanced=enhanced(parse))) for wanted, parse in zip(gold, found, strict=True)),
        punctuation=True,
    )
    return {
        "name": parser.name,
        "sentences": len(gold),
        "unlabelled": percent(scores.unlabelled.f1),
        "labelled": percent(scores.labelled.f1),
        "enhanced": percent(scores.enhanced.f1),
        "words_a_second": sum(len(parse.tokens) for parse in found) / seconds,
    }


def tables(bench: Benchmark) -> Iterator[Table | str]:
    """Yield the tables of the benchmark, and sentences between them."""
    parser = bench.more["parser"]
    yield (
        f"Parser: {parser['name']}\nUAS {parser['unlabelled']:.1f}%, LAS {parser['labelled']:.1f}%, enhanced arcs F1 "
        f"{parser['enhanced']:.1f}% on {parser['sentences']} sentences as written, with punctuation; "
        f"{parser['words_a_second']:,.0f} words a second\n"
    )
    yield from _arcs(bench.more["arcs"])
    if bench.more["people"]:
        yield _people(bench.more["people"])
    yield from _summaries(bench)
    if bench.more["levels"]:
        rows = [
            (item["name"], item["level"], str(item["answers"]), f"{item['accuracy']:.1f}%", f"{item['majority']:.1f}%")
            for item in bench.more["levels"]
        ]
        yield Table(("encoder", "level", "answers", "right", "majority"), rows)
    if bench.more["ablations"]:
        yield from _ablations(bench.more["ablations"])
    yield from _steps(bench.more["steps"])
    yield from map(_shown, bench.more["shown"])


def _arcs(arcs: Record) -> Iterator[Table]:
    rows = [
        (recipe, str(count), *(_both(figures[recipe]) for figures in arcs["scorers"].values()))
        for recipe, count in arcs["arcs"].items()
    ]
    title = "Arcs of held-out examples by recipe: accuracy/F1 of the supported ones"
    yield Table(("recipe", "arcs", *map(_narrow, arcs["scorers"])), rows, title)
    published = [(name, _both(row)) for name, row in arcs["published"].items()]
    yield Table(("system, on other examples", "accuracy/F1"), published, _sources(arcs["published"]))


def _people(people: Record) -> Table:
    found = {name: figures[EVERY] for name, figures in people["scorers"].items()}
    rows = [(name, _both(one), "{:.1f}% to {:.1f}%".format(*one["interval"])) for name, one in found.items()]
    title = (
        f"{people['arcs'][EVERY]} arcs of claims whose words people marked: {people['supported'][EVERY]:.1f}% supported"
    )
    return Table(("scorer", "accuracy/F1", "95% interval of the accuracy"), rows, title)


def _summaries(bench: Benchmark) -> Iterator[Table]:
    counts = bench.more["summaries"]
    rows = [
        (
            name,
            f"{item.measures['reranking_accuracy']:.1f}%",
            "{:.1f}% to {:.1f}%".format(*item.measures["interval"]),
            f"{item.measures['ties']:.1f}%",
            f"{item.cost.milliseconds_per_item:.2f}",
        )
        for name, item in sorted(bench.systems.items(), key=lambda item: float(item[1].measures["reranking_accuracy"]))
    ]
    title = f"Right summaries before wrong ones: {counts['pairs']} pairs, {counted(counts['sources'], 'source')}"
    title += f"; {counts['parse_milliseconds']:.0f} ms to parse a pair"
    yield Table(("scorer", "accuracy", "95% interval", "ties", "ms a pair"), rows, title)
    published = [(name, f"{row['reranking_accuracy']:.1f}%") for name, row in bench.published.items()]
    yield Table(("system", "accuracy"), published, _sources(bench.published))


def _ablations(ablations: Record) -> Iterator[Table]:
    parts = [
        (
            _spread(name),
            f"{item['reranking_accuracy']:.1f}%",
            "{:.1f}% to {:.1f}%".format(*item["interval"]),
            f"{item['arcs'][EVERY]:.1f}%",
        )
        for name, item in ablations.items()
    ]
    title = "The scorer of arcs trained anew on fewer examples: summaries, and held-out arcs"
    yield Table(("variant", "summaries", "95% interval", "arcs"), parts, title)
    recipes = ("swap", "beam", "synonym", "hallucination")  # of the published table; --json has them all
    some = [
        (
            _spread(name),
            *(f"{item['arcs'][recipe]:.1f}" if recipe in item["arcs"] else "–" for recipe in recipes),
        )
        for name, item in ablations.items()
    ]
    yield Table(("variant", *recipes), some, "The same: accuracy on held-out arcs of some recipes")
    published = [(name, *(f"{row[recipe]:.1f}" for recipe in recipes)) for name, row in MIXTURES.items()]
    yield Table(("trained on", *recipes), published, _sources(MIXTURES))


def _steps(steps: Record) -> Iterator[Table | str]:
    tasks = steps["tasks"]
    rows = [
        (
            wrong,
            f"{task['right']}/{task['wrong']}",
            "{:.3f}–{:.3f}".format(*next(iter(task["judges"].values()))["interval"]),
            *(f"{figures['auc']:.3f}" for figures in task["judges"].values()),
        )
        for wrong, task in tasks.items()
    ]
    judges = next(iter(tasks.values()))["judges"] if tasks else {}
    title = "Right steps before wrong ones: AUC, and the 95% interval of the step model's"
    yield Table(("wrong steps", "right/\nwrong", "95% interval", *map(_narrow, judges)), rows, title)
    for task in tasks.values():
        if task["kinds"]:
            kinds = [(kind, f"{value:.3f}") for kind, value in task["kinds"].items()]
            yield Table(("step model, what was changed", "AUC"), kinds)
    yield f"{steps['milliseconds']:.1f} ms a step"


def _shown(item: JudgedSummary) -> str:
    verdict = item.verdict
    lines = [f"\n{'right' if item.is_right else 'wrong'}: {verdict.claim}", f"  source: {item.source}"]
    found = (
        describe_arc(arc).partition(", supported by")[0] for arc in sorted(verdict.arcs, key=lambda arc: arc.score)
    )
    return "\n".join(
        [
            *lines,
            f"  {summarize_claim(verdict)}; the judge: {100 * item.support:.0f}% supported",
            *(f"    {line}" for line in found),
        ]
    )


def _sources(published: Record) -> str:
    return f"Published: {'; '.join(dict.fromkeys(str(row['source']) for row in published.values()))}"


def _both(figures: Record) -> str:
    both = (figures["accuracy"], figures["f1"])
    return "/".join("–" if value is None else f"{value:.1f}".replace("100.0", "100") for value in both)


def _spread(mixture: str) -> str:
    """Return the name of a mixture on several lines, so that no figure beside it is cut."""
    return mixture.replace("+", "\n  + ")


def _narrow(name: str) -> str:
    """Return a name without its digest, on several short lines, so that no figure below it is cut."""
    return name.partition("(")[0].strip().replace("-", "-\n").replace(" ", "\n")
