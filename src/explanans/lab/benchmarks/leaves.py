"""Leaves of explanations on WorldTree against facts that a teacher would show and against gold facts."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Benchmark, Record, System, Table, drawn, percent, run_apart, sign
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.splits import worldtree_questions
from explanans.lab.training.shown import DEV, ShownFacts, shown_facts
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.language_reader import CHOICES, LanguageReader
from explanans.retrieval.ranker import Ranker, default_ranker, open_ranker, score
from explanans.runtime.progress import track
from explanans.structures.facts import Role
from explanans.structures.questions import Question
from explanans.structures.trees import Problem
from explanans.trees.language_relevance import refined
from explanans.trees.leaf_features import leaf_problem
from explanans.trees.leaf_program import LeafModel, best_leaves, vector
from explanans.trees.model import MOST, Relevance, RelevantFacts
from explanans.trees.problem_matrix import Matrix

DATA_SET = "worldtree-v2.1"
FIXED = {
    "probability": 1.0,
    "term": 1.0,
    "link": 0.3,
    "grounds": 0.3,
    "alike_most": -1.0,
    "further": -0.45,
}
"""Weights set by hand in the manner of ExplanationLP (Thayaparan et al. 2021): relevance, coverage and links."""
_GOLD = frozenset((Role.CENTRAL, Role.GROUNDING))
_THRESHOLDS = (0.3, 0.45)
_FIRST = (2, 3, 4)
READING = "program-reading"
"""The trained program, on relevances that an installed language model refines."""

Choice = Callable[[str, RelevantFacts], NDArray[np.bool_]]
"""Chooses among candidates, by the hypothesis and the candidates with their relevance."""


def _by_weights(weights: Matrix, stated: str, facts: RelevantFacts) -> NDArray[np.bool_]:
    return best_leaves(leaf_problem(stated, facts), weights)


def _above(least: float, _: str, facts: RelevantFacts) -> NDArray[np.bool_]:
    chosen: NDArray[np.bool_] = (facts.belief >= least) | (facts.belief == facts.belief.max())
    return chosen


def _first(count: int, _: str, facts: RelevantFacts) -> NDArray[np.bool_]:
    return np.arange(len(facts.belief)) < count


def _trained(stated: str, facts: RelevantFacts) -> NDArray[np.bool_]:
    return LeafModel.shipped().leaves(stated, facts)


SYSTEMS: dict[str, Choice] = {
    "program": _trained,
    "fixed": partial(_by_weights, vector(FIXED)),
    **{f"relevance-{least}": partial(_above, least) for least in _THRESHOLDS},
    **{f"first-{count}": partial(_first, count) for count in _FIRST},
}
"""The choices by name: the trained program, one with fixed weights, thresholds on the relevance, the first facts."""


def bench_leaves(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), *, sample: int = 0, seed: int = 0
) -> Benchmark:
    """Choose the leaves of the questions of a split, by every system, among the best facts of the usual ranker.

    Each system has ``precision``, ``recall`` and ``f1`` against the central and grounding facts of the gold
    explanations, each the mean over questions, and the mean number of ``leaves``. Of the development questions for
    which the facts to show were chosen, it has ``shown``: the same against these facts; ``disturbing``, the mean share
    of leaves that are neither shown nor harmless; ``near``, the share of questions whose leaves differ from the facts
    to show in one fact at most, harmless ones not counted; and the number of ``questions``.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
    """
    accepted = (*SYSTEMS, *([READING] if LanguageReader.available() else []))
    for name in systems:
        if name not in accepted:
            raise InputError(f"the system {name!r}; accepted: {', '.join(accepted)}")
    folder, questions = find(DATA_SET, data), drawn(worldtree_questions(data, split), sample, seed)
    names = tuple(systems) or accepted
    run = run_apart(partial(_chooser, folder, names), questions, list)
    found, shown = {}, shown_facts(DEV)
    for name in track(names, "Systems", len(names)):
        leaves = [(question, chosen[name]) for question, chosen in zip(questions, run.measured, strict=True)]
        scored = [_scores(held, gold) for question, held in leaves if (gold := _gold(question))]
        known = [(held, shown[question.id]) for question, held in leaves if question.id in shown]
        found[name] = System({**_means(scored), **({"shown": _beside_shown(known)} if known else {})}, run.cost)
    return Benchmark(DATA_SET, split, found, {}, sign(data=DATA_SET, split=split, sample=sample, seed=seed))


def _chooser(folder: Path, names: Sequence[str]) -> Callable[[Question], dict[str, frozenset[str]]]:
    knowledge = _knowledge(folder)
    return partial(_chosen, open_ranker(default_ranker(knowledge), knowledge), knowledge, names)


_knowledge = cache(KnowledgeBase.open)


def _chosen(
    ranker: Ranker, knowledge: KnowledgeBase, names: Sequence[str], question: Question
) -> dict[str, frozenset[str]]:
    """Return the ids of the facts that each system chooses."""
    stated = hypothesis(question.text, question.answer)
    facts = score(ranker, knowledge, question).worded(stated, question.text).best(MOST)
    if not facts:
        return dict.fromkeys(names, frozenset())
    problem = Problem(question.id, stated, (), question=question.text, answer=question.answer)
    relevant = Relevance.shipped().read(problem, facts)
    held = {name: SYSTEMS[name](stated, relevant) for name in names if name in SYSTEMS}
    reader = LanguageReader.available(CHOICES)
    if READING in names and reader:
        held[READING] = _trained(stated, refined(reader, problem, relevant))
    return {name: frozenset(facts[place].fact.id for place in np.flatnonzero(held[name])) for name in names}


def _gold(question: Question) -> frozenset[str]:
    return frozenset(item.fact for item in question.explanation if item.role in _GOLD)


def _scores(chosen: frozenset[str], gold: frozenset[str]) -> tuple[float, float, float, float]:
    right, size = len(chosen & gold), len(chosen)
    return right / max(size, 1), right / len(gold), 2 * right / (size + len(gold)), float(size)


def _means(scored: Sequence[tuple[float, float, float, float]]) -> Record:
    precision, recall, f1, leaves = np.mean(np.array(scored), axis=0).tolist()
    return {"precision": percent(precision), "recall": percent(recall), "f1": percent(f1), "leaves": leaves}


def _beside_shown(known: Sequence[tuple[frozenset[str], ShownFacts]]) -> Record:
    """Return how leaves compare with the facts to show.

    Args:
        known: The leaves of each question, with the facts to show.
    """
    disturbing = [len(held.difference(facts.shown, facts.harmless)) for held, facts in known]
    shares = [odd / max(len(held), 1) for odd, (held, _) in zip(disturbing, known, strict=True)]
    lacking = [len({*facts.shown} - held) for held, facts in known]
    return {
        **_means([_scores(held, frozenset(facts.shown)) for held, facts in known]),
        "disturbing": percent(fmean(shares)),
        "near": percent(fmean(odd + less <= 1 for odd, less in zip(disturbing, lacking, strict=True))),
        "questions": len(known),
    }


def tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the tables of the benchmark."""
    measures = ("precision", "recall", "f1", "leaves")
    heads = ("precision", "recall", "F1", "leaves")
    systems = bench.systems.items()
    yield Table(("gold facts", *heads), [(name, *_cells(system.measures, measures)) for name, system in systems])
    shown = [(name, system.measures["shown"]) for name, system in systems if "shown" in system.measures]
    if shown:
        further = ("disturbing", "near")
        rows = [(name, *_cells(found, (*measures, *further))) for name, found in shown]
        yield Table(("facts to show", *heads, *further), rows)


def _cells(found: Record, names: Sequence[str]) -> Iterator[str]:
    return (f"{found[name]:.2f}" if name == "leaves" else f"{found[name]:.1f}" for name in names)
