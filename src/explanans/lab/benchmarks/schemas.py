"""Sets of facts that explain WorldTree's questions: the solver of patterns, and ways to explain beside each other."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

from explanans.evaluation.facts.measures import Rules, score
from explanans.evaluation.facts.report import evaluate_facts
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, System, Table, chosen, drawn, percent, share, sign
from explanans.lab.benchmarks.published import FACT_SETS
from explanans.lab.benchmarks.solver import solver_figures
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.splits import worldtree_questions
from explanans.patterns.cache import Cache
from explanans.patterns.files import open_solutions
from explanans.pipeline.fact_sets import BAR, SCHEMAS, Generate, best_matches, combine_facts, likeliest, open_generator
from explanans.rendering.report_record import fact_record
from explanans.retrieval.cut_off import CutOff, by_gain, curve, union
from explanans.retrieval.ranker import Ranker, open_ranker
from explanans.retrieval.ranker import score as score_facts
from explanans.runtime.progress import track
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking

SIZES = (2, 3, 4, 5, 6, 7, 8)
SHARES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)
SOLVER = "solver"
_RANKING, _WEIGHING, _CHOOSING, _WRITING = range(4)


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """A question with the scores that explanation methods select facts by.

    Attributes:
        gold: The ids of its gold facts in lower case.
        scores: The ranker's scores of the best facts, descending.
        solutions: The facts of the patterns' best solutions that count, the best first.
        milliseconds: The times that ranking, weighing, choosing solutions and writing took.
        generated: The facts that a network has written, the heaviest first; none if there is no network.
    """

    question: str
    gold: frozenset[str]
    scores: Mapping[str, float]
    weights: Mapping[str, float]
    solutions: Sequence[Mapping[str, float]]
    milliseconds: tuple[float, float, float, float]
    generated: Mapping[str, float]


Explain = Callable[[ScoredQuestion], Iterable[str]]


class Method(NamedTuple):
    """A way to explain.

    Attributes:
        parts: Which of the times of ``ScoredQuestion`` it needs.
        setting: A number that was chosen for it.
    """

    explain: Explain
    parts: Sequence[int]
    setting: float | None = None


def bench_schemas(  # noqa: PLR0913 - all but the first two are seldom needed
    data: Path | None,
    split: str = "dev",
    model: str = "unification",
    generator: str | None = None,
    systems: Sequence[str] = (),
    *,
    tune: int = 200,
    sample: int = 0,
    seed: int = 0,
) -> Benchmark:
    """Solve all patterns of CoSaTa, and explain the questions of a split of WorldTree by sets of facts, in every way.

    The solver has what ``solver.solver_figures`` gives. Each way to explain has the figures of ``evaluate_facts``
    against gold, without ratings; the ``interval`` of its mean F1 (``gold_f1``); the mean F1 of as many of the most
    probable facts, question by question (``same_length_f1``); and the ``setting`` that was chosen on training
    questions: a number of facts, or a share of the best score.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        generator: A network that writes facts, if one is to be measured; see ``Generator.open``.
        systems: The ways to explain that are measured, by name; all if empty.
        tune: How many training questions choose the number of facts and the share of the best score.
    """
    cosata = find("cosata", data)
    explained = [question for question in worldtree_questions(data, split) if question.explanation]
    asked = drawn(explained, sample, seed)
    knowledge = KnowledgeBase.open(find("worldtree-v2.1", data))
    ranker = open_ranker(model, knowledge)
    taught = knowledge.questions[:: max(1, len(knowledge.questions) // tune)]
    training = [score_question(knowledge, ranker, None, question) for question in track(taught, "Tuning", len(taught))]
    ways = chosen(methods(training, with_generator=bool(generator)), systems)
    found = {SOLVER: solver_figures(cosata)}
    cache = open_solutions(cosata / "patterns", cosata)
    measured = [
        score_question(knowledge, ranker, cache, question) for question in track(asked, "Explaining", len(asked))
    ]
    if generator:
        measured = _with_written(measured, open_generator(generator, knowledge), asked)
    for name, method in ways.items():
        found[name] = _explained(asked, measured, method, seed)
    signature = sign(data="worldtree-v2.1", split=split, ranker=model, tune=len(taught), seed=seed)
    return Benchmark("worldtree-v2.1", split, found, FACT_SETS, signature, {"questions": len(asked)})


def score_question(knowledge: KnowledgeBase, ranker: Ranker, cache: Cache | None, question: Question) -> ScoredQuestion:
    """Return a question with its scores, and its pattern solutions if there is a cache."""
    times = [time.perf_counter()]
    found = curve(score_facts(ranker, knowledge, question), question)
    times.append(time.perf_counter())
    weights = {item.fact.id: item.score for item in CutOff.shipped().probable(found, knowledge.vocabulary.weight)}
    times.append(time.perf_counter())
    solutions = [solution.facts for solution in best_matches(cache, weights, SCHEMAS, BAR)] if cache else []
    times.append(time.perf_counter())
    ranking, weighing, choosing = ((after - before) * 1000 for before, after in pairwise(times))
    gold = frozenset(item.fact.lower() for item in question.explanation)
    scores = {fact.id: value for fact, value in found.facts}
    return ScoredQuestion(question.id, gold, scores, weights, solutions, (ranking, weighing, choosing, 0.0), {})


def _with_written(
    measured: Sequence[ScoredQuestion], generate: Generate, asked: Sequence[Question]
) -> list[ScoredQuestion]:
    """Return questions with the facts that a network writes, in one batch if it can."""
    started = time.perf_counter()
    each = getattr(generate, "each", None)
    found = each(asked) if each else [generate(question) for question in track(asked, "Writing", len(asked))]
    own = (time.perf_counter() - started) * 1000 / max(1, len(asked))
    return [
        replace(
            one,
            generated={item.fact.id: item.score for item in facts},
            milliseconds=(*one.milliseconds[:3], own),
        )
        for one, facts in zip(measured, found, strict=True)
    ]


def methods(training: Sequence[ScoredQuestion], *, with_generator: bool) -> dict[str, Method]:
    """Return the ways to explain by name."""
    size, bar = best(SIZES, best_facts, training), best(SHARES, facts_above, training)
    every = (_RANKING, _WEIGHING, _CHOOSING)
    found = {
        "best facts": Method(best_facts(size), (_RANKING,), size),
        "facts above": Method(facts_above(bar), (_RANKING,), bar),
        "learned cut-off": Method(learned, (_RANKING, _WEIGHING)),
    }
    for most in range(1, SCHEMAS + 1):
        found["1 schema" if most == 1 else f"{most} schemas"] = Method(partial(schemas, most=most), every)
    found["union"] = Method(united, every)
    found["marginal gain"] = Method(gained, every)
    found["ensemble"] = Method(ensemble, every)
    if with_generator:
        # With the union above, of schemas and ranking, these are the four ensembles of Jansen et al. 2021, table 5.
        found["generator"] = Method(generated, (_WRITING,))
        found["generator and cut-off"] = Method(with_generated, (_RANKING, _WEIGHING, _WRITING))
        found["schemas and generator"] = Method(without_ranking, (*every, _WRITING))
        found["schemas, generator and cut-off"] = Method(all_united, (*every, _WRITING))
    return found


def best_facts(size: float) -> Explain:
    """Return a method that selects the ``size`` best facts."""
    return lambda one: list(one.scores)[: int(size)]


def facts_above(share: float) -> Explain:
    """Return a method that selects the facts that score above a share of the best score."""
    return lambda one: [fact for fact, value in one.scores.items() if value > share * max(one.scores.values())]


def learned(one: ScoredQuestion) -> Iterable[str]:
    """Explain by as many of the most probable facts as promise the highest F1."""
    return likeliest(one.weights)


def schemas(one: ScoredQuestion, most: int) -> Iterable[str]:
    """Explain by the best solutions of patterns."""
    return union(one.solutions[:most])


def united(one: ScoredQuestion) -> Iterable[str]:
    """Explain by what the learned cut-off or the patterns have."""
    return union([likeliest(one.weights), *one.solutions])


def gained(one: ScoredQuestion) -> Iterable[str]:
    """Explain by the learned cut-off and those solutions that add to the expected F1."""
    return by_gain([likeliest(one.weights), *one.solutions], one.weights)


def ensemble(one: ScoredQuestion) -> Iterable[str]:
    """Explain as ``explain --method ensemble`` does."""
    return combine_facts(one.weights, one.solutions, one.generated)


def without_ranking(one: ScoredQuestion) -> Iterable[str]:
    """Explain by what the patterns or a network have."""
    return union([*one.solutions, one.generated])


def all_united(one: ScoredQuestion) -> Iterable[str]:
    """Explain by what the learned cut-off, the patterns or a network have."""
    return union([likeliest(one.weights), *one.solutions, one.generated])


def generated(one: ScoredQuestion) -> Iterable[str]:
    """Explain by the facts that a network has written."""
    return one.generated


def with_generated(one: ScoredQuestion) -> Iterable[str]:
    """Explain by what the learned cut-off or a network has."""
    return union([likeliest(one.weights), one.generated])


def best(settings: Iterable[float], made: Callable[[float], Explain], training: Sequence[ScoredQuestion]) -> float:
    """Return the setting with the highest mean F1 on training questions; of equals the first."""
    return max(settings, key=lambda setting: fmean(_f1(list(made(setting)(one)), one) for one in training))


def _f1(facts: Sequence[str], one: ScoredQuestion) -> float:
    return score("", facts, one.gold, None, Rules()).gold_f1


def _explained(asked: Sequence[Question], measured: Sequence[ScoredQuestion], method: Method, seed: int) -> System:
    explanations, times = [], []
    for one in measured:
        started = time.perf_counter()
        facts = tuple(method.explain(one))
        own = (time.perf_counter() - started) * 1000
        times.append(own + sum(one.milliseconds[part] for part in method.parts))
        explanations.append(Ranking(one.question, facts))
    others = fmean(
        _f1(list(one.weights)[: len(found.facts)], one) for one, found in zip(measured, explanations, strict=True)
    )
    report: dict[str, Any] = fact_record(evaluate_facts(asked, explanations, rules=Rules(seed=seed)))
    measures = {
        "setting": method.setting,
        **report["figures"],
        "interval": report["intervals"]["gold_f1"],
        "same_length_f1": percent(others),
    }
    return System(measures, Cost(round(median(times), 3)))


def tables(bench: Benchmark) -> Iterator[Table | str]:
    """Yield the tables of the benchmark."""
    solver, *others = bench.systems.items()
    found = solver[1].measures
    yield (
        f"Solver: {found['solutions']:,} solutions of {found['parsed']} of {found['patterns']} patterns, "
        f"{found['cpu_seconds']:.1f} CPU-seconds; {found['exact']} of {found['compared']} released solutions exactly\n"
    )
    rows = []
    for name, item in others:
        found = item.measures
        rows.append(
            (
                name if found["setting"] is None else f"{name}, {found['setting']:g}",
                *(share(found[figure]) for figure in ("precision", "recall", "gold_f1")),
                "–".join(map(share, found["interval"])),
                share(found["same_length_f1"]),
                share(found["complete"]),
                f"{found['length']:.1f}",
                f"{item.cost.milliseconds_per_item:.1f}",
            )
        )
    yield Table(("system", "P", "R", "F1", "95%", "as\nlong", "CompB", "facts", "ms"), rows)
    figures = ("relevance", "completeness", "f1", "complete", "f1_complete")
    published = [
        (name, *(share(row[figure], 2) for figure in figures), str(row["length"]))
        for name, row in bench.published.items()
    ]
    sources = dict.fromkeys(str(row["source"]) for row in bench.published.values())
    columns = ("published", "Rel", "Comp", "F1ex", "CompB", "F1exB", "facts")
    yield Table(columns, published, note="; ".join(sources))
