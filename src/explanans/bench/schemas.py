"""Sets of facts that explain WorldTree's questions: by patterns, by ranking, by a network and by ensembles of them."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from explanans import __version__
from explanans.bench.published import FACT_SETS
from explanans.codecs.worldtree import decode_questions
from explanans.composers import BAR, SCHEMAS, Generate, likeliest, met, open_generator
from explanans.datasets.locate import find
from explanans.evaluate.facts.measures import Rules, figures, score
from explanans.evaluate.significance import bootstrap_interval
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.progress import track
from explanans.question import Question
from explanans.rank.cut_off import CutOff, curve
from explanans.rank.ensemble import by_gain, union, vote
from explanans.rank.ranker import Ranker, open_ranker
from explanans.rank.ranker import score as score_facts
from explanans.schema.cache import Cache
from explanans.schema.files import open_solutions

SIZES = (2, 3, 4, 5, 6, 7, 8)
SHARES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)
MEMBERS = 3
"""How many explanations vote: that by the best facts, that by the learned cut-off and that by patterns."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a question looks like to those who explain it.

    Attributes:
        gold: The ids of its gold facts in lower case.
        scores: The ranker's scores of the best facts, falling.
        weights: How probable each of them is, falling.
        solutions: The facts of the patterns' best solutions that count, the best first.
        milliseconds: What ranking, weighing, choosing solutions and writing took.
        generated: The facts that a network has written, the heaviest first; none where there is no network.
    """

    gold: frozenset[str]
    scores: Mapping[str, float]
    weights: Mapping[str, float]
    solutions: Sequence[Mapping[str, float]]
    milliseconds: tuple[float, float, float, float]
    generated: Mapping[str, float]


Explain = Callable[[Seen], Iterable[str]]


@dataclass(frozen=True, slots=True)
class SetFigures:
    """How well a way of explaining does, and at what cost.

    Attributes:
        setting: What was chosen on training questions: a number of facts or a share of the best score; None: nothing.
        figures: The figures over the questions of the split, without ratings: what is relevant is what is gold.
        interval: The 95% bootstrap interval of the mean F1 against gold.
        same_length_f1: The mean F1 of as many of the most probable facts, question by question.
        milliseconds: The median time of an explanation.
    """

    setting: float | None
    figures: Mapping[str, float]
    interval: tuple[float, float]
    same_length_f1: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class SchemaBench:
    """The figures of every way to explain by a set of facts, beside published ones.

    Attributes:
        dataset: The data set.
        split: The split that was explained.
        questions: How many of its questions have gold facts.
        systems: Figures by the name of the way.
        published: What others have published, each with its source.
        signature: What reproduces the figures.
    """

    dataset: str
    split: str
    questions: int
    systems: dict[str, SetFigures]
    published: dict[str, dict[str, float | str]]
    signature: str


class Means(NamedTuple):
    """What finds and writes facts.

    Attributes:
        model: The ranker that finds facts.
        generator: A network that writes facts, if one is to be measured; see ``Generator.open``.
    """

    model: str = "unification"
    generator: str | None = None


RANKING = Means()


def bench_schemas(
    data: Path | None,
    split: str = "dev",
    means: Means = RANKING,
    *,
    tune: int = 200,
    seed: int = 0,
) -> SchemaBench:
    """Explain the questions of a split of WorldTree by sets of facts, in every way.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        split: The split to explain.
        means: What finds and writes facts.
        tune: How many training questions choose the number of facts and the share of the best score.
        seed: Seeds the bootstrap.

    Raises:
        InputError: A data set, the split, the ranker or the generator is not there.
        MissingExtraError: A generator is named, and the extra ``neural`` is not installed.
    """
    worldtree, cosata = find("worldtree-v2.1", data), find("cosata", data)
    path = worldtree / "questions" / f"questions.{split}.tsv"
    if not path.exists():
        raise InputError(f"{path}: no such split; accepted: one whose file lies there, such as dev")
    asked = [question for question in decode_questions(read_lines(path), str(path)) if question.explanation]
    knowledge = KnowledgeBase.open(worldtree)
    ranker = open_ranker(means.model, knowledge)
    taught = knowledge.questions[:: max(1, len(knowledge.questions) // tune)]
    training = [seen(knowledge, ranker, None, question) for question in track(taught, "Tuning", len(taught))]
    cache = open_solutions(cosata / "patterns", cosata)
    generate = open_generator(means.generator, knowledge) if means.generator else None
    measured = [
        seen(knowledge, ranker, cache, question, generate) for question in track(asked, "Explaining", len(asked))
    ]
    size, share = best(SIZES, best_facts, training), best(SHARES, facts_above, training)
    systems = {
        "best facts": _figures(best_facts(size), measured, size, (0,), seed),
        "facts above": _figures(facts_above(share), measured, share, (0,), seed),
        "learned cut-off": _figures(learned, measured, None, (0, 1), seed),
    }
    everything = (0, 1, 2)
    for most in range(1, SCHEMAS + 1):
        name = "1 schema" if most == 1 else f"{most} schemas"
        systems[name] = _figures(partial(schemas, most=most), measured, None, everything, seed)
    systems["union"] = _figures(united, measured, None, everything, seed)
    for least in range(2, MEMBERS + 1):
        made = partial(voted, size=int(size), least=least)
        systems[f"vote, {least} of {MEMBERS}"] = _figures(made, measured, None, everything, seed)
    systems["marginal gain"] = _figures(gained, measured, None, everything, seed)
    if means.generator:
        systems["generator"] = _figures(generated, measured, None, (3,), seed)
        systems["generator and cut-off"] = _figures(with_generated, measured, None, (0, 1, 3), seed)
    signature = (
        f"data:worldtree-v2.1|split:{split}|ranker:{means.model}|tune:{len(taught)}|seed:{seed}|version:{__version__}"
    )
    return SchemaBench("worldtree-v2.1", split, len(asked), systems, FACT_SETS, signature)


def seen(
    knowledge: KnowledgeBase,
    ranker: Ranker,
    cache: Cache | None,
    question: Question,
    generate: Generate | None = None,
) -> Seen:
    """Return what a question looks like to those who explain it; without solutions where there is no cache."""
    times = [time.perf_counter()]
    found = curve(score_facts(ranker, knowledge, question), question)
    times.append(time.perf_counter())
    weights = {item.fact.id: item.score for item in CutOff.shipped().probable(found, knowledge.vocabulary.weight)}
    times.append(time.perf_counter())
    solutions = [solution.facts for solution in met(cache, weights, SCHEMAS, BAR)] if cache else []
    times.append(time.perf_counter())
    written = {item.fact.id: item.score for item in generate(question)} if generate else {}
    times.append(time.perf_counter())
    ranking, weighing, choosing, writing = ((after - before) * 1000 for before, after in pairwise(times))
    gold = frozenset(item.fact.lower() for item in question.explanation)
    scores = {fact.id: value for fact, value in found.facts}
    return Seen(gold, scores, weights, solutions, (ranking, weighing, choosing, writing), written)


def best_facts(size: float) -> Explain:
    """Return what explains by so many of the best facts."""
    return lambda one: list(one.scores)[: int(size)]


def facts_above(share: float) -> Explain:
    """Return what explains by the facts that score above a share of the best."""
    return lambda one: [fact for fact, value in one.scores.items() if value > share * max(one.scores.values())]


def learned(one: Seen) -> Iterable[str]:
    """Explain by as many of the most probable facts as promise the highest F1."""
    return likeliest(one.weights)


def schemas(one: Seen, most: int) -> Iterable[str]:
    """Explain by the best solutions of patterns."""
    return union(one.solutions[:most])


def united(one: Seen) -> Iterable[str]:
    """Explain by what the learned cut-off or the patterns have."""
    return union([likeliest(one.weights), *one.solutions])


def voted(one: Seen, size: int, least: int) -> Iterable[str]:
    """Explain by what several of the best facts, the learned cut-off and the patterns have."""
    first = {fact: one.weights[fact] for fact in list(one.scores)[:size]}
    return vote([first, likeliest(one.weights), union(one.solutions)], least)


def gained(one: Seen) -> Iterable[str]:
    """Explain by the learned cut-off and those solutions that add to the expected F1."""
    return by_gain([likeliest(one.weights), *one.solutions], one.weights)


def generated(one: Seen) -> Iterable[str]:
    """Explain by the facts that a network has written."""
    return one.generated


def with_generated(one: Seen) -> Iterable[str]:
    """Explain by what the learned cut-off or a network has."""
    return union([likeliest(one.weights), one.generated])


def best(settings: Iterable[float], made: Callable[[float], Explain], training: Sequence[Seen]) -> float:
    """Return the setting with the highest mean F1 on training questions; of equals the first."""
    return max(settings, key=lambda setting: fmean(_f1(list(made(setting)(one)), one) for one in training))


def _f1(facts: Sequence[str], one: Seen) -> float:
    return score("", facts, one.gold, None, Rules()).gold_f1


def _figures(
    explain: Explain, measured: Sequence[Seen], setting: float | None, parts: Sequence[int], seed: int
) -> SetFigures:
    """Return figures; ``parts`` says which of ranking, weighing and choosing solutions the way needs."""
    scores, times, others = [], [], []
    for one in measured:
        started = time.perf_counter()
        facts = list(explain(one))
        own = (time.perf_counter() - started) * 1000
        times.append(own + sum(one.milliseconds[part] for part in parts))
        scores.append(score("", facts, one.gold, None, Rules()))
        others.append(_f1(list(one.weights)[: len(facts)], one))
    return SetFigures(
        setting=setting,
        figures={"questions": len(scores), **figures(scores)},
        interval=bootstrap_interval([item.gold_f1 for item in scores], seed),
        same_length_f1=fmean(others),
        milliseconds=round(median(times), 3),
    )
